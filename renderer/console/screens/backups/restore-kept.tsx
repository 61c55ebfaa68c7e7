/** Restoring a backup of the list. */
import { BackupFacts } from '../../restore/content.tsx';
import { RestoreModal } from '../../restore/restore-modal.tsx';
import { backupPath, type Backup } from '../../restore/backups.ts';

export function RestoreKept({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  return (
    <RestoreModal path={`${backupPath(backup)}/restore`} onClose={onClose}>
      <BackupFacts backup={backup} />
    </RestoreModal>
  );
}
