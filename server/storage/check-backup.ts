/**
 * Reads a backup through and believes nothing: every file in it has the bytes and the checksum that its own list names.
 * Nothing is written, so that a backup can be called good on a disk that has no room for a second copy.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { type BackupList, listFormat, listName } from './backup.ts';
import { StartRefusedError, StorageError } from './errors.ts';

/** @param stop cuts it short, with an error. @returns the backup's own list. @throws StartRefusedError `damaged` when it is not whole, or `newer-version` */
export async function checkBackup(file: string, stop?: AbortSignal): Promise<BackupList> {
  try {
    const sums = new Map<string, string>();
    const list = await readThrough(file, sums, stop);
    if (list === undefined) throw damaged(file, 'it ends before its list of contents');
    if (list.format > listFormat)
      throw new StartRefusedError('newer-version', `${file} was made by a newer version of Hearth.`);
    if (list.entries.length !== sums.size) throw damaged(file, 'files are missing');
    const wrong = list.entries.find(({ path, bytes, sha256 }) => sums.get(path) !== `${bytes} ${sha256}`);
    if (wrong !== undefined) throw damaged(file, `${wrong.path} is damaged`);
    return list;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw damaged(file, error instanceof Error ? error.message : String(error), error);
  }
}

/** @param sums is filled with "bytes sha256" of every file but the list. */
async function readThrough(
  file: string,
  sums: Map<string, string>,
  stop: AbortSignal | undefined,
): Promise<BackupList | undefined> {
  let list: BackupList | undefined;
  const archive = extract();
  const reading = pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), archive, { signal: stop });
  reading.catch((error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))));
  for await (const entry of archive) {
    const isList = entry.header.name === listName;
    const hash = createHash('sha256');
    const kept: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of entry as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (isList) kept.push(chunk);
      else hash.update(chunk);
    }
    if (isList) list = JSON.parse(Buffer.concat(kept).toString('utf8')) as BackupList;
    else sums.set(entry.header.name, `${bytes} ${hash.digest('hex')}`);
  }
  await reading;
  return list;
}

function damaged(file: string, what: string, cause?: unknown): StartRefusedError {
  return new StartRefusedError('damaged', `${file} is not a whole backup: ${what}.`, cause);
}
