/**
 * Known end of the journal: noted beside it, at each clean stop, snapshot, new segment and seal, and all the time while
 * it grows. What is noted was on disk,
 * so a journal that ends before it has lost something since, and is not only the journal of a server that died.
 */
import { phrase } from '../translation.ts';
import type { Disk, DiskFile } from './disk.ts';
import type { Damage } from './errors.ts';
import { type DataPaths, isData } from './file-names.ts';
import { decodeSealed, encodeSealed } from './sealed.ts';
import { mostOfNote, readWhole } from './snapshot.ts';

export interface JournalEnd {
  /** Which history it belongs to, 32 hex digits. */
  history: string;
  /** Number of the first transaction that had not been written yet. */
  nextTransaction: number;
  /** Number of the newest segment then. */
  segment: number;
}

const name = 'end';

/** The file holds two notes that are written in turn, each in a block of its own: a write that is cut off spoils one of them only. */
const slotBytes = 4096;
const pauseMs = 25;

/** Writes the note. What is noted must be on disk already. */
export class JournalEndMark {
  readonly #disk: Disk;
  readonly #paths: DataPaths;
  #file: DiskFile | undefined;
  #slot = 0;
  #noted: JournalEnd | undefined;
  #writing: Promise<void> | undefined;
  #next: JournalEnd | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(disk: Disk, paths: DataPaths, noted: JournalEnd | undefined) {
    this.#disk = disk;
    this.#paths = paths;
    this.#noted = noted;
  }

  /** Whether a note is on disk, of whatever history. */
  get isThere(): boolean {
    return this.#noted !== undefined;
  }

  /** Notes an end durably. @throws the error of the disk */
  async note(end: JournalEnd): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    if (this.#isNoted(end) && this.#next === undefined) return;
    this.#next = undefined;
    await this.#write(end, true);
  }

  /**
   * Notes an end within some milliseconds, not durably: it survives the end of this process, though not a power cut. No one waits
   * for it, and it costs a busy server forty small writes a second.
   */
  noteSoon(end: JournalEnd): void {
    this.#next = end;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const next = this.#next;
      if (next === undefined || this.#writing !== undefined || this.#file === undefined) return;
      this.#writing = this.#write(next, false)
        .catch(() => undefined)
        .finally(() => (this.#writing = undefined));
    }, pauseMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#file?.close().catch(() => undefined);
    this.#file = undefined;
  }

  #isNoted(end: JournalEnd): boolean {
    return this.#noted?.history === end.history && this.#noted.nextTransaction >= end.nextTransaction;
  }

  async #write(end: JournalEnd, isDurable: boolean): Promise<void> {
    if (this.#file === undefined) await this.#create(end);
    else {
      this.#slot = 1 - this.#slot;
      const bytes = slotOf(end);
      const at = this.#slot * slotBytes;
      await (isDurable ? this.#file.writeDurable(bytes, at) : this.#file.write(bytes, at));
    }
    this.#noted = end;
  }

  /** Makes the file, whole or not at all. */
  async #create(end: JournalEnd): Promise<void> {
    const unfinished = `${this.#paths.journalEnd}.unfinished`;
    try {
      await this.#disk.remove(unfinished);
      await this.#disk.createZeroed(unfinished, 2 * slotBytes);
      const file = await this.#disk.openForWrites(unfinished);
      try {
        await file.writeDurable(slotOf(end), 0);
        await this.#disk.publish(unfinished, this.#paths.journalEnd);
      } catch (error) {
        await file.close().catch(() => undefined);
        throw error;
      }
      this.#file = file;
      this.#slot = 0;
    } catch (error) {
      await this.#disk.remove(unfinished).catch(() => undefined);
      throw error;
    }
  }
}

/** The note, padded: what an earlier and longer one left behind it is overwritten. */
function slotOf(end: JournalEnd): Uint8Array {
  const bytes = new Uint8Array(256);
  bytes.set(encodeSealed(name, end));
  return bytes;
}

/**
 * Notes an end that a server which died left in its lock, where the note itself says less or is gone: after the lock has been taken
 * over, nothing else knows. A folder without data gets none. Where the disk refuses, nothing is noted.
 */
export function noteFoundEnd(disk: Disk, paths: DataPaths, end: JournalEnd): void {
  const noted = readJournalEnd(disk, paths);
  if (noted !== undefined && (noted.history !== end.history || noted.nextTransaction >= end.nextTransaction)) return;
  if (!disk.listNow(paths.folder).some(isData)) return;
  const unfinished = `${paths.journalEnd}.unfinished`;
  const bytes = new Uint8Array(2 * slotBytes);
  bytes.set(slotOf(end));
  try {
    disk.removeNow(unfinished);
    const file = disk.openNow(unfinished, 'create');
    try {
      file.writeNow(bytes, 0);
      file.syncNow();
    } finally {
      file.closeNow();
    }
    disk.renameNow(unfinished, paths.journalEnd);
    disk.syncFolderNow(paths.folder);
  } catch {
    // Without room, a start goes on with what the journal holds.
  }
}

/** Undefined where there is none, as in folders of older versions and restored ones, and where it is damaged itself. */
export function readJournalEnd(disk: Disk, paths: DataPaths): JournalEnd | undefined {
  if (disk.sizeNow(paths.journalEnd) === undefined) return undefined;
  const bytes = readWhole(disk, paths.journalEnd, mostOfNote);
  const notes = [bytes.subarray(0, slotBytes), bytes.subarray(slotBytes)].flatMap((slot) => {
    const end = slot.includes(0) ? slot.indexOf(0) : slot.length;
    return (decodeSealed(name, slot.subarray(0, end)) as JournalEnd | undefined) ?? [];
  });
  return notes.toSorted((a, b) => a.nextTransaction - b.nextTransaction).at(-1);
}

/**
 * What is missing of a journal that was read, undefined when it reaches the end that was noted.
 * @param history of what was read; empty when nothing was there
 * @param readTo offset in the newest segment after its last whole record
 */
export function missingEnd(
  disk: Disk,
  paths: DataPaths,
  end: JournalEnd,
  { history, nextTransaction, readTo }: { history: string; nextTransaction: number; readTo: number },
): Damage | undefined {
  // The note of another history was left by a recovery that was cut off.
  if (nextTransaction >= end.nextTransaction || (history !== '' && history !== end.history)) return undefined;
  const file = paths.segment(end.segment);
  const isThere = disk.sizeNow(file) !== undefined;
  const last = end.nextTransaction - 1;
  return {
    file,
    offset: isThere ? readTo : 0,
    what: isThere
      ? phrase(`The file is cut off: transactions ${nextTransaction} to ${last} are missing.`)
      : phrase('The file is missing.'),
    lastGoodTransaction: nextTransaction - 1,
  };
}
