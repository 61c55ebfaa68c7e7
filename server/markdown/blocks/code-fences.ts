// Blocks of code and formulas between fences. Unlike CommonMark's, a fence is closed by one of its own length only, so that a
// longer one can be shown inside of it, and what is typed behind the opening fence is never lost.

import type { StateBlock } from 'markdown-it';
import { readInfo } from './fence-info.ts';
import { fenceAt } from './fence-lines.ts';

/** Block rule in place of the parser's own; quotes and spoilers were read before. */
export function codeFence(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const opening = fenceAt(state, startLine);
  if (opening === undefined) return false;
  if (silent) return true;
  let line = startLine + 1;
  let isClosed = false;
  for (; line < endLine && !isClosed; line++) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) break;
    const fence = fenceAt(state, line);
    isClosed = fence?.kind === '' && fence.marker === opening.marker;
  }
  const token = state.push('fence', 'code', 0);
  const { language, firstLine } = readInfo(`${opening.kind}${opening.rest}`.trim());
  const end = isClosed ? line - 1 : line;
  token.info = language;
  token.content =
    (firstLine === '' ? '' : `${firstLine}\n`) + state.getLines(startLine + 1, end, state.sCount[startLine] ?? 0, true);
  token.markup = opening.marker;
  token.map = [startLine, line];
  state.line = line;
  return true;
}
