/**
 * One group of a group commit: transactions that run one after another inside one SQL transaction. Only all of it can be undone: with
 * a savepoint for each, SQLite kept a copy of every page that one of them changed (five to ten hundredths of sending a message). So when
 * one fails after it wrote, which is rare, all are rolled back and what the others wrote is written again, as a start does from the journal.
 */
import type { Engine } from './engine.ts';
import { StorageError } from './errors.ts';
import type { JournalTransaction } from './records.ts';
import { replayTransaction } from './replay.ts';
import type { WatchedRows } from './row-watch.ts';
import { plain, WriteView } from './transaction.ts';

/** A transaction that waits for its turn. */
export interface Queued {
  run(tx: WriteView): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** It does not wait for a disk that hangs. */
  isDeferrable?: boolean;
}

/** A transaction that has run. */
export interface Member {
  queued: Queued;
  outcome: { value: unknown } | { error: unknown };
  afterDurable: (() => void)[];
  afterRollback: (() => void)[];
}

/** Tells a transaction's caller what became of it, and runs what waits for that. */
export function settle(
  { queued, outcome, afterDurable, afterRollback }: Member,
  failure: StorageError | undefined,
  callbackFailed: (error: unknown) => void,
): void {
  const kept = !failure && 'value' in outcome;
  for (const fn of kept ? afterDurable : afterRollback) {
    try {
      fn();
    } catch (error) {
      callbackFailed(error);
    }
  }
  if (failure) queued.reject(failure);
  else if ('error' in outcome) queued.reject(outcome.error);
  else queued.resolve(outcome.value);
}

/** The transactions of one turn, run one after another. */
export class Group {
  readonly members: Member[] = [];
  readonly transactions: JournalTransaction[] = [];
  began = false;
  isSetAside = false;
  #hasAdopted = false;
  /** SQLite gave up the whole SQL transaction: none of the group can be kept. */
  broken: StorageError | undefined;
  readonly #engine: Engine;
  readonly #watched: WatchedRows | undefined;

  constructor(engine: Engine, watched?: WatchedRows) {
    this.#engine = engine;
    this.#watched = watched;
  }

  /** Takes what was written out of memory until the disk has it: reads then see the state before. Not what cannot run again. */
  setAside(): void {
    if (!this.began || this.#hasAdopted) return;
    this.#engine.rollback();
    this.isSetAside = true;
  }

  /** Commits in memory what is on disk. */
  commit(): void {
    if (this.isSetAside) this.#writeAgain();
    this.#engine.commit();
  }

  /** Takes back in memory what is not on disk. */
  rollback(): void {
    if (this.broken) this.#engine.rollbackIfOpen();
    else if (!this.isSetAside) this.#engine.rollback();
  }

  run(queued: Queued): void {
    const tx = new WriteView(this.#engine, () => this.#begin());
    let outcome: Member['outcome'];
    try {
      outcome = { value: plain(queued.run(tx)) };
      this.#watched?.tell(tx);
    } catch (error) {
      outcome = { error };
    }
    tx.end();
    this.#hasAdopted ||= tx.adopted;
    this.members.push({ queued, outcome, afterDurable: tx.whenDurable, afterRollback: tx.whenRolledBack });
    if ('value' in outcome) {
      if (tx.statements.length > 0) this.transactions.push({ statements: tx.statements, changes: tx.changes });
    } else if (tx.wrote) this.#undoLast();
  }

  #begin(): void {
    if (!this.began) this.#engine.begin();
    this.began = true;
  }

  #writeAgain(): void {
    this.#engine.begin();
    this.began = true;
    for (const transaction of this.transactions) replayTransaction(this.#engine, transaction);
    this.#watched?.forget();
  }

  /** Undoes what the last transaction wrote. */
  #undoLast(): void {
    try {
      this.#engine.rollback();
      this.began = false;
      if (this.transactions.length === 0) return;
      this.#writeAgain();
    } catch (error) {
      this.broken = new StorageError('sql', 'SQLite gave up the transaction.', { cause: error });
    }
  }
}
