/** What about backups and the disk needs somebody to look: lines for the overview, each with what to do. */
import type { BackupFailure } from './keeper.ts';
import type { DiskRoom, KeptBackup } from './folder.ts';

export interface AttentionLine {
  kind: 'backup_overdue' | 'backup_failed' | 'disk_nearly_full';
  message: string;
}

const daySecs = 86_400;
const overdueSecs = 2 * daySecs;
const megabyte = 1_000_000;

export interface BackupState {
  /** UNIX seconds. */
  now: number;
  createdAt: number | null;
  newest: KeptBackup | null;
  failure: BackupFailure | null;
  room: DiskRoom;
}

export function attention({ now, createdAt, newest, failure, room }: BackupState): AttentionLine[] {
  const lines: AttentionLine[] = [];
  const since = newest?.made_at ?? createdAt ?? now;
  if (now - since > overdueSecs) {
    const days = Math.floor((now - since) / daySecs);
    const message = newest === null ? 'There is no backup yet.' : `The last backup is ${days} days old.`;
    lines.push({ kind: 'backup_overdue', message: `${message} Make one now, under Backups.` });
  }
  if (failure !== null) lines.push({ kind: 'backup_failed', message: `The last backup failed. ${failure.message}` });
  if (isNearlyFull(room))
    lines.push({
      kind: 'disk_nearly_full',
      message: `The disk is nearly full: ${Math.floor(room.free / megabyte)} MB are free. When it is full, nothing can be sent any more.`,
    });
  return lines;
}

/** Less than a twentieth of the disk, but never more than 5 GB nor less than 500 MB. */
function isNearlyFull({ free, total }: DiskRoom): boolean {
  return free < Math.min(5000 * megabyte, Math.max(500 * megabyte, total / 20));
}
