/**
 * Multipart bodies (RFC 7578) as a stream: text parts become fields, files go to temporary files. The library finds the parts;
 * what a part is follows from its headers here. A part with a file name is a file, whatever type it has or has not; every
 * other is text. Everything is bounded: part headers, parts, text, files.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TextDecoder } from 'node:util';
import { Dicer } from '@fastify/busboy';
import { parse } from 'content-disposition';
import { decodeWords } from 'postal-mime';
import { bodyTooLarge, malformedRequest } from '../errors.ts';
import { createWriteStream, mkdir, rm } from '../file-access.ts';
import { decoderOf, textOf } from './charset.ts';
import type { UploadedFile } from './params.ts';

/** Bytes of the headers of one part: a long name in percent-encoding has room. */
const maxPartHead = 8 * 1024;
const maxFiles = 10;

export interface MultipartLimits {
  /** Bytes of the whole body, of all text together, and of one file. */
  maxBytes: number;
  maxTextBytes: number;
  maxFileBytes: number;
  maxFields: number;
  /** Where files go; null when no one wants them: they are passed over. */
  folder: string | null;
}

export interface MultipartForm {
  /** Of fields with one name the last counts. */
  fields: Map<string, string>;
  /** In the order in which they were sent. */
  files: UploadedFile[];
  /** Files that were sent and not written, as no one wants them. */
  leftOut: Pick<UploadedFile, 'field' | 'name'>[];
}

type PartHeaders = Record<string, string[] | undefined>;

/**
 * Reads the multipart body of a request. The files are the caller's to delete; after an error there are none.
 * @throws ApiError 400 or 413; the error of the stream or the disk.
 */
export async function readMultipart(request: IncomingMessage, limits: MultipartLimits): Promise<MultipartForm> {
  const reader = new MultipartReader(limits);
  if (limits.folder !== null) await mkdir(limits.folder, { recursive: true, mode: 0o700 });
  const config = { boundary: boundaryOf(request), maxHeaderSize: maxPartHead, maxHeaderPairs: 20 };
  const dicer = new Dicer(config);
  try {
    await new Promise<void>((resolve, reject) => {
      let bytes = 0;
      dicer.on('part', (part: Readable) => {
        part.on('error', () => undefined);
        part.once('header', (headers: PartHeaders) => void reader.take(part, headers).catch(reject));
      });
      dicer.once('error', (error: Error) => reject(malformedRequest(error.message)));
      dicer.once('finish', resolve);
      request.once('error', reject);
      // A user who went before there was a listener is informed of by none.
      if (request.destroyed) reject(malformedRequest('the connection ended before the body did'));
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > limits.maxBytes) reject(bodyTooLarge());
      });
      request.pipe(dicer);
    });
    return await reader.finished();
  } catch (error) {
    request.unpipe(dicer);
    await reader.giveUp();
    throw error;
  }
}

class MultipartReader {
  readonly #limits: MultipartLimits;
  readonly #form: MultipartForm = { fields: new Map(), files: [], leftOut: [] };
  readonly #parts: Readable[] = [];
  readonly #work: Promise<void>[] = [];
  #textBytes = 0;

  constructor(limits: MultipartLimits) {
    this.#limits = limits;
  }

  /** Reads a part to its end. @throws ApiError; the error of the disk. */
  async take(part: Readable, headers: PartHeaders): Promise<void> {
    const work = this.#take(part, headers);
    this.#work.push(work);
    return work;
  }

  async finished(): Promise<MultipartForm> {
    await Promise.all(this.#work);
    return this.#form;
  }

  /** Ends what is being written, and deletes what was. */
  async giveUp(): Promise<void> {
    for (const part of this.#parts) part.destroy();
    await Promise.allSettled(this.#work);
    await removeFiles(this.#form.files);
  }

  async #take(part: Readable, headers: PartHeaders): Promise<void> {
    this.#parts.push(part);
    if (this.#parts.length > this.#limits.maxFields + maxFiles) throw malformedRequest('too many parameters');
    const { name, fileName } = namesOf(headers['content-disposition']?.[0] ?? '');
    refuseEncoded(headers['content-transfer-encoding']?.[0]);
    if (name === undefined) part.resume();
    else if (fileName === undefined) await this.#takeText(part, name, decoderOf(headers['content-type']?.[0] ?? ''));
    else await this.#takeFile(part, { field: name, name: fileName }, headers['content-type']?.[0]);
  }

  async #takeText(part: Readable, name: string, decoder: TextDecoder): Promise<void> {
    let text = '';
    for await (const chunk of part as AsyncIterable<Buffer>) {
      this.#textBytes += chunk.length;
      if (this.#textBytes > this.#limits.maxTextBytes) throw bodyTooLarge();
      text += decoder.decode(chunk, { stream: true });
    }
    this.#form.fields.set(name, text + decoder.decode());
  }

  async #takeFile(
    part: Readable,
    names: Pick<UploadedFile, 'field' | 'name'>,
    type = 'application/octet-stream',
  ): Promise<void> {
    const { folder, maxFileBytes } = this.#limits;
    if (folder === null || this.#form.files.length === maxFiles) {
      if (names.name !== '' || !(await isEmpty(part))) this.#form.leftOut.push(names);
      part.resume();
      return;
    }
    const file: UploadedFile = { path: join(folder, randomUUID()), ...names, size: 0, contentType: type };
    this.#form.files.push(file);
    const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        file.size += chunk.length;
        if (file.size > maxFileBytes) throw bodyTooLarge();
        yield chunk;
      }
    };
    const target = createWriteStream(file.path, { flags: 'wx', mode: 0o600 });
    await pipeline(part, counted, target);
    // A form in which no file was chosen.
    if (file.name === '' && file.size === 0) {
      this.#form.files.splice(this.#form.files.indexOf(file), 1);
      await removeFiles([file]);
    }
  }
}

async function isEmpty(part: Readable): Promise<boolean> {
  let bytes = 0;
  for await (const chunk of part as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes === 0;
}

/** Temporary files that no one has moved away. */
export async function removeFiles(files: readonly UploadedFile[]): Promise<void> {
  await Promise.all(files.map(async ({ path }) => rm(path, { force: true })));
}

function boundaryOf(request: IncomingMessage): string {
  const found = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(request.headers['content-type'] ?? '');
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw malformedRequest('the multipart body has no boundary');
  return boundary;
}

/** @returns the names of a Content-Disposition; no file name for a text part, no name for what is none of a form. */
function namesOf(disposition: string): { name?: string; fileName?: string } {
  if (!/^form-data\b/i.test(disposition)) return {};
  const parameters = parametersOf(disposition);
  const { name, filename } = parameters;
  if (filename === undefined) return { name: name === undefined ? undefined : plain(name) };
  // RFC 5987 says which letters they are; otherwise they are the bytes as they came.
  const isExtended = /;\s*filename\*=/i.test(disposition);
  return { name: plain(name ?? ''), fileName: isExtended ? filename : decodeWords(plain(filename)) };
}

function parametersOf(disposition: string): Record<string, string | undefined> {
  try {
    // A backslash stands before a quotation mark or another; browsers write any other as it is.
    const escaped = disposition.replaceAll(/\\(["\\]?)/g, (pair, next) => (next === '' ? '\\\\' : pair));
    return parse(escaped.trim().replace(/;$/, '')).parameters;
  } catch {
    throw malformedRequest('the Content-Disposition of a part cannot be read');
  }
}

/** Bytes as letters: UTF-8, else Latin-1. Browsers write a quotation mark as %22. */
function plain(binary: string): string {
  try {
    return textOf(Buffer.from(binary, 'latin1')).replaceAll('%22', '"');
  } catch {
    return binary;
  }
}

/** Over HTTP a part is sent as it is (RFC 7578, 4.7). */
function refuseEncoded(encoding = 'binary'): void {
  if (!['7bit', '8bit', 'binary', 'utf-8'].includes(encoding.trim().toLowerCase()))
    throw malformedRequest(`a part is encoded as ${encoding.slice(0, 40)}`);
}
