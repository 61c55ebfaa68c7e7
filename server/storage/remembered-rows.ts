/**
 * Cache of values from single rows by id, valid until the row is written: many are asked for at once, and those that
 * are not known are made together. Bounded in bytes, because rows may be large and many.
 */
import type { Remembered } from './remembered.ts';

/** Values of one kind. */
export interface RowValues<T> {
  /** Names the kind, with all that a value depends on beside its row and the tables. */
  kind: string;
  /** @returns the name by which a writer of the row ends what is made of it (`tx.outdate`): not all that `make` reads ends a value. */
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

/**
 * Of all values together; the oldest are dropped. With 24 MiB random pages of 100,000 messages left more in memory (400 MiB instead of 276),
 * as what is dropped after a while is collected late.
 */
const maxBytes = 64 * 1024 * 1024;
/** So many of each kind are dropped together: a user who looks for the oldest passes the places of all that went lately. */
const partGoing = 1 / 8;
/** What the entry of a value takes beside it. */
const entryBytes = 200;

export class RememberedRows {
  readonly #remembered: Remembered;
  readonly #maxBytes: number;
  readonly #kinds = new Map<string, Map<number, Known>>();
  #bytes = 0;

  constructor(remembered: Remembered, most = maxBytes) {
    this.#remembered = remembered;
    this.#maxBytes = most;
  }

  /** Values of these rows by id: the same objects to everyone, which no one may change. */
  get<T>(ids: readonly number[], of: RowValues<T>): Map<number, T> {
    if (this.#remembered.isRecording) this.#remembered.read([...ids.map(of.nameOf), ...of.tables]);
    const values = this.#valuesOf(of.kind);
    const { now: madeAt } = this.#remembered;
    const found = new Map<number, T>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = values.get(id);
      if (known !== undefined && (known.madeAt === madeAt || this.#holds(known, id, of)))
        found.set(id, known.value as T);
      else missing.push(id);
    }
    for (const [id, value] of missing.length === 0 ? [] : this.#remembered.unrecorded(() => [...of.make(missing)])) {
      found.set(id, value);
      this.#keep(values, id, { madeAt, value, bytes: of.bytesOf(value) + entryBytes });
    }
    while (this.#bytes > this.#maxBytes) this.#makeRoom();
    return found;
  }

  #valuesOf(kind: string): Map<number, Known> {
    const known = this.#kinds.get(kind) ?? new Map<number, Known>();
    this.#kinds.set(kind, known);
    return known;
  }

  #holds<T>({ madeAt }: Known, id: number, { nameOf, tables }: RowValues<T>): boolean {
    return this.#remembered.holds(madeAt, [nameOf(id), ...tables]);
  }

  #keep(values: Map<number, Known>, id: number, known: Known): void {
    if (typeof known.value === 'object' && known.value !== null) Object.freeze(known.value);
    this.#bytes += known.bytes - (values.get(id)?.bytes ?? 0);
    values.delete(id);
    values.set(id, known);
    this.#remembered.made(() => {
      if (values.get(id) !== known) return;
      values.delete(id);
      this.#bytes -= known.bytes;
    });
  }

  #makeRoom(): void {
    for (const values of this.#kinds.values()) {
      let going = Math.ceil(values.size * partGoing);
      for (const [oldest, { bytes }] of values) {
        if (going === 0) break;
        values.delete(oldest);
        this.#bytes -= bytes;
        going -= 1;
      }
    }
  }
}
