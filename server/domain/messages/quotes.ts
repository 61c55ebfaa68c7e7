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

/** As `fenced`; of a long message as much as there is room for. @param room in characters. */
export function fittingBlock(kind: string, content: string, room: number): string {
  let letters = [...content];
  let block = fenced(kind, content);
  while ([...block].length > room && letters.length > 0) {
    letters = letters.slice(0, Math.floor(letters.length * 0.95));
    block = fenced(kind, `${letters.join('')}…`);
  }
  return block;
}
