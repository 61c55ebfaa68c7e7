/** Where a reader's alert words stand in a text. Pure. */

import { wordCharacter } from '../../server/scripts.ts';

const inWord = new RegExp(`^${wordCharacter}`, 'u');

/** @returns null where there are none. */
export function alertPattern(words: readonly string[]): RegExp | null {
  const parts = words
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const [first = '', last = ''] = [[...word][0], [...word].at(-1)];
      const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
      const before = inWord.test(first) ? `(?<!${wordCharacter})` : '';
      const after = inWord.test(last) ? `(?!${wordCharacter})` : '';
      return before + escaped + after;
    });
  return parts.length === 0 ? null : new RegExp(parts.join('|'), 'giu');
}
