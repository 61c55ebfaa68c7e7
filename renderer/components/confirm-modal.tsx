/** A question before something that cannot be undone. The safe answer has the focus. */
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface ConfirmModalProps {
  title: string;
  confirmLabel: string;
  pending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

export function ConfirmModal({ title, confirmLabel, pending, error, onConfirm, onClose, children }: ConfirmModalProps) {
  return (
    <Modal.Root opened onClose={onClose} size="md">
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" p="md" pb={0} wrap="nowrap">
          <Modal.Title fw={600}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Group>
        <Modal.Body pt="md">
          <Stack>
            {error !== null && (
              <Alert color="red" role="alert">
                {error.message}
              </Alert>
            )}
            <div>{children}</div>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose} data-autofocus>
                Cancel
              </Button>
              <Button color="red" onClick={onConfirm} loading={pending}>
                {confirmLabel}
              </Button>
            </Group>
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
