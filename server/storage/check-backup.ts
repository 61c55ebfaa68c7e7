/**
 * Reads a backup through and believes nothing: every file in it has the bytes and the checksum that its own list names.
 * Nothing is written, so that a backup can be called good on a disk that has no room for a second copy.
 */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { z } from 'zod';
import { messageOf } from '../errors.ts';
import { createReadStream, open, stat } from '../file-access.ts';
import { phrase, type Phrase } from '../translation.ts';
import { archivedName } from './archive-names.ts';
import { type BackupList, listFormat, listName } from './backup.ts';
import { StartRefusedError, StorageError } from './errors.ts';
import { dataPaths } from './file-names.ts';
import { lastNumber, shippedMigrations } from './migrate.ts';
import { mostTransactions } from './snapshot.ts';

/** What is in it, and of the list of its files only how many there are. */
export interface CheckedBackup extends Omit<BackupList, 'entries'> {
  /** Of the whole file, hexadecimal, as `sha256sum` prints it. */
  sha256: string;
  /** Of the whole file. */
  bytes: number;
  /** What people uploaded, of all files that are in it. */
  uploads: { files: number; bytes: number };
}

export interface CheckOptions {
  /** Cuts it short, with an error. */
  stop?: AbortSignal;
  /** Gets bytes. */
  onProgress?: (done: number, total: number) => void;
  /** The newest data version that may be in it. */
  knownVersion?: number;
}

/** A list of more bytes would name millions of files. */
const maxListBytes = 512 * 1024 * 1024;
const chunkBytes = 256 * 1024;

/**
 * @returns the backup's own list, and the checksum of the file.
 * @throws StartRefusedError `foreign` for what never was a backup, `damaged` when it is not whole, or `newer-version`
 */
export async function checkBackup(file: string, options: CheckOptions = {}): Promise<CheckedBackup> {
  const { knownVersion = lastNumber(shippedMigrations()) } = options;
  try {
    await refuseForeign(file);
    const sums = new Map<string, string>();
    const { list, sha256, bytes } = await readThrough(file, sums, options);
    if (list === undefined) throw damaged(file, phrase('The backup ends before its list of contents.'));
    refuseNewer(file, list, knownVersion);
    const { entries, ...facts } = list;
    if (entries.length !== sums.size) throw damaged(file, phrase('Files are missing.'));
    const wrong = entries.find((entry) => sums.get(entry.path) !== `${entry.bytes} ${entry.sha256}`);
    if (wrong !== undefined) throw damaged(file, phrase(`${wrong.path} is damaged.`));
    const uploads = entries.filter(({ path }) => path.startsWith('uploads/'));
    const uploadedBytes = uploads.reduce((sum, entry) => sum + entry.bytes, 0);
    return { ...facts, sha256, bytes, uploads: { files: uploads.length, bytes: uploadedBytes } };
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw damaged(file, phrase(`The backup cannot be read (${messageOf(error)}).`), error);
  }
}

/** @throws StartRefusedError `newer-version` when this program cannot know what is in a backup. */
export function refuseNewer(file: string, { format, dataVersion }: BackupList, knownVersion: number): void {
  if (format > listFormat || dataVersion > knownVersion)
    throw new StartRefusedError(
      'newer-version',
      `${file} was made by a newer version of Hearth. Install that one first.`,
    );
}

/** @throws StartRefusedError `foreign` when a file does not begin as every backup does */
export async function refuseForeign(file: string): Promise<void> {
  const expected = Buffer.from(dataPaths('').snapshot(1));
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(expected.length), 0, expected.length, 0);
    if (bytesRead > 0 && !buffer.equals(expected.subarray(0, bytesRead)))
      throw new StartRefusedError('foreign', `${file} is not a backup of Hearth.`);
  } finally {
    await handle.close();
  }
}

interface ReadThrough {
  list: BackupList | undefined;
  sha256: string;
  bytes: number;
}

/** @param sums is filled with "bytes sha256" of every file but the list. */
async function readThrough(
  file: string,
  sums: Map<string, string>,
  { stop, onProgress }: CheckOptions,
): Promise<ReadThrough> {
  const total = (await stat(file)).size;
  let list: BackupList | undefined;
  let bytes = 0;
  const whole = createHash('sha256');
  const archive = extract();
  const watched = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      whole.update(chunk);
      bytes += chunk.length;
      onProgress?.(bytes, total);
      yield chunk;
    }
  };
  const reading = pipeline(createReadStream(file, { highWaterMark: chunkBytes }), watched, archive, { signal: stop });
  reading.catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))));
  for await (const entry of archive) {
    const { name } = entry.header;
    if (archivedName(name) === undefined) {
      const shown = JSON.stringify(name.slice(0, 300));
      throw new StartRefusedError(
        'foreign',
        `${file} is not a backup that Hearth made. It holds an entry that is no file of a data folder (${shown}).`,
      );
    }
    const isList = name === listName;
    const hash = createHash('sha256');
    const kept: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of entry as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (isList && size > maxListBytes) throw damaged(file, phrase('Its list of contents is too long.'));
      if (isList) kept.push(chunk);
      else hash.update(chunk);
    }
    if (isList) {
      list = listIn(Buffer.concat(kept).toString('utf8'));
      if (list === undefined) throw damaged(file, senselessList);
    } else sums.set(name, `${size} ${hash.digest('hex')}`);
  }
  await reading;
  return { list, sha256: whole.digest('hex'), bytes };
}

/** Of the organization's name and the program's version; they are shown. */
const longestText = 1000;

const listSchema = z.object({
  format: z.number(),
  // What a Date can hold, in milliseconds.
  madeAt: z.number().min(0).max(8.64e15),
  dataVersion: z.int().min(0),
  // Transactions are counted in it for years to come.
  lastTransaction: z.int().min(0).max(mostTransactions),
  title: z.string().max(longestText).optional(),
  program: z.string().max(longestText).optional(),
  tables: z.record(z.string(), z.number()),
  files: z.number(),
  fileBytes: z.number(),
  lacking: z
    .array(z.object({ path: z.string(), expected: z.number().nullable(), found: z.number().nullable() }))
    .optional(),
  entries: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

/** @returns the list of a backup; undefined when a text is none, unless it says that it is one of a newer version. */
export function listIn(text: string): BackupList | undefined {
  let value;
  try {
    value = JSON.parse(text) as BackupList | null;
  } catch {
    return undefined;
  }
  const { success } = listSchema.safeParse(value);
  if (value === null || typeof value !== 'object' || (!success && !(value.format > listFormat))) return undefined;
  return value;
}

/** Why a backup is not whole, in both of its readings. */
export const senselessList = phrase('Its list of contents makes no sense.');

function damaged(file: string, what: Phrase, cause?: unknown): StartRefusedError {
  return new StartRefusedError('damaged', `${file} is not a whole backup. ${what}`, cause);
}
