// Quotes with nothing in them: a `>` alone is what was typed rather than an empty quote.

import type { StateBlock } from 'markdown-it';

/** Block rule before the parser's own for quotes. */
export function emptyQuote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent) return false;
  let line = startLine;
  while (line < endLine && lineOf(state, line) === '>') line++;
  if (line === startLine || isQuoted(state, line, endLine)) return false;
  // The lines of text behind it belong to it, as they would to a quote with words.
  let end = line;
  while (end < endLine && !state.isEmpty(end) && (state.sCount[end] ?? 0) >= state.blkIndent) end++;
  if (end > line) {
    state.push('blockquote_open', 'blockquote', 1).map = [startLine, end];
    state.md.block.tokenize(state, line, end);
    state.push('blockquote_close', 'blockquote', -1);
  } else {
    state.push('paragraph_open', 'p', 1).map = [startLine, line];
    const inline = state.push('inline', '', 0);
    inline.content = Array.from({ length: line - startLine }, () => '>').join('\n');
    inline.map = [startLine, line];
    inline.children = [];
    state.push('paragraph_close', 'p', -1);
  }
  state.line = end;
  return true;
}

function isQuoted(state: StateBlock, line: number, endLine: number): boolean {
  return line < endLine && lineOf(state, line).startsWith('>');
}

/** A line of this block without the space around it; '' for code, which is indented. */
function lineOf(state: StateBlock, line: number): string {
  if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return '';
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();
}
