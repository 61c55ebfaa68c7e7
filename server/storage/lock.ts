/**
 * One process owns a data folder. The lock file names the owner by process id, by when that process started and by the
 * boot of the machine, so that neither a crash nor a reused process id leaves a folder locked.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Disk } from './disk.ts';
import { errorCode, isDiskFull, StartRefusedError } from './errors.ts';
import type { DataPaths } from './file-names.ts';
import { readWhole } from './snapshot.ts';

interface Owner {
  pid: number;
  /** When that process started and in which boot, where the system tells; otherwise empty. */
  started: string;
}

export interface FolderLock {
  release(): void;
}

/**
 * Takes the folder for this process.
 * @throws StartRefusedError `in-use` with the owner's pid, or `not-writable`
 */
export function takeLock(disk: Disk, paths: DataPaths): FolderLock {
  const mine: Owner = { pid: process.pid, started: startOf(process.pid) };
  const claim = `${paths.lock}.${process.pid}.unfinished`;
  const bytes = new TextEncoder().encode(`${JSON.stringify(mine)}\n`);
  try {
    disk.makeFolderNow(paths.folder);
    for (let attempt = 0; ; attempt += 1) {
      try {
        createOnce(disk, paths.lock, bytes);
        // Another process may have found it empty and moved it away: then that one has the folder.
        const owner = readOwner(disk, paths.lock);
        if (owner?.pid !== mine.pid || owner.started !== mine.started) throw inUse(paths, owner);
        return { release: () => release(disk, paths, mine) };
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
        const owner = readOwner(disk, paths.lock);
        if (attempt > 2 || (owner && isAlive(owner))) throw inUse(paths, owner);
        // Move the stale lock away, and look whether it was still the one that was judged.
        disk.renameNow(paths.lock, claim);
        const moved = readOwner(disk, claim);
        if (moved && isAlive(moved)) disk.renameNow(claim, paths.lock);
        else disk.removeNow(claim);
      }
    }
  } catch (error) {
    const code = errorCode(error);
    if (isDiskFull(error)) {
      throw new StartRefusedError('disk-full', `${paths.folder} cannot be opened: the disk is full.`, error);
    }
    if (code === 'EEXIST') throw new StartRefusedError('not-writable', `${paths.folder} is not a folder.`, error);
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT'].includes(code ?? '')) {
      throw new StartRefusedError('not-writable', `${paths.folder} cannot be written (${code}).`, error);
    }
    throw error;
  }
}

/** The pid of the living process that owns the folder, undefined when none does. */
export function findOwner(disk: Disk, paths: DataPaths): number | undefined {
  const owner = disk.sizeNow(paths.lock) === undefined ? undefined : readOwner(disk, paths.lock);
  return owner && isAlive(owner) ? owner.pid : undefined;
}

function createOnce(disk: Disk, path: string, bytes: Uint8Array): void {
  const file = disk.openNow(path, 'create');
  try {
    file.writeNow(bytes, 0);
  } catch (error) {
    disk.removeNow(path);
    throw error;
  } finally {
    file.closeNow();
  }
}

function release(disk: Disk, paths: DataPaths, mine: Owner): void {
  const owner = disk.sizeNow(paths.lock) === undefined ? undefined : readOwner(disk, paths.lock);
  if (owner?.pid === mine.pid && owner.started === mine.started) disk.removeNow(paths.lock);
}

function inUse(paths: DataPaths, owner: Owner | undefined): StartRefusedError {
  const by = owner ? `process ${owner.pid}` : 'another process';
  return new StartRefusedError('in-use', `${paths.folder} is in use by ${by}.`);
}

function readOwner(disk: Disk, path: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(new TextDecoder().decode(readWhole(disk, path)));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('started' in owner)) return undefined;
    if (typeof owner.pid !== 'number' || typeof owner.started !== 'string') return undefined;
    return { pid: owner.pid, started: owner.started };
  } catch {
    return undefined; // cut short by a crash while it was made
  }
}

function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
  }
  const started = startOf(owner.pid);
  return started === '' || owner.started === '' || started === owner.started;
}

/** Identifies a process beyond its reusable id; empty where the system does not tell. */
function startOf(pid: number): string {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The fields are counted after the name, which may itself hold spaces; the start is the 22nd of all.
      const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${start}`;
    }
    if (process.platform === 'darwin')
      return execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
  return '';
}
