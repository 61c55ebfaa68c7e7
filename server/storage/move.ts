/**
 * Moving a data folder: everything is copied to an empty place, read back and compared, and opened there once. The old
 * folder stays as it is, with a note in it; until all agrees nothing uses the new one, and if it does not agree, nothing is left there.
 * What a crash leaves there is known by its mark (unfinished-copy.ts).
 */
import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { createReadStream, mkdir, open, readdir, rmdir, stat, utimes } from '../file-access.ts';
import { phrase } from '../translation.ts';
import { diskReserve, realDisk } from './disk.ts';
import { errorCode, isDiskFull, StartRefusedError, StorageError } from './errors.ts';
import { dataPaths, isData, isServersOwn, kinds } from './file-names.ts';
import { isOfSystem, isWithin, realPlace } from './folder-places.ts';
import { loadState } from './history.ts';
import { lackingFiles, type LackingFile } from './lacking.ts';
import { takeLock, type FolderLock } from './lock.ts';
import { forgetNote, leaveNote, movedNote } from './moved-note.ts';
import {
  discardCopy,
  holdsData,
  isUnfinishedCopyOf,
  markCopy,
  refuseUnfinishedCopy,
  removeCopy,
  unmarkCopy,
  type CopyMark,
} from './unfinished-copy.ts';
import { refuseUnfinished } from './unfinished-restore.ts';

type CopiedFile = CopyMark['files'][number];

export interface MoveReport {
  files: number;
  bytes: number;
  /** Files that the database records and that were not there to be copied. */
  lacking: LackingFile[];
}

/**
 * Copies the data folder `from` to `to`, which must be missing or empty, while no server runs on it.
 * @param onProgress bytes written and read back, out of all
 * @param filesSql each reads `path` and `bytes` of files that the database records (lacking.ts)
 * @throws StartRefusedError `in-use`, `not-empty`, `disk-full`, `not-writable` or `damaged`; `from` is then untouched and `to` empty,
 *   or gone when it was not there before. Whatever `onProgress` throws ends it in the same way
 */
export async function moveFolder(
  from: string,
  to: string,
  onProgress: (done: number, total: number) => void = () => undefined,
  filesSql: readonly string[] = [],
): Promise<MoveReport> {
  const [source, target] = [await realPlace(from), await realPlace(to)];
  if (isWithin(source, target) || isWithin(target, source))
    throw new StartRefusedError('not-empty', `${to} and ${from} lie in each other; choose a folder of its own.`);
  const lock = await takeLock(realDisk, dataPaths(from));
  try {
    await refuseUnfinishedCopy(from);
    await refuseUnfinished(from);
    await refuseLinks(from);
    const files = await filesBelow(from);
    const isNew = await emptyFolder(from, to);
    try {
      return await copyMarked(files, { from, to, isNew, filesSql }, onProgress);
    } catch (error) {
      if (isNew) await rmdir(to).catch(() => undefined);
      throw asRefusal(error, to);
    }
  } finally {
    await lock.release();
  }
}

/**
 * After a move that was ended before its time: the folder `from` is the one that counts, and what lies in `to` is removed as
 * far as it is an unfinished copy of it. A whole copy stays.
 * @param isUnused a user who asks knows that no server ever ran on `to`: a whole one cannot tell.
 * @returns what has become of it, in a sentence.
 * @throws StartRefusedError `foreign` or `in-use`; nothing was removed
 */
export async function discardMove(from: string, to: string, isUnused = false): Promise<string> {
  const discarded = await discardCopy(from, to);
  if (discarded === 'none' && !isUnused && (await holdsData(to)))
    return phrase(
      `${to} holds a whole copy: nothing was removed. What was written since is only where the server ran.`,
    );
  await forgetNote(from, to);
  if (discarded === 'removed')
    return phrase(`The unfinished copy in ${to} has been removed. Everything is still in ${from}.`);
  if (discarded === 'foreign')
    return phrase(
      `The unfinished copy in ${to} has been removed, but for what is not of it. Everything is still in ${from}.`,
    );
  return (await holdsData(to))
    ? phrase(`${to} holds a whole copy, which is not used and may be deleted. Everything is still in ${from}.`)
    : phrase(`Nothing of the copy is left in ${to}. Everything is still in ${from}.`);
}

/** Makes sure that `path` is there and empty. @returns whether it was made. */
async function emptyFolder(from: string, path: string): Promise<boolean> {
  try {
    if (await isUnfinishedCopyOf(path, from)) await discardCopy(from, path);
    const isNew = (await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined;
    if ((await readdir(path)).some((name) => !isOfSystem(name)))
      throw new StartRefusedError('not-empty', `${path} is not empty; choose an empty folder.`);
    return isNew;
  } catch (error) {
    throw asRefusal(error, path);
  }
}

interface Way {
  from: string;
  to: string;
  /** Whether `to` was made for it. */
  isNew: boolean;
  filesSql: readonly string[];
}

/** Copies under a mark that says so until all of it is checked; if anything goes wrong, what was copied is gone. */
async function copyMarked(
  files: readonly CopiedFile[],
  { from, to, isNew, filesSql }: Way,
  onProgress: (done: number, total: number) => void,
): Promise<MoveReport> {
  const mark: CopyMark = { from: resolve(from), is_new: isNew, files: [...files] };
  await markCopy(to, mark);
  let lock: FolderLock | undefined;
  try {
    lock = await takeLock(realDisk, dataPaths(to));
    const report = await copyAll(files, { from, to, filesSql }, onProgress);
    await leaveNote(from, to);
    await unmarkCopy(to);
    return report;
  } catch (error) {
    await forgetNote(from, to).catch(() => undefined);
    // The drive may be gone; then the mark stays with what is there.
    await removeCopy(to, mark).catch(() => undefined);
    throw error;
  } finally {
    await lock?.release();
  }
}

async function copyAll(
  files: readonly CopiedFile[],
  { from, to, filesSql }: Omit<Way, 'isNew'>,
  onProgress: (done: number, total: number) => void,
): Promise<MoveReport> {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { bavail, bsize } = await statfs(to);
  if (bavail * bsize < bytes + diskReserve) {
    const size = Math.ceil((bytes + diskReserve) / 1e6);
    throw new StartRefusedError('disk-full', `There is too little room for ${to}: ${size} MB are needed.`);
  }
  let done = 0;
  const count = (chunk: number): void => onProgress((done += chunk), bytes * 2);
  for (const { path } of files) {
    const target = join(to, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const source = join(from, path);
    const sum = await copyFile(source, target, count);
    if ((await sumOf(target, count)) !== sum)
      throw new StartRefusedError(
        'damaged',
        `${target} does not read as it was written; the disk is not to be trusted.`,
      );
    const { atime, mtime } = await stat(source);
    await utimes(target, atime, mtime);
  }
  const { engine } = await loadState(realDisk, dataPaths(to));
  const sizes = new Map(files.map((file) => [file.path.replaceAll(sep, '/'), file.bytes]));
  const lacking = lackingFiles(engine, filesSql, (path) => sizes.get(path));
  engine.close();
  realDisk.syncFolderNow(to);
  return { files: files.length, bytes, lacking };
}

const isOurs = (name: string): boolean => isData(name) || isServersOwn(name);

/** @throws StartRefusedError `foreign`: what a symbolic link points at would be left behind. */
async function refuseLinks(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const link = entries.find(
    (entry) =>
      entry.isSymbolicLink() && isOurs(relative(folder, join(entry.parentPath, entry.name)).split(sep, 1)[0] ?? ''),
  );
  if (link !== undefined)
    throw new StartRefusedError(
      'foreign',
      `${join(link.parentPath, link.name)} is a symbolic link: the files behind it would not move. Put the files themselves in its place first.`,
    );
}

/** Data and the server's own files. Foreign files stay where they are. */
async function filesBelow(folder: string): Promise<CopiedFile[]> {
  const own = relative(folder, dataPaths(folder).lock);
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !kinds.unfinished.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => isOurs(path.split('/', 1)[0] ?? '') && path !== own && path !== movedNote);
  return Promise.all(paths.map(async (path) => ({ path, bytes: (await stat(join(folder, path))).size })));
}

/** @returns the checksum of what was read. */
async function copyFile(source: string, target: string, count: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(target, 'wx', (await stat(source)).mode);
  try {
    for await (const chunk of createReadStream(source) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      await file.writeFile(chunk);
      count(chunk.length);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

async function sumOf(path: string, count: (bytes: number) => void): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    count(chunk.length);
  }
  return hash.digest('hex');
}

function asRefusal(error: unknown, path: string): unknown {
  if (error instanceof StorageError) return error;
  if (isDiskFull(error))
    return new StartRefusedError('disk-full', `${path} cannot be written: the disk is full.`, error);
  return new StartRefusedError(
    'not-writable',
    `${path} cannot be written (${errorCode(error) ?? String(error)}).`,
    error,
  );
}
