/** Restoring a backup of the list. */
import { request } from '../../../client/request.ts';
import { backupPath, type Backup } from '../../restore/backups.ts';
import { BackupFacts } from '../../restore/content.tsx';
import { RestoreModal } from '../../restore/restore-modal.tsx';

export function RestoreKept({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  return (
    <RestoreModal ask={(password) => request('POST', `${backupPath(backup)}/restore`, { password })} onClose={onClose}>
      <BackupFacts backup={backup} />
    </RestoreModal>
  );
}
