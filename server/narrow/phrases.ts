/**
 * Search phrases and their match with words: the one rule that the index, the narrow of events and the
 * highlight share.
 */
import { analyse, endsOpen, type Word } from './analyser.ts';
import { FollowingWords } from './following-words.ts';
import type { Work } from './work.ts';

/** Words that follow each other. */
export interface Phrase {
  words: readonly Pick<Word, 'forms' | 'stems'>[];
  /** The last word may be the beginning of one. */
  isPrefix: boolean;
  /** One bare word: other words of the same stem are found too. */
  byStem: boolean;
  /** Single words that are found in place of all of them: what a bare term is called as one word, or the emoji of its name. */
  instead?: readonly Pick<Word, 'forms' | 'stems'>[];
}

/** The character of an emoji by its name; undefined where there is none. */
export type EmojiOf = (name: string) => string | undefined;

/** Terms of a search: "quoted text" as it is, bare words also by their stems, the last one also by its beginning. */
export function parseSearch(text: string, languages: readonly string[], emojiOf: EmojiOf): Phrase[] {
  const terms = [...text.matchAll(/"([^"]*)"?|([^\s"]+)/g)];
  return terms.flatMap(([, quoted, bare], index) => {
    const words = analyse(quoted ?? bare ?? '', languages);
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) return [];
    const isLast = quoted === undefined && index === terms.length - 1;
    const emoji = bare === undefined ? undefined : emojiOf(bare.replace(/^:|:$/g, '').toLowerCase());
    const instead = [
      ...(bare !== undefined && first.joined?.words === words.length ? [first.joined] : []),
      ...(emoji === undefined ? [] : analyse(emoji, languages).slice(0, 1)),
    ];
    return [
      {
        words: words.map(({ forms, stems }) => ({ forms, stems })),
        // Of `+1` only the digit is a word.
        isPrefix: (isLast && !(emoji !== undefined && /^:?[+-]/.test(bare ?? ''))) || endsOpen(last),
        byStem: quoted === undefined && words.length === 1,
        ...(instead.length > 0 && { instead: instead.map(({ forms, stems }) => ({ forms, stems })) }),
      },
    ];
  });
}

/** How many words from `at` on the phrase covers; 0 when it is not there. */
function matchLength(phrase: Phrase, text: readonly Word[], at: number): number {
  const { words } = phrase;
  const found = text[at];
  if (found === undefined) return 0;
  const length = words.length > 1 ? followingLength(phrase, text, at) : 0;
  return length > 0 ? length : singleLength(phrase, found);
}

/** The same of one word alone, which may be what several are called. */
function singleLength(phrase: Phrase, found: Word): number {
  const { words, instead = [] } = phrase;
  const [asked] = words;
  const length = asked === undefined || words.length > 1 ? 0 : lengthOf(asked, found, phrase, phrase.byStem);
  if (length > 0) return length;
  return Math.max(0, ...instead.map((one) => lengthOf(one, found, phrase, true)));
}

/** Of several words that follow each other. */
function followingLength({ words, isPrefix }: Phrase, text: readonly Word[], at: number): number {
  const isThere = words.every((asked, index) => {
    const found = text[at + index];
    return found !== undefined && isWord(asked, found, isPrefix && index === words.length - 1);
  });
  return isThere ? words.length : 0;
}

/** Of one word, which may be what a run of them is called. */
function lengthOf(asked: Phrase['words'][number], found: Word, { isPrefix }: Phrase, byStem: boolean): number {
  const { joined } = found;
  if (isWord(asked, found, isPrefix) || (byStem && isStem(asked, found))) return 1;
  if (joined === undefined) return 0;
  return isWord(asked, joined, isPrefix) || (byStem && isStem(asked, joined)) ? joined.words : 0;
}

/** Phrases by the words with which they begin: a word of a text is compared with those few that it may begin. */
export class PhraseTable {
  readonly phrases: readonly Phrase[];
  readonly #whole = new Map<string, Phrase[]>();
  /** By their lengths: the beginnings of words with which phrases begin. */
  readonly #beginnings = new Map<number, Map<string, Phrase[]>>();
  readonly #following: FollowingWords<Phrase>;
  /** Whether one word of a text may be a phrase. */
  readonly #hasSingle: boolean;

  constructor(phrases: readonly Phrase[]) {
    this.phrases = phrases;
    this.#following = new FollowingWords(phrases.filter(({ words }) => words.length > 1));
    this.#hasSingle = phrases.some(({ words, instead = [] }) => words.length === 1 || instead.length > 0);
    for (const phrase of phrases) {
      const { words, isPrefix, instead = [] } = phrase;
      const single = words.length === 1 ? words : [];
      for (const { forms, stems } of [...words.slice(0, 1), ...instead])
        for (const key of [...forms, ...stems]) addTo(this.#whole, key, phrase);
      for (const { forms } of isPrefix ? [...single, ...instead] : [])
        for (const form of forms) {
          const ofLength = this.#beginnings.get(form.length) ?? new Map<string, Phrase[]>();
          this.#beginnings.set(form.length, ofLength);
          addTo(ofLength, form, phrase);
        }
    }
  }

  /** Which of the phrases these texts hold, each in any of them. Yields when the units of `work` are used up. */
  *heldBy(texts: readonly (readonly Word[])[], work: Work): Generator<void, ReadonlySet<Phrase>> {
    const held = yield* this.#following.heldBy(texts, work);
    for (const text of this.#hasSingle ? texts : [])
      for (const [at, word] of text.entries()) {
        if (held.size === this.phrases.length) return held;
        const begun = this.#begunBy(text, at);
        for (const phrase of begun) if (!held.has(phrase) && singleLength(phrase, word) > 0) held.add(phrase);
        if (work.did(this.#unitsOf(begun))) yield;
      }
    return held;
  }

  /** What comparing a word of a text with the phrases that it may begin takes, in units of work. */
  #unitsOf(begun: readonly Phrase[]): number {
    return begun.reduce((sum, { words }) => sum + words.length, 1 + this.#beginnings.size);
  }

  /** Where the phrases are in a text, the longest of those that begin with one word; apart, in order. */
  *placesIn(text: readonly Word[], work: Work): Generator<void, { at: number; length: number }[]> {
    const found: { at: number; length: number }[] = [];
    for (let at = 0; at < text.length;) {
      const begun = this.#begunBy(text, at);
      const length = Math.max(0, ...begun.map((phrase) => matchLength(phrase, text, at)));
      if (length > 0) found.push({ at, length });
      if (work.did(this.#unitsOf(begun))) yield;
      at += Math.max(1, length);
    }
    return found;
  }

  #begunBy(text: readonly Word[], at: number): readonly Phrase[] {
    const word = text[at];
    if (word === undefined) return [];
    const begun = new Set<Phrase>();
    const look = ({ forms, stems }: Pick<Word, 'forms' | 'stems'>): void => {
      for (const key of forms) this.#lookUp(key, begun);
      for (const key of stems) for (const phrase of this.#whole.get(key) ?? []) begun.add(phrase);
    };
    look(word);
    if (word.joined !== undefined) look(word.joined);
    return begun.size === 0 ? [] : [...begun];
  }

  #lookUp(form: string, into: Set<Phrase>): void {
    for (const phrase of this.#whole.get(form) ?? []) into.add(phrase);
    for (const [length, ofLength] of this.#beginnings)
      if (form.length >= length) for (const phrase of ofLength.get(form.slice(0, length)) ?? []) into.add(phrase);
  }
}

function addTo(lists: Map<string, Phrase[]>, key: string, phrase: Phrase): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [phrase]);
  else if (list.at(-1) !== phrase) list.push(phrase);
}

function isWord(asked: Pick<Word, 'forms'>, found: Pick<Word, 'forms'>, isOpen: boolean): boolean {
  return asked.forms.some((form) => found.forms.some((one) => (isOpen ? one.startsWith(form) : one === form)));
}

/** Two words of one stem; a stem is a word too: `run` and `running`. */
function isStem(asked: Pick<Word, 'forms' | 'stems'>, found: Pick<Word, 'forms' | 'stems'>): boolean {
  return (
    asked.stems.some((stem) => found.stems.includes(stem) || found.forms.includes(stem)) ||
    asked.forms.some((form) => found.stems.includes(form))
  );
}
