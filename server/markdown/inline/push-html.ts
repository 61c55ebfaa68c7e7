// The one way for our inline rules to put finished markup into the token stream, together with the text that
// the search index and notifications get for it.

import type { StateCore, StateInline, Token } from 'markdown-it';

export const finishedHtml = 'finished_html';

/**
 * Adds `html`, which must come from `element()`; `plain` is what a reader of plain text sees instead.
 * @param alerted the text in which alert words are found: what a reader of the HTML sees as words.
 */
export function pushHtml(state: StateInline, html: string, plain: string, alerted = plain): void {
  fill(state.push(finishedHtml, '', 0), html, plain, alerted);
}

/** The same as a token of its own, for rules that rewrite a finished list of tokens. */
export function htmlToken(state: StateCore, html: string, plain: string, level: number): Token {
  const token = new state.Token(finishedHtml, '', 0);
  token.level = level;
  return fill(token, html, plain);
}

/** The text of any token made here, for readers of plain text or for alert words; undefined for other tokens. */
export function plainTextOf(token: Token, use: 'plain' | 'alerted' = 'plain'): string | undefined {
  const text = token.meta?.[use];
  return typeof text === 'string' ? text : undefined;
}

function fill(token: Token, html: string, plain: string, alerted = plain): Token {
  token.content = html;
  token.meta = { plain, alerted };
  return token;
}
