/** The face of storage: what the rest of the server holds, and what it is opened with. */
import type { BackupReport } from './backup.ts';
import type { Disk } from './disk.ts';
import type { DiskCondition } from './errors.ts';
import type { FirstImage } from './first-image.ts';
import type { Migration } from './migrate.ts';
import type { RowWatch } from './row-watch.ts';
import type { Dependencies } from './sliced-reads.ts';
import type { Reader, Transaction } from './transaction.ts';
import type { BackupOptions } from './worker.ts';

export interface StorageStats {
  /**
   * `disk-failing`: the last write was refused; reads go on, the next write tries again. `disk-full`: the same for want of room,
   * until there is some for more than the next small write. `taken-over`: another process has the folder now; nothing is read or
   * written any more.
   */
  state: DiskCondition | 'taken-over' | 'closed';
  snapshotBytes: number;
  journalBytes: number;
  segments: number;
  /** UNIX milliseconds of the last snapshot, undefined before the first. */
  lastCompaction: number | undefined;
  /** Why the last attempt to compact failed, undefined when it did not. */
  compactionError: string | undefined;
  compacting: boolean;
  dataVersion: number;
  /** Bytes of a write that had not finished when the server before this one died: they were left out. 0 when there were none. */
  tornBytes: number;
  /** The note of how far the journal reaches was lost before the start: what was written last may be lost, too. */
  isEndUnknown: boolean;
  /** Transactions in the whole history. */
  transactions: number;
  /** SQL statements that have run since the start, reads and writes. */
  statements: number;
}

export interface TransactionOptions {
  /** The caller has another way: where the disk has not answered for some seconds, it is refused as by a full disk, and does not wait. */
  isDeferrable?: boolean;
}

export interface Storage {
  /** Runs a synchronous function over durable data. */
  read<T>(fn: (view: Reader) => T): Promise<T>;
  /** The same, at once where nothing is being written just now: for what every request asks. */
  readSoon<T>(fn: (view: Reader) => T): T | Promise<T>;
  /**
   * The same for long reads: `start` gives steps of a few milliseconds, and others have their turn in between. It sees one
   * state of the data: `start` is called again when what it depends on has changed in the meantime.
   */
  readInSlices<T>(start: (view: Reader) => Generator<void, T>, dependsOn: Dependencies): Promise<T>;
  /** A read in slices, and a transaction with what it found: nothing that it depends on changes in between. */
  readThenWrite<T, R>(
    start: (view: Reader) => Generator<void, T>,
    dependsOn: Dependencies,
    write: (tx: Transaction, found: T) => R,
  ): Promise<R>;
  /**
   * Runs a synchronous function as one transaction and resolves once it is on disk. If `fn` throws, it is rolled back
   * and its error is the rejection.
   * @throws StorageWriteError when the disk refuses; then nothing of it happened
   */
  transaction<T>(fn: (tx: Transaction) => T, options?: TransactionOptions): Promise<T>;
  /**
   * Makes a snapshot of all that was written before the call, and drops what it replaces. A user who calls while one is being made
   * shares the next.
   */
  compact(): Promise<void>;
  /** Writes one consistent file with the database and all other files of the data folder, without holding up anybody. */
  backup(outFile: string, options?: BackupOptions): Promise<BackupReport>;
  /** Whether transactions wait for their turn: what has just reached the disk is followed by more at once. */
  isBehind(): boolean;
  /** Finishes what was begun, then lets go of the folder. */
  close(): Promise<void>;
  stats(): StorageStats;
}

/** Where storage reports what no one waits for. */
export interface StorageLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface StorageOptions {
  dataDir: string;
  disk?: Disk;
  log?: StorageLog;
  /** UNIX milliseconds. */
  now?: () => number;
  /** Waits while it watches whether the owner of a lock lives, in milliseconds. */
  pause?: (ms: number) => Promise<unknown>;
  /** The migrations this program knows; those it ships by default. */
  migrations?: readonly Migration[];
  /** What a new folder starts from; what the build made by default. */
  firstImage?: FirstImage;
  /** Size of a journal segment made in advance, bytes. */
  segmentBytes?: number;
  /** Journal bytes after which a compaction starts on its own. */
  compactAtBytes?: number;
  /** The content was swapped in just now and is being tried: a swap that did not end is otherwise put back (replace.ts). */
  isSwappedIn?: boolean;
  /** The restore that is under way opens the folder: the mark of an unfinished one is its own. */
  isRestoring?: boolean;
  /** Is reported about rows that transactions change, once the schema is up to date. */
  watch?: RowWatch;
  /** `inline` compacts in this thread: for tests with an injected disk. */
  compactIn?: 'worker' | 'inline';
}
