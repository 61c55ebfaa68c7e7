/** The marks at the alert words of a reader. Loaded for readers who have some. */
import { alertOccurrences } from '../../../server/alert-words.ts';
import { glyphOf } from './emoji-glyph.ts';

/** What begins or ends a line of a message: no word goes on over it. */
const lines = 'p, div, li, blockquote, pre, br, hr, tr, td, th, h1, h2, h3, h4, h5, h6';
/** No words of the message: formulas, and times, which each reader sees in their own. */
const wordless = '.katex, time';

/** Wraps each part of an alert word in a `mark`: a phrase may go over formatting, links and lines. */
export function markWords(fragment: DocumentFragment, words: readonly string[]): void {
  let text = '';
  const parts: { node: Text | HTMLElement; from: number; to: number }[] = [];
  const add = (node: Text | HTMLElement, said: string): void => {
    parts.push({ node, from: text.length, to: text.length + said.length });
    text += said;
  };
  const read = (node: Node): void => {
    if (node instanceof Text) return add(node, node.data);
    const element = node instanceof HTMLElement ? node : null;
    if (element?.matches('span.emoji') === true) return add(element, glyphOf(element) ?? ' ');
    if (node instanceof Element && node.matches(wordless)) {
      text += ' ';
      return;
    }
    const isLine = element?.matches(lines) === true;
    if (isLine) text += '\n';
    for (const child of node.childNodes) read(child);
    if (isLine) text += '\n';
  };
  read(fragment);
  const found = alertOccurrences(text, words);
  for (const { node, from, to } of parts) {
    const here = found.filter(([start, end]) => start < to && end > from);
    if (!(node instanceof Text)) {
      if (here.length > 0) wrap(node);
      continue;
    }
    // From the end, so that what stands before keeps its place.
    for (const [start, end] of here.toReversed()) {
      const at = Math.max(0, start - from);
      node.splitText(Math.min(node.length, end - from));
      if (/\S/.test(node.data.slice(at))) wrap(node.splitText(at));
    }
  }
}

function wrap(node: Text | HTMLElement): void {
  const mark = document.createElement('mark');
  mark.className = 'alert-word';
  node.replaceWith(mark);
  mark.append(node);
}
