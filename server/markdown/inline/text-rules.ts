// Punctuation rules that differ from CommonMark: underscores are plain characters (names such as
// `__init__` are common in teams), and a backslash only escapes what would otherwise be markup, so that
// `\\server\share` keeps both of its backslashes.

import type { StateInline } from 'markdown-it';

const escapable: ReadonlySet<string> = new Set('*~`[]#><@:$|+-');

/** Inline rule: a run of underscores is text. Must stand before the rule for emphasis. */
export function underscores(state: StateInline, silent: boolean): boolean {
  const start = state.pos;
  let end = start;
  while (end < state.posMax && state.src.charCodeAt(end) === 0x5f) end++;
  if (end === start) return false;
  if (!silent) state.pending += state.src.slice(start, end);
  state.pos = end;
  return true;
}

/** Inline rule at a backslash, in place of the parser's own. */
export function backslash(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x5c || state.pos + 1 >= state.posMax) return false;
  const escaped = state.src[state.pos + 1] ?? '';
  if (!escapable.has(escaped)) return false;
  // One dollar sign is money, or a name such as `C:\$Recycle`; two begin a formula.
  if (escaped === '$' && state.src[state.pos + 2] !== '$') return false;
  if (!silent) {
    const token = state.push('text_special', '', 0);
    token.content = escaped;
    token.markup = `\\${escaped}`;
    token.info = 'escape';
  }
  state.pos += 2;
  return true;
}
