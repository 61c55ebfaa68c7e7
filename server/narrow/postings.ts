/**
 * Postings format of the search index. A bucket keeps, for each word, its messages (as offsets in the bucket) and its
 * places in them; a single message keeps its words as one line. Numbers are written as text of printable characters, because
 * statements of the journal carry text: a last digit from 48 characters, digits before it from 31 others, lowest first.
 */
import type { Word } from './analyser.ts';

/** Ids of one bucket. Larger buckets make a smaller index and longer slices of work. */
export const bucketSize = 4096;

/** Before stems, so that they are no one's beginning and no exact word. */
export const stemMark = '~';

/** Of a word that a message has more often, so many places are kept: phrases look at the message itself then. */
const mostPlaces = 64;

/** Before the line of a message that stays outside of its bucket. No word begins so. */
export const apartMark = '!';

/** Words of one message as a line: forms joined by "|", then stems after "~" each. */
export function writeWords(words: readonly Word[]): string {
  return words
    .map((word) => {
      const { forms, stems } = allOf(word);
      return [forms.join('|'), ...stems].join(stemMark);
    })
    .join(' ');
}

/** A word's own forms and stems, and those of the run that it begins. */
const allOf = ({ forms, stems, joined }: Word): Pick<Word, 'forms' | 'stems'> =>
  joined === undefined ? { forms, stems } : { forms: [...forms, ...joined.forms], stems: [...stems, ...joined.stems] };

/** The text of a line; where they stood in the text is not kept. */
export function readWords(line: string): Word[] {
  if (line === '') return [];
  const words = line.startsWith(apartMark) ? line.slice(apartMark.length) : line;
  return words.split(' ').map((word) => {
    const [forms = '', ...stems] = word.split(stemMark);
    return { forms: forms.split('|'), stems, start: 0, end: 0 };
  });
}

/** Gathers the text of a bucket's messages, in the order of ids. */
export class BucketBuilder {
  readonly #words = new Map<string, { last: number; text: string }>();

  add(offset: number, words: readonly Word[]): void {
    const places = new Map<string, number[]>();
    words.forEach((word, place) => {
      const { forms, stems } = allOf(word);
      for (const form of forms) note(places, form, place);
      for (const stem of stems) note(places, stemMark + stem, place);
    });
    for (const [word, at] of places) {
      const entry = this.#words.get(word) ?? { last: -1, text: '' };
      entry.text += writeEntry(offset - entry.last, word.startsWith(stemMark) ? [] : at);
      entry.last = offset;
      this.#words.set(word, entry);
    }
  }

  /** Words and their places, in the order in which the table keeps them. Yields between steps. */
  *rows(): Generator<void, [string, string][]> {
    const words = yield* sorted([...this.#words.keys()]);
    return words.map((word) => [word, this.#words.get(word)?.text ?? '']);
  }
}

/** Words that are sorted, or merged, in one step. */
const sortedAtOnce = 4096;

/** Sorts in steps: short parts, which are then merged two by two. */
function* sorted(words: readonly string[]): Generator<void, string[]> {
  let parts: string[][] = [];
  for (let at = 0; at < words.length; at += sortedAtOnce) {
    parts.push(words.slice(at, at + sortedAtOnce).toSorted((a, b) => (a < b ? -1 : 1)));
    yield;
  }
  while (parts.length > 1) {
    const longer: string[][] = [];
    for (let at = 0; at < parts.length; at += 2) longer.push(yield* merged(parts[at] ?? [], parts[at + 1] ?? []));
    parts = longer;
  }
  return parts[0] ?? [];
}

function* merged(some: readonly string[], others: readonly string[]): Generator<void, string[]> {
  const all: string[] = [];
  let [at, other] = [0, 0];
  while (at < some.length || other < others.length) {
    const [a, b] = [some[at], others[other]];
    if (b === undefined || (a !== undefined && a < b)) {
      all.push(a ?? '');
      at += 1;
    } else {
      all.push(b);
      other += 1;
    }
    if (all.length % sortedAtOnce === 0) yield;
  }
  return all;
}

function note(places: Map<string, number[]>, word: string, place: number): void {
  const known = places.get(word);
  if (known === undefined) places.set(word, [place]);
  else if (known.length <= mostPlaces && known.at(-1) !== place) known.push(place);
}

/** Difference to the message before, twice, plus one when several places follow; their number; differences of places. Stems have no places. */
function writeEntry(difference: number, places: readonly number[]): string {
  if (places.length === 0) return writeNumber(difference);
  let text = writeNumber(difference * 2 + (places.length > 1 ? 1 : 0));
  if (places.length > 1) text += writeNumber(places.length);
  let last = 0;
  for (const place of places) {
    text += writeNumber(place - last);
    last = place;
  }
  return text;
}

const lastDigits = 48;
const lastBase = 48;
const moreDigits = 31;
const moreBase = 96;

function writeNumber(value: number): string {
  let text = '';
  let rest = value;
  while (rest >= lastDigits) {
    text += String.fromCharCode(moreBase + (rest % moreDigits));
    rest = Math.floor(rest / moreDigits);
  }
  return text + String.fromCharCode(lastBase + rest);
}

class Numbers {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get hasMore(): boolean {
    return this.at < this.#text.length;
  }

  next(): number {
    let code = this.#text.charCodeAt(this.at++);
    if (code < moreBase) return code - lastBase;
    let value = 0;
    let scale = 1;
    while (code >= moreBase) {
      value += (code - moreBase) * scale;
      scale *= moreDigits;
      code = this.#text.charCodeAt(this.at++);
    }
    return value + (code - lastBase) * scale;
  }
}

/** What readPlaces finds: places in each message, and messages of which not all places are kept. */
interface FoundPlaces {
  place(offset: number, place: number): void;
  many(offset: number): void;
}

/** Reads the places in each message, of those that `among` has (of all, without). */
export function readPlaces(text: string, among: Offsets | null, found: FoundPlaces): void {
  const numbers = new Numbers(text);
  let offset = -1;
  while (numbers.hasMore) {
    const head = numbers.next();
    offset += head >> 1;
    const count = head & 1 ? numbers.next() : 1;
    if (among !== null && !among.has(offset)) {
      for (let index = 0; index < count; index += 1) numbers.next();
      continue;
    }
    if (count > mostPlaces) found.many(offset);
    let place = 0;
    for (let index = 0; index < count; index += 1) {
      place += numbers.next();
      found.place(offset, place);
    }
  }
}

/** Adds the messages of a word to a set. */
export function readOffsets(word: string, text: string, into: Offsets): void {
  const numbers = new Numbers(text);
  const isStem = word.startsWith(stemMark);
  let offset = -1;
  while (numbers.hasMore) {
    const head = numbers.next();
    offset += isStem ? head : head >> 1;
    into.add(offset);
    if (isStem) continue;
    const count = head & 1 ? numbers.next() : 1;
    for (let index = 0; index < count; index += 1) numbers.next();
  }
}

/** A set of offsets of one bucket. */
export class Offsets {
  readonly #bits = new Uint8Array(bucketSize);
  size = 0;

  add(offset: number): void {
    if (this.#bits[offset] === 1) return;
    this.#bits[offset] = 1;
    this.size += 1;
  }

  delete(offset: number): void {
    if (this.#bits[offset] !== 1) return;
    this.#bits[offset] = 0;
    this.size -= 1;
  }

  has(offset: number): boolean {
    return this.#bits[offset] === 1;
  }

  /** Leaves only what the other has too. */
  keep(other: Offsets): void {
    for (const offset of this.list()) if (!other.has(offset)) this.delete(offset);
  }

  /** Ascending. */
  list(): number[] {
    const found: number[] = [];
    for (let at = this.#bits.indexOf(1); at >= 0; at = this.#bits.indexOf(1, at + 1)) found.push(at);
    return found;
  }
}
