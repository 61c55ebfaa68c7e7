// `:tada:` becomes the emoji of that name: a custom one first, then the standard table. Unknown names stay text.
// The same markup serves emoji typed as characters.

import type { StateInline } from 'markdown-it';
import { renderStateOf } from '../context.ts';
import { findEmojiCode, findEmojiName } from '../emoji.ts';
import { element, escapeHtml } from '../html.ts';
import { isSafeUrl } from '../urls.ts';
import { pushHtml } from './push-html.ts';

const namePattern = /:([\p{Ll}\p{Lo}\p{M}\d_+-]{1,100}):/uy;
const wordBefore = /[\p{L}\p{N}]$/u;

/** Inline rule at `:`. */
export function emojiName(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3a) return false;
  namePattern.lastIndex = state.pos;
  const match = namePattern.exec(state.src);
  if (match === null || namePattern.lastIndex > state.posMax) return false;
  const name = match[1] ?? '';
  // "at 10:100:20" is a time or a ratio, not the emoji named 100.
  if (/^\d+$/.test(name) && wordBefore.test(state.src.slice(Math.max(0, state.pos - 2), state.pos))) return false;
  const { context } = renderStateOf(state.env);
  const custom = customEmojiHtml(context.findCustomEmoji(name), name);
  const code = context.findEarlierEmojiCode?.(name) ?? findEmojiCode(name);
  const html = custom ?? (code === undefined ? undefined : emojiHtml(code, name));
  if (html === undefined) return false;
  if (!silent) pushHtml(state, html, match[0], custom === undefined ? signOf(code) : ' ');
  state.pos += match[0].length;
  return true;
}

/** The span of a standard emoji under its canonical name; `code` is one of the table's. */
export function emojiHtml(code: string, name = findEmojiName(code) ?? code): string {
  const label = name.replaceAll('_', ' ');
  const attributes = { 'aria-label': label, class: `emoji emoji-${code}`, role: 'img', title: label };
  return element('span', attributes, escapeHtml(`:${name}:`));
}

const signOf = (code = ''): string =>
  String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)));

function customEmojiHtml(emoji: { url: string } | undefined, name: string): string | undefined {
  if (emoji === undefined || !isSafeUrl(emoji.url)) return undefined;
  return element('img', { alt: `:${name}:`, class: 'emoji', src: emoji.url, title: name.replaceAll('_', ' ') });
}
