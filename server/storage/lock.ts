/**
 * One process owns a data folder. The lock file names the owner, and its heart beats in it: by that a process is seen to live
 * whose ids mean nothing here, as in another container or on another computer. Neither a crash nor a reused process id leaves a
 * folder locked; and an owner that was held up for so long that it passed for dead finds that out before it writes again.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disk, DiskFile } from './disk.ts';
import { errorCode, isDiskFull, StartRefusedError, StorageError } from './errors.ts';
import type { DataPaths } from './file-names.ts';
import { here, isRunning, startOf } from './process-identity.ts';
import { readWhole } from './snapshot.ts';

interface Owner {
  pid: number;
  /** When that process started and in which boot, where the system tells; otherwise empty. */
  started: string;
  /** Within what `pid` means that process; absent in locks of versions whose heart did not beat. */
  where?: string;
  /** Different for every time that a folder is taken. */
  id?: string;
  /** Counts up while the owner lives. */
  beat?: string;
}

export interface FolderLock {
  /** @throws StorageError `taken-over` when another process has taken the folder since. To be called before each write; costs nothing mostly. */
  confirm(): void;
  release(): void;
}

export interface LockOptions {
  /** Waits, in milliseconds. */
  pause?: (ms: number) => Promise<unknown>;
  /** Called once, when another process is found to have taken the folder. */
  onLost?: (error: StorageError) => void;
}

const beatMs = 1000;
/** How long a heart may stand still before its owner passes for dead, in milliseconds. */
const patienceMs = 8000;
const lookMs = 250;
/** Whoever has not beaten for so long looks whether the folder is still its own before it writes, in milliseconds. */
const heldUpMs = 3000;

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
        const file = createOnce(disk, paths.lock, encode(mine, 0));
        // Another process may have found it empty and moved it away: then that one has the folder.
        const owner = readOwner(disk, paths.lock);
        if (owner?.id === mine.id) return new HeldLock(disk, paths, mine, file, options.onLost);
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

/** The pid of the living process that owns the folder, undefined when none does. It counts where that process lives. */
export async function findOwner(
  disk: Disk,
  paths: DataPaths,
  options: Pick<LockOptions, 'pause'> = {},
): Promise<number | undefined> {
  const owner = readOwner(disk, paths.lock);
  return owner && (await isAlive(disk, paths, owner, options)) ? owner.pid : undefined;
}

/** The lock while it is held. */
class HeldLock implements FolderLock {
  readonly #disk: Disk;
  readonly #paths: DataPaths;
  readonly #mine: Owner;
  readonly #file: DiskFile;
  readonly #onLost: LockOptions['onLost'];
  readonly #timer: NodeJS.Timeout;
  #beats = 0;
  /** When the last beat began that is written. */
  #beatAtMs = performance.now();
  /** A beat on its way to the disk: the thread that serves does not wait for one. */
  #writing: Promise<void> | undefined;
  #lost: StorageError | undefined;
  #isReleased = false;

  constructor(disk: Disk, paths: DataPaths, mine: Owner, file: DiskFile, onLost: LockOptions['onLost']) {
    this.#disk = disk;
    this.#paths = paths;
    this.#mine = mine;
    this.#file = file;
    this.#onLost = onLost;
    this.#timer = setInterval(() => this.#beat(), beatMs).unref();
  }

  confirm(): void {
    if (performance.now() - this.#beatAtMs > heldUpMs) this.#beatNow();
    if (this.#lost) throw this.#lost;
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearInterval(this.#timer);
    // A file that is closed under a write would have it go wherever the system uses the same number next.
    if (this.#writing === undefined) this.#file.closeNow();
    else void this.#writing.then(() => this.#file.closeNow());
    if (!this.#lost && readOwner(this.#disk, this.#paths.lock)?.id === this.#mine.id)
      this.#disk.removeNow(this.#paths.lock);
  }

  #beat(): void {
    const beganAt = performance.now();
    if (this.#writing !== undefined || !this.#isStillMine()) return;
    const ended = (): void => {
      this.#writing = undefined;
      this.#beatAtMs = Math.max(this.#beatAtMs, beganAt);
    };
    // A disk that takes nothing is told of by the writes that matter.
    this.#writing = this.#file.write(this.#next(), 0).then(ended, ended);
  }

  /** For whoever is about to write, and may have been held up. */
  #beatNow(): void {
    if (!this.#isStillMine()) return;
    this.#beatAtMs = performance.now();
    try {
      this.#file.writeNow(this.#next(), 0);
    } catch {
      // As above.
    }
  }

  #isStillMine(): boolean {
    if (this.#lost || this.#isReleased) return false;
    const owner = readOwner(this.#disk, this.#paths.lock);
    if (owner && owner.id !== this.#mine.id) this.#lose(owner);
    return this.#lost === undefined;
  }

  #next(): Uint8Array {
    this.#beats += 1;
    return encode(this.#mine, this.#beats);
  }

  #lose(owner: Owner): void {
    clearInterval(this.#timer);
    const text = `${this.#paths.folder} was taken over by process ${owner.pid} while this server was held up; nothing more is written here.`;
    this.#lost = new StorageError('taken-over', text);
    this.#onLost?.(this.#lost);
  }
}

/** Always as many bytes, and sound JSON even where one is read that is half written. */
function encode(owner: Owner, beats: number): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ ...owner, beat: String(beats).padStart(10, '0') })}\n`);
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
  else disk.removeNow(claim);
}

function inUse(paths: DataPaths, owner: Owner | undefined): StartRefusedError {
  const elsewhere = owner?.where !== undefined && owner.where !== here() ? ' in another container or computer' : '';
  const by = owner ? `process ${owner.pid}${elsewhere}` : 'another process';
  return new StartRefusedError('in-use', `${paths.folder} is in use by ${by}.`);
}

/** Undefined also for a lock that was cut short by a crash while it was made. */
function readOwner(disk: Disk, path: string): Owner | undefined {
  try {
    const owner: unknown = JSON.parse(new TextDecoder().decode(readWhole(disk, path)));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('started' in owner)) return undefined;
    if (typeof owner.pid !== 'number' || typeof owner.started !== 'string') return undefined;
    const text = (name: 'where' | 'id' | 'beat'): string | undefined => {
      const value = (owner as Record<string, unknown>)[name];
      return typeof value === 'string' ? value : undefined;
    };
    return { pid: owner.pid, started: owner.started, where: text('where'), id: text('id'), beat: text('beat') };
  } catch {
    return undefined;
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
