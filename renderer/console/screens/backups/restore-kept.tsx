/** Restoring a backup of the list. */
import { backupPath, type Backup } from '../../restore/backups.ts';
import { BackupFacts } from '../../restore/content.tsx';
import { RestoreModal } from '../../restore/restore-modal.tsx';

export function RestoreKept({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  return (
    <RestoreModal path={`${backupPath(backup)}/restore`} onClose={onClose}>
      <BackupFacts backup={backup} />
    </RestoreModal>
  );
}
