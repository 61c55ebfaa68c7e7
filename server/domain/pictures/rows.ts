/** Recorded pictures: the files of avatars, custom emoji, the icon and the logos, with their bytes (table picture_files). */
import type { Reader, Transaction } from '../../storage/database.ts';

interface PictureFile {
  /** Below uploads/, separated by "/". */
  path: string;
  bytes: number;
}

/** `path` below the data folder and `bytes` of every picture that is in use, for backups. */
export const pictureFilesSql = "SELECT 'uploads/' || path AS path, bytes FROM picture_files ORDER BY path";

/** Bytes of a picture. @param path below uploads/ @returns undefined when a version before this table kept it */
export function pictureBytes(db: Reader, path: string): number | undefined {
  return db.get<{ bytes: number }>('SELECT bytes FROM picture_files WHERE path = ?', path)?.bytes;
}

/** The files belong to a picture that is in use from this transaction on. */
export function recordPictureFiles(tx: Transaction, files: readonly PictureFile[]): void {
  for (const { path, bytes } of files)
    tx.run('INSERT OR REPLACE INTO picture_files (path, bytes) VALUES (?, ?)', path, bytes);
}

/** A picture is no longer in use. @param path its file, or the folder of its sizes, below uploads/ */
export function forgetPictureFiles(tx: Transaction, path: string): void {
  // Behind "/" comes "0".
  tx.run('DELETE FROM picture_files WHERE path = ? OR (path > ? AND path < ?)', path, `${path}/`, `${path}0`);
}
