/**
 * The errors of storage. Every failure a caller can meet is a StorageError with a `kind` to switch on;
 * messages are one clear line that can be shown to a person as they are.
 */
import { systemCode } from '../disk-codes.ts';
import { posixQuoted, windowsQuoted } from '../shell-words.ts';
import { phrase, type Phrase } from '../translation.ts';

export type StorageErrorKind =
  | 'unique' // a UNIQUE or PRIMARY KEY constraint refused the row; `columns` names them
  | 'foreign-key'
  | 'not-null'
  | 'check'
  | 'sql' // any other complaint of SQLite: syntax, missing table, ...
  | 'misuse' // a rule of this module was broken by the calling code
  | 'write' // the disk refused the write; nothing of it was kept
  | 'refused' // the data folder cannot be opened; nothing in it was changed
  | 'closed'
  | 'taken-over' // another process has the data folder now: nothing is read or written any more
  | 'failed'; // memory can no longer be trusted to equal the disk: a restart is needed

/** Any failure of storage. */
export class StorageError extends Error {
  readonly kind: StorageErrorKind;
  /** `table.column` names of the violated constraint, for `unique` and `not-null`. */
  readonly columns: readonly string[];

  constructor(kind: StorageErrorKind, message: string, options: { columns?: readonly string[]; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.kind = kind;
    this.columns = options.columns ?? [];
  }
}

/** The disk did not take the write (full, broken). The transaction left no trace; later ones are tried again. */
export class StorageWriteError extends StorageError {
  /** The operating system's code, such as ENOSPC or EIO. */
  readonly code: string;

  constructor(cause: unknown) {
    const code = errorCode(cause) ?? 'EIO';
    const what = isDiskFull(cause) ? phrase('the disk is full') : phrase(`the disk reported ${code}`);
    super('write', phrase(`Nothing was saved: ${what}.`), { cause });
    this.code = code;
  }

  /** Whether the disk did not answer: what was written before may be on it or not. */
  get hasNoAnswer(): boolean {
    return this.code === 'ETIMEDOUT';
  }
}

/** What a write is refused with that does not wait for a disk that hangs. */
export const noAnswer = (): StorageWriteError =>
  new StorageWriteError(Object.assign(new Error('the disk does not answer'), { code: 'ETIMEDOUT' }));

/** Whether the disk refused a write: nothing of it was kept, and it can be tried again. */
export const isRefusedByDisk = (error: unknown): error is StorageWriteError => error instanceof StorageWriteError;

/** `interrupted`: something was ended before it was done; of a folder: it is a copy that is not whole. */
export type RefusalReason =
  | 'in-use'
  | 'not-writable'
  | 'disk-full'
  | 'older-version'
  | 'newer-version'
  | 'changed-history'
  | 'damaged'
  | 'foreign'
  | 'not-empty'
  | 'interrupted'
  | 'moved';

/** The data folder cannot be opened. Nothing in it was changed. */
export class StartRefusedError extends StorageError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, cause?: unknown) {
    super('refused', message, { cause });
    this.reason = reason;
  }
}

/** Where the stored data stopped making sense. */
export interface Damage {
  /** Path of the damaged (or missing) file. */
  file: string;
  /** Byte offset in it; 0 for a missing file. */
  offset: number;
  /** What is wrong there, as the end of a sentence about the file. */
  what: Phrase;
  /** Number of the last transaction before the damage; 0 when none. */
  lastGoodTransaction: number;
}

/** Stored data is damaged: names the file, the offset, the last good state and the command that recovers to it. */
export class DamagedDataError extends StartRefusedError {
  readonly damage: Damage;

  constructor(dataDir: string, damage: Damage) {
    const { file, offset, what, lastGoodTransaction } = damage;
    const command = `npm run recover -- --data-dir ${quoted(dataDir)}`;
    super(
      'damaged',
      lastGoodTransaction > 0
        ? phrase(
            `${file}, byte ${offset}: ${what} The last good state before it is transaction ${lastGoodTransaction}. Nothing was changed. ` +
              `To recover to the last good state: ${command}`,
          )
        : phrase(
            `${file}, byte ${offset}: ${what} The last good state before it is the empty database. Nothing was changed. ` +
              `To recover to the last good state: ${command}`,
          ),
    );
    this.damage = damage;
  }
}

/** The `code` of a system error, if it has one. */
export const errorCode = systemCode;

export function isDiskFull(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** @returns the refusal of a symbolic link that leads to itself, or to a folder that holds it. */
export function loopingLink(path: string, cause?: unknown): StartRefusedError {
  const text = phrase(
    `${path} is a symbolic link that leads back to itself or to a folder above it. Remove or repair it, then try again.`,
  );
  return new StartRefusedError('foreign', text, cause);
}

/**
 * Turns an error of the system into a refusal to start, in one sentence that says what to do. Any other error is returned as it is.
 * @param place the file or folder that the operation was about, if the error names none
 */
export function refusalOf(error: unknown, place: string): unknown {
  // Node has a code of its own for a folder that was to be removed as a file.
  const code = errorCode(error) === 'ERR_FS_EISDIR' ? 'EISDIR' : errorCode(error);
  if (error instanceof StorageWriteError && !error.hasNoAnswer && errorCode(error.cause) !== undefined)
    return refusalOf(error.cause, place);
  if (error instanceof StorageError || code === undefined || !/^E[A-Z0-9]+$/.test(code)) return error;
  if (isDiskFull(error))
    return new StartRefusedError('disk-full', `${place} cannot be opened: the disk is full.`, error);
  if (code === 'EMFILE' || code === 'ENFILE') {
    const text = phrase(
      `${place} cannot be opened: this process may not open more files. Raise the limit (ulimit -n) to at least 1024, then start again.`,
    );
    return new StartRefusedError('not-writable', text, error);
  }
  const path =
    typeof error === 'object' && error !== null && 'path' in error && typeof error.path === 'string'
      ? error.path
      : place;
  if (code === 'ELOOP') return loopingLink(path, error);
  if (['EEXIST', 'EISDIR', 'ENOTDIR'].includes(code)) {
    const text =
      code === 'EISDIR'
        ? phrase(`On the path ${path} there is a folder where a file belongs. Move it away, then start again.`)
        : phrase(`On the path ${path} there is a file where a folder belongs. Move it away, then start again.`);
    return new StartRefusedError('not-writable', text, error);
  }
  if (code === 'ENXIO') {
    const text = phrase(
      `On the path ${path} there is a pipe, a socket or a device where a file belongs. Move it away, then start again.`,
    );
    return new StartRefusedError('not-writable', text, error);
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code))
    return new StartRefusedError('not-writable', `${place} cannot be written (${code}).`, error);
  const text = phrase(
    `${path} cannot be read or written: the disk reported ${code}. Check the disk and its connection, or restore a backup into an empty folder on another disk.`,
  );
  return new StartRefusedError('not-writable', text, error);
}

/**
 * What it means that a file which a person asked for was not written, in one sentence. Any other error is returned as it is.
 * @param file that is written under this name once it is whole
 */
export function outputRefusal(error: unknown, file: string): unknown {
  if (isDiskFull(error))
    return new StartRefusedError(
      'disk-full',
      `${file} was not written: the disk is full. Free up space there, or write to another disk.`,
      error,
    );
  const isOfFile = error instanceof Error && 'path' in error && String(error.path).startsWith(file);
  return isOfFile
    ? new StartRefusedError('not-writable', `${file} cannot be written (${errorCode(error) ?? ''}).`, error)
    : error;
}

/** `disk-hanging`: a write has not been answered for some seconds. */
export type DiskCondition = 'ok' | 'disk-full' | 'disk-failing' | 'disk-hanging';

/**
 * What is known of the disk after a write. One that is full still takes what is small.
 * @param hasRoom there was room for more than this write.
 */
export function conditionAfter(
  failure: StorageWriteError | undefined,
  before: DiskCondition,
  hasRoom: boolean,
): DiskCondition {
  if (failure) return isDiskFull(failure) ? 'disk-full' : 'disk-failing';
  return before === 'disk-full' && !hasRoom ? 'disk-full' : 'ok';
}

/** @returns a path as the shell of the system reads it back, for a command in a sentence. */
export const quoted = (path: string, isWindows = process.platform === 'win32'): string =>
  isWindows ? windowsQuoted(path) : posixQuoted(path);
