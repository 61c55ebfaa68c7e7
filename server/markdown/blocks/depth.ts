// Nesting is bounded so that no message can build a tree that a client's parser or a reader's screen cannot bear.
// Past the bound the rest is one paragraph of text: deeper marks stay visible and nothing that was written is lost.

import type { StateBlock } from 'markdown-it';

const maxBlockLevel = 30;

/** Block rule; must stand first. */
export function tooDeep(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || state.level < maxBlockLevel) return false;
  state.line = endLine;
  state.push('paragraph_open', 'p', 1);
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(startLine, endLine, state.blkIndent, false).trim();
  inline.map = [startLine, endLine];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}
