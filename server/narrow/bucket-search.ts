/** Which messages of one built bucket hold a phrase in their text: words looked up in its postings, places compared. */
import type { Phrase } from './phrases.ts';
import { Offsets, readOffsets, readPlaces, stemMark } from './postings.ts';

/** A word of the index with its places. */
export interface Posting {
  word: string;
  places: string;
}

/** Reads the postings of one bucket. */
export interface BucketReader {
  /** Those of these words that occur. */
  words(words: readonly string[]): Posting[];
  /** Words that begin so. */
  beginningWith(prefix: string): Posting[];
}

/** More than a message has words. */
const placeSpace = 2 ** 16;

/** Looks for one phrase in one bucket after the other. */
export class PhraseSearch {
  readonly #phrase: Phrase;
  /** The word that was the rarest in the bucket before: looked up first, it mostly ends the search where the phrase is not. */
  #rarest = 0;

  constructor(phrase: Phrase) {
    this.#phrase = phrase;
  }

  /** @returns the messages of the bucket that hold the phrase. */
  inBucket(bucket: BucketReader): Offsets {
    const { words, byStem, instead = [] } = this.#phrase;
    const [word] = words;
    if (word === undefined) return new Offsets();
    const found = words.length > 1 ? this.#severalIn(bucket) : this.#oneIn(bucket, word, byStem);
    for (const one of instead) for (const offset of this.#oneIn(bucket, one, true).list()) found.add(offset);
    return found;
  }

  #oneIn(bucket: BucketReader, word: Phrase['words'][number], byStem: boolean): Offsets {
    const { isPrefix } = this.#phrase;
    const open = isPrefix ? word.forms.flatMap((form) => bucket.beginningWith(form)) : [];
    const others = [...(isPrefix ? [] : word.forms), ...(byStem ? stemWords(word) : [])];
    return offsetsOf([...open, ...(others.length > 0 ? bucket.words(others) : [])]);
  }

  #severalIn(bucket: BucketReader): Offsets {
    const first = this.#read(bucket, this.#rarest);
    if (first.length === 0) return new Offsets();
    const { words } = this.#phrase;
    const closed = words.flatMap(({ forms }, index) => (index === this.#rarest || this.#isOpen(index) ? [] : forms));
    const known = new Map(bucket.words([...new Set(closed)]).map((posting) => [posting.word, posting]));
    const lists = words.map(({ forms }, index) => {
      if (index === this.#rarest) return first;
      return this.#isOpen(index) ? this.#read(bucket, index) : forms.flatMap((form) => known.get(form) ?? []);
    });
    const sizes = lists.map((list) => list.reduce((sum, { places }) => sum + places.length, 0));
    const order = [...sizes.keys()].toSorted((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
    this.#rarest = order[0] ?? 0;
    return sizes.includes(0) ? new Offsets() : followingEachOther(lists, order);
  }

  #read(bucket: BucketReader, index: number): Posting[] {
    const forms = this.#phrase.words[index]?.forms ?? [];
    return this.#isOpen(index) ? forms.flatMap((form) => bucket.beginningWith(form)) : bucket.words(forms);
  }

  #isOpen(index: number): boolean {
    return this.#phrase.isPrefix && index === this.#phrase.words.length - 1;
  }
}

/** The words under which a word is found by its stem, as `isStem` of phrases.ts compares. */
function stemWords({ forms, stems }: Phrase['words'][number]): string[] {
  return [...new Set([...stems, ...[...stems, ...forms].map((stem) => stemMark + stem)])];
}

function offsetsOf(postings: readonly Posting[]): Offsets {
  const offsets = new Offsets();
  for (const { word, places } of postings) readOffsets(word, places, offsets);
  return offsets;
}

/**
 * Messages in which the words follow each other, the rarest read first: of the more common ones only the places in messages
 * count that are left. @param order of the lists, by their length
 */
function followingEachOther(lists: readonly (readonly Posting[])[], order: readonly number[]): Offsets {
  let among: Offsets | null = null;
  let starts = new Set<number>();
  for (const index of order) {
    const found = new Offsets();
    const next = new Set<number>();
    const isFirst = among === null;
    for (const { places } of lists[index] ?? [])
      readPlaces(places, among, (offset, place) => {
        const start = offset * placeSpace + place - index;
        if (place < index || (!isFirst && !starts.has(start))) return;
        next.add(start);
        found.add(offset);
      });
    [among, starts] = [found, next];
    if (found.size === 0) break;
  }
  return among ?? new Offsets();
}
