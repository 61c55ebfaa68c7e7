/**
 * Alert word occurrences in a text: the flags of the server and the marks of the chat are made of the same occurrences. Pure.
 * Whole words and phrases, whatever the case, the kind of space, quote or hyphen, and the way in which accents are composed.
 */
import { wordCharacter } from './scripts.ts';

/** From and to, in UTF-16 units of the text. */
export type Occurrence = readonly [from: number, to: number];

/** All occurrences of the words, in order; those that touch or overlap are one. */
export function alertOccurrences(text: string, words: readonly string[]): Occurrence[] {
  const found = new AlertWords(words).occurrencesIn(text).toSorted(([a], [b]) => a - b);
  const joined: Occurrence[] = [];
  for (const [from, to] of found) {
    const last = joined.at(-1);
    if (last === undefined || from > last[1]) joined.push([from, to]);
    else joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return joined;
}

/** How a hash grows with each unit. Of this process alone: no caller can choose words whose hashes are the same. */
const base = (crypto.getRandomValues(new Int32Array(1))[0] ?? 0) | 1;

/** A folded word, and how it was written. */
interface Word {
  folded: string;
  written: string[];
}

/** Where a word may be: in the folded text, and in the text that was folded. */
interface Place {
  text: string;
  at: number;
  from: number;
  to: number;
}

/**
 * Words to look for in many texts, folded once. A text is read once for each length that words have: the time depends neither on the number
 * of the words nor on what words and text repeat.
 */
export class AlertWords {
  readonly #words: readonly string[];
  /** By their length, and by their hash. */
  readonly #byLength = new Map<number, Map<number, Word[]>>();

  constructor(words: Iterable<string>) {
    this.#words = [...new Set(words)];
    for (const written of this.#words) {
      const folded = fold(written).text.trim();
      if (folded === '') continue;
      const ofLength = this.#byLength.get(folded.length) ?? new Map<number, Word[]>();
      this.#byLength.set(folded.length, ofLength);
      const hash = hashOf(folded);
      const ofHash = ofLength.get(hash) ?? [];
      ofLength.set(hash, ofHash);
      const known = ofHash.find((word) => word.folded === folded);
      if (known === undefined) ofHash.push({ folded, written: [written] });
      else known.written.push(written);
    }
  }

  /** Those that occur in the text, each once and in the given order. "cat" is found in "Cat!" and not in "catalogue". */
  foundIn(text: string): string[] {
    const found = new Set<string>();
    const complete = new Set<readonly Word[]>();
    const note = (candidates: readonly Word[], { text: folded, at }: Place): void => {
      const here = candidates.filter((word) => folded.startsWith(word.folded, at));
      for (const written of here.flatMap((word) => word.written)) found.add(written);
      if (candidates.every(({ written }) => found.has(written[0] ?? ''))) complete.add(candidates);
    };
    this.#search(text, note, complete);
    return found.size === 0 ? [] : this.#words.filter((word) => found.has(word));
  }

  /** Where they occur, those of each length in order. */
  occurrencesIn(text: string): Occurrence[] {
    const found: Occurrence[] = [];
    this.#search(text, (candidates, { text: folded, at, from, to }) => {
      if (candidates.some((word) => folded.startsWith(word.folded, at))) found.push([from, to]);
    });
    return found;
  }

  /** Calls `found` for each part of the text, between two borders of words, that has the hash of words. @param complete words to pass over */
  #search(
    searched: string,
    found: (candidates: readonly Word[], place: Place) => void,
    complete?: ReadonlySet<readonly Word[]>,
  ): void {
    if (this.#byLength.size === 0) return;
    const { text, places } = fold(searched);
    const isBorder = places.map((place, at) => place >= 0 && isBoundary(text, at));
    for (const [length, words] of this.#byLength) {
      const first = powerOf(length);
      let hash = 0;
      for (let end = 1; end <= text.length; end += 1) {
        const at = end - length;
        hash = (Math.imul(hash, base) + text.charCodeAt(end - 1)) | 0;
        if (at > 0) hash = (hash - Math.imul(first, text.charCodeAt(at - 1))) | 0;
        if (at < 0 || isBorder[at] !== true || isBorder[end] !== true) continue;
        const candidates = words.get(hash);
        if (candidates === undefined || complete?.has(candidates) === true) continue;
        found(candidates, { text, at, from: places[at] ?? 0, to: places[end] ?? 0 });
      }
    }
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0;
  return hash;
}

function powerOf(exponent: number): number {
  let power = 1;
  for (let count = 0; count < exponent; count += 1) power = Math.imul(power, base);
  return power;
}

interface FoldedText {
  text: string;
  /** For each unit of the folded text, and its end, where it begins in the text that was folded; -1 within a letter. */
  places: number[];
}

const spaces = String.raw`\s+`;
/** Hangul in parts, as decomposed texts have it. */
const jamo = String.raw`[\u1100-\u115f]+[\u1160-\u11a7]*[\u11a8-\u11ff]*`;
const picture = String.raw`\p{Extended_Pictographic}[\ufe0f\u20e3\p{Emoji_Modifier}\u{e0020}-\u{e007f}]*`;
/** A picture with its skin tone, pictures that are joined, or a flag. */
const pictures = String.raw`${picture}(?:\u200d${picture})*|\p{RI}{2}`;
/** Soft hyphens, joiners within a script, marks of direction, and what draws Arabic letters out: the word is the same without. */
const unseen = String.raw`\u00ad\u061c\u0640\u200c-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`;
/** What is one letter for a reader: with its accents, which half-width kana have as letters of their own, or a whole space. */
const letter = new RegExp(String.raw`${spaces}|${pictures}|${jamo}|[^][\p{M}\uff9e\uff9f${unseen}]*`, 'gu');
const leftOut = new RegExp(`[\ufe0f${unseen}]`, 'gu');
const isPicture = /^\p{Extended_Pictographic}/u;
const isWideOrNarrow = /^[\uff01-\uffee]/;

function fold(text: string): FoldedText {
  let folded = '';
  const places: number[] = [];
  for (const { 0: sign, index } of text.matchAll(letter)) {
    const plain = foldLetter(sign);
    for (let unit = 0; unit < plain.length; unit += 1) places.push(unit === 0 ? index : -1);
    folded += plain;
  }
  return { text: folded, places: [...places, text.length] };
}

/** Letters repeat: what was worked out for them is kept, up to a bound. */
const maxKept = 5000;
const longestKept = 4;
const kept = new Map<string, string>();

function foldLetter(sign: string): string {
  if (sign.length > longestKept) return makeFolded(sign);
  const known = kept.get(sign);
  if (known !== undefined) return known;
  if (kept.size >= maxKept) kept.clear();
  const made = makeFolded(sign);
  kept.set(sign, made);
  return made;
}

/** Upper case in between: "ß" is "SS" there, "ς" is "Σ", and the four Turkish letters are two. */
function makeFolded(sign: string): string {
  if (/^\s/.test(sign)) return ' ';
  if (/^[a-z\d]$/.test(sign)) return sign;
  return sign
    .replaceAll(isPicture.test(sign) ? '\ufe0f' : leftOut, '')
    .replaceAll(/[\u2018\u2019\u02bc\u00b4]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .normalize(isWideOrNarrow.test(sign) ? 'NFKC' : 'NFC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i');
}

const inWord = new RegExp(`^${wordCharacter}`, 'u');

/** Between two characters that do not belong to one word, or at either end of the text. */
function isBoundary(text: string, at: number): boolean {
  return (
    at === 0 || at === text.length || !inWord.test(characterBefore(text, at)) || !inWord.test(characterAt(text, at))
  );
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0);

function characterBefore(text: string, at: number): string {
  const isLowSurrogate = /[\udc00-\udfff]/.test(text[at - 1] ?? '');
  return characterAt(text, isLowSurrogate ? Math.max(0, at - 2) : at - 1);
}
