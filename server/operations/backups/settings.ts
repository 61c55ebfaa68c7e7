/**
 * Backup settings of owners: whether there is one every day, how many of those are kept, and where they go.
 * Kept with the organization's settings on the server only; they hold at once.
 */
import { z } from 'zod';
import type { SystemActing } from '../../domain/acting.ts';
import { serverSetting, storeServerSetting } from '../../domain/organization/rows.ts';
import type { Reader } from '../../storage/database.ts';

export const backupSettingsSchema = z
  .object({
    backup_daily: z.boolean(),
    /** Daily backups that stay, and as many of those made before a restore; manual ones stay until they are deleted. */
    backup_keep: z.int().min(1).max(1000),
    /** A folder that is there, as an absolute path; empty = backups/ in the data folder. */
    backup_dir: z.string().trim().max(1000),
  })
  .strict();
export type BackupSettings = z.infer<typeof backupSettingsSchema>;

/** What holds where no one has chosen. */
export const backupDefaults: BackupSettings = { backup_daily: true, backup_keep: 14, backup_dir: '' };

const markedFolderSetting = 'backup_marked_folder';

export function backupSettings(db: Reader): BackupSettings {
  return Object.fromEntries(
    Object.entries(backupDefaults).map(([name, fallback]) => [name, serverSetting(db, name, fallback as unknown)]),
  ) as BackupSettings;
}

export function changeBackupSettings(acting: SystemActing, changes: Partial<BackupSettings>): void {
  for (const [name, value] of Object.entries(changes)) if (value !== undefined) storeServerSetting(acting, name, value);
  // The next backup marks the folder that was chosen, whatever is in it.
  if (changes.backup_dir !== undefined) rememberMarkedFolder(acting, '');
}

/** The chosen folder that was marked by a backup; '' for none. */
export const markedFolder = (db: Reader): string => serverSetting(db, markedFolderSetting, '');

export function rememberMarkedFolder(acting: Pick<SystemActing, 'tx'>, folder: string): void {
  storeServerSetting(acting, markedFolderSetting, folder);
}
