/** How much room the files of a data folder take. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns bytes in all files below a folder; 0 when there is none. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  let total = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    // A file may go between listing and looking.
    const info = await stat(join(entry.parentPath, entry.name)).catch(() => null);
    total += info?.size ?? 0;
  }
  return total;
}
