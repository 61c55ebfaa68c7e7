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
  if (changes.backup_dir === undefined) return;
  const before = markedFolder(acting.tx);
  if (before !== '') rememberUsedFolders(acting, [before]);
  rememberMarkedFolder(acting, '');
}

/** The chosen folder that was marked by a backup; '' for none. */
export const markedFolder = (db: Reader): string => serverSetting(db, markedFolderSetting, '');

/** Also adds the folder to those of `usedFolders`. */
export function rememberMarkedFolder(acting: Pick<SystemActing, 'tx'>, folder: string): void {
  storeServerSetting(acting, markedFolderSetting, folder);
  if (folder !== '') rememberUsedFolders(acting, [folder]);
}

const usedFoldersSetting = 'backup_used_folders';
/** Folders that are remembered; the one that was longest not chosen is forgotten. */
const mostUsedFolders = 20;

/** Chosen folders that were marked by a backup at any time, the newest first. */
export const usedFolders = (db: Reader): readonly string[] => serverSetting<string[]>(db, usedFoldersSetting, []);

/** Remembers folders, the newest first. */
export function rememberUsedFolders(acting: Pick<SystemActing, 'tx'>, folders: readonly string[]): void {
  const known = usedFolders(acting.tx);
  const all = [...new Set([...folders, ...known])].slice(0, mostUsedFolders);
  if (all.join('\n') !== known.join('\n')) storeServerSetting(acting, usedFoldersSetting, all);
}
