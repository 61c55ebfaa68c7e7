/**
 * Resumable uploads that have been begun: for each a file with the bytes so far, and beside it a record of what was said
 * when it began. Both survive a restart. Whatever is answered is on disk: every part is counted, synced and compared first.
 */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { z } from 'zod';
import { ApiError, diskRefusal, keptTooLittle } from '../errors.ts';
import { mkdir, open, readdir, readFile, rename, rm, utimes } from '../file-access.ts';
import { bytesOf, syncFolder, writeAll, writeSynced } from './files.ts';

const recordSchema = z.object({
  uploader: z.int(),
  /** The header as it came; null when none did. */
  metadata: z.string().nullable(),
  name: z.string(),
  /** The content type that the client gave, checked. */
  type: z.string(),
  /** Bytes; null until the client knows. */
  size: z.number().nullable(),
  /** Bytes that the upload may come to; they are kept free in its uploader's quota. */
  most: z.number(),
});
export type UploadRecord = z.infer<typeof recordSchema>;

/** An id as this server gives them: nothing else is ever joined to a path. */
export const uploadId = /^[A-Za-z0-9]{1,64}$/;

export class UnfinishedUploads extends DataStore {
  readonly #folder: string;
  readonly #nowMs: () => number;
  // Uploads given up are removed a week after their last part, which no one is informed in advance: no "expiration".
  override extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination'];

  /** @param nowMs UNIX milliseconds: files are dated by it, because uploads given up are removed by their age. */
  constructor(folder: string, nowMs: () => number) {
    super();
    this.#folder = folder;
    this.#nowMs = nowMs;
  }

  /** Where the bytes so far are. */
  parts(id: string): string {
    return join(this.#folder, id);
  }

  async find(id: string): Promise<UploadRecord | undefined> {
    if (!uploadId.test(id)) return undefined;
    const text = await readFile(this.#record(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    return parsed(text);
  }

  /** Resolves when the new upload is on disk; of one that the disk refused nothing is left. */
  async begin(id: string, record: UploadRecord): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    try {
      await writeSynced(this.parts(id), '');
      await this.#date(this.parts(id));
      await this.#write(id, record);
    } catch (error) {
      await this.remove(id);
      throw error;
    }
  }

  /** What a user has begun and not ended: how many uploads, and the bytes they may come to. */
  async begunBy(userId: number): Promise<{ count: number; bytes: number }> {
    const begun = { count: 0, bytes: 0 };
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names) {
      const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
      const record = await this.find(id);
      if (record?.uploader !== userId) continue;
      const offset = await bytesOf(this.parts(id));
      if (offset === undefined || offset === record.size) continue;
      begun.count += 1;
      begun.bytes += record.most;
    }
    return begun;
  }

  /** The library's call after `begin`, which has done it. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  /** @throws what the protocol answers when there is none. The metadata is answered as it came, not by the library. */
  override async getUpload(id: string): Promise<Upload> {
    const record = await this.find(id);
    const offset = await bytesOf(this.parts(id));
    // Parts that became longer than their upload are none of it.
    if (record === undefined || offset === undefined || offset > (record.size ?? offset)) throw ERRORS.FILE_NOT_FOUND;
    return new Upload({ id, offset, ...(record.size !== null && { size: record.size }) });
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const record = await this.find(id);
    if (record === undefined) throw ERRORS.FILE_NOT_FOUND;
    await this.#write(id, { ...record, size, most: size });
  }

  /**
   * Appends a part. A sender that went away leaves what it sent; a part that the disk refused leaves nothing.
   * @returns the bytes that are on disk now. @throws Error of the disk or of the sender.
   */
  override async write(part: Readable, id: string, offset: number): Promise<number> {
    const file = await open(this.parts(id), 'r+');
    let end = offset;
    try {
      // Left standing when the disk refuses, or the library would take its end for the sender's.
      for await (const chunk of part.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        await writeAll(file, chunk, end);
        end += chunk.length;
      }
      const nowSecs = this.#nowMs() / 1000;
      await file.utimes(nowSecs, nowSecs);
      await file.sync();
      const { size } = await file.stat();
      if (size !== end) throw keptTooLittle(size, end);
    } catch (error) {
      if (error instanceof ApiError || diskRefusal(error) !== undefined) await file.truncate(offset);
      throw error;
    } finally {
      await file.close();
    }
    return end;
  }

  override async remove(id: string): Promise<void> {
    const record = this.#record(id);
    for (const path of [record, `${record}.part`, this.parts(id)]) await rm(path, { force: true });
  }

  /** The computer's clock, by which the system dates files, may be wrong. */
  async #date(path: string): Promise<void> {
    const nowSecs = this.#nowMs() / 1000;
    await utimes(path, nowSecs, nowSecs);
  }

  #record(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  async #write(id: string, record: UploadRecord): Promise<void> {
    const path = this.#record(id);
    await writeSynced(`${path}.part`, JSON.stringify(record));
    await this.#date(`${path}.part`);
    await rename(`${path}.part`, path);
    await syncFolder(this.#folder);
  }
}

/** A record that cannot be read is none: its upload begins again. */
function parsed(text: string): UploadRecord | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
