/** Alerts about backups and the disk: lines for the list of operations/alerts.ts, each with what to do. */
import type { Alert } from '../../contract/shapes/overview.ts';
import { daySecs } from '../../durations.ts';
import type { Reading, Say } from '../../texts.ts';
import type { DiskRoom, KeptBackup } from './folder.ts';
import type { BackupFailure } from './kept-backups.ts';
import { sayLackingCounts } from './lacking-texts.ts';

const overdueSecs = 2 * daySecs;
const megabyte = 1_000_000;

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
export function backupAlerts(state: BackupState, { t, ofError }: Reading): Alert[] {
  const { newest, failure, pruneProblem, room } = state;
  const screen = { path: '/backups', label: t('Open backups') };
  const lines: Alert[] = [...overdue(state, t)];
  if (failure !== null)
    lines.push({
      kind: 'backup_failed',
      severity: 'warning',
      title: t('The last backup failed'),
      message: t('The last backup failed. {{problem}}', { problem: ofError(failure.message) }),
      screen,
    });
  if (pruneProblem !== null)
    lines.push({
      kind: 'backups_not_deleted',
      severity: 'warning',
      title: t('Old backups cannot be deleted'),
      message: t(
        'The last backup was made, but older ones that are no longer needed could not be deleted: {{problem}} Delete them yourself, under Backups.',
        { problem: ofError(pruneProblem) },
      ),
      screen,
    });
  if (newest !== null && newest.lacking !== '')
    lines.push({
      kind: 'backup_incomplete',
      severity: 'warning',
      title: t('Uploaded files are missing'),
      message: t(
        'The last backup is complete except for uploaded files that this computer no longer has: {{files}}. The log of the server names them. Put them back from an earlier backup, or delete the files and upload pictures again.',
        { files: sayLackingCounts(newest.lacking, t) },
      ),
      screen,
    });
  if (isNearlyFull(room))
    lines.push({
      kind: 'disk_nearly_full',
      severity: 'warning',
      title: t('The disk is nearly full'),
      message: t(
        'The disk is nearly full: {{size}} MB are free. When it is full, nothing can be sent. Delete what is not needed on this computer, or old backups.',
        { size: Math.floor(room.free / megabyte) },
      ),
      screen,
    });
  return lines;
}

function overdue({ now, createdAt, newest }: BackupState, t: Say): Alert[] {
  // A backup whose name is from the future was made while the clock was wrong.
  const since = [newest?.made_at, createdAt].find((at) => at !== undefined && at !== null && at <= now) ?? now;
  if (now - since <= overdueSecs) return [];
  const count = Math.floor((now - since) / daySecs);
  return [
    {
      kind: 'backup_overdue',
      severity: 'warning',
      title: t('A backup is overdue'),
      message:
        newest === null
          ? t('No backup exists yet. Create one now under Backups.')
          : t('The last backup is {{count}} days old. Create one now under Backups.', {
              count,
              defaultValue_one: 'The last backup is {{count}} day old. Create one now under Backups.',
            }),
      screen: { path: '/backups', label: t('Open backups') },
    },
  ];
}

/** Less than a twentieth of the disk, but never more than 5 GB nor less than 500 MB. */
function isNearlyFull({ free, total }: DiskRoom): boolean {
  return free < Math.min(5000 * megabyte, Math.max(500 * megabyte, total / 20));
}
