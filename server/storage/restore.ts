/**
 * Restoring a backup into an empty folder: every file is checked against the backup's own list, the database is opened
 * and counted. Until all of it agrees the folder does not start; if it does not agree, nothing is left behind.
 */
import { createHash } from 'node:crypto';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, type Header } from 'tar-stream';
import { messageOf } from '../errors.ts';
import { createReadStream, mkdir, open, readdir, rename, rm, rmdir, stat } from '../file-access.ts';
import { phrase, type Phrase } from '../translation.ts';
import { archivedName } from './archive-names.ts';
import { type BackupCounts, type BackupList, listName, tableCounts } from './backup.ts';
import { listIn, refuseForeign, refuseNewer, senselessList } from './check-backup.ts';
import { realDisk } from './disk.ts';
import type { Engine } from './engine.ts';
import { DamagedDataError, isDiskFull, refusalOf, StartRefusedError, StorageError } from './errors.ts';
import { dataPaths, isData, isServersOwn } from './file-names.ts';
import { isOfSystem, realPlace } from './folder-places.ts';
import { loadState } from './history.ts';
import { tableWithoutRoom } from './id-room.ts';
import { lackingFiles, type LackingFile } from './lacking.ts';
import { dataVersion, lastNumber, refuseOlder, shippedMigrations } from './migrate.ts';
import { readManifest, type SnapshotManifest } from './snapshot.ts';
import { isIntruder, isOfBackup, whyForeign, type OutsideRules } from './trusted-content.ts';
import { discardUnfinishedRestore, markRestore, unmarkRestore } from './unfinished-restore.ts';

export interface RestoreReport {
  /** What the backup says it holds. */
  expected: BackupCounts;
  /** What was counted in the restored folder; equal, or `restore` throws. */
  restored: BackupCounts;
  /** UNIX milliseconds. */
  madeAt: number;
  /** Files that are no data of this program and were not restored. */
  leftOut: string[];
  /** Files that the restored database records and the backup does not have as recorded. */
  lacking: LackingFile[];
}

export interface RestoreOptions {
  /** Gets bytes. Whatever it throws ends the restoring. */
  onProgress?: (done: number, total: number) => void;
  /** What is still to be done before the folder counts as restored; if it fails, nothing is left there. */
  settle?: (dataDir: string) => Promise<void>;
  /** The newest data version that may be in it. */
  knownVersion?: number;
  /** Each reads `path` and `bytes` of files that the database records (lacking.ts). */
  filesSql?: readonly string[];
  /** The file may come from elsewhere: what is asked of it. */
  outside?: OutsideRules;
}

/**
 * Puts a backup into `dataDir`, which must be missing, empty but for what the system put there, or left by a restore that was killed.
 * @throws StartRefusedError `not-empty`, `foreign`, `older-version`, `newer-version`, or `damaged` when the backup is not whole; the folder is
 *   then empty again, or gone when it was not there before
 */
export async function restore(file: string, dataDir: string, options: RestoreOptions = {}): Promise<RestoreReport> {
  const { knownVersion = lastNumber(shippedMigrations()) } = options;
  const isNew = await makeTarget(dataDir);
  await discardUnfinishedRestore(dataDir);
  if ((await readdir(dataDir)).some((name) => !isOfSystem(name))) {
    throw new StartRefusedError(
      'not-empty',
      `${dataDir} is not empty; a backup is restored into an empty folder only.`,
    );
  }
  /** Entries of the folder that this restore made. */
  const written = new Set<string>();
  try {
    await refuseForeign(file);
    await markRestore(dataDir, file);
    const seen = await unpack(file, dataDir, options, written);
    const { list } = seen;
    if (!list) throw damaged(file, phrase('The backup ends before its list of contents.'));
    refuseNewer(file, list, knownVersion);
    checkEntries(file, list, seen.sums);
    const manifest = dataPaths(dataDir).manifest(1);
    await rename(`${manifest}.unfinished`, manifest);
    const { lacking, nextTransaction, ...restored } = await count(file, dataDir, seen.sums, options);
    const expected = { tables: list.tables, files: list.files, fileBytes: list.fileBytes };
    if (JSON.stringify(expected) !== JSON.stringify(restored) || nextTransaction !== list.lastTransaction + 1)
      throw damaged(file, phrase('The backup does not hold the counts that it names.'));
    realDisk.syncFolderNow(dataDir);
    await options.settle?.(dataDir);
    await unmarkRestore(dataDir);
    return { expected, restored, madeAt: list.madeAt, leftOut: seen.leftOut, lacking };
  } catch (error) {
    for (const name of await readdir(dataDir))
      if (written.has(name) || (!isOfSystem(name) && (isData(name) || isServersOwn(name))))
        await rm(join(dataDir, name), { recursive: true, force: true });
    if (isNew && (await readdir(dataDir)).length === 0) await rmdir(dataDir);
    // Its sentence names a command for a folder that is gone now.
    if (error instanceof DamagedDataError)
      throw damaged(
        file,
        phrase(`Its database is damaged. ${relative(dataDir, error.damage.file)}: ${error.damage.what}`),
        error,
      );
    // A statement that fails is one of ours, on a database that is not whole.
    if (error instanceof StorageError && error.kind !== 'sql') throw error;
    if (isDiskFull(error))
      throw new StartRefusedError(
        'disk-full',
        `${file} was not restored: there is too little room for ${dataDir}. Free up space there, or restore to another disk. Nothing was restored.`,
        error,
      );
    throw damaged(file, phrase(`The backup cannot be read (${messageOf(error)}).`), error);
  }
}

/** @returns whether the folder was made. @throws StartRefusedError where there can be none */
async function makeTarget(dataDir: string): Promise<boolean> {
  try {
    return (await mkdir(await realPlace(dataDir), { recursive: true, mode: 0o700 })) !== undefined;
  } catch (error) {
    throw refusalOf(error, dataDir);
  }
}

interface UnpackedBackup {
  list: BackupList | undefined;
  sums: Map<string, { bytes: number; sha256: string }>;
  leftOut: string[];
}

async function unpack(
  file: string,
  dataDir: string,
  { onProgress, outside }: RestoreOptions,
  written: Set<string>,
): Promise<UnpackedBackup> {
  const total = (await stat(file)).size;
  let done = 0;
  const seen: UnpackedBackup = { list: undefined, sums: new Map(), leftOut: [] };
  const manifest = dataPaths('').manifest(1);
  const archive = extract();
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  source.on('data', (chunk) => {
    done += chunk.length;
    try {
      onProgress?.(done, total);
    } catch (error) {
      source.destroy(error as Error);
    }
  });
  const reading = pipeline(source, archive);
  reading.catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))));
  for await (const entry of archive) {
    const name = safeName(file, entry.header);
    if (name === listName) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) chunks.push(chunk as Uint8Array);
      seen.list = listIn(Buffer.concat(chunks).toString('utf8'));
      if (!seen.list) throw damaged(file, senselessList);
      continue;
    }
    if (outside !== undefined && name !== manifest && !isOfBackup(name, outside)) {
      if (isIntruder(name)) throw foreign(file, phrase(`The backup holds ${name}, which no backup has.`));
      seen.leftOut.push(name);
      seen.sums.set(name, await sumOf(entry as AsyncIterable<Uint8Array>));
      continue;
    }
    // The manifest gets its name last: until then nothing takes the folder for a whole one.
    if (seen.sums.has(name)) throw damaged(file, phrase(`The backup holds ${name} twice.`));
    const target = join(dataDir, name === manifest ? `${name}.unfinished` : name);
    written.add(relative(dataDir, target).split(sep, 1)[0] ?? '');
    await mkdir(dirname(target), { recursive: true });
    seen.sums.set(name, await store(target, entry as AsyncIterable<Uint8Array>));
  }
  await reading;
  return seen;
}

async function sumOf(content: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function store(target: string, content: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(target, 'wx');
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

function safeName(file: string, { name, type }: Header): string {
  const clean = archivedName(name);
  if (clean === undefined || type !== 'file')
    throw foreign(
      file,
      phrase(`It holds an entry that is no file of a data folder (${JSON.stringify(name.slice(0, 300))}).`),
    );
  return clean;
}

function checkEntries(file: string, list: BackupList, sums: UnpackedBackup['sums']): void {
  if (list.entries.length !== sums.size || new Set(list.entries.map(({ path }) => path)).size !== sums.size)
    throw damaged(file, phrase(`The backup holds ${sums.size} files instead of ${list.entries.length}.`));
  for (const { path, bytes, sha256 } of list.entries) {
    const sum = sums.get(path);
    if (sum?.bytes !== bytes || sum.sha256 !== sha256) throw damaged(file, phrase(`${path} is damaged.`));
  }
}

async function count(
  file: string,
  dataDir: string,
  sums: UnpackedBackup['sums'],
  { outside, filesSql }: RestoreOptions,
): Promise<BackupCounts & Pick<RestoreReport, 'lacking'> & { nextTransaction: number }> {
  const paths = dataPaths(dataDir);
  const own = new Set([dataPaths('').snapshot(1), dataPaths('').manifest(1)]);
  const others = [...sums].filter(([path]) => !own.has(path));
  const { engine, nextTransaction } = await loadState(realDisk, paths);
  try {
    refuseOlder(engine, shippedMigrations(), file);
    const why = outside && (await whyForeign(engine, outside));
    if (why !== undefined) throw foreign(file, why);
    const table = tableWithoutRoom(engine);
    if (table !== undefined)
      throw foreign(
        file,
        phrase(`The rows of its table ${table} have such high numbers that none are left for new rows.`),
      );
    checkUsable(file, engine, readManifest(realDisk, paths, 1));
    return {
      tables: tableCounts(engine),
      files: others.length,
      fileBytes: others.reduce((sum, [, { bytes }]) => sum + bytes, 0),
      lacking: lackingFiles(engine, filesSql, (path) => sums.get(path)?.bytes),
      nextTransaction,
    };
  } finally {
    engine.close();
  }
}

/** A database can say of itself that it is read-only, and a manifest that it is of another version: a server would not start on them. */
function checkUsable(file: string, engine: Engine, manifest: SnapshotManifest): void {
  if (manifest.dataVersion !== dataVersion(engine))
    throw damaged(file, phrase('The backup does not hold the counts that it names.'));
  engine.begin();
  engine.run('UPDATE schema_migrations SET name = name WHERE number = 0', []);
  engine.rollback();
}

function foreign(file: string, what: Phrase): StartRefusedError {
  return new StartRefusedError('foreign', `${file} is not a backup that Hearth made. ${what} Nothing was restored.`);
}

function damaged(file: string, what: Phrase, cause?: unknown): StartRefusedError {
  return new StartRefusedError('damaged', `${file} is not a whole backup. ${what} Nothing was restored.`, cause);
}
