/** Where a reader's alert words stand in a text. Pure. */

/** Languages that write no spaces: a word may have a letter beside it. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** @returns null where there are none. */
export function alertPattern(words: readonly string[]): RegExp | null {
  const parts = words
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => {
      const [first = '', last = ''] = [[...word][0], [...word].at(-1)];
      const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
      const before = unspaced.test(first) ? '' : String.raw`(?<![\p{L}\p{N}_])`;
      const after = unspaced.test(last) ? '' : String.raw`(?![\p{L}\p{N}_])`;
      return before + escaped + after;
    });
  return parts.length === 0 ? null : new RegExp(parts.join('|'), 'giu');
}
