/**
 * What was worked out from single rows, by their ids, and holds until that row is written: many are asked for at once, and those that
 * are not known are made together. Bounded in bytes, because rows may be large and many.
 */
import type { Remembered } from './remembered.ts';

/** Values of one kind. */
export interface RowValues<T> {
  /** Names the kind, with all that a value depends on beside its row and the tables. */
  kind: string;
  /** @returns the name by which a writer of the row ends what is made of it (`tx.outdate`). */
  nameOf: (id: number) => string;
  /** Tables of which every write ends all values. */
  tables: readonly string[];
  /** Makes those that are not known; a row that is not there has none. */
  make: (ids: readonly number[]) => Iterable<readonly [id: number, value: T]>;
  /** About how much a value takes. */
  bytesOf: (value: T) => number;
}

interface Known {
  madeAt: number;
  value: unknown;
  bytes: number;
}

/** Of all values together; the oldest give way. */
const maxBytes = 24 * 1024 * 1024;
/** So much is left when they do: whoever looks for the oldest passes the places of all that went lately, so they go together. */
const partKept = 7 / 8;
/** What the entry of a value takes beside it. */
const entryBytes = 200;

export class RememberedRows {
  readonly #remembered: Remembered;
  readonly #maxBytes: number;
  readonly #known = new Map<string, Known>();
  #bytes = 0;

  constructor(remembered: Remembered, most = maxBytes) {
    this.#remembered = remembered;
    this.#maxBytes = most;
  }

  /** Values of these rows by id: the same objects to everybody, which nobody may change. */
  get<T>(ids: readonly number[], of: RowValues<T>): Map<number, T> {
    const found = new Map<number, T>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = this.#known.get(`${of.kind} ${id}`);
      if (known !== undefined && this.#remembered.holds(known.madeAt, [of.nameOf(id), ...of.tables]))
        found.set(id, known.value as T);
      else missing.push(id);
    }
    const madeAt = this.#remembered.now;
    for (const [id, value] of missing.length === 0 ? [] : of.make(missing)) {
      found.set(id, value);
      this.#keep(`${of.kind} ${id}`, { madeAt, value, bytes: of.bytesOf(value) + entryBytes });
    }
    return found;
  }

  #keep(key: string, known: Known): void {
    if (typeof known.value === 'object' && known.value !== null) Object.freeze(known.value);
    this.#bytes += known.bytes - (this.#known.get(key)?.bytes ?? 0);
    this.#known.delete(key);
    this.#known.set(key, known);
    if (this.#bytes > this.#maxBytes) this.#makeRoom();
  }

  #makeRoom(): void {
    for (const [oldest, { bytes }] of this.#known) {
      if (this.#bytes <= this.#maxBytes * partKept) return;
      this.#known.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}
