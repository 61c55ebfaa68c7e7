/** A new profile field, or another form of one. */
import { Select, Switch } from '@mantine/core';
import { isNotEmpty, useForm, type UseFormReturnType } from '@mantine/form';
import { oneOf } from '../../../client/choice.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { TextInput } from '../../components/limited-inputs.tsx';
import { useFormCall } from '../../form-call.ts';
import {
  accountType,
  canBeInSummary,
  fieldParams,
  maxInSummary,
  optionsType,
  typeNames,
  valuesOf,
  type FieldValues,
  type ProfileField,
} from '../../people/profile-fields.ts';
import { AccountKind } from './account-kind.tsx';
import { ChoicesEditor } from './choices-editor.tsx';

interface FieldFormProps {
  /** undefined: a new one. */
  field: ProfileField | undefined;
  /** How many fields stand in the summary without this one. */
  othersInSummary: number;
  onClose: () => void;
}

export function FieldForm({ field, othersInSummary, onClose }: FieldFormProps) {
  const form = useForm<FieldValues>({
    initialValues: valuesOf(field),
    validate: { name: isNotEmpty(t('Enter a name.')) },
  });
  const { values } = form;
  const save = useFormCall(
    form,
    async (sent): Promise<unknown> =>
      field === undefined
        ? request('POST', '/realm/profile_fields', {
            field_type: oneOf([1, 2, 3, 4, 5, 6, 7, 8], sent.type, 1),
            ...fieldParams(sent),
          })
        : request('PATCH', `/realm/profile_fields/${field.id}`, fieldParams(sent)),
    {
      renamed: {
        display_in_profile_summary: 'inSummary',
        editable_by_user: 'editable',
        field_data: Number(form.values.type) === optionsType ? 'choices' : 'urlPattern',
      },
      done: ({ name }) => ({ title: t('Saved'), message: t('{{name}} is now on all profiles.', { name }) }),
      onDone: onClose,
    },
  );
  return (
    <FormModal
      title={field === undefined ? t('Add profile field') : field.name}
      submitLabel={field === undefined ? t('Add field') : t('Save')}
      size="lg"
      {...save.props}
      onClose={onClose}
    >
      <Select
        label={t('Type')}
        description={field === undefined ? undefined : t('The type of a field cannot be changed.')}
        allowDeselect={false}
        disabled={field !== undefined}
        data={Object.entries(typeNames()).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('type')}
      />
      {Number(values.type) === accountType && <AccountKind form={form} />}
      <TextInput label={t('Name')} autoComplete="off" maxLength={40} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('Hint (optional)')}
        description={t('Shown to people when they fill in the field.')}
        autoComplete="off"
        maxLength={80}
        {...form.getInputProps('hint')}
      />
      {Number(values.type) === optionsType && (
        <ChoicesEditor
          choices={values.choices}
          isNew={field === undefined}
          error={form.errors['choices']}
          onChange={(choices) => form.setFieldValue('choices', choices)}
        />
      )}
      <InSummary form={form} isFull={othersInSummary >= maxInSummary} />
      <Switch
        label={t('Ask everyone to fill in this field')}
        {...form.getInputProps('required', { type: 'checkbox' })}
      />
      <Switch
        label={t('Users can edit this field')}
        description={t('Off: only administrators can edit it, under Users.')}
        {...form.getInputProps('editable', { type: 'checkbox' })}
      />
    </FormModal>
  );
}

/** @param isFull it has as many fields as it can hold, without this one. */
function InSummary({ form, isFull }: { form: UseFormReturnType<FieldValues>; isFull: boolean }) {
  const { type, inSummary } = form.values;
  const fits = canBeInSummary(type);
  return (
    <Switch
      label={t('Show in the profile summary')}
      description={
        fits
          ? isFull
            ? t('The summary has {{maxInSummary}} fields already. Remove one first.', { maxInSummary })
            : t('At most {{maxInSummary}} fields.', { maxInSummary })
          : t("Long text and people can't be shown in the summary.")
      }
      disabled={!fits || (isFull && !inSummary)}
      error={form.errors['inSummary']}
      checked={inSummary && fits}
      onChange={(event) => form.setFieldValue('inSummary', event.currentTarget.checked)}
    />
  );
}
