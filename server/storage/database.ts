/**
 * The database of one data folder: opens it (lock, recovery, migrations), serves reads and durable transactions, and
 * compacts its journal. What `transaction()` has resolved for is on disk; what is read is on disk.
 */
import type { BackupReport } from './backup.ts';
import { type CompactionResult, isCompactionDue, makeSnapshot, removeLeftovers } from './compaction.ts';
import { DiskWatch } from './disk-watch.ts';
import { type Disk, realDisk } from './disk.ts';
import { refusalOf, StorageError, type StorageWriteError } from './errors.ts';
import { type DataPaths, dataPaths } from './file-names.ts';
import { beginWithImage, type FirstImage, journalImage } from './first-image.ts';
import { GroupCommit } from './group-commit.ts';
import { isEndUnknown, loadState, type LoadedState, warningsOf } from './history.ts';
import type { Storage, StorageLog, StorageOptions, StorageStats } from './interface.ts';
import type { JournalEnd } from './journal-end.ts';
import { Journal } from './journal.ts';
import { type FolderLock, takeLock } from './lock.ts';
import {
  applyMigration,
  dataVersion,
  lastNumber,
  type Migration,
  pendingMigrations,
  shippedMigrations,
} from './migrate.ts';
import { putBack } from './replace.ts';
import { refuseUnfinished } from './unfinished-restore.ts';
import { type BackupOptions, runInWorker } from './worker.ts';

export type { SqlValue } from './engine.ts';
export type { Dependencies } from './sliced-reads.ts';
export type { Reader, Transaction } from './transaction.ts';
export { deleteReplaced, forgetReplaced, incomingFolder, putBackIfStopped, swapIn } from './replace.ts';
export { StartRefusedError, DamagedDataError, isRefusedByDisk, StorageError, StorageWriteError } from './errors.ts';
export type { Storage, TransactionOptions, StorageLog, StorageOptions, StorageStats } from './interface.ts';

const megabyte = 1024 * 1024;
const sealAfterMs = 500;
const closed = (): StorageError => new StorageError('closed', 'The database is closed.');

/**
 * Opens (or creates) the database of a data folder.
 * @throws StartRefusedError `in-use`, `not-writable`, `older-version`, `newer-version`, `changed-history` or `damaged`; nothing was changed
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const disk = options.disk ?? realDisk;
  const paths = dataPaths(options.dataDir);
  const migrations = options.migrations ?? shippedMigrations();
  let database: Database | undefined;
  const lock = await takeLock(disk, paths, {
    now: options.now,
    pause: options.pause,
    onLost: (error) => database?.lose(error),
    isChanged: async () => (await database?.isChangedByOthers()) === true,
    journalEnd: () => database?.journalEnd,
  });
  let close = (): Promise<void> => lock.release();
  try {
    await refuseUnfinished(options.dataDir, options.isRestoring);
    if (options.isSwappedIn !== true) await putBack(options.dataDir);
    const state = await loadState(disk, paths, { knownVersion: lastNumber(migrations) });
    const image = await beginWithImage(state, migrations, options.firstImage);
    const pending = pendingMigrations(state.engine, migrations, options.dataDir);
    disk.makeFolderNow(paths.journal);
    removeLeftovers(disk, paths);
    const opened = new Database(disk, paths, state, lock, options);
    database = opened;
    close = () => opened.close();
    await opened.migrate(pending, image);
    return opened;
  } catch (error) {
    await close();
    throw refusalOf(error, options.dataDir);
  }
}

class Database implements Storage {
  readonly #disk: Disk;
  readonly #paths: DataPaths;
  readonly #state: LoadedState;
  readonly #lock: FolderLock;
  readonly #log: StorageLog;
  readonly #now: () => number;
  readonly #options: StorageOptions;
  readonly #journal: Journal;
  readonly #commits: GroupCommit;
  readonly #watch: DiskWatch;
  #isLost = false;
  #snapshotBytes: number;
  #lastCompaction: number | undefined;
  #compactionError: string | undefined;
  #compaction: Promise<void> | undefined;
  #nextCompaction: Promise<void> | undefined;
  #failedAt = -Infinity;
  #segmentsAtSnapshot: number;
  #dataVersion: number;
  #sealTimer: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;
  readonly #stop = new AbortController();

  constructor(disk: Disk, paths: DataPaths, state: LoadedState, lock: FolderLock, options: StorageOptions) {
    this.#disk = disk;
    this.#paths = paths;
    this.#state = state;
    this.#lock = lock;
    this.#options = options;
    this.#log = options.log ?? { info: () => undefined, warn: () => undefined };
    this.#watch = new DiskWatch(this.#log, (isHanging) => this.#commits.noteHanging(isHanging));
    this.#now = options.now ?? Date.now;
    this.#snapshotBytes = state.snapshot?.bytes ?? 0;
    this.#lastCompaction = state.snapshot?.madeAt;
    this.#dataVersion = dataVersion(state.engine);
    this.#segmentsAtSnapshot = state.nextSegment - state.replayedSegments;
    this.#journal = new Journal({
      disk,
      paths,
      history: state.history,
      nextSegment: state.nextSegment,
      nextTransaction: state.nextTransaction,
      segmentBytes: options.segmentBytes ?? 4 * megabyte,
      existingBytes: state.journalBytes,
      noted: state.journalEnd,
      fence: lock,
    });
    this.#commits = new GroupCommit(state.engine, this.#journal, {
      began: () => this.#watch.began(),
      ended: () => this.#watch.ended(),
      settled: (failure) => this.#settled(failure),
      callbackFailed: (error) => this.#log.warn(`A function to run after a commit failed: ${String(error)}`),
    });
    this.#journal.prepare();
    for (const warning of warningsOf(state, paths)) this.#log.warn(warning);
  }

  async migrate(pending: readonly Migration[], begunWith?: FirstImage): Promise<void> {
    const now = Math.floor(this.#now() / 1000);
    if (begunWith) await this.#commits.transaction((tx) => journalImage(tx, begunWith, now));
    for (const migration of pending) {
      await this.transaction((tx) => applyMigration(tx.run.bind(tx), migration, now, this.#dataVersion === 0));
      this.#dataVersion = migration.number;
    }
    if (this.#options.watch !== undefined) this.#commits.watch(this.#options.watch);
  }

  isBehind: Storage['isBehind'] = () => this.#commits.isBehind;

  read: Storage['read'] = (fn) => (this.#closing ? Promise.reject(closed()) : this.#commits.read(fn));

  readSoon: Storage['readSoon'] = (fn) => (this.#closing ? Promise.reject(closed()) : this.#commits.readSoon(fn));

  readInSlices: Storage['readInSlices'] = (start, dependsOn) =>
    this.#closing ? Promise.reject(closed()) : this.#commits.readInSlices(start, dependsOn);

  readThenWrite: Storage['readThenWrite'] = (start, dependsOn, write) =>
    this.#closing ? Promise.reject(closed()) : this.#commits.readThenWrite(start, dependsOn, write);

  transaction: Storage['transaction'] = (fn, options) =>
    this.#closing ? Promise.reject(closed()) : this.#commits.transaction(fn, options);

  compact(isInBackground = false): Promise<void> {
    if (this.#closing) return Promise.reject(closed());
    // One that is under way lacks what was written since it began: a user who asks meanwhile shares the next.
    const before = this.#compaction?.catch(() => undefined);
    if (before !== undefined) return (this.#nextCompaction ??= before.then(async () => this.compact()));
    this.#nextCompaction = undefined;
    this.#compaction = this.#compact(isInBackground).finally(() => {
      this.#compaction = undefined;
    });
    return this.#compaction;
  }

  async backup(outFile: string, { onProgress, ...asked }: BackupOptions = {}): Promise<BackupReport> {
    if (this.#closing) throw closed();
    const job = { kind: 'backup' as const, dataDir: this.#paths.folder, outFile, madeAt: this.#now(), ...asked };
    // The backup knows of all that is noted here: a journal that ends before it is then found to be cut off.
    await this.#commits.between(() => this.#journal.seal()).catch(() => undefined);
    return runInWorker<BackupReport>(job, this.#stop.signal, onProgress);
  }

  get journalEnd(): JournalEnd {
    return this.#journal.end;
  }

  isChangedByOthers = (): Promise<boolean> => this.#journal.isChangedByOthers();

  /** Another process has taken the folder: from here on it is that one's. */
  lose(error: StorageError): void {
    this.#isLost = true;
    this.#commits.fail(error);
    this.#stop.abort();
    this.#log.warn(error.message);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  stats(): StorageStats {
    return {
      state: this.#closing ? 'closed' : this.#isLost ? 'taken-over' : this.#watch.condition,
      snapshotBytes: this.#snapshotBytes,
      journalBytes: this.#journal.bytes,
      segments: this.#segments(),
      lastCompaction: this.#lastCompaction,
      compactionError: this.#compactionError,
      compacting: this.#compaction !== undefined,
      dataVersion: this.#dataVersion,
      tornBytes: this.#state.tornBytes,
      isEndUnknown: isEndUnknown(this.#state),
      transactions: this.#journal.nextTransaction - 1,
      statements: this.#state.engine.statements,
    };
  }

  async #close(): Promise<void> {
    clearTimeout(this.#sealTimer);
    this.#watch.stop();
    await this.#commits.drained();
    this.#stop.abort();
    await this.#compaction?.catch(() => undefined);
    try {
      const confirmed = await Promise.allSettled([this.#lock.confirm()]);
      if (confirmed[0].status === 'fulfilled') await this.#journal.close();
    } finally {
      // Also where the disk refuses: what stays open would keep its memory, and go on beating.
      this.#state.engine.close();
      await this.#lock.release();
    }
  }

  async #compact(isInBackground: boolean): Promise<void> {
    await this.#lock.confirm();
    const before = this.#journal.bytes;
    const job = await this.#commits.between(async () => {
      const beforeSegment = await this.#journal.rotate();
      const { nextTransaction, bytes } = this.#journal;
      return {
        kind: 'compact' as const,
        dataDir: this.#paths.folder,
        beforeSegment,
        nextTransaction,
        madeAt: this.#now(),
        journalBytes: bytes,
      };
    });
    const make = (): Promise<CompactionResult> =>
      this.#options.compactIn === 'inline'
        ? makeSnapshot(this.#disk, this.#paths, job)
        : runInWorker<CompactionResult>({ ...job, isInBackground }, this.#stop.signal);
    try {
      const result = await make();
      this.#snapshotBytes = result.bytes;
      this.#lastCompaction = job.madeAt;
      this.#compactionError = undefined;
      this.#segmentsAtSnapshot = job.beforeSegment;
      this.#journal.dropped(job.journalBytes);
      this.#log.info(`Snapshot ${result.snapshot} of ${result.bytes} bytes replaces ${before} bytes of journal.`);
      await this.#lock.confirm();
      for (const path of result.outdated) await this.#disk.remove(path);
    } catch (error) {
      this.#compactionError = error instanceof Error ? error.message : String(error);
      this.#failedAt = this.#now();
      throw error;
    }
  }

  #settled(failure: StorageWriteError | undefined): void {
    if (this.#isLost) return;
    this.#watch.settled(failure, this.#journal.hasWholeSegment);
    if (failure) return;
    this.#sealTimer ??= this.#sealLater();
    if (this.#compactionIsDue())
      this.compact(true).catch((error: unknown) => this.#log.warn(`Compaction failed: ${String(error)}`));
  }

  #compactionIsDue(): boolean {
    if (this.#compaction) return false;
    return isCompactionDue(this.#now(), {
      lastMs: this.#lastCompaction,
      failedMs: this.#failedAt,
      bytes: this.#journal.bytes,
      atBytes: this.#options.compactAtBytes,
      segments: this.#segments(),
    });
  }

  #segments(): number {
    return this.#journal.nextSegment - this.#segmentsAtSnapshot;
  }

  /** When it gets quiet, what was written is sealed: damage to it can then not be taken for an unfinished write. */
  #sealLater(): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#sealTimer = undefined;
      if (!this.#closing) this.#commits.between(() => this.#journal.seal()).catch(() => undefined);
    }, sealAfterMs);
    return timer.unref();
  }
}
