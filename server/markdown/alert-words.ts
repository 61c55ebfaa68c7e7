// Alert words: which of the words that people asked to be reported about occur in a message.

import { wordCharacter } from '../scripts.ts';

const inWord = new RegExp(wordCharacter, 'u');

/**
 * Those of `words` that occur in `plainText` (RenderedMessage.plainText) as whole words or phrases, whatever the case,
 * each once and in the given order. "cat" is found in "Cat!" and not in "catalogue".
 */
export function findAlertWords(plainText: string, words: Iterable<string>): string[] {
  const text = fold(plainText);
  return [...new Set(words)].filter((word) => occursAsWord(text, fold(word).trim()));
}

function occursAsWord(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (isBoundary(text, at) && isBoundary(text, end)) return true;
  }
  return false;
}

/** Between two characters that do not belong to one word, or at either end of the text. */
function isBoundary(text: string, at: number): boolean {
  return (
    at === 0 || at === text.length || !inWord.test(characterBefore(text, at)) || !inWord.test(characterAt(text, at))
  );
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function characterBefore(text: string, at: number): string {
  const isLowSurrogate = /[\udc00-\udfff]/.test(text[at - 1] ?? '');
  return characterAt(text, isLowSurrogate ? Math.max(0, at - 2) : at - 1);
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
