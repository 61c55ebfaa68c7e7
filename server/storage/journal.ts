/**
 * Writing the journal: `append` resolves when the group is on disk. Segments are files of zeros made in advance, so
 * a write changes no metadata. After any failed write the segment is given up (what the disk holds of it is unknown)
 * and the next write starts a new one, whose header overrules whatever the old one may still contain.
 */
import { randomBytes } from 'node:crypto';
import type { Disk, DiskFile } from './disk.ts';
import { type DataPaths, kinds, numbered } from './file-names.ts';
import type { FolderLock } from './folder-lock.ts';
import { type JournalEnd, JournalEndMark } from './journal-end.ts';
import { decodeSegmentHeader, encodeSegmentHeader, RecordEncoder, segmentHeaderBytes } from './records.ts';
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
  /** Asked before a write is acknowledged: whether the folder still belongs to this process. */
  fence: Pick<FolderLock, 'confirm' | 'isDue'>;
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
  readonly #mark: JournalEndMark;
  /** Number of the newest segment on disk, 0 before the first. */
  #newestSegment: number;
  /** A new segment on its way to its name; never rejects. */
  #publishing: Promise<unknown> | undefined;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#nextSegment = options.nextSegment;
    this.#nextTransaction = options.nextTransaction;
    this.#bytes = options.existingBytes;
    this.#newestSegment = options.nextSegment - 1;
    this.#mark = new JournalEndMark(options.disk, options.paths, options.noted);
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

  /** Whether the newest segment on disk is another one than this process wrote or found last. */
  async isChangedByOthers(): Promise<boolean> {
    const { disk, paths, history } = this.#options;
    for (;;) {
      await this.#publishing;
      const known = this.#newestSegment;
      const newest = numbered(await disk.list(paths.journal), kinds.segment, paths.segment).at(-1);
      const header = newest && decodeSegmentHeader(await disk.read(newest.path));
      await this.#publishing;
      if (known !== this.#newestSegment) continue; // made in between
      if (newest === undefined) return known !== 0;
      return newest.number !== known || typeof header !== 'object' || header.history !== history;
    }
  }

  /** Whether the segment that is written to was made whole in advance; without room for one, groups get files of their own size. */
  get hasWholeSegment(): boolean {
    return this.#segment !== undefined && this.#segment.capacity >= this.#options.segmentBytes;
  }

  /** Makes the next segment's file ahead of time; a full disk only shows when it is needed. */
  prepare(): void {
    if (this.#spare) return;
    const { disk, segmentBytes } = this.#options;
    const path = this.#spareName();
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
    if (this.#options.fence.isDue) await this.#options.fence.confirm();
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

  /** Marks everything written so far as having been on disk: later damage to it cannot pass for a torn tail. */
  async seal(): Promise<void> {
    const segment = this.#segment;
    if (!segment?.unsealed) return;
    const seal = this.#encoder.seal(this.#nextTransaction);
    if (segment.used + seal.length <= segment.capacity) await this.#write(segment, seal);
    segment.unsealed = false;
    await this.#note();
  }

  /** Ends the current segment: every transaction so far is then in closed segments. Gives the first number after them. */
  async rotate(): Promise<number> {
    await this.#options.fence.confirm();
    const segment = this.#segment;
    this.#segment = undefined;
    if (segment) await this.#finish(segment);
    await this.#note();
    this.prepare();
    return this.#nextSegment;
  }

  async close(): Promise<void> {
    const spare = await this.#spare;
    if (spare) await this.#options.disk.remove(spare.path).catch(() => undefined);
    this.#spare = undefined;
    const segment = this.#segment;
    this.#segment = undefined;
    if (segment) await this.#finish(segment);
    await this.#note();
    await this.#mark.close();
  }

  /**
   * Gives up the current segment after a failed write; tries to cut off what may be on disk of it. A segment that another process
   * may have read stays as it is: what this one wrote last may be part of that one's history.
   */
  async abandon(): Promise<void> {
    const segment = this.#segment;
    this.#segment = undefined;
    if (!segment) return;
    const isOurs = await this.#options.fence.confirm().then(
      () => true,
      () => false,
    );
    if (isOurs) await this.#finish(segment);
    else await segment.file.close().catch(() => undefined);
  }

  /** Tells how many bytes of journal were dropped by a compaction. */
  dropped(bytes: number): void {
    this.#bytes -= bytes;
  }

  async #write(segment: OpenSegment, record: Uint8Array): Promise<void> {
    try {
      await segment.file.writeDurable(record, segment.used);
      await this.#options.fence.confirm();
    } catch (error) {
      await this.abandon();
      throw error;
    }
    segment.used += record.length;
    segment.unsealed = true;
    this.#bytes += record.length;
  }

  #appended(transactions: number): void {
    this.#nextTransaction += transactions;
    const { used, capacity } = this.#segment ?? { used: 0, capacity: 0 };
    if (used * 2 > capacity) this.prepare();
    this.#mark.noteSoon(this.end);
  }

  async #startSegment(transactions: readonly JournalTransaction[]): Promise<void> {
    const { disk, paths, history, fence } = this.#options;
    // A segment is never without a note beside it: one that is missing then shows that files were lost.
    if (!this.#mark.isThere) await this.#note();
    const previous = this.#segment;
    this.#segment = undefined;
    if (previous) await this.#finish(previous);
    const dictionary: Dictionary = new Map();
    const number = this.#nextSegment;
    const record = this.#encoder.record(transactions, this.#nextTransaction, dictionary);
    const start = new Uint8Array(segmentHeaderBytes + record.length);
    start.set(record, segmentHeaderBytes);

    const spare = await this.#takeSpare();
    const capacity = Math.max(spare.bytes, start.length);
    start.set(encodeSegmentHeader({ number, firstTransaction: this.#nextTransaction, history, capacity }));
    const path = paths.segment(number);
    let file: DiskFile | undefined;
    try {
      file = await disk.openDurable(spare.path);
      await file.writeDurable(start, 0);
      this.#nextSegment += 1; // from here on a file of this number may exist, whatever happens
      // Another process that has taken the folder may have made this segment: it is never replaced.
      const publishing = disk.publishNew(spare.path, path).then(() => (this.#newestSegment = number));
      this.#publishing = publishing.catch(() => undefined);
      await publishing;
      await fence.confirm();
    } catch (error) {
      await file?.close().catch(() => undefined);
      await disk.remove(spare.path).catch(() => undefined);
      throw error;
    }
    this.#bytes += start.length - segmentHeaderBytes;
    this.#segment = { number, path, file, capacity, used: start.length, dictionary, unsealed: true };
  }

  async #takeSpare(): Promise<{ path: string; bytes: number }> {
    this.prepare();
    const spare = await this.#spare;
    this.#spare = undefined;
    if (spare) return spare;
    // Perhaps there is room for this group, though not for a whole segment.
    const path = this.#spareName();
    try {
      await this.#options.disk.createZeroed(path, segmentHeaderBytes);
    } catch (error) {
      await this.#options.disk.remove(path).catch(() => undefined);
      throw error;
    }
    return { path, bytes: segmentHeaderBytes };
  }

  #spareName(): string {
    return this.#options.paths.spare(this.#nextSegment, randomBytes(4).toString('hex'));
  }

  /** How far the journal reaches on disk. */
  get end(): JournalEnd {
    const { history } = this.#options;
    return { history, nextTransaction: this.#nextTransaction, segment: this.#newestSegment };
  }

  /** Notes how far the journal reaches now. The note before stays true when that fails. */
  #note(): Promise<void> {
    return this.#mark.note(this.end).catch(() => undefined);
  }

  /**
   * Closes a segment's file, and cuts it behind its last record: that saves space, and removes a rejected record while that is possible.
   * Before it may be shorter than its capacity, a last record says so: a start takes any other short segment for a damaged one.
   */
  async #finish({ file, used, capacity }: OpenSegment): Promise<void> {
    try {
      const closing = this.#encoder.close(this.#nextTransaction);
      await file.writeDurable(closing, used);
      await file.truncate(used + closing.length);
    } catch {
      // A segment without a closing record keeps its size.
      if (used >= capacity) await file.truncate(used).catch(() => undefined);
    }
    await file.close().catch(() => undefined);
  }
}
