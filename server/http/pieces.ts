/**
 * The text of an answer in pieces, of which some are shared with other answers. A small answer leaves as one text; of a large one, a
 * thousand clients that are reported the same hold one copy, however slowly they take it.
 */
import { SharedText } from '../json-text.ts';

export type Part = string | Buffer | SharedText;

/** Up to so many bytes, copying costs less than what writes of several pieces do. */
const smallAnswer = 16 * 1024;

export class Pieces {
  readonly #parts: readonly Part[];
  /** Bytes of all. */
  readonly length: number;

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    let length = 0;
    for (const part of parts) length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
    this.length = length;
  }

  get text(): string {
    let text = '';
    for (const part of this.#parts) text += part instanceof SharedText ? part.text : part.toString();
    return text;
  }

  /** The same as bytes in one. */
  get bytes(): Buffer {
    return Buffer.concat(this.#parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : bytesOf(part))));
  }

  /** As it leaves: what is written one after the other. */
  get written(): readonly (string | Buffer)[] {
    if (this.length <= smallAnswer) return [this.text];
    return this.#parts.map((part) => (typeof part === 'string' ? part : bytesOf(part)));
  }
}

const bytesOf = (part: Buffer | SharedText): Buffer => (part instanceof SharedText ? part.bytes : part);
