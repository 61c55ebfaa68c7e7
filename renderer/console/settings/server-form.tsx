/** A form of settings that the server keeps for itself: sent as one object, of which only the changes go. */
import { Box, Stack, Text } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formErrors } from '../../client/form-errors.ts';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { EditForm, formState } from '../components/edit-form.tsx';
import { SaveButtons, useFresh } from './settings-form.tsx';

interface ServerFormProps<Values extends Record<string, unknown>> {
  path: '/console/backup_settings' | '/console/delivery_settings' | '/console/directory' | '/console/network_settings';
  queryKey: string[];
  saved: Values;
  message: string;
  /** For those who may only look. */
  isLocked?: boolean;
  children: (form: UseFormReturnType<Values>) => ReactNode;
}

export function ServerForm<Values extends Record<string, unknown>>(props: ServerFormProps<Values>) {
  const { path, queryKey, saved, message, isLocked = false, children } = props;
  const client = useQueryClient();
  const form = useForm<Values>({ initialValues: saved });
  const isDirty = form.isDirty();
  useFresh(form, saved);
  const save = useMutation({
    mutationFn: (values: Values) => {
      const changed = Object.entries(values).filter(([name]) => form.isDirty(name));
      return request('PATCH', path, { settings: Object.fromEntries(changed) });
    },
    onError: (error) => form.setErrors(formErrors(error, Object.keys(saved))),
    onSuccess: async (_answer, values) => {
      await client.invalidateQueries({ queryKey });
      form.resetDirty(values);
      notifications.show({ color: 'green', title: t('Saved'), message });
    },
  });
  return (
    <EditForm isFramed {...formState(form, save)} onSubmit={form.onSubmit((values) => save.mutate(values))}>
      {isLocked && <Text c="dimmed">{t('Only owners can change these settings.')}</Text>}
      <Box component="fieldset" disabled={isLocked} m={0} p={0} miw={0} bd="none">
        <Stack>{children(form)}</Stack>
      </Box>
      {!isLocked && <SaveButtons isDirty={isDirty} pending={save.isPending} onReset={() => form.reset()} />}
    </EditForm>
  );
}
