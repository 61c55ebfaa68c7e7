/**
 * A disk in memory that fails on command: it refuses the n-th operation, fills up, or crashes and then keeps only what
 * was synced (and any part of what was not). It implements the storage's disk port, nothing more.
 */
import { dirname } from 'node:path';
import type { Disk, DiskFile } from '../storage/disk.ts';

interface Write {
  position: number;
  bytes: Uint8Array;
}

interface Inode {
  now: Uint8Array;
  /** Content as of the last sync, and what was written since. */
  synced: Uint8Array;
  unsynced: (Write | { size: number })[];
}

export interface Fault {
  /** Counts from 1; reads do not count. */
  operation: number;
  /** `crash`: this and every later operation fails, as for a process that is gone. */
  code: 'ENOSPC' | 'EIO' | 'crash';
}

export type Survival = 'nothing unsynced' | 'everything' | 'some sectors' | 'garbled sectors';

export class SystemError extends Error {
  readonly code: string;

  constructor(code: string, what: string) {
    super(`${code}: ${what}`);
    this.code = code;
  }
}

const sector = 512;

export class FaultyDisk implements Disk {
  readonly #files = new Map<string, Inode>();
  /** Names as of the last sync of their folder, and the changes since. */
  readonly #syncedNames = new Map<string, Inode>();
  #unsyncedNames: { path: string; inode: Inode | undefined }[] = [];
  readonly #folders = new Set<string>();
  #operations = 0;
  #crashed = false;
  fault: Fault | undefined;
  /** Bytes all files together may have. */
  capacity = Infinity;
  /** Names of the operations so far. */
  readonly log: string[] = [];

  get operations(): number {
    return this.#operations;
  }

  get crashed(): boolean {
    return this.#crashed;
  }

  /** Every file with its content, for comparing and for flipping bits. */
  contents(): Map<string, Uint8Array> {
    return new Map([...this.#files].map(([path, inode]) => [path, inode.now.slice()]));
  }

  /** Puts a file on the disk as if it had always been there. */
  place(path: string, bytes: Uint8Array): void {
    const inode = { now: bytes.slice(), synced: bytes.slice(), unsynced: [] };
    this.#files.set(path, inode);
    this.#syncedNames.set(path, inode);
    this.#folders.add(dirname(path));
  }

  /** A working disk with what a crash (a power cut) leaves of this one. `random` gives numbers in [0, 1). */
  afterCrash(survival: Survival, random: () => number): FaultyDisk {
    const names = new Map(this.#syncedNames);
    for (const { path, inode } of this.#unsyncedNames) {
      const kept = survival === 'everything' || (survival !== 'nothing unsynced' && random() < 0.5);
      if (!kept) continue;
      if (inode) names.set(path, inode);
      else names.delete(path);
    }
    const disk = new FaultyDisk();
    for (const folder of this.#folders) disk.#folders.add(folder);
    for (const [path, inode] of names) if (!path.endsWith('.lock')) disk.place(path, survivor(inode, survival, random));
    return disk;
  }

  makeFolderNow(path: string): void {
    this.#folders.add(path);
  }

  listNow(path: string): string[] {
    const names = [...this.#files.keys()]
      .filter((file) => dirname(file) === path)
      .map((file) => file.slice(path.length + 1));
    const folders = [...this.#folders]
      .filter((folder) => dirname(folder) === path)
      .map((folder) => folder.slice(path.length + 1));
    return [...names, ...folders].sort();
  }

  linkNow(): undefined {
    return undefined;
  }

  sizeNow(path: string): number | undefined {
    return this.#files.get(path)?.now.length;
  }

  openNow(path: string, mode: 'read' | 'create'): DiskFile {
    let inode = this.#files.get(path);
    if (mode === 'create') {
      if (inode) throw new SystemError('EEXIST', path);
      this.#operate(`create ${path}`);
      inode = newInode();
      this.#name(path, inode);
    } else if (this.#crashed) throw new SystemError('EIO', 'crashed');
    if (!inode) throw new SystemError('ENOENT', path);
    return this.#file(path, inode);
  }

  renameNow(from: string, to: string): void {
    this.#operate(`rename ${from} ${to}`);
    const inode = this.#files.get(from);
    if (!inode) throw new SystemError('ENOENT', from);
    this.#name(from, undefined);
    this.#name(to, inode);
  }

  removeNow(path: string): void {
    if (!this.#files.has(path)) return;
    this.#operate(`remove ${path}`);
    this.#name(path, undefined);
  }

  syncFolderNow(path: string): void {
    this.#operate(`sync folder ${path}`);
    this.#unsyncedNames = this.#unsyncedNames.filter((change) => {
      if (dirname(change.path) !== path) return true;
      if (change.inode) this.#syncedNames.set(change.path, change.inode);
      else this.#syncedNames.delete(change.path);
      return false;
    });
  }

  async createZeroed(path: string, bytes: number): Promise<void> {
    this.removeNow(path);
    const file = this.openNow(path, 'create');
    file.writeNow(new Uint8Array(bytes), 0);
    file.syncNow();
  }

  async openDurable(path: string): Promise<DiskFile> {
    return this.openNow(path, 'read');
  }

  async openForWrites(path: string): Promise<DiskFile> {
    return this.openNow(path, 'read');
  }

  async createNew(path: string, bytes: Uint8Array): Promise<DiskFile> {
    const file = this.openNow(path, 'create');
    file.writeNow(bytes, 0);
    return file;
  }

  async read(path: string): Promise<Uint8Array> {
    if (this.#crashed) throw new SystemError('EIO', 'crashed');
    const inode = this.#files.get(path);
    if (!inode) throw new SystemError('ENOENT', path);
    return inode.now.slice();
  }

  async list(path: string): Promise<string[]> {
    return this.listNow(path);
  }

  async publish(from: string, to: string): Promise<void> {
    this.renameNow(from, to);
    this.syncFolderNow(dirname(to));
  }

  async publishNew(from: string, to: string): Promise<void> {
    if (this.#files.has(to)) throw new SystemError('EEXIST', to);
    this.renameNow(from, to);
    try {
      this.syncFolderNow(dirname(to));
    } catch (error) {
      if (!this.#crashed) this.removeNow(to);
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    this.removeNow(path);
  }

  #file(path: string, inode: Inode): DiskFile {
    const write = (bytes: Uint8Array, position: number): void => {
      const growth = Math.max(0, position + bytes.length - inode.now.length);
      const hasRoom = this.capacity === Infinity || this.#used() + growth <= this.capacity;
      this.#operate(`write ${path}`, hasRoom ? undefined : 'ENOSPC', () => {
        this.#apply(inode, { position, bytes: bytes.slice(0, bytes.length >> 1) }); // a failed write may have done a part
      });
      this.#apply(inode, { position, bytes: bytes.slice() });
    };
    const sync = (): void => {
      this.#operate(`sync ${path}`);
      inode.synced = inode.now.slice();
      inode.unsynced = [];
    };
    return {
      readNow(into, position) {
        const bytes = inode.now.subarray(position, position + into.length);
        into.set(bytes);
        return bytes.length;
      },
      writeNow: write,
      syncNow: sync,
      closeNow: () => undefined,
      write: async (bytes, position) => write(bytes, position),
      writeDurable: async (bytes, position) => {
        write(bytes, position);
        sync();
      },
      isLinked: async () => [...this.#files.values()].includes(inode),
      truncate: async (size) => {
        this.#operate(`truncate ${path}`);
        this.#apply(inode, { size });
      },
      close: async () => undefined,
    };
  }

  #used(): number {
    return [...this.#files.values()].reduce((sum, one) => sum + one.now.length, 0);
  }

  #apply(inode: Inode, change: Write | { size: number }): void {
    inode.unsynced.push(change);
    inode.now = changed(inode.now, change);
  }

  #name(path: string, inode: Inode | undefined): void {
    if (inode) this.#files.set(path, inode);
    else this.#files.delete(path);
    this.#unsyncedNames.push({ path, inode });
  }

  #operate(what: string, failure?: 'ENOSPC', partly?: () => void): void {
    if (this.#crashed) throw new SystemError('EIO', 'the process is gone');
    this.#operations += 1;
    this.log.push(what);
    const hit = this.fault?.operation === this.#operations ? this.fault.code : failure;
    if (!hit) return;
    partly?.();
    if (hit === 'crash') this.#crashed = true;
    throw new SystemError(hit === 'crash' ? 'EIO' : hit, what);
  }
}

function newInode(): Inode {
  return { now: new Uint8Array(0), synced: new Uint8Array(0), unsynced: [] };
}

function changed(bytes: Uint8Array, change: Write | { size: number }): Uint8Array {
  const size = 'size' in change ? change.size : Math.max(bytes.length, change.position + change.bytes.length);
  const result = new Uint8Array(size);
  result.set(bytes.subarray(0, size));
  if ('bytes' in change) result.set(change.bytes, change.position);
  return result;
}

function survivor(inode: Inode, survival: Survival, random: () => number): Uint8Array {
  if (survival === 'nothing unsynced') return inode.synced;
  if (survival === 'everything') return inode.now;
  let bytes = inode.synced;
  for (const change of inode.unsynced) {
    if ('size' in change) {
      if (random() < 0.5) bytes = changed(bytes, change);
      continue;
    }
    for (let at = 0; at < change.bytes.length;) {
      const end = Math.min(
        change.bytes.length,
        (Math.floor((change.position + at) / sector) + 1) * sector - change.position,
      );
      const piece = change.bytes.slice(at, end);
      if (survival === 'garbled sectors' && random() < 0.3)
        for (const index of piece.keys()) piece[index] = random() * 256;
      if (random() < 0.5) bytes = changed(bytes, { position: change.position + at, bytes: piece });
      at = end;
    }
  }
  return bytes;
}
