/** A form of settings that the server keeps for itself: sent as one object, of which only the changes go. */
import { Box, Stack, Text } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { EditForm } from '../components/edit-form.tsx';
import { useFormCall } from '../form-call.ts';
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
  const form = useForm<Values>({ initialValues: saved });
  const isDirty = form.isDirty();
  useFresh(form, saved);
  const save = useFormCall(
    form,
    (values) => {
      const changed = Object.entries(values).filter(([name]) => form.isDirty(name));
      return request('PATCH', path, { settings: Object.fromEntries(changed) });
    },
    {
      stale: [queryKey],
      done: () => ({ title: t('Saved'), message }),
      onDone: (_answer, values) => form.resetDirty(values),
    },
  );
  return (
    <EditForm isFramed {...save.props}>
      {isLocked && <Text c="dimmed">{t('Only owners can change these settings.')}</Text>}
      <Box component="fieldset" disabled={isLocked} m={0} p={0} miw={0} bd="none">
        <Stack>{children(form)}</Stack>
      </Box>
      {!isLocked && <SaveButtons isDirty={isDirty} pending={save.isPending} onReset={() => form.reset()} />}
    </EditForm>
  );
}
