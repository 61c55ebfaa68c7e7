/**
 * Group commit: the transactions of one turn of the event loop run one after another inside one SQL transaction and
 * reach the disk with one write; only then is it committed in memory. What is read is on disk: while a group is being
 * written, reads wait for it. If the write fails, the whole group is rolled back in memory too. If it takes long, the group is
 * set aside, reads go on with the state before it, and it runs again once it is on disk.
 */
import type { Engine } from './engine.ts';
import { isRefusedByDisk, noAnswer, StorageError, StorageWriteError } from './errors.ts';
import { Group, settle, type Queued } from './group.ts';
import type { TransactionOptions } from './interface.ts';
import type { Journal } from './journal.ts';
import { type RowWatch, WatchedRows } from './row-watch.ts';
import { type Dependencies, SlicedReads } from './sliced-reads.ts';
import { plain, type Reader, type Transaction, View, type WriteView } from './transaction.ts';

export interface GroupCommitEvents {
  /** A group or a job begins to use the disk. */
  began(): void;
  ended(): void;
  /** A group reached the disk; `failure` is set when it did not. */
  settled(failure: StorageWriteError | undefined): void;
  /** An `afterDurable` or `afterRollback` function threw. */
  callbackFailed(error: unknown): void;
}

// One turn of a group may not hold up the event loop: what does not fit waits for the next one.
const longestTurnMs = 10;
/** Reads do not wait longer than this for a write, in milliseconds. */
const longestReadWaitMs = 100;

export class GroupCommit {
  readonly #engine: Engine;
  readonly #journal: Journal;
  readonly #events: GroupCommitEvents;
  #queue: Queued[] = [];
  #waiting: (() => void)[] = [];
  #exclusive: (() => Promise<void>)[] = [];
  #whenIdle: (() => void)[] = [];
  #scheduled = false;
  /** A group or a job has the journal: no other group begins. */
  #busy = false;
  /** Memory holds what is not on disk yet: no read begins. */
  #isUnreadable = false;
  /** The group that is being written has been set aside: a commit of other content follows. */
  #isAside = false;
  #whenWritten: (() => void)[] = [];
  /** The disk has not answered for some seconds. */
  #isHanging = false;
  #fatal: StorageError | undefined;
  #watched: WatchedRows | undefined;
  readonly #sliced: SlicedReads;

  constructor(engine: Engine, journal: Journal, events: GroupCommitEvents) {
    this.#engine = engine;
    this.#journal = journal;
    this.#events = events;
    this.#sliced = new SlicedReads({
      engine,
      whenReadable: (run) => this.#whenReadable(run),
      check: () => {
        if (this.#fatal) throw this.#fatal;
      },
      released: () => this.#schedule(),
      isBehindDisk: () => this.#isAside,
      whenWritten: (run) => void this.#whenWritten.push(run),
      writeNext: (run) =>
        new Promise((resolve, reject) => {
          this.#queue.unshift({ run, resolve, reject });
          this.#schedule();
        }),
    });
  }

  /** Whether another group follows at once. */
  get isBehind(): boolean {
    return this.#queue.length > 0;
  }

  /** From now on nothing is read or written any more. */
  fail(error: StorageError): void {
    this.#fatal ??= error;
  }

  /** From now on the rows that transactions change are reported (row-watch.ts). */
  watch(watch: RowWatch): void {
    this.#watched = new WatchedRows(this.#engine, watch);
  }

  read<T>(fn: (view: Reader) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#whenReadable(() => {
        try {
          resolve(this.#readNow(fn));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** The same, at once where nothing is being written just now. */
  readSoon<T>(fn: (view: Reader) => T): T | Promise<T> {
    return this.#isUnreadable ? this.read(fn) : this.#readNow(fn);
  }

  /** A long read, a slice at a time (sliced-reads.ts). */
  readInSlices<T>(start: (view: Reader) => Generator<void, T>, dependsOn: Dependencies): Promise<T> {
    return this.#sliced.run(start, dependsOn);
  }

  /** A long read, and a transaction with what it found before any other. */
  readThenWrite<T, R>(
    start: (view: Reader) => Generator<void, T>,
    dependsOn: Dependencies,
    write: (tx: Transaction, found: T) => R,
  ): Promise<R> {
    return this.#sliced.run(start, dependsOn, write);
  }

  transaction<T>(fn: (tx: WriteView) => T, { isDeferrable = false }: TransactionOptions = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ run: fn, resolve: resolve as (value: unknown) => void, reject, isDeferrable });
      if (this.#isHanging) this.#refuseDeferrable();
      this.#schedule();
    });
  }

  /** Tells whether the disk has not answered for some seconds: transactions that can do without it are refused then. */
  noteHanging(isHanging: boolean): void {
    this.#isHanging = isHanging;
    if (isHanging) this.#refuseDeferrable();
  }

  /** Runs what waits and can be deferred, and undoes it, as for a disk that refuses it. */
  #refuseDeferrable(): void {
    if (!this.#busy || this.#isUnreadable || this.#fatal) return;
    const deferrable = this.#queue.filter((queued) => queued.isDeferrable);
    if (deferrable.length === 0) return;
    this.#queue = this.#queue.filter((queued) => !queued.isDeferrable);
    const group = new Group(this.#engine, this.#watched);
    for (const queued of deferrable) group.run(queued);
    let failure: StorageError = noAnswer();
    try {
      if (group.began) group.rollback();
    } catch (error) {
      failure = this.#memoryFailed(error);
    }
    this.#settle(group, failure);
  }

  /** Runs `job` between two groups. */
  between<T>(job: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#exclusive.push(() => job().then(resolve, reject));
      this.#schedule();
    });
  }

  /** Resolves when nothing is queued or being written. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
      this.#schedule();
    });
  }

  #readNow<T>(fn: (view: Reader) => T): T {
    if (this.#fatal) throw this.#fatal;
    const view = new View(this.#engine);
    try {
      return plain(fn(view));
    } finally {
      view.end();
    }
  }

  #whenReadable(run: () => void): void {
    if (this.#isUnreadable) this.#waiting.push(run);
    else run();
  }

  #schedule(): void {
    if (this.#scheduled || this.#busy || this.#sliced.holdsWrites) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#turn();
    });
  }

  #turn(): void {
    if (this.#sliced.holdsWrites) return;
    const job = this.#exclusive.shift();
    if (job) {
      this.#take();
      void job().finally(() => this.#free());
      return;
    }
    if (this.#queue.length > 0) this.#runGroup();
    else for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #take(): void {
    this.#busy = true;
    this.#events.began();
  }

  /** Memory holds only what is on disk: waiting reads run. */
  #letRead(): void {
    this.#isUnreadable = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const run of waiting) run();
  }

  /** After an exclusive job or a group: waiting reads, then the next turn. */
  #free(): void {
    this.#busy = false;
    this.#events.ended();
    this.#isAside = false;
    this.#letRead();
    for (const run of this.#whenWritten.splice(0)) run();
    if (this.#queue.length > 0 || this.#exclusive.length > 0 || this.#whenIdle.length > 0) this.#schedule();
  }

  #runGroup(): void {
    if (this.#fatal) {
      for (const queued of this.#queue.splice(0)) queued.reject(this.#fatal);
      this.#free();
      return;
    }
    const group = new Group(this.#engine, this.#watched);
    const end = performance.now() + longestTurnMs;
    let took = 0;
    do {
      const queued = this.#queue.shift();
      if (!queued) break;
      const began = performance.now();
      group.run(queued);
      took = performance.now() - began;
      // The next one takes about as long as this one.
    } while (!group.broken && this.#queue.length > 0 && performance.now() + took < end);
    this.#take();
    this.#isUnreadable = true;
    if (group.broken) this.#finish(group, group.broken);
    else if (group.transactions.length === 0) this.#finish(group, undefined);
    else void this.#write(group);
  }

  async #write(group: Group): Promise<void> {
    let failure: StorageError | undefined;
    const timer = setTimeout(() => this.#setAside(group), longestReadWaitMs);
    try {
      await this.#journal.append(group.transactions);
    } catch (error) {
      failure = error instanceof StorageError ? error : new StorageWriteError(error);
      await this.#journal.abandon();
    } finally {
      clearTimeout(timer);
    }
    this.#finish(group, failure);
  }

  #setAside(group: Group): void {
    try {
      group.setAside();
      this.#isAside = group.isSetAside;
      if (this.#isAside) this.#letRead();
    } catch (error) {
      this.#memoryFailed(error);
      this.#letRead();
    }
  }

  /** The disk and the memory now differ. Only a restart, which reads the disk, is safe. */
  #memoryFailed(cause: unknown): StorageError {
    const text = 'The database in memory failed; restart the server, nothing on disk is lost.';
    return (this.#fatal ??= new StorageError('failed', text, { cause }));
  }

  #finish(group: Group, failure: StorageError | undefined): void {
    let reason = failure;
    try {
      if (group.began && failure) group.rollback();
      else if (group.began) {
        group.commit();
        this.#sliced.committed(group.transactions);
      }
    } catch (error) {
      reason = this.#memoryFailed(error);
    }
    if (group.transactions.length > 0) this.#events.settled(isRefusedByDisk(reason) ? reason : undefined);
    this.#settle(group, reason);
    this.#free();
  }

  #settle(group: Group, failure: StorageError | undefined): void {
    for (const member of group.members) settle(member, failure, (error) => this.#events.callbackFailed(error));
  }
}
