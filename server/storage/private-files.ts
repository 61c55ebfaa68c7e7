/**
 * Private file modes in a data folder: only the server's user has access, whatever mode the folder itself was given. Windows is left to the
 * rights of the folder, which are inherited there.
 */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isData, isServersOwn } from './file-names.ts';

const ownFolder = 0o700;
const ownFile = 0o600;

/** From now on, all files and folders that this process makes are its user's alone: also those that libraries make. */
export function makeFilesPrivate(): void {
  if (process.platform !== 'win32') process.umask(0o777 & ~ownFolder);
}

/** Closes what others made readable before, such as an older version. Links are left alone: they lead to someone's own arrangement. */
export function closeToOthers(dataDir: string): void {
  if (process.platform === 'win32') return;
  for (const name of readdirSync(dataDir)) {
    if (!isData(name) && !isServersOwn(name)) continue;
    const path = join(dataDir, name);
    try {
      const entry = lstatSync(path);
      if ((entry.isFile() || entry.isDirectory()) && (entry.mode & 0o077) !== 0)
        chmodSync(path, entry.isDirectory() ? ownFolder : ownFile);
    } catch {
      // Gone meanwhile, another user's, or on a disk that knows no modes.
    }
  }
}
