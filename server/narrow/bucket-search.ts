/** Phrase search in one built bucket: words looked up in its postings, places compared, in steps. */
import type { Phrase } from './phrases.ts';
import { Offsets, readOffsets, readPlaces, stemMark } from './postings.ts';
import type { Work } from './work.ts';

/** A word of the index with its places. */
export interface Posting {
  word: string;
  places: string;
}

/** Reads the postings of one bucket. */
export interface BucketReader {
  /** The postings of a word, if it occurs. */
  word(word: string): Posting | undefined;
  /** The next few words that begin so, in their order. @param after the last word of the call before; '' at first */
  beginningWith(prefix: string, after: string): readonly Posting[];
}

/** Messages that hold a phrase, and those that may: the index does not keep all places of their words. */
export interface Held {
  sure: Offsets;
  unsure: Offsets;
}

/** More than a message has words. */
const placeSpace = 2 ** 16;

/** Looks for one phrase in one bucket after the other. */
export class PhraseSearch {
  readonly #phrase: Phrase;
  readonly #work: Work;
  /** The word that was the rarest in the bucket before: looked up first, it mostly ends the search where the phrase is not. */
  #rarest = 0;

  constructor(phrase: Phrase, work: Work) {
    this.#phrase = phrase;
    this.#work = work;
  }

  /** @returns the messages of the bucket that hold the phrase. */
  *inBucket(bucket: BucketReader): Generator<void, Held> {
    const { words, byStem, instead = [] } = this.#phrase;
    const [word] = words;
    if (word === undefined) return { sure: new Offsets(), unsure: new Offsets() };
    const held =
      words.length > 1
        ? yield* this.#severalIn(bucket)
        : { sure: yield* this.#oneIn(bucket, word, byStem), unsure: new Offsets() };
    for (const one of instead)
      for (const offset of (yield* this.#oneIn(bucket, one, true)).list()) held.sure.add(offset);
    return held;
  }

  *#oneIn(bucket: BucketReader, word: Phrase['words'][number], byStem: boolean): Generator<void, Offsets> {
    const { isPrefix } = this.#phrase;
    const found = new Offsets();
    const whole = [...(isPrefix ? [] : word.forms), ...(byStem ? stemWords(word) : [])];
    for (const form of isPrefix ? word.forms : [])
      yield* this.#eachBeginningWith(bucket, form, ({ word: name, places }) => readOffsets(name, places, found));
    for (const { word: name, places } of yield* this.#postings(bucket, whole)) {
      readOffsets(name, places, found);
      if (this.#work.did(places.length)) yield;
    }
    return found;
  }

  /** Whole words first, the rarest before the others; the beginning of the last word only in messages that are left. */
  *#severalIn(bucket: BucketReader): Generator<void, Held> {
    const { words, isPrefix } = this.#phrase;
    const whole = isPrefix ? words.slice(0, -1) : words;
    const following = new Following(this.#work);
    const first = yield* this.#postings(bucket, whole[this.#rarest]?.forms ?? []);
    if (first.length === 0) return following.held;
    const lists: Posting[][] = [];
    for (const [index, { forms }] of whole.entries())
      lists.push(index === this.#rarest ? first : yield* this.#postings(bucket, forms));
    const sizes = lists.map((list) => list.reduce((sum, { places }) => sum + places.length, 0));
    const order = [...sizes.keys()].toSorted((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
    this.#rarest = order[0] ?? 0;
    if (sizes.includes(0)) return following.held;
    for (const index of order) {
      following.begin();
      for (const { places } of lists[index] ?? []) if (following.read(places, index)) yield;
      if (!following.end()) return following.held;
    }
    if (!isPrefix) return following.held;
    following.begin();
    for (const form of words.at(-1)?.forms ?? [])
      yield* this.#eachBeginningWith(bucket, form, ({ places }) => void following.read(places, whole.length));
    following.end();
    return following.held;
  }

  /** The postings of the words that occur. */
  *#postings(bucket: BucketReader, words: readonly string[]): Generator<void, Posting[]> {
    const found: Posting[] = [];
    for (const word of new Set(words)) {
      const posting = bucket.word(word);
      if (posting !== undefined) found.push(posting);
      if (this.#work.did(1 + (posting?.places.length ?? 0))) yield;
    }
    return found;
  }

  *#eachBeginningWith(bucket: BucketReader, prefix: string, use: (posting: Posting) => void): Generator<void, void> {
    for (let after = ''; ;) {
      const page = bucket.beginningWith(prefix, after);
      for (const posting of page) {
        use(posting);
        if (this.#work.did(posting.word.length + posting.places.length)) yield;
      }
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.word;
    }
  }
}

/** The words under which a word is found by its stem, as `isStem` of phrases.ts compares. */
function stemWords({ forms, stems }: Phrase['words'][number]): string[] {
  return [...new Set([...stems, ...[...stems, ...forms].map((stem) => stemMark + stem)])];
}

/**
 * Messages in which words follow each other, read word by word: of each next word only the places in messages count that
 * are left.
 */
class Following {
  readonly #work: Work;
  #isFirst = true;
  #among: Offsets | null = null;
  #starts = new Set<number>();
  #unsure = new Offsets();
  /** What the next word is looked for in; null = everything. */
  #left: Offsets | null = null;
  #next = { among: new Offsets(), starts: new Set<number>(), unsure: new Offsets() };

  constructor(work: Work) {
    this.#work = work;
  }

  get held(): Held {
    return { sure: this.#among ?? new Offsets(), unsure: this.#unsure };
  }

  /** Begins with another word of the phrase. */
  begin(): void {
    this.#next = { among: new Offsets(), starts: new Set(), unsure: new Offsets() };
    if (this.#among === null) return;
    this.#left = new Offsets();
    for (const offset of [...this.#among.list(), ...this.#unsure.list()]) this.#left.add(offset);
  }

  /** Reads the places of one of its forms. @param index its place in the phrase. @returns whether the step is over. */
  read(places: string, index: number): boolean {
    const { among, starts, unsure } = this.#next;
    readPlaces(places, this.#left, {
      place: (offset, place) => {
        if (this.#unsure.has(offset)) unsure.add(offset);
        const start = offset * placeSpace + place - index;
        if (place < index || (!this.#isFirst && !this.#starts.has(start))) return;
        starts.add(start);
        among.add(offset);
      },
      many: (offset) => unsure.add(offset),
    });
    return this.#work.did(places.length);
  }

  /** @returns whether any message is left. */
  end(): boolean {
    const { among, starts, unsure } = this.#next;
    [this.#isFirst, this.#among, this.#starts, this.#unsure] = [false, among, starts, unsure];
    return among.size + unsure.size > 0;
  }
}
