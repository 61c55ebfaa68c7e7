// Lists as people type them in a chat: two spaces nest an item under any other, whatever its marker takes. CommonMark
// asks for as many columns as the marker is wide, three under `1.` and four under `10.`. So before the text is parsed, the
// lines of each list are moved to the columns that it asks for.

import type { StateCore } from 'markdown-it';
import { OpenFences, parseFence } from './fence-lines.ts';

const quoteMarks = /^(?: {0,3}>[ \t]?)*/;
const itemMarker = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/;
const rulerPattern = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,})$/;
/** What ends the paragraph above it without an empty line; any other line only goes on with it. */
const blockStart = /^(?:#{1,6}(?:\s|$)|>)/;
const nestingWidth = 2;
const tabWidth = 4;

/** Columns of an item: where it was typed, and where its marker and its content stand after the move. */
interface Item {
  typed: number;
  typedContent: number;
  content: number;
}

/** Core rule between normalizing the line ends and parsing the blocks. */
export function listIndents(state: StateCore): void {
  if (!/^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/m.test(state.src)) return;
  const lines = new ListLines();
  state.src = state.src
    .split('\n')
    .map((line) => lines.move(line))
    .join('\n');
}

class ListLines {
  #fences = new OpenFences();
  #items: Item[] = [];
  #quoteMarks = 0;
  #isAfterEmptyLine = true;
  /** How far the lines of an open code block move, with its opening line. */
  #codeShift = 0;

  move(line: string): string {
    const marks = quoteMarks.exec(line)?.[0] ?? '';
    const depth = marks.split('>').length - 1;
    if (depth !== this.#quoteMarks) this.#restart(depth);
    const rest = line.slice(marks.length);
    const text = rest.trimStart();
    const typed = columns(rest.slice(0, rest.length - text.length));
    const column = this.#columnOf(text, typed);
    this.#isAfterEmptyLine = text === '';
    return column === typed ? line : marks + ' '.repeat(column) + text;
  }

  #restart(depth: number): void {
    this.#quoteMarks = depth;
    this.#items = [];
    this.#fences = new OpenFences();
    this.#isAfterEmptyLine = true;
  }

  #columnOf(text: string, typed: number): number {
    const fence = parseFence(text);
    if (this.#fences.isCode) {
      if (fence !== undefined) this.#fences.read(fence);
      return text === '' ? typed : Math.max(0, typed + this.#codeShift);
    }
    if (text === '') return typed;
    if (fence !== undefined) {
      this.#leaveItems(typed);
      const column = this.#contentColumn(typed);
      this.#fences.read(fence);
      this.#codeShift = column - typed;
      return column;
    }
    const marker = rulerPattern.test(text) ? undefined : itemMarker.exec(text)?.[0];
    if (marker !== undefined) return this.#itemColumn(text, typed, marker);
    if (this.#isAfterEmptyLine || blockStart.test(text)) this.#leaveItems(typed);
    return this.#contentColumn(typed);
  }

  #itemColumn(text: string, typed: number, marker: string): number {
    this.#leaveItems(typed);
    const parent = this.#items.at(-1);
    // Four columns at the left edge are code, not a list.
    if (parent === undefined && typed >= 4) return typed;
    const column = parent?.content ?? typed;
    const space = columns(/^[ \t]*/.exec(text.slice(marker.length))?.[0] ?? '');
    const width = marker.length + (space >= 1 && space <= 4 && text.length > marker.length + space ? space : 1);
    this.#items.push({ typed, typedContent: typed + width, content: column + width });
    return column;
  }

  /** Closes the items that a line at this column does not belong to. */
  #leaveItems(typed: number): void {
    while (typed < (this.#items.at(-1)?.typed ?? -nestingWidth) + nestingWidth) this.#items.pop();
  }

  /** Where a line goes that belongs to the innermost item: no further left than its content. */
  #contentColumn(typed: number): number {
    const item = this.#items.at(-1);
    if (item === undefined || typed < item.typed + nestingWidth) return typed;
    return item.content + Math.max(0, typed - item.typedContent);
  }
}

function columns(space: string): number {
  let count = 0;
  for (const character of space) count += character === '\t' ? tabWidth - (count % tabWidth) : 1;
  return count;
}
