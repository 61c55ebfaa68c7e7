/** What about backups and the disk needs someone to look: lines for the list of operations/alerts.ts, each with what to do. */
import type { Alert } from '../../contract/shapes/overview.ts';
import { daySecs } from '../../durations.ts';
import type { DiskRoom, KeptBackup } from './folder.ts';
import type { BackupFailure } from './kept-backups.ts';

const overdueSecs = 2 * daySecs;
const megabyte = 1_000_000;
const screen = { path: '/backups', label: 'Open backups' };

export interface BackupState {
  /** UNIX seconds. */
  now: number;
  createdAt: number | null;
  newest: KeptBackup | null;
  failure: BackupFailure | null;
  /** Why old backups could not be deleted. */
  pruneProblem: string | null;
  /** Of the disk that the data is on. */
  room: DiskRoom;
}

/** @returns nothing while all is well. */
export function backupAlerts({ now, createdAt, newest, failure, pruneProblem, room }: BackupState): Alert[] {
  const lines: Alert[] = [];
  // A backup whose name is from the future was made while the clock was wrong.
  const since = [newest?.made_at, createdAt].find((at) => at !== undefined && at !== null && at <= now) ?? now;
  if (now - since > overdueSecs) {
    const days = Math.floor((now - since) / daySecs);
    const message = newest === null ? 'No backup exists yet.' : `The last backup is ${days} days old.`;
    lines.push({
      kind: 'backup_overdue',
      severity: 'warning',
      title: 'A backup is overdue',
      message: `${message} Create one now under Backups.`,
      screen,
    });
  }
  if (failure !== null)
    lines.push({
      kind: 'backup_failed',
      severity: 'warning',
      title: 'The last backup failed',
      message: `The last backup failed. ${failure.message}`,
      screen,
    });
  if (pruneProblem !== null)
    lines.push({
      kind: 'backups_not_deleted',
      severity: 'warning',
      title: 'Old backups cannot be deleted',
      message: `The last backup was made, but older ones that are no longer needed could not be deleted: ${pruneProblem} Delete them yourself, under Backups.`,
      screen,
    });
  if (newest !== null && newest.lacking !== '')
    lines.push({
      kind: 'backup_incomplete',
      severity: 'warning',
      title: 'Uploaded files are missing',
      message: `The last backup is complete except for uploaded files that this computer no longer has: ${newest.lacking}. The log of the server names them. Put them back from an earlier backup, or delete the files and upload pictures again.`,
      screen,
    });
  if (isNearlyFull(room))
    lines.push({
      kind: 'disk_nearly_full',
      severity: 'warning',
      title: 'The disk is nearly full',
      message: `The disk is nearly full: ${Math.floor(room.free / megabyte)} MB are free. When it is full, nothing can be sent any more. Delete what is not needed on this computer, or old backups.`,
      screen,
    });
  return lines;
}

/** Less than a twentieth of the disk, but never more than 5 GB nor less than 500 MB. */
function isNearlyFull({ free, total }: DiskRoom): boolean {
  return free < Math.min(5000 * megabyte, Math.max(500 * megabyte, total / 20));
}
