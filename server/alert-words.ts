/**
 * Alert word occurrences in a text: the flags of the server and the marks of the chat are made of the same occurrences. Pure.
 * Whole words and phrases, whatever the case, the kind of space, quote or hyphen, and the way in which accents are composed.
 */
import { wordCharacter } from './scripts.ts';

/** From and to, in UTF-16 units of the text. */
export type Occurrence = readonly [from: number, to: number];

/** Those of `words` that occur in the text, each once and in the given order. "cat" is found in "Cat!" and not in "catalogue". */
export function findAlertWords(text: string, words: Iterable<string>): string[] {
  const folded = fold(text);
  return [...new Set(words)].filter((word) => occurrencesOf(folded, word, 1).length > 0);
}

/** All occurrences of the words, in order; those that touch or overlap are one. */
export function alertOccurrences(text: string, words: readonly string[]): Occurrence[] {
  const folded = fold(text);
  const found = words.flatMap((word) => occurrencesOf(folded, word, Infinity)).toSorted(([a], [b]) => a - b);
  const joined: Occurrence[] = [];
  for (const [from, to] of found) {
    const last = joined.at(-1);
    if (last === undefined || from > last[1]) joined.push([from, to]);
    else joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
  }
  return joined;
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

/** Upper case in between: "ß" is "SS" there, "ς" is "Σ", and the four Turkish letters are two. */
function foldLetter(sign: string): string {
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

function occurrencesOf({ text, places }: FoldedText, written: string, most: number): Occurrence[] {
  const word = fold(written).text.trim();
  const found: Occurrence[] = [];
  if (word === '') return found;
  for (let at = text.indexOf(word); at >= 0 && found.length < most; at = text.indexOf(word, at + 1)) {
    const [from = -1, to = -1] = [places[at], places[at + word.length]];
    if (from >= 0 && to >= 0 && isBoundary(text, at) && isBoundary(text, at + word.length)) found.push([from, to]);
  }
  return found;
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
