// Tables: cells say their alignment in exactly the spelling that clients compare with, `text-align: left;`, and their number
// is bounded.

import type { Renderer, StateBlock, StateCore } from 'markdown-it';
import { renderStateOf } from '../context.ts';

/** Core rule over finished tables. */
export function tableAlignment(state: StateCore): void {
  for (const token of state.tokens) {
    if (token.type !== 'th_open' && token.type !== 'td_open') continue;
    const alignment = /^text-align:(left|right|center)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
    if (alignment !== undefined) token.attrSet('style', `text-align: ${alignment};`);
  }
}

/** A table without rows has an empty body: some clients look for one. */
export const tableRenderers: Renderer['rules'] = {
  thead_close: (tokens, index, options, _environment, self) => {
    const isAlone = tokens[index + 1]?.type !== 'tbody_open';
    return self.renderToken(tokens, index, options) + (isAlone ? '<tbody>\n</tbody>\n' : '');
  },
};

const cellsPerTable = 4000;

/**
 * Block rule before the parser's own: rows that leave cells out are filled up to the width of the table, so that a short text
 * can stand for a hundred times its length of markup. Such a table makes its message too large to be shown.
 */
export function hugeTable(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const columns = lineAt(state, startLine).split('|').length;
  if (silent || columns < 3 || columns * (endLine - startLine) <= cellsPerTable) return false;
  if (!/^[|:\- \t]*-[|:\- \t]*$/.test(lineAt(state, startLine + 1))) return false;
  let line = startLine;
  while (line < endLine && !state.isEmpty(line)) line++;
  if (columns * (line - startLine) <= cellsPerTable) return false;
  renderStateOf(state.env).isTooLarge = true;
  state.line = line;
  return true;
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
