/**
 * Database of a folder that is being put together beside the data: it is written in memory alone and becomes a snapshot at the end, so
 * that a million rows cost no journal. Until `finish` the folder has no data; nothing else may have it open.
 */
import { randomBytes } from 'node:crypto';
import { type Disk, realDisk } from './disk.ts';
import { StorageError } from './errors.ts';
import { dataPaths } from './file-names.ts';
import { beginWithImage } from './first-image.ts';
import { catchUp, loadState, type LoadedState } from './history.ts';
import type { Storage, StorageStats } from './interface.ts';
import { applyMigration, dataVersion, lastNumber, pendingMigrations, shippedMigrations } from './migrate.ts';
import { writeSnapshot } from './snapshot.ts';
import { plain, type Reader, type Transaction, View, WriteView } from './transaction.ts';

const unavailable = (): StorageError => new StorageError('misuse', 'This database is only being put together.');

/** Runs steps to their end: no one waits for a turn. */
function complete<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export class OfflineStorage implements Storage {
  readonly #state: LoadedState;
  readonly #folder: string;
  readonly #disk: Disk;
  #open: WriteView | undefined;

  constructor(state: LoadedState, folder: string, disk: Disk) {
    this.#state = state;
    this.#folder = folder;
    this.#disk = disk;
  }

  /** One transaction that stays open over awaits until `commit`: there is one writer. */
  get tx(): Transaction {
    return (this.#open ??= new WriteView(this.#state.engine, () => this.#state.engine.begin()));
  }

  commit(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    open.end();
    if (open.wrote) this.#state.engine.commit();
    for (const run of open.whenDurable) run();
  }

  /** Takes back what was written since the last `commit`. */
  rollBack(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.end();
    if (open?.wrote === true) this.#state.engine.rollback();
  }

  /**
   * Runs the transactions again that were written in the data folder since it was loaded, beside what was written here.
   * @throws DamagedDataError where they do not give here what they gave there
   */
  catchUp(from: string): void {
    this.commit();
    catchUp(this.#disk, dataPaths(from), this.#state);
  }

  /** Writes the snapshot: from here on the folder has data, and opens. @param now UNIX milliseconds. */
  finish(now: number): void {
    this.commit();
    const { engine, nextTransaction } = this.#state;
    const paths = dataPaths(this.#folder);
    this.#disk.makeFolderNow(paths.journal);
    writeSnapshot(this.#disk, paths, engine.image.view(engine.imageBytes()), {
      snapshot: 1,
      history: randomBytes(16).toString('hex'),
      nextTransaction: Math.max(2, nextTransaction),
      dataVersion: dataVersion(engine),
      madeAt: now,
    });
  }

  async read<T>(fn: (view: Reader) => T): Promise<T> {
    return plain(fn(new View(this.#state.engine)));
  }

  readSoon<T>(fn: (view: Reader) => T): T {
    return plain(fn(new View(this.#state.engine)));
  }

  async readInSlices<T>(start: (view: Reader) => Generator<void, T>): Promise<T> {
    return complete(start(new View(this.#state.engine)));
  }

  async readThenWrite<T, R>(
    start: (view: Reader) => Generator<void, T>,
    _dependsOn: unknown,
    write: (tx: Transaction, found: T) => R,
  ): Promise<R> {
    return this.transaction((tx) => write(tx, complete(start(tx))));
  }

  async transaction<T>(fn: (tx: Transaction) => T): Promise<T> {
    this.commit();
    try {
      const value = plain(fn(this.tx));
      this.commit();
      return value;
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  compact = (): Promise<void> => Promise.reject(unavailable());
  backup = (): Promise<never> => Promise.reject(unavailable());
  isBehind = (): boolean => false;

  async close(): Promise<void> {
    this.rollBack();
    this.#state.engine.close();
  }

  stats(): StorageStats {
    return {
      state: 'ok',
      snapshotBytes: 0,
      journalBytes: 0,
      segments: 0,
      lastCompaction: undefined,
      compactionError: undefined,
      compacting: false,
      dataVersion: dataVersion(this.#state.engine),
      tornBytes: 0,
      isEndUnknown: false,
      transactions: 0,
      statements: this.#state.engine.statements,
    };
  }
}

/**
 * @param from the data folder whose state is the beginning; null for an organization that is still to be made. It is only read.
 * @param folder where the data comes to be; it is empty.
 * @param now UNIX milliseconds. @param until where a server still writes in `from`: transactions after the first state
 *   that this accepts are left for `OfflineStorage.catchUp`.
 * @throws StartRefusedError as `openStorage`
 */
export async function openOffline(
  from: string | null,
  folder: string,
  now: number,
  until?: (db: Reader) => boolean,
): Promise<OfflineStorage> {
  const disk = realDisk;
  const migrations = shippedMigrations();
  const state = await loadState(disk, dataPaths(from ?? folder), {
    knownVersion: lastNumber(migrations),
    ...(until !== undefined && { until: (engine) => until(new View(engine)) }),
  });
  try {
    await beginWithImage(state, migrations);
    const pending = pendingMigrations(state.engine, migrations, from ?? folder);
    const storage = new OfflineStorage(state, folder, disk);
    for (const migration of pending)
      await storage.transaction((tx) =>
        applyMigration(tx.run.bind(tx), migration, Math.floor(now / 1000), dataVersion(state.engine) === 0),
      );
    return storage;
  } catch (error) {
    state.engine.close();
    throw error;
  }
}
