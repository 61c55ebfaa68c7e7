/**
 * A data folder that is being copied somewhere: a mark lies there until all of it has been checked. It lists what is copied, so
 * that whatever ends the copying halfway leaves a folder that nothing takes for data, and of which only what is ours is removed.
 */
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { lstat, open, readFile, readdir, rm, rmdir } from '../file-access.ts';
import { phrase } from '../translation.ts';
import { realDisk } from './disk.ts';
import { errorCode, StartRefusedError } from './errors.ts';
import { dataPaths, kinds, unfinishedCopyName } from './file-names.ts';
import { isOfSystem } from './folder-places.ts';
import { takeLock } from './lock.ts';

const markSchema = z.object({
  /** The folder that is copied: it holds everything, whatever becomes of the copy. */
  from: z.string().min(1),
  /** Whether the folder was made for the copy. */
  is_new: z.boolean(),
  /** Paths in the folder, with "/", and how large each is when it is whole. */
  files: z.array(z.object({ path: z.string().min(1), bytes: z.int().min(0) })),
});

export type CopyMark = z.infer<typeof markSchema>;

/**
 * none: there was no copy, or it is whole; removed: all of it is gone; foreign: it is gone, but for what is not of it.
 */
export type Discarded = 'none' | 'removed' | 'foreign';

/** Marks the folder `to`, durably: nothing of the copy may be there before. */
export async function markCopy(to: string, mark: CopyMark): Promise<void> {
  const file = await open(join(to, unfinishedCopyName), 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(mark));
    await file.sync();
  } finally {
    await file.close();
  }
  realDisk.syncFolderNow(to);
}

/** The copy is whole: from now on it is a data folder. */
export async function unmarkCopy(to: string): Promise<void> {
  await rm(join(to, unfinishedCopyName), { force: true });
  realDisk.syncFolderNow(to);
}

/** @throws StartRefusedError `interrupted` when the folder is a copy that is not whole. */
export async function refuseUnfinishedCopy(folder: string): Promise<void> {
  if (!existsSync(join(folder, unfinishedCopyName))) return;
  const from = (await findMark(folder))?.from;
  throw new StartRefusedError(
    'interrupted',
    from === undefined
      ? phrase(
          `${folder} is an unfinished copy: moving the data there was interrupted. Everything is still in the folder that was copied.`,
        )
      : phrase(
          `${folder} is an unfinished copy: moving the data there was interrupted. Everything is still in ${from}.`,
        ),
  );
}

/**
 * Removes what an interrupted copy of `from` has left in `to`, and nothing else: what the mark lists, as far as it can be of the
 * copy, and the folders that are empty then. Nothing happens unless `from` holds data and the mark names it.
 * @throws StartRefusedError `foreign` when the mark is not of a copy of `from`; `in-use` while someone copies
 */
export async function discardCopy(from: string, to: string): Promise<Discarded> {
  if (!existsSync(join(to, unfinishedCopyName))) return 'none';
  const mark = await findMark(to);
  if (mark === undefined || !(await isUnfinishedCopyOf(to, from)) || !(await holdsData(from)))
    throw new StartRefusedError('foreign', `${to} is not known to be a copy of ${from}; nothing was removed.`);
  const lock = await takeLock(realDisk, dataPaths(to));
  try {
    return await removeCopy(to, mark);
  } finally {
    await lock.release();
    if (mark.is_new) await removeIfEmpty(to);
  }
}

/** The same, for who has the lock of `to`. The folder itself stays, and without a mark in it all of it does. */
export async function removeCopy(to: string, mark: CopyMark): Promise<Discarded> {
  if (!existsSync(join(to, unfinishedCopyName))) return 'none';
  const root = await realpath(to);
  let isLeft = false;
  for (const file of mark.files) isLeft = !(await removeCopied(root, file)) || isLeft;
  for (const folder of foldersOf(mark)) if (await isPlainFolder(root, folder)) await removeIfEmpty(join(root, folder));
  // While a listed file is there, a user who it belongs to, the folder must not pass for data.
  if (!isLeft) await unmarkCopy(to);
  const lock = basename(dataPaths(to).lock);
  const others = (await readdir(to)).filter((name) => name !== lock && !isOfSystem(name));
  return others.length === 0 ? 'removed' : 'foreign';
}

/** Whether `folder` is an unfinished copy of `from`. */
export async function isUnfinishedCopyOf(folder: string, from: string): Promise<boolean> {
  const mark = await findMark(folder);
  return mark !== undefined && resolve(mark.from) === resolve(from);
}

async function findMark(folder: string): Promise<CopyMark | undefined> {
  try {
    return markSchema.parse(JSON.parse(await readFile(join(folder, unfinishedCopyName), 'utf8')));
  } catch {
    return undefined; // cut short by a crash while it was made, or of someone else
  }
}

/** Whether a folder holds a database. */
export async function holdsData(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.some((name) => name === basename(dataPaths(folder).journal) || kinds.manifest.test(name));
}

/** @returns whether there is no such file (any more). A longer one, a link or a folder is not of the copy. */
async function removeCopied(root: string, { path, bytes }: CopyMark['files'][number]): Promise<boolean> {
  if (!(await isPlainFolder(root, dirname(path)))) return !existsSync(join(root, path));
  const target = join(root, path);
  const found = await lstat(target).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return true;
  if (!found.isFile() || found.size > bytes) return false;
  await rm(target);
  return true;
}

/** Whether a folder of the mark lies in the copy, by a way without links. */
async function isPlainFolder(root: string, folder: string): Promise<boolean> {
  const way = join(root, folder);
  const inside = relative(root, way);
  if (isAbsolute(folder) || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return false;
  return (await realpath(way).catch(() => null)) === way;
}

/** The folders of the listed files, the deepest first. */
function foldersOf({ files }: CopyMark): string[] {
  const folders = new Set<string>();
  for (const { path } of files)
    for (let folder = dirname(path); folder !== '.' && folder !== dirname(folder); folder = dirname(folder))
      folders.add(folder);
  return [...folders].sort((a, b) => b.length - a.length);
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  });
}
