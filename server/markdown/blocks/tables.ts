// Tables: cells say their alignment in exactly the spelling that clients compare with, `text-align: left;`, their number
// is bounded, and a `|` in code divides nothing.

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

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

const ruleLine = /^[|:\- \t]*-[|:\- \t]*$/;
/** Stands for a `|` in code while a table is taken apart. No text holds it: the parser replaces it in advance. */
const hiddenPipe = '\0';

/** The parser's rule for tables, which sees no `|` in code. */
export function withPipesInCode(table: BlockRule): BlockRule {
  return (state, startLine, endLine, silent) => {
    if (startLine + 1 >= endLine || !ruleLine.test(lineAt(state, startLine + 1)))
      return table(state, startLine, endLine, silent);
    const { src } = state;
    const first = state.tokens.length;
    // Who only asks whether a table begins here is reported by its heading.
    const lastLine = silent ? startLine : endOfText(state, startLine, endLine) - 1;
    const [from, to] = [state.bMarks[startLine] ?? 0, state.eMarks[lastLine] ?? 0];
    const lines = src.slice(from, to);
    if (!lines.includes('`')) return table(state, startLine, endLine, silent);
    state.src = src.slice(0, from) + lines.split('\n').map(withoutPipesInCode).join('\n') + src.slice(to);
    const isTable = table(state, startLine, endLine, silent);
    state.src = src;
    for (const token of state.tokens.slice(first)) token.content = token.content.replaceAll(hiddenPipe, '|');
    return isTable;
  };
}

function withoutPipesInCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  let result = '';
  let end = 0;
  for (let at = 0; at < runs.length; at++) {
    const [opening] = runs[at] ?? [''];
    const closing = runs.findIndex(([run], index) => index > at && run.length === opening.length);
    if (closing < 0) continue;
    const [from, to] = [runs[at]?.index ?? 0, runs[closing]?.index ?? 0];
    result += line.slice(end, from) + line.slice(from, to).replace(/(?<!\\)\|/g, hiddenPipe);
    [at, end] = [closing, to];
  }
  return result + line.slice(end);
}

const cellsPerTable = 4000;

/**
 * Block rule before the parser's own: rows that leave cells out are filled up to the width of the table, so that a short text
 * can stand for a hundred times its length of markup. Such a table makes its message too large to be shown.
 */
export function hugeTable(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const columns = lineAt(state, startLine).split('|').length;
  if (silent || columns < 3 || columns * (endLine - startLine) <= cellsPerTable) return false;
  if (!ruleLine.test(lineAt(state, startLine + 1))) return false;
  const line = endOfText(state, startLine, endLine);
  if (columns * (line - startLine) <= cellsPerTable) return false;
  renderStateOf(state.env).isTooLarge = true;
  state.line = line;
  return true;
}

/** The empty line that ends what begins here. */
function endOfText(state: StateBlock, startLine: number, endLine: number): number {
  let line = startLine;
  while (line < endLine && !state.isEmpty(line)) line++;
  return line;
}

function lineAt(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
}
