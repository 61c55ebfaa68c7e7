/**
 * Compaction: recovery, run in a worker thread, whose result becomes the next snapshot. The serving thread only ends
 * the current segment. The snapshot before the new one and the journal since it are kept: if the newest snapshot is
 * ever damaged, recovery from those loses nothing. A crash at any moment leaves a folder that starts as if nothing was.
 */
import { dayMs, hourMs } from '../durations.ts';
import { phrase } from '../translation.ts';
import type { Disk } from './disk.ts';
import { DamagedDataError } from './errors.ts';
import { type DataPaths, kinds, numbered } from './file-names.ts';
import { loadState } from './history.ts';
import { dataVersion } from './migrate.ts';
import { decodeSegmentHeader, segmentHeaderBytes } from './records.ts';
import { readManifest, writeSnapshot } from './snapshot.ts';

export interface CompactionJob {
  kind: 'compact';
  dataDir: string;
  /** Segments below this number are closed and complete. */
  beforeSegment: number;
  /** The first transaction that is not in them: reading must arrive exactly there. */
  nextTransaction: number;
  /** UNIX milliseconds, for the manifest. */
  madeAt: number;
}

export interface CompactionResult {
  snapshot: number;
  bytes: number;
  /** Paths of the files that nothing needs since. */
  outdated: string[];
}

const megabyte = 1024 * 1024;
/** Every start leaves a segment; many of them would make the next start slower. */
const manySegments = 64;
// Replay takes 60 to 100 ms for a thousand messages: this many bytes are two seconds of a start after a crash.
export const usualCompactAtBytes = 6 * megabyte;

/**
 * Whether the journal is to be compacted now.
 * @param nowMs UNIX milliseconds, as the times of the last compaction (undefined: none) and of the last failed one
 */
export function isCompactionDue(
  nowMs: number,
  journal: { lastMs: number | undefined; failedMs: number; bytes: number; atBytes?: number; segments: number },
): boolean {
  const { lastMs, failedMs, bytes, atBytes = usualCompactAtBytes, segments } = journal;
  if (Math.abs(nowMs - failedMs) < hourMs) return false;
  return bytes > atBytes || segments > manySegments || Math.abs(nowMs - (lastMs ?? nowMs)) > dayMs;
}

/** The work itself. Publishes the next snapshot; removes nothing. */
export async function makeSnapshot(
  disk: Disk,
  paths: DataPaths,
  job: CompactionJob,
  pause?: () => void,
): Promise<CompactionResult> {
  const state = await loadState(disk, paths, { beforeSegment: job.beforeSegment });
  try {
    if (state.nextTransaction !== job.nextTransaction) {
      const last = job.nextTransaction - 1;
      const what = phrase(`Transaction ${state.nextTransaction} of ${last} cannot be read.`);
      throw new DamagedDataError(paths.folder, {
        file: paths.journal,
        offset: 0,
        what,
        lastGoodTransaction: state.nextTransaction - 1,
      });
    }
    const bytes = state.engine.imageBytes();
    const names = disk.listNow(paths.folder);
    const before = [numbered(names, kinds.manifest, paths.manifest), numbered(names, kinds.snapshot, paths.snapshot)];
    const snapshot = Math.max(0, ...before.map((files) => files.at(-1)?.number ?? 0)) + 1;
    writeSnapshot(
      disk,
      paths,
      state.engine.image.view(bytes),
      {
        snapshot,
        history: state.history,
        nextTransaction: state.nextTransaction,
        dataVersion: dataVersion(state.engine),
        madeAt: job.madeAt,
        isNoted: state.journalEnd !== undefined,
      },
      pause,
    );
    return { snapshot, bytes, outdated: outdatedFiles(disk, paths) };
  } finally {
    state.engine.close();
  }
}

/**
 * Names of the files that are older than the last two snapshots need; call it after a snapshot was published.
 * Gives also the bytes of journal that start from the newest snapshot no longer replays.
 */
function outdatedFiles(disk: Disk, paths: DataPaths): string[] {
  const names = disk.listNow(paths.folder);
  const manifests = numbered(names, kinds.manifest, paths.manifest);
  const keep = manifests.slice(-2);
  const oldest = keep.length === 2 ? keep[0] : undefined;
  const outdated = names.filter((name) => kinds.unfinished.test(name)).map((name) => `${paths.folder}/${name}`);
  for (const { number, path } of numbered(names, kinds.snapshot, paths.snapshot)) {
    if (!keep.some((kept) => kept.number === number)) outdated.push(path);
  }
  for (const { path, number } of manifests) if (!keep.some((kept) => kept.number === number)) outdated.unshift(path);
  if (oldest) outdated.push(...outdatedSegments(disk, paths, readManifest(disk, paths, oldest.number).nextTransaction));
  return outdated;
}

/** Before a start: what is not needed, and the segments that were made ahead. */
export function removeLeftovers(disk: Disk, paths: DataPaths): void {
  for (const path of outdatedFiles(disk, paths)) disk.removeNow(path);
  for (const name of disk.listNow(paths.journal))
    if (kinds.spare.test(name)) disk.removeNow(`${paths.journal}/${name}`);
}

function outdatedSegments(disk: Disk, paths: DataPaths, needed: number): string[] {
  const segments = numbered(disk.listNow(paths.journal), kinds.segment, paths.segment);
  const firsts = segments.map(({ path }) => {
    const bytes = new Uint8Array(segmentHeaderBytes);
    const file = disk.openNow(path, 'read');
    file.readNow(bytes, 0);
    file.closeNow();
    const header = decodeSegmentHeader(bytes);
    return typeof header === 'object' ? header.firstTransaction : Infinity;
  });
  // A segment's transactions end where its successor begins; the last one is always kept.
  return segments.filter((_, index) => (firsts[index + 1] ?? Infinity) <= needed).map(({ path }) => path);
}
