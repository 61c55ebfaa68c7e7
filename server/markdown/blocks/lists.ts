// Differences of our lists from CommonMark's besides their indentation (list-indents.ts): one that follows a line of text may
// begin at another number than 1, an inner list stands right behind its item's text, and task boxes are signs.

import type { Renderer, StateBlock, StateCore } from 'markdown-it';
import { htmlToken } from '../inline/push-html.ts';

/** Two digits at most: a sentence that goes on with "1986. It was" is no list. */
const numberedPattern = /^\d{1,2}[.)][ \t]+\S/;
const boxPattern = /^\[([ xX])\](?=[ \t]+\S)/;

/** Block rule that only says where a paragraph ends; the list itself is read by the parser's rule. */
export function numberedAfterText(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const indent = (state.sCount[startLine] ?? 0) - state.blkIndent;
  if (!silent || state.parentType !== 'paragraph' || indent < 0 || indent >= 4) return false;
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  return numberedPattern.test(state.src.slice(start, state.eMarks[startLine]));
}

/**
 * Core rule before the inline content is parsed: `- [ ] milk` begins with a box. It is a character, which every client
 * shows, rather than a form's element.
 */
export function taskBoxes(state: StateCore): void {
  for (const [index, item] of state.tokens.entries()) {
    const inline = state.tokens[index + 2];
    if (item.type !== 'list_item_open' || inline?.type !== 'inline' || inline.children === null) continue;
    const mark = boxPattern.exec(inline.content)?.[1];
    if (mark === undefined) continue;
    const sign = mark === ' ' ? '☐' : '☑';
    inline.content = inline.content.slice('[ ]'.length);
    inline.children.push(htmlToken(state, sign, sign, 0));
  }
}

/** The parser puts a line break between an item's text and a list inside of it; clients' style sheets expect none. */
export const listRenderers: Renderer['rules'] = Object.fromEntries(
  ['bullet_list_open', 'ordered_list_open'].map((type) => [
    type,
    (tokens, index, options, _environment, self) => self.renderToken(tokens, index, options).replace(/^\n/, ''),
  ]),
);
