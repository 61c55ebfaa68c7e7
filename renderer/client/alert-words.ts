/** Where a reader's alert words stand in a text. Pure. */

import { wordCharacter } from '../../server/scripts.ts';

const inWord = new RegExp(`^${wordCharacter}`, 'u');

/** @returns null where there are none. Composed and decomposed letters are the same, as on the server. */
export function alertPattern(words: readonly string[]): RegExp | null {
  const forms = words.map((word) => word.trim()).flatMap((word) => [word.normalize('NFC'), word.normalize('NFD')]);
  const parts = [...new Set(forms)]
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const [first = '', last = ''] = [[...word][0], [...word].at(-1)];
      // With the flag u, an escaped dash is a syntax error.
      const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
      const before = inWord.test(first) ? `(?<!${wordCharacter})` : '';
      const after = inWord.test(last) ? `(?!${wordCharacter})` : '';
      return before + escaped + after;
    });
  return parts.length === 0 ? null : new RegExp(parts.join('|'), 'giu');
}
