/** A form in a dialog: what belongs to no field stands above, the buttons below, and nothing is sent twice. */
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';

interface FormModalProps {
  title: string;
  submitLabel: string;
  opened: boolean;
  pending: boolean;
  /** What went wrong and belongs to no field. */
  error: ReactNode;
  size?: 'md' | 'lg' | 'xl';
  onClose: () => void;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

export function FormModal({
  title,
  submitLabel,
  opened,
  pending,
  error,
  size = 'md',
  onClose,
  onSubmit,
  children,
}: FormModalProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={size}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Not Modal.Header: its <header> would count as a second banner of the page. */}
        <Group justify="space-between" p="md" pb={0}>
          <Modal.Title fw={600}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Group>
        <Modal.Body pt="md">
          <form onSubmit={onSubmit} noValidate>
            <Stack>
              {error !== undefined && (
                <Alert color="red" role="alert">
                  {error}
                </Alert>
              )}
              {children}
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose}>
                  Cancel
                </Button>
                <Button type="submit" loading={pending}>
                  {submitLabel}
                </Button>
              </Group>
            </Stack>
          </form>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
