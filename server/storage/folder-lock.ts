/**
 * The lock of a data folder while this process holds it. Its counter is written once a second. `confirm` is the fence of each write:
 * a process that takes the folder removes this lock file before it reads the journal, and the open descriptor shows that at once.
 * So a write that was durable before a successful `confirm` is in the journal that any later owner reads.
 */
import { phrase } from '../translation.ts';
import type { Disk, DiskFile } from './disk.ts';
import { errorCode, StorageError } from './errors.ts';
import type { DataPaths } from './file-names.ts';
import type { JournalEnd } from './journal-end.ts';
import { encodeOwner, type Owner, parseOwner } from './lock-owner.ts';

export interface LockWatch {
  /** Called once, when another process is found to have taken the folder. */
  onLost?: (error: StorageError) => void;
  /** UNIX milliseconds: shows a gap in which the computer slept. */
  now?: () => number;
  /** Whether another process has written to the folder since the lock file was last seen. Asked before a missing lock is made again. */
  isChanged?: () => Promise<boolean>;
  /** How far the journal reaches, which each beat notes: it outlives this process when the note beside the journal is lost. */
  journalEnd?: () => JournalEnd | undefined;
}

const beatMs = 1000;
/** After a gap of this length the lock is read by its name, too: on a network drive a descriptor may show an old state. Milliseconds. */
const gapMs = 3000;

export class FolderLock {
  readonly #disk: Disk;
  readonly #paths: DataPaths;
  readonly #mine: Owner;
  readonly #watch: LockWatch;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #file: DiskFile;
  #beats = 0;
  /** When the last check by name began that found the lock in place. */
  #seen: { timer: number; clock: number };
  #beating: Promise<void> | undefined;
  #checking: Promise<void> | undefined;
  #lost: StorageError | undefined;
  #isReleased = false;

  constructor(disk: Disk, paths: DataPaths, mine: Owner, file: DiskFile, watch: LockWatch) {
    this.#disk = disk;
    this.#paths = paths;
    this.#mine = mine;
    this.#file = file;
    this.#watch = watch;
    this.#now = watch.now ?? Date.now;
    this.#seen = this.#moment();
    this.#timer = setInterval(() => this.#startBeat(), beatMs).unref();
  }

  /** Whether the last check is so long ago that a write must not begin without another. */
  get isDue(): boolean {
    const { timer, clock } = this.#moment();
    return this.#lost !== undefined || timer - this.#seen.timer > gapMs || Math.abs(clock - this.#seen.clock) > gapMs;
  }

  /**
   * Resolves when the folder was still this process's at some time after the call.
   * @throws StorageError `taken-over` when another process has taken it; the error of the disk when that cannot be known
   */
  async confirm(): Promise<void> {
    if (this.#lost) throw this.#lost;
    if (this.isDue || !(await this.#file.isLinked())) await this.#check();
    if (this.#lost) throw this.#lost;
  }

  async release(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearInterval(this.#timer);
    const owner = this.#lost === undefined ? await this.#owner().catch(() => undefined) : undefined;
    if (owner?.id === this.#mine.id) await this.#disk.remove(this.#paths.lock);
    // A file that is closed during a write would have it end up in the file that gets the same number next.
    const close = (): Promise<void> => this.#file.close().catch(() => undefined);
    if (this.#beating === undefined) await close();
    else void this.#beating.then(close);
  }

  #moment(): { timer: number; clock: number } {
    return { timer: performance.now(), clock: this.#now() };
  }

  #startBeat(): void {
    this.#beating ??= this.#beat()
      // A disk that takes no writes is reported by the writes that matter.
      .catch(() => undefined)
      .finally(() => (this.#beating = undefined));
  }

  async #beat(): Promise<void> {
    await this.#check();
    if (this.#lost || this.#isReleased) return;
    this.#beats += 1;
    await this.#file.write(encodeOwner(this.#mine, this.#beats, this.#watch.journalEnd?.()), 0);
  }

  /** One check at a time: two at once could both find the lock missing. */
  async #check(): Promise<void> {
    while (this.#checking) await this.#checking.catch(() => undefined);
    this.#checking = this.#checkNow();
    try {
      await this.#checking;
    } finally {
      this.#checking = undefined;
    }
  }

  async #checkNow(): Promise<void> {
    const moment = this.#moment();
    if (this.#lost || this.#isReleased) return;
    const owner = (await this.#owner()) ?? (await this.#makeAgain());
    if (owner?.id === this.#mine.id) this.#seen = moment;
    else this.#lose(owner);
  }

  /** Undefined when there is no lock. */
  async #owner(): Promise<Owner | undefined> {
    try {
      const owner = parseOwner(await this.#disk.read(this.#paths.lock));
      if (owner !== undefined) return owner;
      // The lock of another process may be so new that it is empty; this process's own gets its content with the next beat.
      return (await this.#file.isLinked()) ? this.#mine : { pid: 0, started: '' };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** A lock that was only deleted is made again; a folder that another process has used since is lost. @returns the owner now */
  async #makeAgain(): Promise<Owner | undefined> {
    if (this.#isReleased) return this.#mine;
    let file: DiskFile;
    try {
      file = await this.#disk.createNew(this.#paths.lock, encodeOwner(this.#mine, this.#beats));
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return this.#owner();
      throw error;
    }
    if ((await this.#watch.isChanged?.()) === true) {
      await file.close();
      await this.#disk.remove(this.#paths.lock);
      return undefined;
    }
    const before = this.#file;
    this.#file = file;
    await before.close().catch(() => undefined);
    return this.#mine;
  }

  #lose(owner: Owner | undefined): void {
    clearInterval(this.#timer);
    const who = owner === undefined || owner.pid === 0 ? phrase('another process') : phrase(`process ${owner.pid}`);
    const text = phrase(
      `${this.#paths.folder} was taken over by ${who} while this server was paused or its lock file was gone; nothing more is written here.`,
    );
    this.#lost = new StorageError('taken-over', text);
    this.#watch.onLost?.(this.#lost);
  }
}
