/**
 * Uploaded files without a row, put aside: after damage to the database they may be all that is left of messages that were sent.
 * They are kept below uploads-stray/<day>/ for 90 days.
 */
import { dirname, join } from 'node:path';
import { dayMs } from '../durations.ts';
import { mkdir, readdir, rm, rmdir } from '../file-access.ts';
import { strayUploadsName } from '../options.ts';
import { moveFile, removeUpload, type StoredFile, syncFolder, uploadsRoot } from './files.ts';

const keptMs = 90 * dayMs;
const dayName = /^\d{4}-\d{2}-\d{2}$/;

export const straysRoot = (dataDir: string): string => join(dataDir, strayUploadsName);

/** Moves files out of uploads/. @param nowMs UNIX milliseconds @returns the folder where they are now */
export async function putAside(dataDir: string, strays: readonly StoredFile[], nowMs: number): Promise<string> {
  const day = join(straysRoot(dataDir), new Date(nowMs).toISOString().slice(0, 10));
  for (const { pathId, inRoot } of strays) {
    const source = join(uploadsRoot(dataDir), inRoot);
    const target = join(day, inRoot);
    await mkdir(dirname(target), { recursive: true });
    await moveFile(source, target);
    await rm(source, { force: true });
    await syncFolder(dirname(target));
    if (await removeEmpty(dirname(source))) await removeUpload(dataDir, pathId);
  }
  return day;
}

/** A file with a row may be in the same folder: that one stays. */
async function removeEmpty(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

/** Days on which files were put aside, as "2026-11-27". */
export async function strayDays(dataDir: string): Promise<string[]> {
  const names = await readdir(straysRoot(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => dayName.test(name)).toSorted();
}

/** @param nowMs UNIX milliseconds */
export async function removeOldStrays(dataDir: string, nowMs: number): Promise<void> {
  for (const day of await strayDays(dataDir))
    if (nowMs - Date.parse(day) > keptMs) await rm(join(straysRoot(dataDir), day), { recursive: true, force: true });
}
