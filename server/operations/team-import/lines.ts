/** Lines of a file, as a stream and by their places, whatever the length of the file. */
import { createReadStream } from '../../file-access.ts';

/** A line of a file. Bytes. */
export interface FileLine {
  line: number;
  /** Undefined where it is too long to be read. */
  text: string | undefined;
  offset: number;
  bytes: number;
}

/** Longest line that is read. Bytes. */
const longestLine = 16 * 1024 * 1024;

/** @param most bytes of a line that is kept. */
export async function* linesOf(file: string, most = longestLine): AsyncGenerator<FileLine> {
  let [line, offset, bytes] = [1, 0, 0];
  let parts: Buffer[] = [];
  const take = (part: Buffer): void => {
    bytes += part.length;
    if (bytes > most) parts = [];
    else parts.push(part);
  };
  const made = (): FileLine => ({
    line,
    text: bytes > most ? undefined : Buffer.concat(parts).toString('utf8'),
    offset,
    bytes,
  });
  for await (const part of createReadStream(file)) {
    const chunk = part as Buffer;
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      take(chunk.subarray(start, end));
      yield made();
      [line, offset, bytes, parts, start] = [line + 1, offset + bytes + 1, 0, [], end + 1];
    }
    take(chunk.subarray(start));
  }
  if (bytes > 0) yield made();
}

/** Places of messages in a file, which are read by time: numbers alone, so that a million of them have room. */
export class LineIndex {
  #count = 0;
  /** Time, offset, bytes, line and the number of the reply; 0 is the first message of its thread. */
  #columns = Array.from({ length: 5 }, () => new Float64Array(1024));

  add(...values: readonly [at: number, offset: number, bytes: number, line: number, reply: number]): void {
    if (this.#count === this.#columns[0]?.length)
      this.#columns = this.#columns.map((column) => {
        const longer = new Float64Array(column.length * 2);
        longer.set(column);
        return longer;
      });
    for (const [i, column] of this.#columns.entries()) column[this.#count] = values[i] ?? 0;
    this.#count += 1;
  }

  /** Yields the places by time; those of one time in the order of the file. */
  *sorted(): Generator<{ at: number; offset: number; bytes: number; line: number; reply: number }> {
    const [times = new Float64Array()] = this.#columns;
    const order = Uint32Array.from({ length: this.#count }, (_, i) => i);
    order.sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0) || one - other);
    for (const i of order) {
      const [at = 0, offset = 0, bytes = 0, line = 0, reply = 0] = this.#columns.map((column) => column[i]);
      yield { at, offset, bytes, line, reply };
    }
  }
}
