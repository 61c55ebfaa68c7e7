/**
 * What a search asks for, and whether words hold it: the one rule that the index, the narrow of events and the
 * highlight share.
 */
import { analyse, endsOpen, type Word } from './analyser.ts';

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
export function matchLength(phrase: Phrase, text: readonly Word[], at: number): number {
  const { words, instead = [] } = phrase;
  const [asked] = words;
  const found = text[at];
  if (asked === undefined || found === undefined) return 0;
  const length = words.length > 1 ? followingLength(phrase, text, at) : lengthOf(asked, found, phrase, phrase.byStem);
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

/** Whether a text holds every phrase is asked of several texts at once: each phrase may be in another. */
export function holdsPhrases(phrases: readonly Phrase[], texts: readonly (readonly Word[])[]): boolean {
  return (
    phrases.length > 0 &&
    phrases.every((phrase) => texts.some((text) => text.some((_, at) => matchLength(phrase, text, at) > 0)))
  );
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
