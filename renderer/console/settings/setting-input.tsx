/** The input of one setting, by its kind. */
import { Box, Group, NumberInput, Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { offeredLanguages } from '../../client/language.ts';
import { channelsQuery } from '../../client/queries.ts';
import type { GroupSetting } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { TextInput, Textarea } from '../components/limited-inputs.tsx';
import { MarkdownPreview } from '../messages/markdown-preview.tsx';
import { GroupPicker, type PermissionRule } from '../permissions/group-picker.tsx';
import { timeLimits } from './server-choices.ts';
import type { Field } from './settings.ts';

interface SettingInputProps {
  field: Field;
  value: unknown;
  error: ReactNode;
  disabled: boolean;
  rule: PermissionRule | undefined;
  onChange: (value: unknown) => void;
}

const another = 'another';
export function SettingInput({ field, value, error, disabled, rule, onChange }: SettingInputProps) {
  const { kind, label, maxLength } = field;
  const description = disabled ? t('Only owners can change this.') : field.description;
  const common = { label, description, error, disabled };
  switch (kind) {
    case 'switch':
      return (
        <Switch {...common} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
      );
    case 'line':
    case 'address':
      return (
        <TextInput
          {...common}
          maxLength={maxLength}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'text':
    case 'markdown':
      return (
        <Box>
          <Textarea
            {...common}
            autosize
            minRows={2}
            maxLength={maxLength}
            value={String(value)}
            onChange={(event) => onChange(event.currentTarget.value)}
            mb="xs"
          />
          {kind === 'markdown' && (
            <MarkdownPreview text={String(value)} label={t('Preview of {{label}}', { label: label.toLowerCase() })} />
          )}
        </Box>
      );
    case 'days':
    case 'number':
      return (
        <NumberInput
          {...common}
          min={field.min ?? (kind === 'days' ? 1 : 0)}
          max={field.max}
          allowDecimal={false}
          value={value as number | string}
          onChange={onChange}
        />
      );
    case 'time':
      return <TimeLimit {...common} value={String(value)} onChange={onChange} />;
    case 'choice':
    case 'language':
      return (
        <Select
          {...common}
          allowDeselect={false}
          data={
            kind === 'choice'
              ? Object.entries(field.choices ?? {}).map(([choice, text]) => ({ value: choice, label: text }))
              : languageChoices(value)
          }
          value={String(value)}
          onChange={onChange}
        />
      );
    case 'channel':
      return <ChannelChoice {...common} value={value as string | null} onChange={onChange} />;
    case 'group':
      return rule === undefined ? null : (
        <GroupPicker {...common} rule={rule} value={value as GroupSetting} onChange={onChange} />
      );
  }
}

/** Languages by their own names; one that was chosen elsewhere and is not offered here stays chosen. */
function languageChoices(value: unknown): { value: string; label: string }[] {
  const offered = offeredLanguages().map(({ tag, name }) => ({ value: tag, label: name }));
  const chosen = String(value);
  return offered.some((one) => one.value === chosen) ? offered : [...offered, { value: chosen, label: chosen }];
}

interface ChoiceProps<T> {
  label: string;
  description: string | undefined;
  error: ReactNode;
  disabled: boolean;
  value: T;
  onChange: (value: unknown) => void;
}

/** The usual times, or any number of minutes. */
function TimeLimit({ value, ...rest }: ChoiceProps<string>) {
  // Kept apart from the value: a user who types 25 passes through 2, which is a usual time.
  const [isOther, setOther] = useState(!(value in timeLimits()));
  const isUsual = !isOther && value in timeLimits();
  return (
    <Group align="flex-start" gap="sm">
      <Select
        {...rest}
        error={isUsual ? rest.error : undefined}
        allowDeselect={false}
        data={[
          ...Object.entries(timeLimits()).map(([seconds, label]) => ({ value: seconds, label })),
          { value: another, label: t('Custom') },
        ]}
        value={isUsual ? value : another}
        onChange={(chosen) => {
          setOther(chosen === another);
          rest.onChange(chosen === another ? '1800' : chosen);
        }}
        flex={1}
        miw={220}
      />
      {!isUsual && (
        <NumberInput
          label={t('Minutes')}
          aria-label={t('{{label}}: minutes', { label: rest.label })}
          min={1}
          decimalScale={1}
          disabled={rest.disabled}
          error={rest.error}
          value={value === 'unlimited' ? '' : Number(value) / 60}
          // Nothing is no time: the server says so at this field.
          onChange={(minutes) => rest.onChange(String(Math.round(Number(minutes) * 60)))}
          w={140}
        />
      )}
    </Group>
  );
}

function ChannelChoice(props: ChoiceProps<string | null>) {
  const channels = useQuery(channelsQuery(true));
  const data = (channels.data ?? [])
    .filter((channel) => !channel.is_archived)
    .map((channel) => ({ value: String(channel.stream_id), label: `#${channel.name}` }));
  return <Select {...props} clearable searchable placeholder={t('None')} data={data} />;
}
