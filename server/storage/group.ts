/** One group of a group commit: transactions that run one after another inside one SQL transaction. */
import type { Engine } from './engine.ts';
import { StorageError } from './errors.ts';
import type { JournalTransaction } from './records.ts';
import type { WatchedRows } from './row-watch.ts';
import { plain, WriteView } from './transaction.ts';

/** A transaction that waits for its turn. */
export interface Queued {
  run(tx: WriteView): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A transaction that has run. */
export interface Member {
  queued: Queued;
  outcome: { value: unknown } | { error: unknown };
  afterDurable: (() => void)[];
  afterRollback: (() => void)[];
}

/** The transactions of one turn, run one after another. */
export class Group {
  readonly members: Member[] = [];
  readonly transactions: JournalTransaction[] = [];
  began = false;
  /** SQLite gave up the whole SQL transaction: none of the group can be kept. */
  broken: StorageError | undefined;
  readonly #engine: Engine;
  readonly #watched: WatchedRows | undefined;

  constructor(engine: Engine, watched?: WatchedRows) {
    this.#engine = engine;
    this.#watched = watched;
  }

  run(queued: Queued): void {
    const first = this.transactions.length === 0;
    let saved = false;
    // The first writer needs no savepoint: undoing it is undoing the group so far.
    const tx = new WriteView(this.#engine, () => {
      if (!this.began) this.#engine.begin();
      this.began = true;
      if (!first) this.#engine.savepoint();
      saved = !first;
    });
    let outcome: Member['outcome'];
    try {
      outcome = { value: plain(queued.run(tx)) };
      this.#watched?.tell(tx);
    } catch (error) {
      outcome = { error };
    }
    tx.end();
    this.members.push({ queued, outcome, afterDurable: tx.whenDurable, afterRollback: tx.whenRolledBack });
    try {
      if ('error' in outcome) {
        if (saved) this.#engine.rollbackToSavepoint();
        else if (tx.wrote) this.#undoAll();
        return;
      }
      if (saved) this.#engine.releaseSavepoint();
      if (tx.statements.length > 0) this.transactions.push({ statements: tx.statements, changes: tx.changes });
    } catch (error) {
      this.broken = new StorageError('sql', 'SQLite gave up the transaction.', { cause: error });
    }
  }

  #undoAll(): void {
    this.#engine.rollback();
    this.began = false;
  }
}
