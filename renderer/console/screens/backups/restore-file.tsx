/** Restoring from a file: chosen, checked, looked at, and then the question. */
import { Modal, Stack, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReceivedBackup } from '../../../../server/contract/shapes/backups.ts';
import { request } from '../../../client/request.ts';
import { ChooseBackup } from '../../restore/choose-backup.tsx';
import { BackupFacts } from '../../restore/content.tsx';
import { RestoreModal } from '../../restore/restore-modal.tsx';

export function RestoreFile({ onClose }: { onClose: () => void }) {
  const [backup, setBackup] = useState<ReceivedBackup | null>(null);
  // The file was copied to the server only for this.
  const giveUp = (): void => {
    void request('DELETE', '/console/restores').catch(() => undefined);
    onClose();
  };
  if (backup !== null)
    return (
      <RestoreModal path={`/console/restores/${backup.id}`} onClose={giveUp}>
        <BackupFacts backup={backup} />
      </RestoreModal>
    );
  return (
    <Modal.Root opened onClose={onClose} size="md">
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" p="md" pb={0} wrap="nowrap">
          <Modal.Title fw={600}>Restore from a file</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Group>
        <Modal.Body pt="md">
          <Stack>
            <Text size="sm">It is checked first, and you see what is in it before anything happens.</Text>
            <ChooseBackup path="/console/restores" onReceived={setBackup} />
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
