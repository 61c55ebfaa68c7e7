/** Alerts about the disk and what is on it, the database and uploaded files: lines for the list of operations/alerts.ts. */
import type { Alert } from '../contract/shapes/overview.ts';
import { dayMs } from '../durations.ts';
import type { StorageStats } from '../storage/database.ts';
import type { Reading, Say } from '../texts.ts';
import { strayDays, straysRoot } from '../uploads/strays.ts';
import type { ServerServices } from './services.ts';

export type StorageFacts = Pick<StorageStats, 'state' | 'compactionError' | 'tornBytes' | 'isEndUnknown'>;

/** A text that ends as a sentence does. */
export const sentence = (text: string): string => (/[.!?。！？]$/.test(text) ? text : `${text}.`);

/** How long an alert is shown, in milliseconds. */
const toldMs = 7 * dayMs;

/** @returns the folder of uploads without a record when some were put there within the last week. */
export async function recentStrays({ options }: Pick<ServerServices, 'options'>): Promise<string | null> {
  const nowMs = options.clock();
  // Those of a wrong clock may lie in the future.
  const isRecent = (await strayDays(options.dataDir)).some((day) => Math.abs(nowMs - Date.parse(day)) < toldMs);
  return isRecent ? straysRoot(options.dataDir) : null;
}

/** @param folder null for none */
export const strayAlerts = (folder: string | null, t: Say): Alert[] =>
  folder === null
    ? []
    : [
        {
          kind: 'stray_uploads',
          severity: 'notice',
          title: t('Uploaded files without a record'),
          message: t(
            'The database has no record of some uploaded files: the server ended during an upload, or the database lost records. They were moved to {{folder}}, and are deleted after 90 days. If messages are missing, keep these files and restore a backup.',
            { folder },
          ),
          screen: { path: '/backups', label: t('Open backups') },
        },
      ];

/** @param isHanging whether the disk with the uploaded files does not answer */
export const fileAlerts = (isHanging: boolean, t: Say): Alert[] =>
  isHanging
    ? [
        {
          kind: 'files_hanging',
          severity: 'error',
          title: t('The disk with uploaded files does not respond'),
          message: t(
            'Files and pictures cannot be opened or uploaded until the disk responds. Messages are not affected. Check the disk and, for a network drive, its connection.',
          ),
          screen: null,
        },
      ]
    : [];

export function storageAlerts(
  { state, compactionError, tornBytes, isEndUnknown }: StorageFacts,
  { t, ofError }: Reading,
): Alert[] {
  const lines = ofDisk(state, t);
  if (compactionError !== undefined && lines.length === 0)
    lines.push({
      kind: 'snapshot_failed',
      severity: 'warning',
      title: t('The database could not be compacted'),
      message: t('All data is saved, but the next start takes longer. The server retries within an hour. {{problem}}', {
        problem: sentence(ofError(compactionError)),
      }),
      screen: null,
    });
  if (tornBytes > 0)
    lines.push({
      kind: 'unfinished_write',
      severity: 'notice',
      title: t('A write was interrupted'),
      message: t(
        'The server stopped during a write, for example because of a power cut. Incomplete data ({{size}} bytes) was discarded. It had not been confirmed as saved. If data is missing, restore a backup and check this disk.',
        { size: tornBytes },
      ),
      screen: { path: '/backups', label: t('Open backups') },
    });
  if (isEndUnknown)
    lines.push({
      kind: 'end_unknown',
      severity: 'warning',
      title: t('The newest data may be missing'),
      message: t(
        'When the server started, the file that notes how far the data reaches was missing or damaged. The newest messages may be missing too. Compare with what users remember. If messages are missing, restore a backup and check this disk.',
      ),
      screen: { path: '/backups', label: t('Open backups') },
    });
  return lines;
}

/** @returns what hinders writing now */
function ofDisk(state: StorageFacts['state'], t: Say): Alert[] {
  const lines: Alert[] = [];
  if (state === 'disk-full')
    lines.push({
      kind: 'disk_full',
      severity: 'error',
      title: t('The disk is full'),
      message: t(
        'No messages can be sent or changed, but reading works. No saved data is lost. Free up disk space on this computer. The server then continues automatically.',
      ),
      screen: { path: '/backups', label: t('Delete old backups') },
    });
  if (state === 'disk-failing')
    lines.push({
      kind: 'disk_failing',
      severity: 'error',
      title: t('The disk rejects writes'),
      message: t(
        'No messages can be sent or changed, but reading works. Copy a backup to another disk now, and check this disk. The server retries with every change.',
      ),
      screen: { path: '/backups', label: t('Open backups') },
    });
  if (state === 'disk-hanging')
    lines.push({
      kind: 'disk_hanging',
      severity: 'error',
      title: t('The disk does not respond'),
      message: t(
        'A write has been waiting for several seconds. No messages can be sent or changed until the disk responds, but reading works. Check the disk and, for a network drive, its connection.',
      ),
      screen: null,
    });
  return lines;
}
