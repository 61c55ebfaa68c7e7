/** A form of some settings: only what was changed is sent, and a refusal stands at its field. A long one can be searched. */
import { Box, Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { matches } from '../../client/fold.ts';
import { formErrors } from '../../client/form-errors.ts';
import { request } from '../../client/request.ts';
import { ownerRole } from '../../client/roles.ts';
import { useSession } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { EditForm, formState } from '../components/edit-form.tsx';
import { Heading } from '../components/heading.tsx';
import { SettingInput } from './setting-input.tsx';
import classes from './settings-form.module.css';
import { sent, shown, type Field, type Organization, type Section } from './settings.ts';

interface SettingsFormProps {
  sections: Section[];
  organization: Organization;
  /** Which settings these are, and where they are sent. */
  settings?: Record<string, unknown>;
  path?: '/realm' | '/realm/user_settings_defaults';
  isSearched?: boolean;
}

export function SettingsForm({ sections, organization, ...props }: SettingsFormProps) {
  const { settings = organization.settings, path = '/realm', isSearched = false } = props;
  const session = useSession();
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const fields = sections.flatMap((section) => section.fields);
  const saved = Object.fromEntries(fields.map((field) => [field.name, shown(field, settings[field.name])]));
  const form = useForm<Record<string, unknown>>({ initialValues: saved });
  useFresh(form, saved);
  const save = useMutation({
    mutationFn: (values: Record<string, unknown>) => {
      const changed = fields.filter(({ name }) => form.isDirty(name));
      const params = changed.map((field) => [field.name, sent(field, values[field.name], settings[field.name])]);
      return request('PATCH', path, Object.fromEntries(params));
    },
    onError: (error) => {
      form.setErrors(
        formErrors(
          error,
          fields.map(({ name }) => name),
        ),
      );
      // What is refused must be in sight.
      setSearch('');
    },
    onSuccess: async (_answer, values) => {
      await client.invalidateQueries({ queryKey: ['organization'] });
      form.resetDirty(values);
      notifications.show({ color: 'green', title: t('Saved'), message: t('Your changes are in effect.') });
    },
  });
  const found = sections
    .map(({ title, fields: all }) => ({ title, fields: all.filter((field) => isAbout(field, title, search)) }))
    .filter((section) => section.fields.length > 0);
  const isLocked = (name: string) =>
    path === '/realm' && organization.owners_only.includes(name) && session.role > ownerRole;
  return (
    <EditForm
      isFramed
      {...formState(form, save)}
      className={classes['form']}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      {isSearched && (
        <TextInput
          label={t('Search settings')}
          data-search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            // It filters while one types; there is nothing to send.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {found.length === 0 && <Text c="dimmed">{t('No settings match.')}</Text>}
      {found.map((section, index) => (
        <Stack key={section.title} component="section" aria-label={section.title} gap="md">
          {(index > 0 || isSearched) && <Divider mt="xs" />}
          <Heading>{section.title}</Heading>
          {section.fields.map((field) => (
            <SettingInput
              key={field.name}
              field={field}
              value={form.values[field.name]}
              error={form.errors[field.name]}
              disabled={isLocked(field.name)}
              rule={organization.permission_rules.realm[field.name]}
              onChange={(value) => form.setFieldValue(field.name, value)}
            />
          ))}
        </Stack>
      ))}
      <SaveButtons isDirty={form.isDirty()} pending={save.isPending} onReset={() => form.reset()} />
    </EditForm>
  );
}

function isAbout({ name, label, description = '' }: Field, title: string, search: string): boolean {
  return matches(search, `${title} ${label} ${description} ${name}`);
}

interface SaveButtonsProps {
  isDirty: boolean;
  pending: boolean;
  onReset: () => void;
}

/** While something is to be saved, in sight wherever one is in the form. */
export function SaveButtons({ isDirty, pending, onReset }: SaveButtonsProps) {
  return (
    <Box pos={isDirty ? 'sticky' : 'static'} bottom={0} py="sm" bg="var(--mantine-color-body)" style={{ zIndex: 1 }}>
      <Group>
        <Button type="submit" disabled={!isDirty} loading={pending}>
          {t('Save')}
        </Button>
        <Button variant="default" disabled={!isDirty} onClick={onReset}>
          {t('Discard changes')}
        </Button>
      </Group>
    </Box>
  );
}

/** What was changed elsewhere shows here too, unless someone is writing. */
export function useFresh<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, saved: Values): void {
  const text = JSON.stringify(saved);
  const isDirty = form.isDirty();
  useEffect(() => {
    // Asked again here: someone may have begun to write between the drawing and this.
    if (isDirty || form.isDirty() || JSON.stringify(form.getValues()) === text) return;
    const fresh = JSON.parse(text) as Values;
    form.setInitialValues(fresh);
    form.setValues(fresh);
  }, [form, isDirty, text]);
}
