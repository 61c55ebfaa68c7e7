// Fenced blocks: code, and the three that are not code: quote, spoiler and math. Quotes and spoilers hold blocks
// of their own, fences among them; the innermost open fence is the one a bare fence line closes.

import type { Renderer, StateBlock, Token } from 'markdown-it';
import { type RenderState, renderStateOf } from '../context.ts';
import { displayedFormula } from '../math.ts';
import { codeBlock } from './code.ts';
import { formulaKind } from './fence-info.ts';
import { type Fence, fenceAt, isContainer, isQuote, OpenFences } from './fence-lines.ts';

/** Block rule for quote and spoiler fences; must stand before the parser's rule for code fences. */
export function container(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const opening = fenceAt(state, startLine);
  if (opening === undefined || !isContainer(opening)) return false;
  if (silent) return true;
  const closingLine = findClosingLine(state, startLine, endLine, opening);
  const before = { lineMax: state.lineMax, parentType: state.parentType };
  state.lineMax = closingLine;
  state.parentType = 'blockquote';
  const [open, close] = isQuote(opening) ? ['blockquote_open', 'blockquote_close'] : ['spoiler_open', 'spoiler_close'];
  const map: [number, number] = [startLine, closingLine];
  const openToken = state.push(open, 'blockquote', 1);
  openToken.map = map;
  state.md.block.parse(opening.rest.trim(), state.md, state.env, state.tokens);
  if (open === 'spoiler_open') state.push('spoiler_header_end', '', 0);
  state.md.block.tokenize(state, startLine + 1, closingLine);
  state.push(close, 'blockquote', -1);
  state.lineMax = before.lineMax;
  state.parentType = before.parentType;
  state.line = Math.min(closingLine + 1, endLine);
  return true;
}

/** How the blocks of this file, and code in general, are drawn. */
export const fenceRenderers: Renderer['rules'] = {
  fence: (tokens, index, _options, environment) => {
    const token = tokenAt(tokens, index);
    const rendering = renderStateOf(environment ?? {});
    if (token.info === formulaKind) return displayedFormulas(rendering, token.content);
    return codeBlock(rendering, token.content, token.info || (rendering.context.defaultCodeLanguage ?? ''));
  },
  code_block: (tokens, index, _options, environment) =>
    codeBlock(renderStateOf(environment ?? {}), tokenAt(tokens, index).content, ''),
  spoiler_open: () => '<div class="spoiler-block"><div class="spoiler-header">\n',
  spoiler_header_end: () => '</div><div class="spoiler-content" aria-hidden="true">\n',
  spoiler_close: () => '</div></div>\n',
};

/** An empty line ends a formula. */
function displayedFormulas(rendering: RenderState, content: string): string {
  return content
    .trim()
    .split(/\n[ \t]*\n\s*/)
    .map((source) => `${displayedFormula(rendering, source)}\n`)
    .join('');
}

/** The line that closes `opening`, or the first line past the block when nothing does. */
function findClosingLine(state: StateBlock, startLine: number, endLine: number, opening: Fence): number {
  const open = new OpenFences();
  open.read(opening);
  for (let line = startLine + 1; line < endLine; line++) {
    if (!state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return line;
    const fence = fenceAt(state, line);
    if (fence === undefined) continue;
    open.read(fence);
    if (open.count === 0) return line;
  }
  return endLine;
}

function tokenAt(tokens: readonly Token[], index: number): Token {
  const token = tokens[index];
  if (token === undefined) throw new Error('The renderer was asked for a token that is not there.');
  return token;
}
