/**
 * Writing the journal: `append` resolves when the group is on disk. Segments are files of zeros made in advance, so
 * a write changes no metadata. After any failed write the segment is given up (what the disk holds of it is unknown)
 * and the next write starts a new one, whose header overrules whatever the old one may still contain.
 */
import type { Disk, DiskFile } from './disk.ts';
import type { DataPaths } from './file-names.ts';
import { type JournalEnd, noteJournalEnd } from './journal-end.ts';
import { encodeSegmentHeader, RecordEncoder, segmentHeaderBytes } from './records.ts';
import type { Dictionary, JournalTransaction } from './records.ts';

export interface JournalOptions {
  disk: Disk;
  paths: DataPaths;
  history: string;
  /** Number for the next segment file: above every existing one. */
  nextSegment: number;
  nextTransaction: number;
  /** Size of a segment made in advance, bytes. */
  segmentBytes: number;
  /** Bytes of journal that are already there. */
  existingBytes: number;
  /** How far the journal is noted to reach. */
  noted: JournalEnd | undefined;
}

interface OpenSegment {
  number: number;
  path: string;
  file: DiskFile;
  capacity: number;
  used: number;
  dictionary: Dictionary;
  /** Something was appended since the last seal. */
  unsealed: boolean;
}

export class Journal {
  readonly #options: JournalOptions;
  readonly #encoder = new RecordEncoder();
  #segment: OpenSegment | undefined;
  #spare: Promise<{ path: string; bytes: number } | undefined> | undefined;
  #nextSegment: number;
  #nextTransaction: number;
  #bytes: number;
  /** The first transaction that the note on disk does not vouch for. */
  #noted: number;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#nextSegment = options.nextSegment;
    this.#nextTransaction = options.nextTransaction;
    this.#bytes = options.existingBytes;
    this.#noted = options.noted?.nextTransaction ?? 1;
  }

  /** Bytes of records written and not yet dropped. */
  get bytes(): number {
    return this.#bytes;
  }

  get nextTransaction(): number {
    return this.#nextTransaction;
  }

  get nextSegment(): number {
    return this.#nextSegment;
  }

  /** Whether the segment that is written to was made whole in advance; without room for one, groups get files of their own size. */
  get hasWholeSegment(): boolean {
    return this.#segment !== undefined && this.#segment.capacity >= this.#options.segmentBytes;
  }

  /** Makes the next segment's file ahead of time; a full disk only shows when it is needed. */
  prepare(): void {
    if (this.#spare) return;
    const { disk, paths, segmentBytes } = this.#options;
    const path = paths.spare(this.#nextSegment);
    this.#spare = disk.createZeroed(path, segmentBytes).then(
      () => ({ path, bytes: segmentBytes }),
      async () => {
        await disk.remove(path).catch(() => undefined);
        // By the time it is needed there may be room.
        this.#spare = undefined;
        return undefined;
      },
    );
  }

  /**
   * Writes a group as one record. Rejects with the disk's own error, then nothing of the group counts.
   * One call at a time.
   */
  async append(transactions: readonly JournalTransaction[]): Promise<void> {
    const segment = this.#segment;
    const record = segment && this.#encoder.record(transactions, this.#nextTransaction, segment.dictionary);
    if (segment && record && segment.used + record.length <= segment.capacity) await this.#write(segment, record);
    else {
      await this.#startSegment(transactions);
      this.#appended(transactions.length);
      await this.#note();
      return;
    }
    this.#appended(transactions.length);
  }

  /** Blocking variant for a lone writer on a fast disk; false when `append` is needed instead. */
  appendNow(transactions: readonly JournalTransaction[]): boolean {
    const segment = this.#segment;
    if (!segment) return false;
    const record = this.#encoder.record(transactions, this.#nextTransaction, segment.dictionary);
    if (segment.used + record.length > segment.capacity) {
      this.#segment = { ...segment, capacity: 0 }; // the dictionary now knows texts that were not written
      return false;
    }
    segment.file.writeDurableNow(record, segment.used);
    this.#wrote(segment, record);
    this.#appended(transactions.length);
    return true;
  }

  /** Marks everything written so far as having been on disk: later damage to it cannot pass for a torn tail. */
  async seal(): Promise<void> {
    const segment = this.#segment;
    if (!segment?.unsealed) return;
    const seal = this.#encoder.seal(this.#nextTransaction);
    if (segment.used + seal.length > segment.capacity) return;
    await this.#write(segment, seal);
    segment.unsealed = false;
  }

  /** Ends the current segment: every transaction so far is then in closed segments. Gives the first number after them. */
  async rotate(): Promise<number> {
    await this.seal();
    const segment = this.#segment;
    this.#segment = undefined;
    if (segment) await this.#finish(segment);
    await this.#note();
    this.prepare();
    return this.#nextSegment;
  }

  async close(): Promise<void> {
    await this.seal().catch(() => undefined);
    const spare = await this.#spare;
    if (spare) await this.#options.disk.remove(spare.path).catch(() => undefined);
    this.#spare = undefined;
    const segment = this.#segment;
    this.#segment = undefined;
    if (segment) await this.#finish(segment);
    await this.#note();
  }

  /** Gives up the current segment after a failed write; tries to cut off what may be on disk of it. */
  async abandon(): Promise<void> {
    const segment = this.#segment;
    this.#segment = undefined;
    if (segment) await this.#finish(segment);
  }

  /** Tells how many bytes of journal were dropped by a compaction. */
  dropped(bytes: number): void {
    this.#bytes -= bytes;
  }

  async #write(segment: OpenSegment, record: Uint8Array): Promise<void> {
    try {
      await segment.file.writeDurable(record, segment.used);
    } catch (error) {
      await this.abandon();
      throw error;
    }
    this.#wrote(segment, record);
  }

  #appended(transactions: number): void {
    this.#nextTransaction += transactions;
    const { used, capacity } = this.#segment ?? { used: 0, capacity: 0 };
    if (used * 2 > capacity) this.prepare();
  }

  #wrote(segment: OpenSegment, record: Uint8Array): void {
    segment.used += record.length;
    segment.unsealed = true;
    this.#bytes += record.length;
  }

  async #startSegment(transactions: readonly JournalTransaction[]): Promise<void> {
    const { disk, paths, history } = this.#options;
    const previous = this.#segment;
    this.#segment = undefined;
    if (previous) await this.#finish(previous);
    const dictionary: Dictionary = new Map();
    const number = this.#nextSegment;
    const record = this.#encoder.record(transactions, this.#nextTransaction, dictionary);
    const header = encodeSegmentHeader({ number, firstTransaction: this.#nextTransaction, history });
    const start = new Uint8Array(header.length + record.length);
    start.set(header);
    start.set(record, header.length);

    const spare = await this.#takeSpare();
    const path = paths.segment(number);
    let file: DiskFile | undefined;
    try {
      file = await disk.openDurable(spare.path);
      await file.writeDurable(start, 0);
      this.#nextSegment += 1; // from here on a file of this number may exist, whatever happens
      await disk.publish(spare.path, path);
    } catch (error) {
      await file?.close().catch(() => undefined);
      await disk.remove(spare.path).catch(() => undefined);
      await disk.remove(path).catch(() => undefined);
      throw error;
    }
    this.#bytes += start.length - segmentHeaderBytes;
    const capacity = Math.max(spare.bytes, start.length);
    this.#segment = { number, path, file, capacity, used: start.length, dictionary, unsealed: true };
  }

  async #takeSpare(): Promise<{ path: string; bytes: number }> {
    this.prepare();
    const spare = await this.#spare;
    this.#spare = undefined;
    if (spare) return spare;
    // Perhaps there is room for this group, though not for a whole segment.
    const path = this.#options.paths.spare(this.#nextSegment);
    try {
      await this.#options.disk.createZeroed(path, segmentHeaderBytes);
    } catch (error) {
      await this.#options.disk.remove(path).catch(() => undefined);
      throw error;
    }
    return { path, bytes: segmentHeaderBytes };
  }

  /** Notes how far the journal reaches by now. The note of before stays true where that fails. */
  async #note(): Promise<void> {
    const { disk, paths, history } = this.#options;
    const nextTransaction = this.#nextTransaction;
    if (nextTransaction <= this.#noted) return;
    await noteJournalEnd(disk, paths, { history, nextTransaction, segment: this.#nextSegment - 1 }).then(
      () => (this.#noted = nextTransaction),
      () => undefined,
    );
  }

  async #finish(segment: OpenSegment): Promise<void> {
    // Only saves space, and removes a rejected record while that is possible: replay does not depend on it.
    await segment.file.truncate(segment.used).catch(() => undefined);
    await segment.file.close().catch(() => undefined);
  }
}
