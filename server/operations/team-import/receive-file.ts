/** An export that is handed in as the body of one request, as programs do, or that lies on the computer of the server. */
import { isAbsolute, join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { invalidParameter } from '../../errors.ts';
import { mkdir, readdir, rm, stat } from '../../file-access.ts';
import { diskReserve } from '../../storage/disk.ts';
import type { DiskRoom } from '../backups/folder.ts';
import { writeReceived } from '../backups/received-file.ts';
import { foreignKind } from './archive.ts';
import { noExport } from './importer-errors.ts';

const fileName = /^received-\w+\.unfinished$/;

interface Receiving {
  folder: string;
  newId: () => string;
  diskRoom: () => Promise<DiskRoom>;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** @param bytes how long it says it is. @throws ApiError IMPORT_FOREIGN, NO_ROOM; nothing is kept then */
export async function receiveFile(
  body: Readable,
  bytes: number | undefined,
  { folder, newId, diskRoom, signal, onProgress }: Receiving,
): Promise<{ path: string; size: number }> {
  const path = join(folder, `received-${newId()}.unfinished`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Beside it, it is unpacked.
    const most = Math.max(0, Math.floor(((await diskRoom()).free - diskReserve) / 2));
    // A client that sends no more would keep others from importing.
    addAbortSignal(signal, body);
    const size = await writeReceived(body, path, { bytes, most, what: 'the file', onProgress });
    const foreign = await foreignKind(path);
    if (foreign !== null) throw noExport(foreign);
    return { path, size };
  } catch (error) {
    body.resume();
    await rm(path, { force: true });
    throw error;
  }
}

/** Deletes what a server left that ended while it had such a file. @param except the file that is in use */
export async function removeReceived(folder: string, except: string | undefined): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (fileName.test(name) && path !== except) await rm(path, { force: true });
  }
}

/** @returns bytes of a file of this computer. @throws ApiError BAD_REQUEST for a path without a file */
export async function sizeOfChosen(path: string): Promise<number> {
  if (!isAbsolute(path)) throw invalidParameter('path', 'Enter the full path of the file.');
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isFile() !== true) throw invalidParameter('path', 'There is no such file on the computer of the server.');
  return facts.size;
}
