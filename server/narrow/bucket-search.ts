/** Which messages of one built bucket hold a phrase in their text: words looked up in its postings, places compared. */
import { Offsets, readOffsets, readPlaces, stemMark } from './postings.ts';
import type { Phrase } from './phrases.ts';

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

/** @returns the messages of the bucket that hold the phrase. */
export function phraseInBucket({ words, isPrefix, byStem }: Phrase, bucket: BucketReader): Offsets {
  const postings: Posting[][] = [];
  for (const [index, word] of words.entries()) {
    const isOpen = isPrefix && index === words.length - 1;
    const found = isOpen ? word.forms.flatMap((form) => bucket.beginningWith(form)) : bucket.words(word.forms);
    const stems = byStem ? bucket.words(stemWords(word)) : [];
    if (found.length + stems.length === 0) return new Offsets();
    postings.push([...found, ...stems]);
  }
  const sets = postings.map((list) => offsetsOf(list));
  const [first = new Offsets(), ...others] = sets.toSorted((a, b) => a.size - b.size);
  for (const other of others) first.keep(other);
  if (postings.length < 2 || first.size === 0) return first;
  return followingEachOther(postings, first);
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

/** Of messages that hold all words, those in which they follow each other. */
function followingEachOther(postings: readonly (readonly Posting[])[], among: Offsets): Offsets {
  let starts: Map<number, Set<number>> | undefined;
  for (const [index, list] of postings.entries()) {
    const next = new Map<number, Set<number>>();
    for (const { places } of list)
      readPlaces(places, among, (offset, found) => {
        const begun = starts?.get(offset);
        for (const place of found) {
          if (starts !== undefined && begun?.has(place - index) !== true) continue;
          const kept = next.get(offset);
          if (kept === undefined) next.set(offset, new Set([place - index]));
          else kept.add(place - index);
        }
      });
    starts = next;
    if (starts.size === 0) break;
  }
  const found = new Offsets();
  for (const offset of starts?.keys() ?? []) found.add(offset);
  return found;
}
