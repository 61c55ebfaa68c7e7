/**
 * Backups: one tar file with the database as a fresh snapshot, every other file of the data folder that matters, and
 * last a list of counts and checksums. Made while a server runs, without asking it: what the journal holds is durable
 * and whole at any moment. Unpacked with plain `tar` it is a data folder that starts.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack, type Pack } from 'tar-stream';
import { open, rename, rm } from '../file-access.ts';
import { programVersion } from '../options.ts';
import { bytesOf, ifThere, otherFiles } from './backup-files.ts';
import { realDisk } from './disk.ts';
import type { Engine } from './engine.ts';
import { dataPaths } from './file-names.ts';
import { isEndUnknown, type LoadedState } from './history.ts';
import { lackingNow, type LackingFile } from './lacking.ts';
import { dataVersion } from './migrate.ts';
import { loadSettled } from './read-folder.ts';
import { putBackIfStopped } from './replace.ts';
import { encodeManifest, snapshotManifest } from './snapshot.ts';
import { refuseUnfinished } from './unfinished-restore.ts';

export interface BackupCounts {
  /** Rows of every table of the database. */
  tables: Record<string, number>;
  /** Files beside the database: uploads and the like. */
  files: number;
  fileBytes: number;
}

/** What a backup has, and what the database records that it does not have. */
export interface BackupReport extends BackupCounts {
  /** Absent when it has every file as it was recorded. */
  lacking?: LackingFile[];
  /** The folder's note of how far the journal reaches is lost: the newest changes may be missing. Absent otherwise. */
  isEndUnknown?: true;
}

export interface BackupList extends BackupReport {
  format: number;
  /** UNIX milliseconds. */
  madeAt: number;
  dataVersion: number;
  /** The last transaction in it. */
  lastTransaction: number;
  /** Whose data it is, for people; absent in backups of before it was noted. */
  title?: string;
  /** The version of the program that made it; absent like the title. */
  program?: string;
  entries: { path: string; bytes: number; sha256: string }[];
}

export interface BackupOptions {
  /** UNIX milliseconds. */
  now?: () => number;
  /** Reads from the database whose data it is, as `title`. */
  titleSql?: string;
  /** Each reads `path` and `bytes` of files that the database records (lacking.ts). */
  filesSql?: readonly string[];
  onProgress?: (done: number, total: number) => void;
  /** Called after every stride written, to let others have the disk. */
  pause?: () => void;
}

export const listName = 'backup.json';
export const listFormat = 1;
const strideBytes = 1024 * 1024;

/**
 * Backs up a data folder into `outFile`, whether a server runs on it or not. The file appears whole or not at all.
 * @throws DamagedDataError when the stored data is damaged
 */
export async function backupFolder(
  dataDir: string,
  outFile: string,
  options: BackupOptions = {},
): Promise<BackupReport> {
  await refuseUnfinished(dataDir);
  await putBackIfStopped(dataDir);
  const state = await loadSettled(dataDir);
  const unfinished = `${outFile}.unfinished`;
  let lacking: LackingFile[] | undefined;
  try {
    const file = await open(unfinished, 'w', 0o600);
    try {
      const archive = pack();
      const written = writeSlowly(archive, file, options.pause);

      // Both can fail; the first failure is the one to report.
      const filled = fill(archive, dataDir, resolve(outFile), state, options);
      filled.catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))));
      [lacking] = await Promise.all([filled, written]);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, outFile);
    realDisk.syncFolderNow(dirname(resolve(outFile)));
    return {
      ...(await counts(state.engine, dataDir, resolve(outFile))),
      ...(lacking && { lacking }),
      ...(isEndUnknown(state) && { isEndUnknown: true }),
    };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    state.engine.close();
  }
}

/** Rows of every table, virtual ones without their shadows' doubles. */
export function tableCounts(engine: Engine): Record<string, number> {
  const tables = engine.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    [],
  );
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      engine.get<{ n: number }>(`SELECT count(*) AS n FROM "${name.replaceAll('"', '""')}"`, [])?.n ?? 0,
    ]),
  );
}

async function counts(engine: Engine, dataDir: string, outFile: string): Promise<BackupCounts> {
  const files = await otherFiles(dataDir, outFile);
  const fileBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return { tables: tableCounts(engine), files: files.length, fileBytes };
}

/** Adds files to an archive, and keeps what its list says of them. @param onWritten gets the bytes of all until now. */
function entriesOf(archive: Pack, mtime: Date, onWritten: (bytes: number) => void) {
  const entries: BackupList['entries'] = [];
  let written = 0;
  const add = async (
    path: string,
    bytes: number,
    content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> => {
    const hash = createHash('sha256');
    const watched = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        hash.update(chunk);
        yield chunk;
        written += chunk.length;
        onWritten(written);
      }
    };
    await pipeline(Readable.from(watched()), archive.entry({ name: path, size: bytes, mtime }));
    entries.push({ path, bytes, sha256: hash.digest('hex') });
  };
  return { entries, add };
}

async function fill(
  archive: Pack,
  dataDir: string,
  outFile: string,
  state: LoadedState,
  options: BackupOptions,
): Promise<LackingFile[] | undefined> {
  const madeAt = (options.now ?? Date.now)();
  const paths = dataPaths('');
  const image = state.engine.image.view(state.engine.imageBytes());
  const facts = {
    history: state.history,
    nextTransaction: state.nextTransaction,
    dataVersion: dataVersion(state.engine),
    madeAt,
    snapshot: 1,
  };
  const files = await otherFiles(dataDir, outFile);
  const total = image.length + files.reduce((sum, { bytes }) => sum + bytes, 0);
  const { entries, add } = entriesOf(archive, new Date(madeAt), (done) =>
    options.onProgress?.(Math.min(done, total), total),
  );
  await add(paths.snapshot(1), image.length, strides(image));
  const manifest = encodeManifest(snapshotManifest(image, facts));
  await add(paths.manifest(1), manifest.length, [manifest]);
  const kept = await addFiles(add, dataDir, files);
  const sizes = new Map(entries.map(({ path, bytes }) => [path, bytes]));
  const lacking = await lackingNow(dataDir, state.engine, options.filesSql, sizes);
  const list: BackupList = {
    format: listFormat,
    madeAt,
    dataVersion: facts.dataVersion,
    lastTransaction: state.nextTransaction - 1,
    title: titleOf(state.engine, options.titleSql),
    program: programVersion,
    tables: tableCounts(state.engine),
    ...kept,
    lacking,
    entries,
  };
  const bytes = Buffer.from(`${JSON.stringify(list, undefined, 1)}\n`);
  await pipeline(
    Readable.from([bytes]),
    archive.entry({ name: listName, size: bytes.length, mtime: new Date(madeAt) }),
  );
  archive.finalize();
  return lacking;
}

/** @returns how many there were: one may have been removed since it was listed. */
async function addFiles(
  add: ReturnType<typeof entriesOf>['add'],
  dataDir: string,
  files: readonly { path: string }[],
): Promise<Pick<BackupCounts, 'files' | 'fileBytes'>> {
  const kept = { files: 0, fileBytes: 0 };
  for (const { path } of files) {
    const file = await ifThere(open(join(dataDir, path), constants.O_RDONLY));
    if (!file) continue;
    try {
      const { size } = await file.stat();
      await add(path.split(sep).join('/'), size, bytesOf(file, size));
      kept.files += 1;
      kept.fileBytes += size;
    } finally {
      await file.close();
    }
  }
  return kept;
}

/** Undefined too when the database is not of the kind that the question is for. */
function titleOf(engine: Engine, sql: string | undefined): string | undefined {
  if (sql === undefined) return undefined;
  try {
    return engine.get<{ title: string }>(sql, [])?.title;
  } catch {
    return undefined;
  }
}

function* strides(image: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < image.length; at += strideBytes) yield Buffer.from(image.subarray(at, at + strideBytes));
}

/** Writes in synced strides, so that no commit on the same disk has to wait for a flood of dirty pages. */
async function writeSlowly(source: Pack, file: FileHandle, pause?: () => void): Promise<void> {
  let unsynced = 0;
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    await file.writeFile(chunk);
    unsynced += chunk.length;
    if (unsynced < strideBytes) continue;
    await file.datasync();
    unsynced = 0;
    pause?.();
  }
}
