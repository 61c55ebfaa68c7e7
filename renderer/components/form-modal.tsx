/**
 * A form in a dialog: what belongs to no field stands above, the buttons stay in sight below, nothing is sent twice, and what was
 * typed is not thrown away without a question, except by Cancel.
 */
import { Alert, Button, Group, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { t } from '../client/text.ts';
import { Dialog } from './dialog.tsx';
import { useErrorFocus } from './error-focus.ts';
import { leave, leaveAnyway, useUnsaved } from './unsaved.tsx';

interface FormModalProps {
  title: string;
  submitLabel: string;
  pending: boolean;
  /** What went wrong and belongs to no field. */
  error: ReactNode;
  /** Whether closing would lose something. */
  isDirty: () => boolean;
  size?: 'md' | 'lg' | 'xl';
  onClose: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

export function FormModal(props: FormModalProps) {
  const { title, submitLabel, pending, error, isDirty, size = 'md', onClose, onSubmit, children } = props;
  const judged = useErrorFocus(pending);
  useUnsaved(() => !pending && isDirty());
  return (
    <Dialog title={title} size={size} onClose={() => leave(onClose)}>
      <form {...judged} onSubmit={onSubmit} noValidate>
        <Stack>
          {error !== undefined && error !== null && (
            <Alert color="red" role="alert">
              {error}
            </Alert>
          )}
          {children}
          <Group
            justify="flex-end"
            pos="sticky"
            bottom={0}
            py="xs"
            bg="var(--mantine-color-body)"
            style={{ zIndex: 1 }}
          >
            <Button variant="default" onClick={() => leaveAnyway(onClose)}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={pending}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
