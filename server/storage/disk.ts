/**
 * The disk port: every file operation of the database goes through it, so that tests can inject full disks,
 * broken disks and crashes that lose unsynced data. Names ending in `Now` block; the others use the thread pool
 * and are the only ones used while serving.
 */
import { constants } from 'node:fs';
import * as fs from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { link, ofFile, open, openNow, readFile, readdir, rename, retryWhileHeldNow, rm } from '../file-access.ts';
import { errorCode } from './errors.ts';

export interface DiskFile {
  /** Reads up to `into.length` bytes from `position`; returns how many there were. */
  readNow(into: Uint8Array, position: number): number;
  /** Writes all bytes or throws. Not durable until `syncNow`. */
  writeNow(bytes: Uint8Array, position: number): void;
  syncNow(): void;
  closeNow(): void;
  /** Writes all bytes; they are durable some time. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  /** Writes all bytes and resolves when they are on disk. */
  writeDurable(bytes: Uint8Array, position: number): Promise<void>;
  truncate(size: number): Promise<void>;
  /** Whether a name still leads to the file. Some file systems always answer no. */
  isLinked(): Promise<boolean>;
  close(): Promise<void>;
}

export interface Disk {
  makeFolderNow(path: string): void;
  /** Names in a folder, sorted; empty when there is no such folder. */
  listNow(path: string): string[];
  /** Size in bytes, undefined when there is no such file. */
  sizeNow(path: string): number | undefined;
  /** Where a symbolic link leads, undefined when the path is none. */
  linkNow(path: string): string | undefined;
  /** `create` fails with EEXIST when the file is there. */
  openNow(path: string, mode: 'read' | 'create'): DiskFile;
  renameNow(from: string, to: string): void;
  removeNow(path: string): void;
  /** Makes creations, renames and removals in a folder durable. */
  syncFolderNow(path: string): void;
  /** Creates a file of `bytes` zeros, on disk, so that later writes into it change no metadata. */
  createZeroed(path: string, bytes: number): Promise<void>;
  /** Opens an existing file for durable writes. */
  openDurable(path: string): Promise<DiskFile>;
  /** Opens an existing file for writes that become durable at some time, or by `writeDurable`. */
  openForWrites(path: string): Promise<DiskFile>;
  /** Creates a file with this content. Fails with EEXIST when it is there. */
  createNew(path: string, bytes: Uint8Array): Promise<DiskFile>;
  /** Reads a whole small file. */
  read(path: string): Promise<Uint8Array>;
  /** As `listNow`. */
  list(path: string): Promise<string[]>;
  /** Renames and makes the rename durable. */
  publish(from: string, to: string): Promise<void>;
  /** The same, but fails with EEXIST when `to` is there; after any failure nothing of it is left at `to`. */
  publishNew(from: string, to: string): Promise<void>;
  /** Removes a file; a missing one is fine. */
  remove(path: string): Promise<void>;
}

/** Bytes that backups, restores and moves leave free on a disk: the journal of a running server needs room. */
export const diskReserve = 64 * 1024 * 1024;

// Only Linux promises that O_DSYNC equals write + fdatasync; elsewhere both are called.
const durableFlag = process.platform === 'linux' ? constants.O_DSYNC : 0;
const zeroChunk = new Uint8Array(256 * 1024);

/** The computer's own disk. */
export const realDisk: Disk = {
  makeFolderNow: makeFolder,
  listNow(path) {
    try {
      return retryWhileHeldNow(() => fs.readdirSync(path)).sort();
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  },
  sizeNow: (path) => retryWhileHeldNow(() => fs.statSync(path, { throwIfNoEntry: false }))?.size,
  linkNow(path) {
    try {
      return fs.readlinkSync(path);
    } catch {
      return undefined;
    }
  },
  openNow: (path, mode) => realFile(openNow(path, mode === 'read' ? 'r' : 'wx+'), 0),
  renameNow: (from, to) => retryWhileHeldNow(() => fs.renameSync(from, to)),
  removeNow: (path) => retryWhileHeldNow(() => fs.rmSync(path, { force: true })),
  syncFolderNow(path) {
    if (process.platform === 'win32') return; // folders cannot be opened there; NTFS journals its own metadata
    const fd = retryWhileHeldNow(() => fs.openSync(path, 'r'));
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  },
  async createZeroed(path, bytes) {
    const file = await open(path, 'wx');
    try {
      for (let at = 0; at < bytes; at += zeroChunk.length) {
        await file.write(zeroChunk, 0, Math.min(zeroChunk.length, bytes - at), at);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  },
  openDurable: async (path) => realFile(await openFd(path, constants.O_RDWR | durableFlag), durableFlag),
  openForWrites: async (path) => realFile(await openFd(path, constants.O_RDWR), 0),
  async createNew(path, bytes) {
    const file = realFile(await openFd(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL), 0);
    try {
      await file.write(bytes, 0);
      return file;
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
  },
  read: (path) => readFile(path),
  async list(path) {
    try {
      return (await readdir(path)).sort();
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  },
  async publish(from, to) {
    await rename(from, to);
    await syncFolder(dirname(to));
  },
  async publishNew(from, to) {
    try {
      await link(from, to);
    } catch (error) {
      if (errorCode(error) === 'EEXIST' || errorCode(error) === 'ENOENT') throw error;
      // FAT and some network drives have no hard links.
      if (await exists(to)) throw Object.assign(new Error(`EEXIST: ${to}`), { code: 'EEXIST' });
      await rename(from, to);
    }
    try {
      await rm(from, { force: true });
      await syncFolder(dirname(to));
    } catch (error) {
      await rm(to, { force: true });
      throw error;
    }
  },
  remove: (path) => rm(path, { force: true }),
};

function openFd(path: string, flags: number): Promise<number> {
  const once = (): Promise<number> =>
    new Promise((resolve, reject) => {
      fs.open(path, flags, (error, fd) => (error ? reject(error) : resolve(fd)));
    });
  return ofFile(path, once);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there; NTFS journals its own metadata
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function datasync(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fs.fdatasync(fd, (error) => (error ? reject(error) : resolve()));
  });
}

function closeFd(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fs.close(fd, (error) => (error ? reject(error) : resolve()));
  });
}

function realFile(fd: number, flag: number): DiskFile {
  const writeNow = (bytes: Uint8Array, position: number): void => {
    for (let done = 0; done < bytes.length;) {
      done += fs.writeSync(fd, bytes, done, bytes.length - done, position + done);
    }
  };
  const write = (bytes: Uint8Array, position: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const step = (done: number): void => {
        fs.write(fd, bytes, done, bytes.length - done, position + done, (error, count) => {
          if (error) reject(error);
          else if (done + count < bytes.length) step(done + count);
          else resolve();
        });
      };
      step(0);
    });
  return {
    readNow(into, position) {
      let done = 0;
      while (done < into.length) {
        const count = fs.readSync(fd, into, done, into.length - done, position + done);
        if (count === 0) break;
        done += count;
      }
      return done;
    },
    writeNow,
    syncNow: () => fs.fdatasyncSync(fd),
    closeNow: () => fs.closeSync(fd),
    write,
    async writeDurable(bytes, position) {
      await write(bytes, position);
      if (flag === 0) await datasync(fd);
    },
    truncate: (size) =>
      new Promise((resolve, reject) => {
        fs.ftruncate(fd, size, (error) => (error ? reject(error) : resolve()));
      }),
    isLinked: () =>
      new Promise((resolve, reject) => {
        fs.fstat(fd, (error, stats) => (error ? reject(error) : resolve(stats.nlink > 0)));
      }),
    close: () => closeFd(fd),
  };
}

/** Makes a folder and those above it, for this user alone. Node's own way never ends where a file system refuses with ENOENT, as /proc does. */
function makeFolder(path: string): void {
  try {
    fs.mkdirSync(path, 0o700);
  } catch (error) {
    if (fs.existsSync(path)) {
      if (fs.statSync(path).isDirectory()) return;
      throw error;
    }
    if (errorCode(error) !== 'ENOENT' || fs.existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    makeFolder(path);
  }
}
