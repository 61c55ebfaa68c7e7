/** Two columns of the command line. */

/** @returns lines with the second texts below each other */
export function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([head]) => widthOf(head)));
  return rows.map(([head, text]) => `  ${head}${' '.repeat(width - widthOf(head))}  ${text}`);
}

const graphemes = new Intl.Segmenter('en');
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3000-\u303f\uff00-\uff60]/u;

/** Columns of a terminal: a sign of East Asia takes two. */
const widthOf = (text: string): number =>
  [...graphemes.segment(text)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
