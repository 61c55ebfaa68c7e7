/** Messages as others of the server quote them. */
import type { MessageRow } from './rows.ts';

/** Half of what a message may grow to (markdown/render.ts): what quotes it needs room for itself. */
const largeHtmlBytes = 100_000;

/** What a message says, to be quoted: its source, as code, where it is drawn so large that nothing could be drawn around it. */
export function quotable({ content, rendered_content }: MessageRow): string {
  return Buffer.byteLength(rendered_content) < largeHtmlBytes ? content : fenced('text', content);
}

/** A block whose fence is longer than any in its text. */
export function fenced(kind: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${kind}\n${content}\n${fence}`;
}

/**
 * A quote, which calls no one; of a long message as much as there is room for.
 * @param room in characters. @param around what the quote stands in.
 */
export function fittingQuote(content: string, room: number, around = (quote: string): string => quote): string {
  let letters = [...content];
  let block = around(fenced('quote', content));
  while ([...block].length > room && letters.length > 0) {
    letters = letters.slice(0, Math.floor(letters.length * 0.95));
    block = around(fenced('quote', `${letters.join('')}…`));
  }
  return block;
}
