/**
 * Long lists that are worked out entry by entry and remembered (remembered.ts), so that they can be made ahead, in steps. What a
 * commit overtakes is forgotten with all that was made so far; the next step begins on what is there then.
 */
import type { Reader } from './transaction.ts';

export interface ListSource<I, T> {
  /** Names the list, with all that it depends on beside the database. */
  key: string;
  items(): readonly I[];
  /** The entries of some of the items, in their order. */
  make(items: readonly I[]): T[];
  /** So many items take a millisecond or so. */
  atOnce: number;
}

/** Who is overtaken more often leaves the rest to the user who needs it. */
const mostRestarts = 3;

class GrowingList<I, T> {
  readonly #items: readonly I[];
  readonly #made: T[] = [];
  #done = 0;

  constructor(items: readonly I[]) {
    this.#items = items;
  }

  get isWhole(): boolean {
    return this.#done === this.#items.length;
  }

  get entries(): readonly T[] {
    return this.#made;
  }

  grow({ make, atOnce }: ListSource<I, T>): void {
    const some = this.#items.slice(this.#done, this.#done + atOnce);
    for (const entry of make(some)) this.#made.push(entry);
    this.#done += some.length;
  }
}

/** The whole list: what of it was not made ahead is made now. */
export function rememberedList<I, T>(db: Reader, source: ListSource<I, T>): readonly T[] {
  const list = listOf(db, source);
  if (!list.isWhole)
    db.grow(source.key, () => {
      while (!list.isWhole) list.grow(source);
    });
  return list.entries;
}

/** Makes it ahead, a step at a time; anyone else who does so meanwhile has part in the same. */
export function* prepareList<I, T>(db: Reader, source: ListSource<I, T>): Generator<void, void> {
  let known: GrowingList<I, T> | undefined;
  for (let restarts = -1; ;) {
    const list = listOf(db, source);
    if (list !== known) restarts += 1;
    if (list.isWhole || restarts > mostRestarts) return;
    known = list;
    db.grow(source.key, () => list.grow(source));
    yield;
  }
}

const listOf = <I, T>(db: Reader, { key, items }: ListSource<I, T>): GrowingList<I, T> =>
  db.remember(key, () => new GrowingList<I, T>(items()));
