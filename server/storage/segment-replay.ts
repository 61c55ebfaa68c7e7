/** Replays one segment of the journal into a state that was loaded, to its end or to where it is enough. */
import { messageOf } from '../errors.ts';
import { phrase, type Phrase } from '../translation.ts';
import type { Disk } from './disk.ts';
import type { Engine } from './engine.ts';
import { type Damage, DamagedDataError } from './errors.ts';
import type { DataPaths } from './file-names.ts';
import { type JournalEnd, missingEnd } from './journal-end.ts';
import {
  decodeRecord,
  findRecord,
  isBlank,
  isClosing,
  type JournalTransaction,
  readRecord,
  type SegmentHeader,
  segmentHeaderBytes,
} from './records.ts';
import { replayTransaction } from './replay.ts';
import { readWhole, type SnapshotManifest } from './snapshot.ts';

export interface LoadedState {
  engine: Engine;
  history: string;
  nextTransaction: number;
  /** Above the number of every segment file seen. */
  nextSegment: number;
  snapshot: SnapshotManifest | undefined;
  /** How many segment files hold what came after the snapshot. */
  replayedSegments: number;
  /** Bytes of journal after the snapshot. */
  journalBytes: number;
  /** How far the journal was known to reach; undefined where nothing was noted. */
  journalEnd: JournalEnd | undefined;
  /** Something in the folder was written beside a note of the journal's end: without one, files were lost or damaged. */
  wasNoted: boolean;
  /** Offset after the last whole record of the last segment. */
  readTo: number;
  /** Bytes after it: a write that never finished. */
  tornBytes: number;
  /** Where reading had to stop; only when `onDamage` is `stop`. */
  damage: Damage | undefined;
}

export interface LoadOptions {
  /** Segments from this number on are left out. */
  beforeSegment?: number;
  /** Use this snapshot (0: none) instead of the newest. */
  snapshot?: number;
  /** `refuse` (the default) throws DamagedDataError; `stop` gives the state before the damage. */
  onDamage?: 'refuse' | 'stop';
  /** The newest data version this program knows. */
  knownVersion?: number;
  /** Transactions after the first state that this accepts are left out; `catchUp` reads them. */
  until?: (engine: Engine) => boolean;
}

export interface Segment extends SegmentHeader {
  path: string;
}

/** Nothing is wrong with `segment`, but with what should come before it. */
export function gap(paths: DataPaths, state: LoadedState, segment: Segment): DamagedDataError {
  const last = segment.firstTransaction - 1;
  return damaged(
    paths,
    state,
    segment.path,
    0,
    phrase(`The file before it is missing, with transactions ${state.nextTransaction} to ${last}.`),
  );
}

export function damaged(
  paths: DataPaths,
  state: LoadedState,
  file: string,
  offset: number,
  what: Phrase,
): DamagedDataError {
  return new DamagedDataError(paths.folder, { file, offset, what, lastGoodTransaction: state.nextTransaction - 1 });
}

/** Replays one segment into the state's engine. */
export class SegmentReplay {
  readonly #state: LoadedState;
  readonly #segment: Segment;
  readonly #limit: number;
  readonly #bytes: Uint8Array;
  #careful = false;
  #halfApplied = false;
  #isClosed = false;
  #isEnough = false;
  readonly #until: LoadOptions['until'];
  /** What is known to be missing when the segment ends here. */
  readonly #missing: () => DamagedDataError | undefined;
  readonly #gap: () => DamagedDataError | undefined;
  readonly #damaged: (offset: number, what: Phrase) => DamagedDataError;

  constructor(
    disk: Disk,
    paths: DataPaths,
    state: LoadedState,
    { segment, successor, until }: { segment: Segment; successor: Segment | undefined; until: LoadOptions['until'] },
  ) {
    this.#state = state;
    this.#until = until;
    this.#segment = segment;
    this.#limit = successor?.firstTransaction ?? Infinity;
    this.#gap = () => (successor ? gap(paths, state, successor) : undefined);
    this.#missing = () => {
      const missing = state.journalEnd && missingEnd(disk, paths, state.journalEnd, state);
      return missing && new DamagedDataError(paths.folder, missing);
    };
    this.#bytes = readWhole(disk, segment.path);
    this.#damaged = (offset, what) => damaged(paths, state, segment.path, offset, what);
  }

  /** @returns whether `until` accepted the state. */
  run(): boolean {
    const { nextTransaction, journalBytes } = this.#state;
    if (!this.#attempt(false)) {
      Object.assign(this.#state, { nextTransaction, journalBytes });
      this.#attempt(true);
    }
    return this.#isEnough;
  }

  /**
   * All of the segment in one SQL transaction. `careful` puts a savepoint around each of its transactions, so that one
   * that does not replay leaves the state before it; they cost the search index much time, so it is tried without first.
   */
  #attempt(careful: boolean): boolean {
    const { engine } = this.#state;
    this.#careful = careful;
    engine.begin();
    try {
      this.#records();
    } catch (error) {
      if (!careful && this.#halfApplied) {
        engine.rollback();
        return false;
      }
      engine.commit();
      throw error;
    }
    engine.commit();
    return true;
  }

  #records(): void {
    const texts: string[] = [];
    let offset = segmentHeaderBytes;
    let next = this.#segment.firstTransaction;
    while (next < this.#limit || this.#limit === Infinity) {
      const record = readRecord(this.#bytes, offset);
      if (!record) {
        this.#end(offset, next);
        return;
      }
      if (record.firstTransaction !== next)
        throw this.#damaged(offset, phrase(`The file has transaction ${record.firstTransaction} in place of ${next}.`));
      this.#isClosed = isClosing(record);
      const transactions = this.#decode(record.offset, () => decodeRecord(record, texts));
      if (next + transactions.length > this.#limit)
        throw this.#damaged(offset, phrase('The file overlaps the next one.'));
      if (next + transactions.length > this.#state.nextTransaction) {
        this.#apply(record.offset, transactions.slice(Math.max(0, this.#state.nextTransaction - next)));
        if (this.#isEnough) return;
        this.#state.journalBytes += record.end - record.offset;
      }
      next += transactions.length;
      offset = record.end;
    }
  }

  /** No whole record at `offset`: the end, a write that was never finished, or damage. */
  #end(offset: number, next: number): void {
    const blank = isBlank(this.#bytes, offset);
    if (this.#limit !== Infinity) {
      const missing = blank ? this.#gap() : undefined;
      if (missing) throw missing;
      throw this.#damaged(offset, phrase(`Transactions ${next} to ${this.#limit - 1} cannot be read.`));
    }
    this.#state.readTo = offset;
    const { capacity } = this.#segment;
    if (this.#bytes.length < capacity && !(this.#isClosed && offset === this.#bytes.length))
      throw (
        this.#missing() ??
        this.#damaged(offset, phrase(`The file is cut off: ${this.#bytes.length} of its ${capacity} bytes are left.`))
      );
    if (blank) return;
    // Writes are one at a time: a whole record after a bad one means that the bad one had been whole on disk.
    const later = findRecord(this.#bytes, offset + 1);
    if (later)
      throw this.#damaged(offset, phrase(`The record is damaged; a whole one follows at byte ${later.offset}.`));
    this.#state.tornBytes = this.#bytes.length - offset;
  }

  #apply(offset: number, transactions: readonly JournalTransaction[]): void {
    const { engine } = this.#state;
    for (const transaction of transactions) {
      if (this.#careful) engine.savepoint();
      try {
        replayTransaction(engine, transaction);
      } catch (error) {
        this.#halfApplied = true;
        if (this.#careful) engine.rollbackToSavepoint();
        const why = messageOf(error);
        throw this.#damaged(offset, phrase(`The record does not replay as it was written (${why}).`));
      }
      if (this.#careful) engine.releaseSavepoint();
      this.#state.nextTransaction += 1;
      this.#isEnough = this.#until?.(engine) === true;
      if (this.#isEnough) return;
    }
  }

  #decode<T>(offset: number, decode: () => T): T {
    try {
      return decode();
    } catch (error) {
      throw this.#damaged(offset, phrase(`The record cannot be read (${messageOf(error)}).`));
    }
  }
}
