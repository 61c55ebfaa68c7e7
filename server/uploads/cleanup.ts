/**
 * Housekeeping of uploads: removes uploads that no message used in time, puts files aside that no row knows
 * (a crash between file and row, or a database that lost rows), and removes resumable uploads that were given up.
 */
import { join } from 'node:path';
import { dayMs } from '../durations.ts';
import { readdir, rm } from '../file-access.ts';
import { incomingUploadsDir, listUploads, modifiedMsOf, unfinishedUploadsDir } from './files.ts';
import { putAside, removeOldStrays } from './strays.ts';

/** What housekeeping works with; the rows are the domain's (domain/attachments/edit.ts). */
export interface Housekeeper {
  dataDir: string;
  realm: number;
  nowMs: () => number;
  /** Removes the rows of unused uploads, their files after them. @returns how many. */
  removeUnused: () => Promise<number>;
  /** Path ids of all uploads that have a row, and paths of all pictures. */
  knownPaths: () => Promise<ReadonlySet<string>>;
  /** Gets how many files were put aside, and the folder. */
  onStrays: (count: number, folder: string) => void;
}

/** @returns how many uploads, stray files and given-up parts went. */
export async function tidyUploads(
  keeper: Housekeeper,
): Promise<{ unused: number; strays: number; unfinished: number }> {
  const unused = await keeper.removeUnused();
  return { unused, strays: await moveStrays(keeper), unfinished: await removeUnfinished(keeper) };
}

/** Deletes what a process that ended at once had received of requests. Called before the first request. @throws Error of the disk */
export async function clearIncoming(dataDir: string): Promise<void> {
  const folder = incomingUploadsDir(dataDir);
  for (const name of await namesIn(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

/** @returns the names in a folder; none where it is missing */
const namesIn = async (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

async function moveStrays({ dataDir, realm, nowMs, knownPaths, onStrays }: Housekeeper): Promise<number> {
  // A day: no upload takes that long from its file to its row.
  const old = (await listUploads(dataDir, realm)).filter(({ modifiedMs }) => nowMs() - modifiedMs > dayMs);
  const known = await knownPaths();
  const strays = old.filter(({ pathId }) => !known.has(pathId));
  if (strays.length > 0) onStrays(strays.length, await putAside(dataDir, strays, nowMs()));
  await removeOldStrays(dataDir, nowMs());
  return strays.length;
}

async function removeUnfinished({ dataDir, nowMs }: Housekeeper): Promise<number> {
  const root = unfinishedUploadsDir(dataDir);
  const names = await namesIn(root);
  // Of an upload there are the parts and the record: what was sent last shows how old it is.
  const lastMs = new Map<string, number>();
  for (const name of names) {
    const modifiedMs = await modifiedMsOf(join(root, name));
    const id = idOf(name);
    if (modifiedMs !== undefined) lastMs.set(id, Math.max(modifiedMs, lastMs.get(id) ?? 0));
  }
  // A week is what tus clients keep the address of an unfinished upload.
  const old = new Set([...lastMs].filter(([, modifiedMs]) => nowMs() - modifiedMs > 7 * dayMs).map(([id]) => id));
  for (const name of names) if (old.has(idOf(name))) await rm(join(root, name), { force: true });
  return old.size;
}

const idOf = (name: string): string => name.split('.')[0] ?? name;
