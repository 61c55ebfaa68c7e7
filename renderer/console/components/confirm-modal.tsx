/** A question before something that cannot be undone. The safe answer has the focus. */
import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmModalProps {
  title: string;
  confirmLabel: string;
  /** The safe answer. */
  cancelLabel?: string;
  pending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

export function ConfirmModal(props: ConfirmModalProps) {
  const { title, confirmLabel, cancelLabel = t('Cancel'), pending, error, onConfirm, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack>
        {error !== null && (
          <Alert color="red" role="alert">
            {error.message}
          </Alert>
        )}
        <div>{children}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancelLabel}
          </Button>
          <Button color="red" onClick={onConfirm} loading={pending}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
