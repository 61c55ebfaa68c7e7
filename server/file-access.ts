/**
 * File operations that wait for other programs: a virus scanner, an indexer or a sync client may hold a new file for a moment, and
 * the system then reports EBUSY, EACCES or EPERM. Each operation here retries for about two seconds before it reports that error.
 * Operations in a folder with a gate (file-gates.ts) go through it. A law keeps other modules from opening, renaming or removing files past it.
 */
import * as fs from 'node:fs';
import * as promises from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { type FileGate, gateOf } from './file-gates.ts';
import { refuseNonFile, refuseNonFileNow } from './special-files.ts';

const attempts = 40;
const pauseMs = 50;
const heldCodes: readonly string[] = ['EBUSY', 'EACCES', 'EPERM'];
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Runs a file operation until another program lets go of the file, for about two seconds. @throws the last error of the system */
export async function retryWhileHeld<T>(run: () => Promise<T>, codes = heldCodes): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === attempts || !isHeld(error, codes)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** The blocking variant of `retryWhileHeld`: for starts, command lines and worker threads, never for a thread that serves. */
export function retryWhileHeldNow<T>(run: () => T): T {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return run();
    } catch (error) {
      if (attempt === attempts || !isHeld(error, heldCodes)) throw error;
      Atomics.wait(sleeper, 0, 0, pauseMs);
    }
  }
}

function isHeld(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** Opens a file as `retryWhileHeldNow` does. @throws Error ENXIO also for a pipe, a socket and a device */
export function openNow(path: string, flags: string, mode?: fs.Mode): number {
  return retryWhileHeldNow(() => {
    refuseNonFileNow(path);
    return fs.openSync(path, flags, mode);
  });
}

/** Reads a text as `openNow` opens it. */
export function readTextNow(path: string): string {
  return retryWhileHeldNow(() => {
    refuseNonFileNow(path);
    return fs.readFileSync(path, 'utf8');
  });
}

/** Runs an operation that opens a file, after `refuseNonFile`. */
export async function ofFile<T>(path: unknown, run: () => Promise<T>): Promise<T> {
  return retryWhileHeld(async () => {
    await refuseNonFile(path);
    return run();
  });
}

type Async = typeof promises;

/** Runs an operation behind the gate of its path, where there is one. @param path of the two of a rename, the one that has a gate counts */
function gated<T>(path: unknown, run: () => Promise<T>, { other, length, isDeep, late }: Gated<T> = {}): Promise<T> {
  const gate = gateOf(path, isDeep) ?? gateOf(other);
  return gate === undefined ? run() : gate.run(run, length, late);
}

interface Gated<T> {
  other?: unknown;
  length?: 'short' | 'long';
  /** All below the path is meant. */
  isDeep?: boolean;
  /** Gets what came too late. */
  late?: (value: T) => void;
}

const isRecursive = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'recursive' in options && options.recursive === true;

// The functions of Node are looked up at each call, never kept: a hook that replaces them is then met.
export const copyFile: Async['copyFile'] = (...args) =>
  gated(args[0], () => ofFile(args[0], () => promises.copyFile(...args)), { other: args[1], length: 'long' });
// EPERM of `link` means that the file system has no hard links.
export const link: Async['link'] = (...args) =>
  gated(args[0], () => retryWhileHeld(() => promises.link(...args), ['EBUSY', 'EACCES']), { other: args[1] });
export const mkdir = ((...args: Parameters<Async['mkdir']>) =>
  gated(args[0], () => retryWhileHeld(() => makeFolder(...args)))) as Async['mkdir'];
export const open: Async['open'] = async (...args) => {
  const gate = gateOf(args[0]);
  if (gate === undefined) return openPlainly(...args);
  const handle = await gate.run(
    () => openPlainly(...args),
    'short',
    (late) => void late.close().catch(() => undefined),
  );
  return gatedHandle(handle, gate);
};
const openPlainly: Async['open'] = (...args) => ofFile(args[0], () => promises.open(...args));
export const readFile = ((...args: Parameters<Async['readFile']>) =>
  gated(args[0], () => ofFile(args[0], () => promises.readFile(...args)))) as Async['readFile'];
export const rename: Async['rename'] = (...args) =>
  gated(args[0], () => retryWhileHeld(() => promises.rename(...args)), { other: args[1] });
export const rm: Async['rm'] = (...args) =>
  gated(args[0], () => retryWhileHeld(() => promises.rm(...args)), { length: 'long', isDeep: isRecursive(args[1]) });
export const rmdir: Async['rmdir'] = (...args) => gated(args[0], () => retryWhileHeld(() => promises.rmdir(...args)));
export const unlink: Async['unlink'] = (...args) =>
  gated(args[0], () => retryWhileHeld(() => promises.unlink(...args)));
export const utimes: Async['utimes'] = (...args) =>
  gated(args[0], () => retryWhileHeld(() => promises.utimes(...args)));
export const writeFile: Async['writeFile'] = (...args) =>
  gated(args[0], () => ofFile(args[0], () => promises.writeFile(...args)), { length: 'long' });
export const cp: Async['cp'] = (...args) =>
  gated(args[0], () => retryWhileHeld(() => promises.cp(...args)), { other: args[1], length: 'long', isDeep: true });
export const stat = ((...args: Parameters<Async['stat']>) =>
  gated(args[0], () => retryWhileHeld(() => promises.stat(...args)))) as Async['stat'];
export const lstat = ((...args: Parameters<Async['lstat']>) =>
  gated(args[0], () => retryWhileHeld(() => promises.lstat(...args)))) as Async['lstat'];
export const readdir = ((...args: Parameters<Async['readdir']>): Promise<unknown> =>
  gated(args[0], () => retryWhileHeld(() => promises.readdir(...args)), {
    length: isRecursive(args[1]) ? 'long' : 'short',
    isDeep: isRecursive(args[1]),
  })) as Async['readdir'];

/** Methods of a file handle that ask the disk; what is written may have to wait for much that was written before. */
const longMethods = new Set(['write', 'writev', 'writeFile', 'appendFile', 'sync', 'datasync']);
const shortMethods = new Set(['read', 'readv', 'readFile', 'stat', 'truncate', 'utimes', 'chmod']);

/** A file handle whose operations go through a gate. It is closed at some time, whichever caller waits for that. */
function gatedHandle(handle: promises.FileHandle, gate: FileGate): promises.FileHandle {
  return new Proxy(handle, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const run = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
      if (name === 'close') return () => gate.run(() => run(), 'short', undefined, true);
      const length = longMethods.has(String(name)) ? 'long' : shortMethods.has(String(name)) ? 'short' : undefined;
      return length === undefined ? run : (...args: unknown[]) => gate.run(() => run(...args), length);
    },
  });
}

/** Node reports a disk without room as a missing folder where it makes those above, too: the system is asked for its own reason. */
async function makeFolder(...[path, options]: Parameters<Async['mkdir']>): ReturnType<Async['mkdir']> {
  try {
    return await promises.mkdir(path, options);
  } catch (error) {
    const isDeep = typeof options === 'object' && options?.recursive === true && typeof path === 'string';
    if (!isDeep || !isMissing(error)) throw error;
    for (let folder = path; ; folder = dirname(folder)) {
      try {
        await promises.mkdir(folder, { ...options, recursive: false });
        return await promises.mkdir(path, options);
      } catch (reason) {
        if (!isMissing(reason)) throw reason;
        if (dirname(folder) === folder) throw error;
      }
    }
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

type OpenArguments = [
  path: fs.PathLike,
  flags: fs.OpenMode | undefined,
  mode: fs.Mode | null | undefined,
  done: (error: unknown, fd: number) => void,
];

/** `fs.open` as streams call it. */
function openForStream(...args: unknown[]): void {
  const [path, flags, mode, done] = args as OpenArguments;
  const attempt = (count: number): void =>
    fs.open(path, flags, mode, (error, fd) => {
      if (count < attempts && isHeld(error, heldCodes)) setTimeout(attempt, pauseMs, count + 1);
      else done(error, fd);
    });
  callbackify(refuseNonFile)(path, (error) => (error ? done(error, -1) : attempt(1)));
}

const streamFs = { ...fs, open: Object.assign(openForStream, fs.open) };
type ReadOptions = Exclude<Parameters<typeof fs.createReadStream>[1], string | undefined>;
type WriteOptions = Exclude<Parameters<typeof fs.createWriteStream>[1], string | undefined>;

/** The functions of `fs` that a stream calls, behind a gate. */
function streamFsBehind(gate: FileGate): typeof streamFs {
  type Callback = (error: unknown, ...results: unknown[]) => void;
  const behind =
    (name: 'open' | 'read' | 'write' | 'writev' | 'close') =>
    (...args: unknown[]): void => {
      const settle = args.pop() as Callback;
      const call = streamFs[name] as (...args: unknown[]) => void;
      const run = (): Promise<unknown[]> =>
        new Promise((resolve, reject) => {
          call(...args, (error: unknown, ...results: unknown[]) => (error ? reject(error) : resolve(results)));
        });
      const late = ([fd]: unknown[]): void => {
        if (name === 'open') fs.close(fd as number, () => undefined);
      };
      gate.run(run, name === 'write' || name === 'writev' ? 'long' : 'short', late, name === 'close').then(
        (results) => settle(null, ...results),
        (error: unknown) => settle(error),
      );
    };
  return {
    ...streamFs,
    open: behind('open') as typeof streamFs.open,
    read: behind('read') as typeof fs.read,
    write: behind('write') as typeof fs.write,
    writev: behind('writev') as typeof fs.writev,
    close: behind('close') as typeof fs.close,
  };
}

const streamFsFor = (path: fs.PathLike): typeof streamFs => {
  const gate = gateOf(path);
  return gate === undefined ? streamFs : streamFsBehind(gate);
};

export function createReadStream(path: fs.PathLike, options: ReadOptions = {}): fs.ReadStream {
  return fs.createReadStream(path, { ...options, fs: streamFsFor(path) });
}

export function createWriteStream(path: fs.PathLike, options: WriteOptions = {}): fs.WriteStream {
  return fs.createWriteStream(path, { ...options, fs: streamFsFor(path) });
}

/** Bytes that are read at a time for a client. */
const pieceBytes = 128 * 1024;
/** So many files are open at once for clients. */
const lanes: Promise<unknown>[] = Array.from({ length: 16 }, () => Promise.resolve());
let lane = 0;

/**
 * A part of a file as a stream for a client. No descriptor is open between two pieces: many clients that take theirs slowly would use up
 * all descriptors of the process.
 * @param bounds offsets of the first and the last byte @throws (as an error of the stream) Error when the file ends before
 */
export function readInPieces(path: string, bounds: { start?: number; end: number }): Readable {
  return Readable.from(pieces(path, bounds), { objectMode: false, highWaterMark: pieceBytes });
}

async function* pieces(path: string, { start = 0, end }: { start?: number; end: number }): AsyncGenerator<Buffer> {
  const gate = gateOf(path);
  for (let at = start; at <= end;) {
    const read = (): Promise<Buffer> => readPiece(path, at, Math.min(pieceBytes, end - at + 1));
    const piece = await (gate === undefined ? inLane(read) : gate.run(read));
    if (piece.length === 0) throw new Error(`${path} ends at byte ${at}, before byte ${end}`);
    at += piece.length;
    yield piece;
  }
}

async function readPiece(path: string, at: number, length: number): Promise<Buffer> {
  const file = await openPlainly(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function inLane<T>(read: () => Promise<T>): Promise<T> {
  lane = (lane + 1) % lanes.length;
  const done = (lanes[lane] ?? Promise.resolve()).then(read);
  lanes[lane] = done.catch(() => undefined);
  return done;
}

/** Windows opens a device under these names, also with an extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?:\.|$)/i;

/** Whether Windows opens a device instead of a file of this name. */
export const isDeviceName = (name: string): boolean => device.test(name);
