/** Markup shared by a translation and its English sentence: the names in braces and the tags of inner elements. */

/** @returns the names of values in a sentence, `count` of `{{count}}`; each once, sorted. */
export const namesIn = (sentence: string): string[] => distinct(sentence, /\{\{\s*([^}\s,]+)[^}]*\}\}/g);

const tag = /<(\/?)([a-z]\w*)(\/?)>/g;

/** @returns the names of inner elements, `link` of `<link>…</link>`; sorted. */
export const tagsIn = (sentence: string): string[] =>
  [...sentence.matchAll(tag)]
    .filter(([, closing]) => closing === '')
    .map(([, , name = '']) => name)
    .toSorted();

/** @returns whether every tag is closed where it was opened. */
export function isBalanced(sentence: string): boolean {
  const open: string[] = [];
  for (const [, closing, name = '', alone] of sentence.matchAll(tag)) {
    if (closing === '/') {
      if (open.pop() !== name) return false;
    } else if (alone === '') open.push(name);
  }
  return open.length === 0;
}

const distinct = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();
