/**
 * The text of an answer in pieces, of which some are shared with other answers: a thousand clients that are told the same hold one
 * copy of it, however slowly they take it.
 */
export class Pieces {
  readonly parts: readonly (string | Buffer)[];
  /** Bytes of all. */
  readonly length: number;

  constructor(parts: readonly (string | Buffer)[]) {
    this.parts = parts;
    this.length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  }

  get text(): string {
    return this.parts.join('');
  }

  /** The same as bytes in one. */
  get bytes(): Buffer {
    return Buffer.concat(this.parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  }
}
