/**
 * Group commit: the transactions of one turn of the event loop run one after another inside one SQL transaction and
 * reach the disk with one write; only then is it committed in memory. Nobody ever reads what is not on disk: while a
 * group is being written, reads wait for it. If the write fails, the whole group is rolled back in memory too.
 */
import type { Engine } from './engine.ts';
import { StorageError, StorageWriteError } from './errors.ts';
import type { Journal } from './journal.ts';
import type { JournalTransaction } from './records.ts';
import { plain, type Reader, type Transaction, View, WriteView } from './transaction.ts';

export interface GroupCommitEvents {
  /** A group is about to be run and written: the last moment to `fail`. */
  beforeGroup(): void;
  /** A group reached the disk; `failure` is set when it did not. */
  settled(failure: StorageWriteError | undefined): void;
  /** An `afterDurable` or `afterRollback` function threw. */
  callbackFailed(error: unknown): void;
}

interface Queued {
  run(tx: Transaction): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Member {
  queued: Queued;
  outcome: { value: unknown } | { error: unknown };
  afterDurable: (() => void)[];
  afterRollback: (() => void)[];
}

// One turn of a group may not hold up the event loop: what does not fit waits for the next one.
const longestTurnMs = 10;
// A lone writer is written for directly while the disk answers this quickly; then the thread pool takes over for a while.
const quickWriteMs = 8;
const calmWritesNeeded = 8;

export class GroupCommit {
  readonly #engine: Engine;
  readonly #journal: Journal;
  readonly #events: GroupCommitEvents;
  #queue: Queued[] = [];
  #waiting: (() => void)[] = [];
  #exclusive: (() => Promise<void>)[] = [];
  #whenIdle: (() => void)[] = [];
  #scheduled = false;
  #busy = false;
  #fatal: StorageError | undefined;
  #calmWrites = 0;
  #sharers = 0;

  constructor(engine: Engine, journal: Journal, events: GroupCommitEvents) {
    this.#engine = engine;
    this.#journal = journal;
    this.#events = events;
  }

  /** From now on nothing is read or written any more. */
  fail(error: StorageError): void {
    this.#fatal ??= error;
  }

  read<T>(fn: (view: Reader) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const run = (): void => {
        const view = new View(this.#engine);
        try {
          if (this.#fatal) throw this.#fatal;
          resolve(plain(fn(view)));
        } catch (error) {
          reject(error);
        } finally {
          view.end();
        }
      };
      if (this.#busy) this.#waiting.push(run);
      else run();
    });
  }

  transaction<T>(fn: (tx: Transaction) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run: fn, resolve: resolve as (value: unknown) => void, reject });
      this.#schedule();
    });
  }

  /** Runs `job` between two groups. */
  between<T>(job: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#exclusive.push(() => job().then(resolve, reject));
      this.#schedule();
    });
  }

  /** Runs work that competes for the disk: meanwhile nothing is written from the event loop's own thread. */
  async whileDiskIsShared<T>(work: () => Promise<T>): Promise<T> {
    this.#sharers += 1;
    try {
      return await work();
    } finally {
      this.#sharers -= 1;
    }
  }

  /** Resolves when nothing is queued or being written. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#busy) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#turn();
    });
  }

  #turn(): void {
    const job = this.#exclusive.shift();
    if (job) {
      this.#busy = true;
      void job().finally(() => this.#free());
      return;
    }
    if (this.#queue.length > 0) this.#runGroup();
    else for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /** After an exclusive job or a group: those who waited, then the next turn. */
  #free(): void {
    this.#busy = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const run of waiting) run();
    if (this.#queue.length > 0 || this.#exclusive.length > 0 || this.#whenIdle.length > 0) this.#schedule();
  }

  #runGroup(): void {
    this.#events.beforeGroup();
    if (this.#fatal) {
      for (const queued of this.#queue.splice(0)) queued.reject(this.#fatal);
      this.#free();
      return;
    }
    const group = new Group(this.#engine);
    const end = performance.now() + longestTurnMs;
    do {
      const queued = this.#queue.shift();
      if (!queued) break;
      group.run(queued);
    } while (!group.broken && this.#queue.length > 0 && performance.now() < end);
    this.#busy = true;
    if (group.broken) this.#finish(group, group.broken);
    else if (group.transactions.length === 0) this.#finish(group, undefined);
    else this.#write(group);
  }

  #write(group: Group): void {
    const { transactions } = group;
    const start = performance.now();
    const alone = transactions.length === 1 && this.#queue.length === 0 && this.#sharers === 0;
    let attempt: Promise<void> | undefined;
    try {
      const written = alone && this.#calmWrites >= calmWritesNeeded && this.#journal.appendNow(transactions);
      if (!written) attempt = this.#journal.append(transactions);
    } catch (error) {
      attempt = Promise.reject(error);
    }
    if (attempt) void this.#wait(group, attempt, start);
    else this.#written(group, undefined, start);
  }

  async #wait(group: Group, attempt: Promise<void>, start: number): Promise<void> {
    let failure: StorageWriteError | undefined;
    try {
      await attempt;
    } catch (error) {
      failure = new StorageWriteError(error);
      await this.#journal.abandon();
    }
    this.#written(group, failure, start);
  }

  #written(group: Group, failure: StorageWriteError | undefined, start: number): void {
    const calm = !failure && performance.now() - start < quickWriteMs;
    this.#calmWrites = calm ? this.#calmWrites + 1 : 0;
    this.#finish(group, failure);
  }

  #finish(group: Group, failure: StorageError | undefined): void {
    let reason = failure;
    try {
      if (group.began) {
        if (!failure) this.#engine.commit();
        else if (group.broken) this.#engine.rollbackIfOpen();
        else this.#engine.rollback();
      }
    } catch (error) {
      // The disk and the memory now differ. Only a restart, which reads the disk, is safe.
      reason = new StorageError(
        'failed',
        'The database in memory failed; restart the server, nothing on disk is lost.',
        { cause: error },
      );
      this.#fatal = reason;
    }
    if (group.transactions.length > 0) this.#events.settled(reason instanceof StorageWriteError ? reason : undefined);
    for (const member of group.members) this.#settle(member, reason);
    this.#free();
  }

  #settle({ queued, outcome, afterDurable, afterRollback }: Member, failure: StorageError | undefined): void {
    const kept = !failure && 'value' in outcome;
    for (const fn of kept ? afterDurable : afterRollback) {
      try {
        fn();
      } catch (error) {
        this.#events.callbackFailed(error);
      }
    }
    if (failure) queued.reject(failure);
    else if ('error' in outcome) queued.reject(outcome.error);
    else queued.resolve(outcome.value);
  }
}

/** The transactions of one turn, run one after another. */
class Group {
  readonly members: Member[] = [];
  readonly transactions: JournalTransaction[] = [];
  began = false;
  /** SQLite gave up the whole SQL transaction: none of the group can be kept. */
  broken: StorageError | undefined;
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
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
