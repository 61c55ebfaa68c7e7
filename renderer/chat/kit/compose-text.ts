/** Text edits by keys and buttons of the message box, as edits of a range: a user who applies one keeps the browser's undo. Pure. */
import { isContainer, isQuote, OpenFences, parseFence } from '../../../server/markdown/blocks/fence-lines.ts';
import { formulaInLine, lettersBeforeMention } from '../../../server/scripts.ts';
import { asLinkAddress } from '../../client/link-text.ts';

export interface Selection {
  text: string;
  start: number;
  end: number;
}

/** Puts `insert` in place of what is between two offsets. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  /** What is selected afterwards; behind the insert unless told. */
  select?: readonly [number, number];
}

/** Of a quotation, however deep: `> > `. */
const quoteMarks = /^(?:[ \t]*>)+[ \t]?/;
const listItem = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))( +(?:\[[ xX]\] )?)(.*)$/;

/**
 * A new line in a list or a quotation goes on with it, a list within a quotation too; on an item without words it ends the item, in a
 * quotation without words the innermost one. @returns null elsewhere.
 */
export function newLine({ text, start, end }: Selection): Edit | null {
  if (start !== end || isInFence(text, start)) return null;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(lineStart, start);
  const quote = quoteMarks.exec(line)?.[0] ?? '';
  const item = listItem.exec(line.slice(quote.length));
  if (item === null && quote === '') return null;
  const [, indent = '', bullet = '', number, dot = '', space = '', words = line.slice(quote.length)] = item ?? [];
  if (words.trim() === '' && /^[ \t]*(?:\n|$)/.test(text.slice(start))) {
    const kept = item === null ? quote.replace(/>[ \t]?$/, '') : quote;
    return { from: lineStart, to: start, insert: kept };
  }
  // A number of ten digits begins no item.
  const mark = number === undefined ? bullet : `${Math.min(Number(number) + 1, 999_999_999)}${dot}`;
  return { from: start, to: end, insert: `\n${quote}${indent}${mark}${space.replace(/\[[xX]\]/, '[ ]')}` };
}

/** As a block of code; without text to be written into. */
export function asCodeBlock({ text, start, end }: Selection): Edit {
  const inside = text.slice(start, end).replace(/\n$/, '');
  const fence = fenceFor(inside);
  const [before, after] = lineEndsAround(text, start, end);
  const insert = `${before}${fence}\n${inside}\n${fence}${after}`;
  const at = start + before.length + fence.length + 1;
  return { from: start, to: end, insert, ...(inside === '' && { select: [at, at] as const }) };
}

/** A text that is shown when someone asks for it. */
export function asSpoiler({ text, start, end }: Selection): Edit {
  const [before, after] = lineEndsAround(text, start, end);
  const head = `${before}\`\`\`spoiler `;
  const insert = `${head}\n${text.slice(start, end)}\n\`\`\`${after}`;
  // One writes first what it is about.
  return { from: start, to: end, insert, select: [start + head.length, start + head.length] };
}

/** A table with one empty row below these names, the first of which is selected. What was selected stays before it. */
export function asTable({ text, end }: Selection, columns: readonly string[]): Edit {
  const [, after] = lineEndsAround(text, end, end);
  const before = end === 0 || text.slice(0, end).endsWith('\n\n') ? '' : text[end - 1] === '\n' ? '\n' : '\n\n';
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = [row(columns), row(columns.map(() => '---')), row(columns.map(() => ' '))].join('\n');
  const at = end + before.length + 2;
  return { from: end, to: end, insert: `${before}${rows}${after}`, select: [at, at + (columns[0]?.length ?? 0)] };
}

/** What puts a block on lines of its own. */
const lineEndsAround = (text: string, start: number, end: number): [string, string] => [
  start === 0 || text[start - 1] === '\n' ? '' : '\n',
  end === text.length || text[end] === '\n' ? '' : '\n',
];

/** Puts something before every line that is touched, or takes it away where every line has it. */
export function prefixed({ text, start, end }: Selection, prefix: (index: number) => string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(end - (end > start && text[end - 1] === '\n' ? 1 : 0), from));
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isThere = lines.every((line, index) => line.startsWith(prefix(index)));
  const changed = lines.map((line, index) => (isThere ? line.slice(prefix(index).length) : prefix(index) + line));
  const insert = changed.join('\n');
  return {
    from,
    to,
    insert,
    select: start === end ? [from + insert.length, from + insert.length] : [from, from + insert.length],
  };
}

const urlForm = /^(?:https?|mailto|ftp):\S+$/i;

/** Something pasted onto words: an address makes a link of them. @returns null for anything else. */
export function linked({ text, start, end }: Selection, pasted: string): Edit | null {
  const url = pasted.trim();
  const words = text.slice(start, end);
  if (words.trim() === '' || words.includes('\n') || !urlForm.test(url) || urlForm.test(words.trim())) return null;
  const insert = `[${words.replaceAll(/([[\]\\])/g, '\\$1')}](${asLinkAddress(url)})`;
  return { from: start, to: end, insert };
}

/** The button for links: the words stay, the address is to be written. */
export function asLink({ text, start, end }: Selection): Edit {
  const words = text.slice(start, end);
  const label = words === '' ? 'text' : words;
  const insert = `[${label}](url)`;
  const at = start + label.length + 3;
  return { from: start, to: end, insert, select: words === '' ? [start + 1, start + 1 + label.length] : [at, at + 3] };
}

/** Words of someone as a quotation, with a link to the message; the fence is longer than any in it. */
export function quoted({
  name,
  userId,
  link,
  content,
  said,
}: {
  name: string;
  userId: number;
  link: string;
  content: string;
  said: string;
}): string {
  const fence = fenceFor(content);
  return `@_**${name}|${userId}** [${said}](${link}):\n${fence}quote\n${content}\n${fence}\n`;
}

function fenceFor(content: string): string {
  const longest = [...content.matchAll(/^ *(`{3,}|~{3,})/gm)].reduce(
    (most, [, fence = '']) => Math.max(most, fence.length),
    2,
  );
  return '`'.repeat(longest + 1);
}

/** The fence that a line of its own opens or closes, as the server reads it. */
const fenceOf = (line: string) => parseFence(line.replace(/^ {1,3}/, ''));

/** Whether an offset is in a block of code. */
export function isInFence(text: string, offset: number): boolean {
  const fences = new OpenFences();
  for (const line of text.slice(0, offset).split('\n').slice(0, -1)) {
    const fence = fenceOf(line);
    if (fence !== undefined) fences.read(fence);
  }
  return fences.isCode;
}

/** Whether an offset is in code, in its line or as a block: nothing is completed there. */
export function isInCode(text: string, offset: number): boolean {
  if (isInFence(text, offset)) return true;
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return (line.match(/`/g)?.length ?? 0) % 2 === 1;
}

/** Length as the server counts it: in code points. */
export function lengthOf(text: string): number {
  // Nothing has more code points than units: most texts need not be walked.
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

const callOfEverybody = new RegExp(
  String.raw`(?<![\\])(?<!(?![${lettersBeforeMention}])[\p{L}\p{N}_])@\*\*(?:all|everyone|channel|stream)\*\*`,
  'iu',
);

/** Whether the server reads a mention of everyone: outside of code, formulas, quotations and quiet mentions. */
export function callsEverybody(text: string): boolean {
  const told = linesOutside(text)
    .join('\n')
    .replaceAll(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '` `')
    .replaceAll(new RegExp(formulaInLine, 'gu'), ' ');
  return callOfEverybody.test(told);
}

/** The lines outside of code and quotations, with the titles of spoilers. */
function linesOutside(text: string): string[] {
  const fences = new OpenFences();
  return text.split('\n').flatMap((line) => {
    const isOutside = !fences.isCode && !fences.open.some(isQuote);
    const fence = fenceOf(line);
    if (fence === undefined) return isOutside && !/^ {0,3}>/.test(line) ? [line] : [];
    fences.read(fence);
    return isOutside && isContainer(fence) && !isQuote(fence) ? [fence.rest] : [];
  });
}

/** A text with another behind it, a blank line between them. */
export function appended(text: string, more: string): string {
  const before = text.trimEnd();
  return before === '' ? more : `${before}\n\n${more}`;
}
