/**
 * Recovery: the newest snapshot plus the journal after it gives the database. The same code starts the server,
 * compacts in the worker, makes backups and repairs. It only reads; what to do about damage is its caller's decision.
 */
import { randomBytes } from 'node:crypto';
import { phrase } from '../translation.ts';
import type { Disk } from './disk.ts';
import { Engine } from './engine.ts';
import { type Damage, DamagedDataError } from './errors.ts';
import { type DataPaths, kinds, numbered } from './file-names.ts';
import { missingEnd, readJournalEnd } from './journal-end.ts';
import { decodeSegmentHeader, findRecord, type SegmentHeader, segmentHeaderBytes } from './records.ts';
import { damaged, gap, type LoadedState, type LoadOptions, type Segment, SegmentReplay } from './segment-replay.ts';
import { loadSnapshot, newerVersion, readManifest, readWhole } from './snapshot.ts';

export type { LoadedState } from './segment-replay.ts';

/** Whether the note of the journal's end was lost, so that transactions at the end may have been lost with it. */
export const isEndUnknown = ({ journalEnd, wasNoted }: Pick<LoadedState, 'journalEnd' | 'wasNoted'>): boolean =>
  wasNoted && journalEnd === undefined;

/** What a start reports of the journal that it read. */
export function warningsOf(state: LoadedState, paths: DataPaths): string[] {
  const warnings: string[] = [];
  if (isEndUnknown(state))
    warnings.push(
      `${paths.journalEnd} is missing or damaged. It notes how far the data reaches: the newest changes may be missing.`,
    );
  if (state.tornBytes > 0) warnings.push(`A write that was never finished (${state.tornBytes} bytes) was left out.`);
  return warnings;
}

/** Reads the state of a data folder. Never changes anything in it. */
export async function loadState(disk: Disk, paths: DataPaths, options: LoadOptions = {}): Promise<LoadedState> {
  const names = disk.listNow(paths.folder);
  const manifests = numbered(names, kinds.manifest, paths.manifest);
  const unlisted = numbered(names, kinds.snapshot, paths.snapshot).at(-1);
  if (
    manifests.length === 0 &&
    unlisted &&
    numbered(disk.listNow(paths.journal), kinds.segment, paths.segment).length === 0
  ) {
    const file = paths.manifest(unlisted.number);
    throw new DamagedDataError(paths.folder, {
      file,
      offset: 0,
      what: phrase('The file is missing.'),
      lastGoodTransaction: 0,
    });
  }
  const wanted = options.snapshot ?? manifests.at(-1)?.number ?? 0;
  const snapshot = wanted > 0 ? readManifest(disk, paths, wanted) : undefined;
  if (snapshot && options.knownVersion !== undefined && snapshot.dataVersion > options.knownVersion)
    throw newerVersion(paths.folder);
  // Read before the journal: a running server writes the journal first.
  const journalEnd = readJournalEnd(disk, paths);
  const engine = await Engine.open(snapshot && loadSnapshot(disk, paths, snapshot));
  const state: LoadedState = {
    engine,
    history: snapshot?.history ?? '',
    nextTransaction: snapshot?.nextTransaction ?? 1,
    nextSegment: 1,
    snapshot,
    replayedSegments: 0,
    journalBytes: 0,
    journalEnd,
    wasNoted: snapshot?.isNoted === true,
    readTo: 0,
    tornBytes: 0,
    damage: undefined,
  };
  try {
    replay(disk, paths, state, options);
    const isWhole = options.beforeSegment === undefined && options.until === undefined;
    const missing = journalEnd && isWhole && missingEnd(disk, paths, journalEnd, state);
    if (missing) throw new DamagedDataError(paths.folder, missing);
  } catch (error) {
    if (options.onDamage !== 'stop' || !(error instanceof DamagedDataError)) {
      engine.close();
      throw error;
    }
    state.damage = error.damage;
  }
  state.history ||= randomBytes(16).toString('hex');
  return state;
}

/**
 * Reads the transactions that were written since the state was loaded. Others may have changed the database of the state in between.
 * @throws DamagedDataError where transactions are missing, or do not give what they gave
 */
export function catchUp(disk: Disk, paths: DataPaths, state: LoadedState): void {
  state.journalEnd = readJournalEnd(disk, paths);
  replay(disk, paths, state, {});
  const missing = state.journalEnd && missingEnd(disk, paths, state.journalEnd, state);
  if (missing) throw new DamagedDataError(paths.folder, missing);
}

function replay(
  disk: Disk,
  paths: DataPaths,
  state: LoadedState,
  { beforeSegment = Infinity, until }: LoadOptions,
): void {
  if (until?.(state.engine) === true) return;
  const files = numbered(disk.listNow(paths.journal), kinds.segment, paths.segment);
  state.nextSegment = (files.at(-1)?.number ?? 0) + 1;
  const segments: Segment[] = [];
  // What the segments before a damaged header hold is good.
  let header: Damage | undefined;
  for (const { number, path } of files.filter((file) => file.number < beforeSegment)) {
    try {
      segments.push({ ...readHeader(disk, paths, number, state), path });
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
      header = error.damage;
      break;
    }
  }
  for (const [index, segment] of segments.entries()) {
    const successor = segments[index + 1];
    const limit = successor?.firstTransaction ?? Infinity;
    if (limit <= state.nextTransaction && index < segments.length - 1) continue;
    if (segment.firstTransaction > state.nextTransaction) {
      throw gap(paths, state, segment);
    }
    state.replayedSegments += 1;
    if (new SegmentReplay(disk, paths, state, { segment, successor, until }).run()) return;
  }
  if (header) throw damaged(paths, state, header.file, header.offset, header.what);
}

function readHeader(disk: Disk, paths: DataPaths, number: number, state: LoadedState): SegmentHeader {
  const path = paths.segment(number);
  const bytes = new Uint8Array(segmentHeaderBytes);
  const file = disk.openNow(path, 'read');
  try {
    if (file.readNow(bytes, 0) < bytes.length)
      throw damaged(paths, state, path, 0, phrase('The header is incomplete.'));
  } finally {
    file.closeNow();
  }
  const header = decodeSegmentHeader(bytes);
  if (header === 'newer') throw newerVersion(paths.folder);
  if (!header || header.number !== number) throw damaged(paths, state, path, 0, phrase('The header is damaged.'));
  // A version that notes how large a segment is notes its end, too.
  state.wasNoted ||= header.capacity > 0;
  state.history ||= header.history;
  if (header.history !== state.history)
    throw damaged(paths, state, path, 24, phrase('The file belongs to another data folder.'));
  return header;
}

/** The highest transaction number that can still be read anywhere in the journal, for reporting what was lost. */
export function highestTransaction(disk: Disk, paths: DataPaths): number {
  let highest = 0;
  for (const { path } of numbered(disk.listNow(paths.journal), kinds.segment, paths.segment)) {
    const bytes = readWhole(disk, path);
    for (let at = 0; ;) {
      const record = findRecord(bytes, at);
      if (!record) break;
      highest = Math.max(highest, record.firstTransaction + record.count - 1);
      at = record.end;
    }
  }
  return highest;
}
