/** Restoring from a file: chosen, checked, looked at, and then the question. */
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReceivedBackup } from '../../../../server/contract/shapes/backups.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { Dialog } from '../../components/dialog.tsx';
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
      <RestoreModal
        ask={(password) => request('POST', `/console/restores/${backup.id}`, { password })}
        onClose={giveUp}
      >
        <BackupFacts backup={backup} />
      </RestoreModal>
    );
  return (
    <Dialog title={t('Restore from a file')} onClose={onClose}>
      <Stack>
        <Text size="sm">{t('The file is checked first. You see its contents before anything changes.')}</Text>
        <ChooseBackup onReceived={setBackup} />
      </Stack>
    </Dialog>
  );
}
