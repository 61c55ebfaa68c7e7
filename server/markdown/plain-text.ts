// The readable text of a rendered message, taken from the same tokens as its HTML, so that both always agree.

import type { Token } from 'markdown-it';
import { plainTextOf } from './inline/push-html.ts';

/**
 * All text with a line for each block and each line break. With `forNotification`, spoilers show their header only
 * and quoted lines begin with `> `; with `forAlerts`, emoji are signs, and formulas and times are no words.
 */
export function plainText(tokens: readonly Token[], { forNotification = false, forAlerts = false } = {}): string {
  const lines: string[] = [];
  let row: string[] | undefined;
  let quoteDepth = 0;
  let hiddenDepth = 0;
  const add = (text: string): void => {
    if (hiddenDepth > 0) return;
    const prefix = forNotification ? '> '.repeat(quoteDepth) : '';
    lines.push(...text.split('\n').map((line) => prefix + line));
  };
  for (const token of tokens) {
    if (token.type === 'blockquote_open') quoteDepth++;
    else if (token.type === 'blockquote_close') quoteDepth--;
    else if (token.type === 'tr_open') row = [];
    else if (token.type === 'tr_close') {
      add(row?.join(' ') ?? '');
      row = undefined;
    } else if (token.type === 'spoiler_header_end' && forNotification) {
      add('(…)');
      hiddenDepth++;
    } else if (token.type === 'spoiler_close' && forNotification) hiddenDepth--;
    else if (token.type === 'fence' || token.type === 'code_block') add(token.content.trimEnd());
    else if (token.type === 'inline') {
      const text = inlineText(token.children ?? [], forAlerts ? 'alerted' : 'plain');
      if (row === undefined) add(text);
      else row.push(text);
    }
  }
  return lines.join('\n').trim();
}

function inlineText(tokens: readonly Token[], use: 'plain' | 'alerted'): string {
  return tokens
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n';
      return plainTextOf(token, use) ?? token.content;
    })
    .join('');
}
