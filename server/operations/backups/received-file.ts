/** A file that is handed in as the body of a request, written to disk as it comes, within the room that there is. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type ApiError, coded } from '../../errors.ts';
import { createWriteStream } from '../../file-access.ts';

interface Receiving {
  /** What the client says that it is long. */
  bytes: number | undefined;
  /** Bytes that there is room for. */
  most: number;
  /** What it is, for the sentence of a refusal: "the backup". */
  what: string;
  onProgress: (done: number) => void;
}

/** @returns how many bytes it has. @throws ApiError NO_ROOM; what was written stays for the caller to remove */
export async function writeReceived(
  body: Readable,
  path: string,
  { bytes: said, most, what, onProgress }: Receiving,
): Promise<number> {
  if (said !== undefined && said > most) throw noRoom(said, most, what);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = finished(file);
  written.catch(() => undefined);
  let bytes = 0;
  try {
    // What is left of a refused file is read to its end, or the answer would never be.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) throw noRoom(bytes, most, what);
      if (!file.write(chunk)) await Promise.race([written, once(file, 'drain')]);
      onProgress(bytes);
    }
  } finally {
    file.end();
  }
  await written;
  return bytes;
}

/** The refusal of a file for which the disk has no room. */
export const noRoom = (needed: number, room: number, what: string): ApiError =>
  tooLittleRoom(`: ${what} has ${megabytes(needed)}, and there is room for one of ${megabytes(room)}.`);

/** The refusal of the part of a file for which the disk has no room. @param rest bytes that are not there yet */
export const noRoomForRest = (rest: number): ApiError =>
  tooLittleRoom(` for the other ${megabytes(rest)} of the file. Make room, then continue: what was uploaded is kept.`);

const megabytes = (bytes: number): string => `${Math.max(0, Math.round(bytes / 1_000_000))} MB`;

const tooLittleRoom = (more: string): ApiError =>
  coded('NO_ROOM', `There is too little room on the disk of the server${more}`);
