/**
 * One process owns a data folder. The lock file names the owner, and its heart beats in it: by that a process is seen to live
 * whose ids mean nothing here, as in another container or on another computer. Neither a crash nor a reused process id leaves a
 * folder locked; and an owner that was held up for so long that it passed for dead finds that out before it writes again.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { phrase } from '../translation.ts';
import type { Disk, DiskFile } from './disk.ts';
import { errorCode, refusalOf, StartRefusedError } from './errors.ts';
import type { DataPaths } from './file-names.ts';
import { FolderLock, type LockWatch } from './folder-lock.ts';
import { noteFoundEnd } from './journal-end.ts';
import { encodeOwner, type Owner, parseOwner, reachedBy } from './lock-owner.ts';
import { here, isRunning, startOf } from './process-identity.ts';
import { mostOfNote, readWhole } from './snapshot.ts';

export type { FolderLock } from './folder-lock.ts';

export interface LockOptions extends LockWatch {
  /** Waits, in milliseconds. */
  pause?: (ms: number) => Promise<unknown>;
}

/** How long a heart may stand still before its owner passes for dead, in milliseconds. */
const patienceMs = 8000;
const lookMs = 250;

/** Asked of the system once: a process stays what it is. */
let thisProcess: Owner | undefined;

/**
 * Takes the folder for this process; after the crash of a process of elsewhere it waits until its heart has stood still long enough.
 * @throws StartRefusedError `in-use` with the owner's pid, or `not-writable`
 */
export async function takeLock(disk: Disk, paths: DataPaths, options: LockOptions = {}): Promise<FolderLock> {
  thisProcess ??= { pid: process.pid, started: startOf(process.pid), where: here() };
  const mine: Owner = { ...thisProcess, id: randomBytes(8).toString('hex') };
  const claim = `${paths.lock}.${mine.id}.unfinished`;
  try {
    disk.makeFolderNow(paths.folder);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const file = createOnce(disk, paths.lock, encodeOwner(mine, 0));
        // Another process may have found it empty and moved it away: then that one has the folder.
        const owner = readOwner(disk, paths.lock);
        if (owner?.id === mine.id) return new FolderLock(disk, paths, mine, file, options);
        file.closeNow();
        throw inUse(paths, owner);
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
        const owner = readOwner(disk, paths.lock);
        if (attempt > 2 || (owner && (await isAlive(disk, paths, owner, options)))) throw inUse(paths, owner);
        moveAway(disk, paths, owner, claim);
      }
    }
  } catch (error) {
    if (errorCode(error) === 'EEXIST')
      throw new StartRefusedError('not-writable', `${paths.folder} is not a folder.`, error);
    throw refusalOf(error, paths.folder);
  }
}

/** The pid of the living process that owns the folder, undefined when none does. It counts where that process lives. */
export async function findOwner(
  disk: Disk,
  paths: DataPaths,
  options: Pick<LockOptions, 'pause'> = {},
): Promise<number | undefined> {
  const owner = readOwner(disk, paths.lock);
  return owner && (await isAlive(disk, paths, owner, options)) ? owner.pid : undefined;
}

function createOnce(disk: Disk, path: string, bytes: Uint8Array): DiskFile {
  const file = disk.openNow(path, 'create');
  try {
    file.writeNow(bytes, 0);
    return file;
  } catch (error) {
    file.closeNow();
    disk.removeNow(path);
    throw error;
  }
}

/** Moves the stale lock away, if it is still the one that was judged. */
function moveAway(disk: Disk, paths: DataPaths, judged: Owner | undefined, claim: string): void {
  try {
    disk.renameNow(paths.lock, claim);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return; // another process was quicker
    throw error;
  }
  const moved = readOwner(disk, claim);
  if (moved && JSON.stringify(moved) !== JSON.stringify(judged)) disk.renameNow(claim, paths.lock);
  else {
    const end = reachedBy(readWhole(disk, claim, mostOfNote));
    if (end !== undefined) noteFoundEnd(disk, paths, end);
    disk.removeNow(claim);
  }
}

function nameOf(owner: Owner | undefined): string {
  if (owner === undefined) return phrase('another process');
  return owner.where !== undefined && owner.where !== here()
    ? phrase(`process ${owner.pid} in another container or computer`)
    : phrase(`process ${owner.pid}`);
}

function inUse(paths: DataPaths, owner: Owner | undefined): StartRefusedError {
  const who = nameOf(owner);
  return new StartRefusedError('in-use', `${paths.folder} is in use by ${who}.`);
}

/** Undefined when there is no lock, or one that a crash cut short. @throws the error of the disk when the lock cannot be read */
function readOwner(disk: Disk, path: string): Owner | undefined {
  try {
    return parseOwner(readWhole(disk, path, mostOfNote));
  } catch (error) {
    const target = disk.linkNow(path);
    if (target !== undefined && ['ENOENT', 'ELOOP', 'ENOTDIR'].includes(errorCode(error) ?? '')) {
      const text = phrase(
        `${path} is a symbolic link to ${target}, where there is no file. Remove the link, then start again.`,
      );
      throw new StartRefusedError('not-writable', text, error);
    }
    if (errorCode(error) === 'ENOENT') return undefined;
    if (errorCode(error) !== 'EISDIR') throw error;
    throw new StartRefusedError('not-writable', `${path} is a folder, not a file. Remove it, then start again.`, error);
  }
}

/** Processes of here are asked for; of those elsewhere, and where the system does not tell them apart, the heart is watched. */
async function isAlive(disk: Disk, paths: DataPaths, owner: Owner, { pause = sleep }: LockOptions): Promise<boolean> {
  if (owner.where === undefined || owner.where === here()) {
    if (!isRunning(owner.pid)) return false;
    const started = startOf(owner.pid);
    if (started !== '' && owner.started !== '') return started === owner.started;
    if (owner.beat === undefined) return true;
  }
  for (let waited = 0; waited < patienceMs; waited += lookMs) {
    await pause(lookMs);
    const now = readOwner(disk, paths.lock);
    if (now?.id !== owner.id) return now !== undefined; // it was released, or another one was quicker
    if (now?.beat !== owner.beat) return true;
  }
  return false;
}
