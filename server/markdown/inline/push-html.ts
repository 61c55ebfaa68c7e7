// The one way for our inline rules to put finished markup into the token stream, together with the text that
// the search index and notifications get for it.

import type { StateCore, StateInline, Token } from 'markdown-it';

export const finishedHtml = 'finished_html';

/** Adds `html`, which must come from `element()`; `plain` is what a reader of plain text sees instead. */
export function pushHtml(state: StateInline, html: string, plain: string): void {
  fill(state.push(finishedHtml, '', 0), html, plain);
}

/** The same as a token of its own, for rules that rewrite a finished list of tokens. */
export function htmlToken(state: StateCore, html: string, plain: string, level: number): Token {
  const token = new state.Token(finishedHtml, '', 0);
  token.level = level;
  return fill(token, html, plain);
}

/** The plain text of any token made here; undefined for other tokens. */
export function plainTextOf(token: Token): string | undefined {
  const plain = token.meta?.['plain'];
  return typeof plain === 'string' ? plain : undefined;
}

function fill(token: Token, html: string, plain: string): Token {
  token.content = html;
  token.meta = { plain };
  return token;
}
