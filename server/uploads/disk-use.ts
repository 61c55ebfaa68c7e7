/** Disk use of a data folder. */
import { join } from 'node:path';
import { readdir, stat } from '../file-access.ts';

const rememberedMs = 20_000;
const remembered = new Map<string, { atMs: number; bytes: Promise<number> }>();

/** As `bytesBelow`, but not older than twenty seconds: for what is looked at all the time by several people. */
export async function recentBytesBelow(folder: string): Promise<number> {
  const known = remembered.get(folder);
  if (known !== undefined && performance.now() - known.atMs < rememberedMs) return known.bytes;
  const bytes = bytesBelow(folder);
  remembered.set(folder, { atMs: performance.now(), bytes });
  return bytes;
}

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
