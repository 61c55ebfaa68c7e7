/** Compares the files that the database records with those on disk: which are missing, and which have another size. */
import { phrase } from '../translation.ts';
import type { Engine } from './engine.ts';
import { loadSettled } from './read-folder.ts';

/** A recorded file that is not on disk as it was recorded. */
export interface LackingFile {
  /** Below the data folder, separated by "/". */
  path: string;
  /** Bytes by its row; null when a version kept it that recorded none: then any file with content counts. */
  expected: number | null;
  /** Bytes on disk; null when it is missing. */
  found: number | null;
}

/**
 * @param sql each statement reads `path` and `bytes` of files that must be there, with `bytes` NULL for a file of unknown length.
 *   Of two rows for a path the later counts. undefined for no file.
 * @param sizeOf bytes of the file at a path; undefined when there is none.
 */
export function lackingFiles(
  engine: Pick<Engine, 'all'>,
  sql: readonly string[] | undefined,
  sizeOf: (path: string) => number | undefined,
): LackingFile[] {
  return [...recordedFiles(engine, sql)].flatMap(([path, bytes]) => lackingFile(path, bytes, sizeOf(path)) ?? []);
}

/**
 * As `lackingFiles`, for a state of a folder on which a server may run: it may have deleted a file with its row since.
 * @returns undefined when nothing lacks.
 */
export async function lackingNow(
  dataDir: string,
  engine: Engine,
  sql: readonly string[] | undefined,
  sizes: ReadonlyMap<string, number>,
): Promise<LackingFile[] | undefined> {
  const lacking = lackingFiles(engine, sql, (path) => sizes.get(path));
  if (lacking.length === 0) return undefined;
  const now = await loadSettled(dataDir);
  try {
    const still = new Set(lackingFiles(now.engine, sql, (path) => sizes.get(path)).map(({ path }) => path));
    const lost = lacking.filter(({ path }) => still.has(path));
    return lost.length === 0 ? undefined : lost;
  } finally {
    now.engine.close();
  }
}

/** @returns undefined when a file has the size that its row says, or any where it says none. */
export function lackingFile(path: string, expected: number | null, found = -1): LackingFile | undefined {
  const isWhole = expected === null ? found > 0 : found === expected;
  return isWhole ? undefined : { path, expected, found: found < 0 ? null : found };
}

/** "1 file is missing, 2 files are shorter than they were"; '' when nothing lacks. In other languages: operations/backups/lacking-texts.ts. */
export function describeLacking(lacking: readonly LackingFile[]): string {
  const missing = lacking.filter(({ found }) => found === null).length;
  const shorter = lacking.filter(({ found, expected }) => found !== null && found < (expected ?? 1)).length;
  const longer = lacking.length - missing - shorter;
  const parts = [
    { count: missing, one: 'is missing', many: 'are missing' },
    { count: shorter, one: 'is shorter than it was', many: 'are shorter than they were' },
    { count: longer, one: 'is longer than it was', many: 'are longer than they were' },
  ].filter(({ count }) => count > 0);
  return parts.map(({ count, one, many }) => (count === 1 ? `1 file ${one}` : `${count} files ${many}`)).join(', ');
}

/** "uploads/2/ab/cat.png has 3 bytes instead of 68", for lists and logs. */
export function describeLackingFile({ path, expected, found }: LackingFile): string {
  if (found === null) return phrase(`${path} is missing`);
  return expected === null ? phrase(`${path} is empty`) : phrase(`${path} has ${found} bytes instead of ${expected}`);
}

/** Bytes by path. Of a statement whose tables are not there, as in a database of an earlier version, nothing. */
function recordedFiles(engine: Pick<Engine, 'all'>, sql: readonly string[] = []): Map<string, number | null> {
  const recorded = new Map<string, number | null>();
  for (const statement of sql) {
    for (const { path, bytes } of rowsOf(engine, statement)) recorded.set(path, bytes);
  }
  return recorded;
}

function rowsOf(engine: Pick<Engine, 'all'>, statement: string): { path: string; bytes: number | null }[] {
  try {
    return engine.all<{ path: string; bytes: number | null }>(statement, []);
  } catch {
    return [];
  }
}
