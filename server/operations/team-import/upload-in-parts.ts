/**
 * The upload of an export in parts, over many requests: what came so far stays on disk, so that it goes on after a lost connection, a
 * reload of the page, a restart of the server or a full disk. One at a time. Bytes that are here already are compared, not written: a
 * client that goes on sends some of them once more, and a file that is another one is refused.
 */
import type { Stats } from 'node:fs';
import { type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { z } from 'zod';
import { dayMs } from '../../durations.ts';
import { mkdir, open, readFile, rename, rm, stat, utimes } from '../../file-access.ts';
import { diskReserve } from '../../storage/disk.ts';
import { isDiskFull } from '../../storage/errors.ts';
import { syncFolder, writeAll, writeSynced } from '../../uploads/files.ts';
import type { DiskRoom } from '../backups/folder.ts';
import { noRoom, noRoomForRest } from '../backups/received-file.ts';
import { foreignKind } from './archive.ts';
import { fileChanged, noExport, noUpload, otherUpload, partAhead, partTooLong, uploadBusy } from './importer-errors.ts';

const recordSchema = z.object({
  name: z.string(),
  /** Bytes of the whole file. */
  size: z.number(),
  /** Bytes that are on disk for certain. */
  received: z.number(),
});
export type UploadRecord = z.infer<typeof recordSchema>;

/** By the first bytes a file is known. */
const kindBytes = 512;
/** Another request takes over from a sender of which nothing has come for so long. Milliseconds. */
const stalledMs = 5000;
/** An upload that nothing was added to is deleted after this time. */
const keptMs = 7 * dayMs;
/** Bytes of one part. */
const mostPartBytes = 64 * 1024 * 1024;

interface UploadTools {
  /** Of the data folder's imports. */
  folder: string;
  diskRoom: () => Promise<DiskRoom>;
  /** UNIX milliseconds: files are dated by it, because uploads given up are deleted by their age. */
  nowMs: () => number;
}

/** A part on its way. */
interface Sender {
  stop: AbortController;
  lastMs: number;
  ended: Promise<unknown>;
}

export class UploadInParts {
  readonly #tools: UploadTools;
  #sender: Sender | null = null;

  constructor(tools: UploadTools) {
    this.#tools = tools;
  }

  /** @returns the upload that was begun and is not complete; undefined where there is none */
  async find(): Promise<UploadRecord | undefined> {
    const text = await readFile(this.#record, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const record = recordSchema.safeParse(parsed(text)).data;
    const bytes = (await stat(this.path).catch(() => undefined))?.size;
    if (record === undefined || bytes === undefined) return undefined;
    return { ...record, received: Math.min(record.received, bytes) };
  }

  /** Where its bytes are. */
  get path(): string {
    return join(this.#tools.folder, 'upload.unfinished');
  }

  /**
   * Begins an upload, or goes on with that of the same name and size.
   * @throws ApiError IMPORT_UPLOAD_OTHER while another one is unfinished; NO_ROOM
   */
  async begin(name: string, size: number): Promise<UploadRecord> {
    const begun = await this.find();
    if (begun?.name === name && begun.size === size) return begun;
    if (begun !== undefined) throw otherUpload(begun);
    await this.discard();
    // Beside it, it is unpacked.
    const most = Math.max(0, Math.floor(((await this.#tools.diskRoom()).free - diskReserve) / 2));
    if (size > most) throw noRoom(size, most, 'the file');
    await mkdir(this.#tools.folder, { recursive: true, mode: 0o700 });
    try {
      await writeSynced(this.path, '');
      return await this.#write({ name, size, received: 0 });
    } catch (error) {
      await this.discard();
      throw isDiskFull(error) ? noRoomForRest(size) : error;
    }
  }

  /**
   * Takes a part. What is left of the body of a refused one is read to its end, or the answer would never be.
   * @param offset place of its first byte in the file. @returns the upload with what is on disk now
   * @throws ApiError NOT_FOUND, IMPORT_UPLOAD_BUSY, IMPORT_UPLOAD_AHEAD, IMPORT_FILE_CHANGED, IMPORT_FOREIGN, NO_ROOM
   */
  async add(body: Readable, offset: number): Promise<UploadRecord> {
    await this.#takeOver();
    const sender: Sender = { stop: new AbortController(), lastMs: performance.now(), ended: Promise.resolve() };
    this.#sender = sender;
    addAbortSignal(sender.stop.signal, body);
    const adding = this.#add(body, offset, sender);
    sender.ended = adding.catch(() => undefined);
    try {
      return await adding;
    } catch (error) {
      throw sender.stop.signal.aborted ? sender.stop.signal.reason : error;
    } finally {
      body.resume();
      if (this.#sender === sender) this.#sender = null;
    }
  }

  /** Gives the upload up. */
  async discard(): Promise<void> {
    this.#sender?.stop.abort(noUpload());
    await this.#sender?.ended;
    for (const path of [this.#record, `${this.#record}.unfinished`, this.path]) await rm(path, { force: true });
  }

  /** Whether nothing was added for a week. @param nowMs UNIX milliseconds */
  async isGivenUp(nowMs: number): Promise<boolean> {
    // A crash may leave bytes without a record.
    const facts = (await factsOf(this.#record)) ?? (await factsOf(this.path));
    const changedMs = facts?.mtimeMs;
    return this.#sender === null && changedMs !== undefined && nowMs - changedMs > keptMs;
  }

  /** @throws ApiError IMPORT_UPLOAD_BUSY while another sender is at it, such as a second window */
  async #takeOver(): Promise<void> {
    const before = this.#sender;
    if (before === null) return;
    if (performance.now() - before.lastMs < stalledMs) throw uploadBusy();
    before.stop.abort(uploadBusy());
    await before.ended;
    if (this.#sender !== null && this.#sender !== before) throw uploadBusy();
  }

  async #add(body: Readable, offset: number, sender: Sender): Promise<UploadRecord> {
    const record = await this.find();
    if (record === undefined) throw noUpload();
    if (offset > record.received) throw partAhead(record.received);
    const rest = record.size - record.received;
    if ((await this.#tools.diskRoom()).free - diskReserve < rest) throw noRoomForRest(rest);
    const part = await this.#append(body, { record, offset, sender });
    const kept = part.end > record.received ? await this.#write({ ...record, received: part.end }) : record;
    if (part.error !== undefined) throw isDiskFull(part.error) ? noRoomForRest(rest) : part.error;
    if (kept.received < kindBytes && kept.received < kept.size) return kept;
    const foreign = await foreignKind(this.path);
    if (foreign === null) return kept;
    for (const path of [this.#record, this.path]) await rm(path, { force: true });
    throw noExport(foreign);
  }

  /** @returns where the file ends that is on disk now, and why it is not where the part ends. */
  async #append(
    body: Readable,
    { record: { name, size, received }, offset, sender }: { record: UploadRecord; offset: number; sender: Sender },
  ): Promise<{ end: number; error?: unknown }> {
    const file = await open(this.path, 'r+');
    let [at, end] = [offset, received];
    try {
      // What a crash has left behind it was never acknowledged.
      await file.truncate(received);
      for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        sender.lastMs = performance.now();
        if (at + chunk.length > size || at + chunk.length - offset > mostPartBytes) throw partTooLong();
        const known = Math.min(chunk.length, Math.max(0, received - at));
        if (!(await hasBytes(file, chunk.subarray(0, known), at))) throw fileChanged(name);
        await writeAll(file, chunk.subarray(known), at + known);
        at += chunk.length;
        end = Math.max(end, at);
      }
      await file.sync();
      return { end };
    } catch (error) {
      if (isDiskFull(error)) {
        await file.truncate(received);
        return { end: received, error };
      }
      // What a sender that went away has sent is the file's.
      await file.sync();
      return { end, error };
    } finally {
      await file.close();
    }
  }

  async #write(record: UploadRecord): Promise<UploadRecord> {
    const next = `${this.#record}.unfinished`;
    await writeSynced(next, JSON.stringify(record));
    const nowSecs = this.#tools.nowMs() / 1000;
    await utimes(next, nowSecs, nowSecs);
    await rename(next, this.#record);
    await syncFolder(this.#tools.folder);
    return record;
  }

  get #record(): string {
    return join(this.#tools.folder, 'upload.json');
  }
}

const factsOf = async (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);

/** Whether a file has these bytes at a place. */
async function hasBytes(file: FileHandle, bytes: Buffer, position: number): Promise<boolean> {
  if (bytes.length === 0) return true;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes.length), 0, bytes.length, position);
  return bytesRead === bytes.length && buffer.equals(bytes);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
