/** A form of some settings: only what was changed is sent, and a refusal stands at its field. */
import { Alert, Button, Group, Paper, Stack } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../api.ts';
import { formErrors } from '../../parts/form-errors.ts';
import { useSession } from '../../queries.ts';
import { SettingInput } from './setting-input.tsx';
import { sent, shown, type Field, type Organization } from './settings.ts';

const ownerRole = 100;

export function SettingsForm({ fields, organization }: { fields: Field[]; organization: Organization }) {
  const session = useSession();
  const client = useQueryClient();
  const saved = Object.fromEntries(
    fields.map((field) => [field.name, shown(field, organization.settings[field.name])]),
  );
  const form = useForm<Record<string, unknown>>({ initialValues: saved });
  const isDirty = form.isDirty();
  useFresh(form, saved);
  const save = useMutation({
    mutationFn: (values: Record<string, unknown>) => {
      const changed = fields.filter(({ name }) => form.isDirty(name));
      return request(
        'PATCH',
        '/realm',
        Object.fromEntries(changed.map((field) => [field.name, sent(field, values[field.name])])),
      );
    },
    onError: (error) => form.setErrors(formErrors(error, mentions(fields))),
    onSuccess: async (_answer, values) => {
      await client.invalidateQueries({ queryKey: ['organization'] });
      form.resetDirty(values);
      notifications.show({ title: 'Saved', message: 'The settings hold from now on.' });
    },
  });
  const isLocked = (name: string) => organization.owners_only.includes(name) && session.role > ownerRole;
  return (
    <Paper withBorder p="lg" component="form" onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Stack maw={640}>
        {form.errors[''] !== undefined && (
          <Alert color="red" role="alert">
            {form.errors['']}
          </Alert>
        )}
        {fields.map((field) => (
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
        <SaveButtons isDirty={isDirty} pending={save.isPending} onReset={() => form.reset()} />
      </Stack>
    </Paper>
  );
}

interface SaveButtonsProps {
  isDirty: boolean;
  pending: boolean;
  onReset: () => void;
}

export function SaveButtons({ isDirty, pending, onReset }: SaveButtonsProps) {
  return (
    <Group>
      <Button type="submit" disabled={!isDirty} loading={pending}>
        Save
      </Button>
      <Button variant="default" disabled={!isDirty} onClick={onReset}>
        Undo changes
      </Button>
    </Group>
  );
}

/** What was changed elsewhere shows here too, unless somebody is writing. */
export function useFresh<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, saved: Values): void {
  const text = JSON.stringify(saved);
  const isDirty = form.isDirty();
  useEffect(() => {
    // Asked again here: somebody may have begun to write between the drawing and this.
    if (isDirty || form.isDirty() || JSON.stringify(form.getValues()) === text) return;
    const fresh = JSON.parse(text) as Values;
    form.setInitialValues(fresh);
    form.setValues(fresh);
  }, [form, isDirty, text]);
}

/** The server names a setting in its sentences. */
function mentions(fields: Field[]): Record<string, RegExp> {
  return Object.fromEntries(fields.map(({ name }) => [name, new RegExp(`\\b${name}\\b`)]));
}
