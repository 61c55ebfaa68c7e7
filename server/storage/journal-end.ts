/**
 * How far the journal was known to reach: noted beside it, at each clean stop, snapshot and new segment. What is noted was on disk,
 * so a journal that ends before it has lost something since, and is not only the journal of a server that died.
 */
import type { Disk } from './disk.ts';
import type { Damage } from './errors.ts';
import type { DataPaths } from './file-names.ts';
import { decodeSealed, encodeSealed } from './sealed.ts';
import { readWhole } from './snapshot.ts';

export interface JournalEnd {
  /** Which history it belongs to, 32 hex digits. */
  history: string;
  /** Number of the first transaction that had not been written yet. */
  nextTransaction: number;
  /** Number of the newest segment then. */
  segment: number;
}

const name = 'end';

/** Writes the note, whole or not at all. @throws the error of the disk */
export async function noteJournalEnd(disk: Disk, paths: DataPaths, end: JournalEnd): Promise<void> {
  const unfinished = `${paths.journalEnd}.unfinished`;
  const bytes = encodeSealed(name, end);
  try {
    await disk.createZeroed(unfinished, bytes.length);
    const file = await disk.openDurable(unfinished);
    try {
      await file.writeDurable(bytes, 0);
    } finally {
      await file.close();
    }
    await disk.publish(unfinished, paths.journalEnd);
  } catch (error) {
    await disk.remove(unfinished).catch(() => undefined);
    throw error;
  }
}

/** Undefined where there is none, as in folders of older versions and restored ones, and where it is damaged itself. */
export function readJournalEnd(disk: Disk, paths: DataPaths): JournalEnd | undefined {
  if (disk.sizeNow(paths.journalEnd) === undefined) return undefined;
  return decodeSealed(name, readWhole(disk, paths.journalEnd)) as JournalEnd | undefined;
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
  return {
    file,
    offset: isThere ? readTo : 0,
    what: isThere
      ? `is cut off (transactions ${nextTransaction} to ${end.nextTransaction - 1} are missing)`
      : 'is missing',
    lastGoodTransaction: nextTransaction - 1,
  };
}
