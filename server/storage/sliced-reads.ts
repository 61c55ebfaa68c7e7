/**
 * Reads in slices: long reads yield to others after a few milliseconds, one slice a turn of the event loop over all of
 * them, those that have just come first. Each still sees one state of the data: when a commit in between changed what it
 * depends on, it begins again, and in the end writes wait for it.
 */
import type { Engine } from './engine.ts';
import type { JournalTransaction } from './records.ts';
import { writeOf } from './statement-rules.ts';
import { type Reader, type Transaction, View } from './transaction.ts';

/** Tables that an answer depends on; of `grows` ones, new rows alone change nothing. */
export type Dependencies = Readonly<Record<string, 'any' | 'grows'>>;

/** Others wait no longer than this and one step, in milliseconds. */
const sliceMs = 3;
/** A read that was overtaken by so many commits goes on with writes held. */
const mostRestarts = 3;

interface SlicedRead {
  start(view: Reader): Generator<void, unknown>;
  dependsOn: Dependencies;
  /** What is written of what was read, before anything else is. */
  write: ((tx: Transaction, found: unknown) => unknown) | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  view: View;
  steps: Generator<void, unknown> | undefined;
  /** Number of the commit before it began. */
  since: number;
  restarts: number;
}

export interface SlicedReadsHost {
  engine: Engine;
  /** Runs a function as soon as what is in memory is on disk; at once if it is. */
  whenReadable(run: () => void): void;
  /** @throws when nothing may be read any more */
  check(): void;
  /** Writes may go on. */
  released(): void;
  /** Whether a commit follows of what is not in memory now: what is read then must not be written from. */
  isBehindDisk(): boolean;
  /** Runs a function after that commit. */
  whenWritten(run: () => void): void;
  /** Runs a transaction before all others that wait. */
  writeNext(run: (tx: Transaction) => unknown): Promise<unknown>;
}

export class SlicedReads {
  readonly #host: SlicedReadsHost;
  readonly #fresh: SlicedRead[] = [];
  readonly #begun: SlicedRead[] = [];
  /** By table: the last commit that changed rows, and the last that added any. */
  readonly #changed = new Map<string, number>();
  readonly #grown = new Map<string, number>();
  /** The last commit with a statement of which the table is not known: it counts for every table. */
  #changedAny = 0;
  #commits = 0;
  #isScheduled = false;
  #isWriting = false;
  #held: SlicedRead | undefined;

  constructor(host: SlicedReadsHost) {
    this.#host = host;
  }

  /** Whether writes wait for a read. */
  get holdsWrites(): boolean {
    return this.#held !== undefined;
  }

  /** @param write a transaction with what was read, on the state that was read; what it gives is then the result. */
  run<T, R = T>(
    start: (view: Reader) => Generator<void, T>,
    dependsOn: Dependencies,
    write?: (tx: Transaction, found: T) => R,
  ): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const view = new View(this.#host.engine);
      const read: SlicedRead = {
        start,
        dependsOn,
        write: write as SlicedRead['write'],
        resolve: resolve as (value: unknown) => void,
        reject,
        view,
        steps: undefined,
        since: 0,
        restarts: 0,
      };
      this.#fresh.push(read);
      if (!this.#isScheduled) this.#turn();
    });
  }

  /** Notes what a group of transactions changed, once it is committed. */
  committed(transactions: readonly JournalTransaction[]): void {
    this.#commits += 1;
    for (const { statements } of transactions)
      for (const { sql } of statements) {
        const { table, isPlainInsert } = changeOf(sql);
        if (table === null) this.#changedAny = this.#commits;
        else (isPlainInsert ? this.#grown : this.#changed).set(table, this.#commits);
      }
  }

  /** One slice of one read, when the data may be read. */
  #turn(): void {
    this.#isScheduled = true;
    this.#host.whenReadable(() => {
      const read = this.#held === undefined ? (this.#take(this.#fresh) ?? this.#take(this.#begun)) : this.#held;
      if (read === undefined || this.#mustWait(read)) {
        this.#isScheduled = false;
        if (this.#hasReads) this.#host.whenWritten(() => this.#isScheduled || this.#turn());
        return;
      }
      if (!this.#slice(read) && read !== this.#held) this.#begun.push(read);
      if (!this.#isWriting) this.#goOn();
    });
  }

  get #hasReads(): boolean {
    return this.#held !== undefined || this.#fresh.length + this.#begun.length > 0;
  }

  /** A read whose result is written needs a state that no commit follows but its own. */
  #mustWait(read: SlicedRead): boolean {
    return read.write !== undefined && this.#host.isBehindDisk();
  }

  #take(reads: SlicedRead[]): SlicedRead | undefined {
    const index = reads.findIndex((read) => !this.#mustWait(read));
    return index === -1 ? undefined : reads.splice(index, 1)[0];
  }

  #goOn(): void {
    if (!this.#hasReads) this.#isScheduled = false;
    else setImmediate(() => this.#turn());
  }

  /** No other read ends before its write is over: so none is overtaken by the write of another. */
  async #write(run: (tx: Transaction) => unknown): Promise<unknown> {
    this.#isWriting = true;
    try {
      return await this.#host.writeNext(run);
    } finally {
      this.#isWriting = false;
      this.#goOn();
    }
  }

  /** @returns whether the read is over. */
  #slice(read: SlicedRead): boolean {
    try {
      this.#host.check();
      const steps = this.#stepsOf(read);
      const end = performance.now() + sliceMs;
      do {
        const step = steps.next();
        if (step.done === true) {
          const { write } = read;
          this.#end(read);
          read.resolve(write === undefined ? step.value : this.#write((tx) => write(tx, step.value)));
          return true;
        }
      } while (performance.now() < end);
      return false;
    } catch (error) {
      this.#end(read);
      read.reject(error);
      return true;
    }
  }

  #stepsOf(read: SlicedRead): Generator<void, unknown> {
    if (read.steps !== undefined && !this.#isOvertaken(read)) return read.steps;
    if (read.steps !== undefined) {
      read.view.end();
      read.view = new View(this.#host.engine);
      read.restarts += 1;
      if (read.restarts > mostRestarts) this.#held = read;
    }
    read.since = this.#commits;
    read.steps = read.start(read.view);
    return read.steps;
  }

  #isOvertaken({ dependsOn, since }: SlicedRead): boolean {
    if (this.#commits === since) return false;
    if (this.#changedAny > since) return true;
    return Object.entries(dependsOn).some(
      ([table, kind]) =>
        (this.#changed.get(table) ?? 0) > since || (kind === 'any' && (this.#grown.get(table) ?? 0) > since),
    );
  }

  #end(read: SlicedRead): void {
    read.view.end();
    if (this.#held !== read) return;
    this.#held = undefined;
    this.#host.released();
  }
}

type Change = ReturnType<typeof writeOf>;

const known = new Map<string, Change>();
const maxKnown = 2000;

function changeOf(sql: string): Change {
  const found = known.get(sql);
  if (found !== undefined) return found;
  if (known.size >= maxKnown) known.clear();
  const change = writeOf(sql);
  known.set(sql, change);
  return change;
}
