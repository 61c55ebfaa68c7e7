/** Profile field values of a user, as inputs: one for each of the eight types. */
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../../client/text.ts';
import { TextInput, Textarea } from '../../components/limited-inputs.tsx';
import { PeopleSelect } from '../../people/people-select.tsx';
import { usePeople } from '../../people/people.ts';
import { choicesOf, optionsType, type ProfileField } from '../../people/profile-fields.ts';

/** By the field's id; '' = none. Of people: their ids, joined with commas. */
export type ProfileValuesForm = Record<string, string>;

const longText = 2;
const people = 6;
/** What the browser helps with. */
const inputTypes: Record<number, string> = { 4: 'date', 5: 'url' };
/** Characters, as the server has it. */
const maxLengths: Record<number, number> = { 1: 50, [longText]: 500, 5: 2000, 7: 50, 8: 50 };

interface ProfileValuesProps {
  fields: readonly ProfileField[];
  values: ProfileValuesForm;
  /** By "profile-" and the field's id. */
  errors: Record<string, ReactNode>;
  onChange: (id: number, value: string) => void;
}

export function ProfileValues({ fields, values, errors, onChange }: ProfileValuesProps) {
  const { options } = usePeople();
  return fields.map((field) => {
    const value = values[field.id] ?? '';
    const common = {
      label: field.name,
      description: field.hint === '' ? undefined : field.hint,
      error: errors[`profile-${field.id}`],
    };
    if (field.type === optionsType)
      return (
        <Select
          key={field.id}
          {...common}
          clearable
          placeholder={t('Not set')}
          data={choicesOf(field).map(({ key, text }) => ({ value: key, label: text }))}
          value={value === '' ? null : value}
          onChange={(chosen) => onChange(field.id, chosen ?? '')}
        />
      );
    if (field.type === people)
      return (
        <PeopleSelect
          key={field.id}
          {...common}
          data={options}
          value={value === '' ? [] : value.split(',')}
          onChange={(chosen) => onChange(field.id, chosen.join(','))}
        />
      );
    const Input = field.type === longText ? Textarea : TextInput;
    return (
      <Input
        key={field.id}
        {...common}
        {...(field.type === longText ? { autosize: true, minRows: 2 } : { type: inputTypes[field.type] ?? 'text' })}
        autoComplete="off"
        maxLength={maxLengths[field.type]}
        value={value}
        onChange={({ currentTarget }) => onChange(field.id, currentTarget.value)}
      />
    );
  });
}

/** Stored values as a form holds them. */
export function formOf(fields: readonly ProfileField[], stored: Record<string, string>): ProfileValuesForm {
  return Object.fromEntries(
    fields.map(({ id, type }) => {
      const value = stored[id] ?? '';
      return [id, type === people && value !== '' ? (JSON.parse(value) as number[]).join(',') : value];
    }),
  );
}

/** The parameter profile_data: what differs from before; undefined for nothing. */
export function profileData(
  fields: readonly ProfileField[],
  before: ProfileValuesForm,
  after: ProfileValuesForm,
): { id: number; value: string | number[] }[] | undefined {
  const changed = fields.filter(({ id }) => (before[id] ?? '') !== (after[id] ?? ''));
  if (changed.length === 0) return undefined;
  return changed.map(({ id, type }) => {
    const value = after[id] ?? '';
    return { id, value: type === people ? value.split(',').filter(Boolean).map(Number) : value };
  });
}
