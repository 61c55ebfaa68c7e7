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
}

/** Terms of a search: "quoted text" as it is, bare words also by their stems, the last one also by its beginning. */
export function parseSearch(text: string, languages: readonly string[]): Phrase[] {
  const terms = [...text.matchAll(/"([^"]*)"?|([^\s"]+)/g)];
  return terms.flatMap(([, quoted, bare], index) => {
    const words = analyse(quoted ?? bare ?? '', languages);
    const last = words.at(-1);
    if (last === undefined) return [];
    const isLast = quoted === undefined && index === terms.length - 1;
    return [
      {
        words: words.map(({ forms, stems }) => ({ forms, stems })),
        isPrefix: isLast || endsOpen(last),
        byStem: quoted === undefined && words.length === 1,
      },
    ];
  });
}

/** How many words from `at` on the phrase covers; 0 when it is not there. */
export function matchLength(phrase: Phrase, text: readonly Word[], at: number): number {
  const { words, isPrefix, byStem } = phrase;
  if (at + words.length > text.length) return 0;
  for (let index = 0; index < words.length; index += 1) {
    const found = text[at + index];
    const asked = words[index];
    if (found === undefined || asked === undefined) return 0;
    const isOpen = isPrefix && index === words.length - 1;
    if (!isWord(asked, found, isOpen) && !(byStem && isStem(asked, found))) return 0;
  }
  return words.length;
}

/** Whether a text holds every phrase is asked of several texts at once: each phrase may be in another. */
export function holdsPhrases(phrases: readonly Phrase[], texts: readonly (readonly Word[])[]): boolean {
  return (
    phrases.length > 0 &&
    phrases.every((phrase) => texts.some((text) => text.some((_, at) => matchLength(phrase, text, at) > 0)))
  );
}

function isWord(asked: Pick<Word, 'forms'>, found: Word, isOpen: boolean): boolean {
  return asked.forms.some((form) => found.forms.some((one) => (isOpen ? one.startsWith(form) : one === form)));
}

/** Two words of one stem; a stem is a word too: `run` and `running`. */
function isStem(asked: Pick<Word, 'forms' | 'stems'>, found: Word): boolean {
  return (
    asked.stems.some((stem) => found.stems.includes(stem) || found.forms.includes(stem)) ||
    asked.forms.some((form) => found.stems.includes(form))
  );
}
