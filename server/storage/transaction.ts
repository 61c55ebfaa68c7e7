/**
 * Transaction and read views. Reads are reads; every write is noted for the journal; and
 * once the function has returned, its view is dead.
 */
import type { Engine, SqlValue } from './engine.ts';
import { StorageError } from './errors.ts';
import type { JournalTransaction } from './records.ts';
import type { RowValues } from './remembered-rows.ts';

export interface Reader {
  /** All rows of a read, as plain objects. */
  all<T>(sql: string, ...params: SqlValue[]): T[];
  /** The first row of a read. */
  get<T>(sql: string, ...params: SqlValue[]): T | undefined;
  /**
   * A value that `make` reads from the database and from nothing else: kept until a table that it read is written.
   * @param key names it for the whole server, with its parameters in it. @returns an object that belongs to all callers.
   */
  remember<T>(key: string, make: () => T): T;
  /** A value that holds until `name`, which is also its key, is outdated (`tx.outdate`), whatever it reads. */
  rememberUntil<T>(name: string, make: () => T): T;
  /** Runs `work` by which the value of this key takes in more of what is there now: it ends with that, too. */
  grow<T>(key: string, work: () => T): T;
  /** A number that stays the same as long as none of these tables is written, and none of these names outdated (`tx.outdate`). */
  version(...names: string[]): number;
  /** The same for values made of single rows, by id: each is kept until its own row is written. */
  rememberRows<T>(ids: readonly number[], of: RowValues<T>): Map<number, T>;
}

export interface Transaction extends Reader {
  /** One write statement, journalled. `lastId` is the rowid of the last inserted row, 0 when none can be. */
  run(sql: string, ...params: SqlValue[]): { changes: number; lastId: number };
  /** One write statement with RETURNING, journalled. */
  returning<T>(sql: string, ...params: SqlValue[]): T[];
  /** Letters of all that has been written so far. */
  readonly writtenLetters: number;
  /** Ends what read the version of `name`, which is no table: a fact that few writes of its tables change. */
  outdate(name: string): void;
  /** Runs `fn` once the transaction is on disk and committed, before the promise of `transaction()` resolves. */
  afterDurable(fn: () => void): void;
  /** Runs `fn` if the transaction fails, by its own error or the disk's. */
  afterRollback(fn: () => void): void;
}

/** The view of a read. */
export class View implements Reader {
  readonly engine: Engine;
  #over = false;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  all<T>(sql: string, ...params: SqlValue[]): T[] {
    this.check();
    return this.engine.all<T>(sql, params);
  }

  get<T>(sql: string, ...params: SqlValue[]): T | undefined {
    this.check();
    return this.engine.get<T>(sql, params);
  }

  remember<T>(key: string, make: () => T): T {
    this.check();
    return this.engine.remembered.get(key, make);
  }

  rememberUntil<T>(name: string, make: () => T): T {
    this.check();
    return this.engine.remembered.getUntil(name, make);
  }

  grow<T>(key: string, work: () => T): T {
    this.check();
    return this.engine.remembered.grow(key, work);
  }

  version(...names: string[]): number {
    this.check();
    return this.engine.remembered.version(names);
  }

  rememberRows<T>(ids: readonly number[], of: RowValues<T>): Map<number, T> {
    this.check();
    return this.engine.rememberRows(ids, of);
  }

  end(): void {
    this.#over = true;
  }

  protected check(): void {
    if (this.#over) throw new StorageError('misuse', 'This transaction is over; its function must be synchronous.');
  }
}

/** The view of a transaction; `firstWrite` is called before its first write. */
export class WriteView extends View implements Transaction {
  /** Some of its statements are in memory already and cannot run again. */
  adopted = false;
  readonly statements: { sql: string; params: readonly SqlValue[] }[] = [];
  readonly whenDurable: (() => void)[] = [];
  readonly whenRolledBack: (() => void)[] = [];
  changes = 0;
  wrote = false;
  readonly #firstWrite: () => void;

  constructor(engine: Engine, firstWrite: () => void) {
    super(engine);
    this.#firstWrite = firstWrite;
  }

  run(sql: string, ...params: SqlValue[]): { changes: number; lastId: number } {
    this.#beforeWrite();
    const result = this.engine.run(sql, params);
    this.#journal(sql, params, result.changes);
    return result;
  }

  returning<T>(sql: string, ...params: SqlValue[]): T[] {
    this.#beforeWrite();
    const { rows, changes } = this.engine.returning<T>(sql, params);
    this.#journal(sql, params, changes);
    return rows;
  }

  get writtenLetters(): number {
    return this.statements
      .flatMap(({ params }) => params)
      .reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
  }

  /** Notes for the journal what the database holds already (first-image.ts). */
  adopt({ statements, changes }: JournalTransaction): void {
    this.adopted = true;
    this.check();
    this.statements.push(...statements);
    this.changes += changes;
  }

  outdate(name: string): void {
    this.#beforeWrite();
    this.engine.outdate(name);
  }

  afterDurable(fn: () => void): void {
    this.check();
    this.whenDurable.push(fn);
  }

  afterRollback(fn: () => void): void {
    this.check();
    this.whenRolledBack.push(fn);
  }

  #beforeWrite(): void {
    this.check();
    if (!this.wrote) this.#firstWrite();
    this.wrote = true;
  }

  #journal(sql: string, params: readonly SqlValue[], changes: number): void {
    // A buffer may be changed by its owner before the record is made: SQLite has its own copy already.
    const kept = params.some(isBuffer)
      ? params.map((value) => (value instanceof Uint8Array ? value.slice() : value))
      : params;
    this.statements.push({ sql, params: kept });
    this.changes += changes;
  }
}

/** A promise here means an async function: its later statements would run outside of the transaction. */
export function plain<T>(value: T): T {
  if (value instanceof Promise) {
    value.catch(() => undefined);
    throw new StorageError('misuse', 'The function of a transaction or read must be synchronous.');
  }
  return value;
}

function isBuffer(value: SqlValue): boolean {
  return value instanceof Uint8Array;
}
