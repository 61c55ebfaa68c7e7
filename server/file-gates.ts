/**
 * Gates before folders that may lie on a slow or dead drive. Node runs file operations on a few threads that all of the process share:
 * operations that never end would take them all, and the journal would wait, too. A gate lets only some of them run at once, and
 * rejects what takes too long. Depends on nothing but Node.
 */
import { sep } from 'node:path';

export const filesHangCode = 'FILES_HANG';

/** An operation on files that did not end in time, or that was not begun because those before it did not. */
export class FilesHangError extends Error {
  readonly code = filesHangCode;

  constructor(folder: string) {
    super(`${folder} does not respond.`);
  }
}

export const isFilesHang = (error: unknown): error is FilesHangError => error instanceof FilesHangError;

/** How long an operation may take, in milliseconds: `short` for what only asks or names, `long` for what moves bytes. */
const gateLimits = { short: 10_000, long: 30_000 };
type Length = keyof typeof gateLimits;

interface Waiting {
  begin: () => void;
  refuse: (error: FilesHangError) => void;
  /** It runs although no one waits for it now: a file that must be closed. */
  isDue: boolean;
}

export class FileGate {
  readonly #folder: string;
  readonly #most: number;
  readonly #limits: typeof gateLimits;
  #running = 0;
  /** Of those that run, how many are past their limit. */
  #stuck = 0;
  #waiting: Waiting[] = [];
  /** Called when operations begin to hang, and when the last of them has ended. */
  onChange: (isHanging: boolean) => void = () => undefined;

  /** @param most operations at once */
  constructor(folder: string, most: number, limits = gateLimits) {
    this.#folder = folder;
    this.#most = most;
    this.#limits = limits;
  }

  get isHanging(): boolean {
    return this.#stuck > 0;
  }

  /**
   * @param late gets the value of an operation that ended after its limit. @param isDue the operation has to run at some time
   * @throws FilesHangError when it takes too long
   */
  run<T>(operation: () => Promise<T>, length: Length = 'short', late?: (value: T) => void, isDue = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const begin = (): void => this.#begin(operation, this.#limits[length], { resolve, reject, late });
      if (this.#running < this.#most) begin();
      else this.#wait({ begin, refuse: reject, isDue });
    });
  }

  #wait(one: Waiting): void {
    const isRefused = this.#stuck >= this.#most;
    if (isRefused) one.refuse(this.#error());
    if (!isRefused || one.isDue) this.#waiting.push(one);
  }

  #begin<T>(
    operation: () => Promise<T>,
    limitMs: number,
    { resolve, reject, late }: { resolve(value: T): void; reject(error: unknown): void; late?: (value: T) => void },
  ): void {
    this.#running += 1;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(this.#error());
      this.#getStuck();
    }, limitMs).unref();
    const ended = (): void => {
      clearTimeout(timer);
      this.#running -= 1;
      if (isLate) this.#recover();
      while (this.#running < this.#most && this.#waiting.length > 0) this.#waiting.shift()?.begin();
    };
    const work = async (): Promise<void> => {
      try {
        const value = await operation();
        if (isLate) late?.(value);
        else resolve(value);
      } catch (error) {
        reject(error);
      } finally {
        ended();
      }
    };
    void work();
  }

  #getStuck(): void {
    this.#stuck += 1;
    if (this.#stuck === 1) this.onChange(true);
    if (this.#stuck < this.#most) return;
    for (const { refuse } of this.#waiting) refuse(this.#error());
    this.#waiting = this.#waiting.filter(({ isDue }) => isDue);
  }

  #recover(): void {
    this.#stuck -= 1;
    if (this.#stuck === 0) this.onChange(false);
  }

  #error(): FilesHangError {
    return new FilesHangError(this.#folder);
  }
}

const gates = new Map<string, FileGate>();

/** Puts one gate before some folders and all below them, for as long as this process runs. @returns the same one when there is one. */
export function gateBefore(
  folders: readonly [string, ...string[]],
  most: number,
  limits?: typeof gateLimits,
): FileGate {
  const gate = gates.get(folders[0]) ?? new FileGate(folders[0], most, limits);
  for (const folder of folders) gates.set(folder, gate);
  return gate;
}

/** Folders with a gate, for threads that work in them: each thread has gates of its own (worker-file.ts). */
export const gatedFolders = (): string[] => [...gates.keys()];

/** Every gate of this thread. */
export const allGates = (): ReadonlySet<FileGate> => new Set(gates.values());

/** @returns the gate before a path. @param isDeep what lies below the path is meant, too */
export function gateOf(path: unknown, isDeep = false): FileGate | undefined {
  if (typeof path !== 'string') return undefined;
  for (const [folder, gate] of gates) if (isBelow(path, folder) || (isDeep && isBelow(folder, path))) return gate;
  return undefined;
}

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

/**
 * How many operations may hang and leave the other threads free.
 * @param threads of libuv's pool. Half of them may wait for names of the network at the same time, which the same fault can keep.
 */
export const gateSize = (threads: number): number => Math.min(4, Math.max(1, Math.floor(threads / 3)));
