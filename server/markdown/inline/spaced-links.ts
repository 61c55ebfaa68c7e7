// `[text](https://host/a b)`: an address with blanks in it. The parser's own links end at the first blank.

import type { StateInline } from 'markdown-it';

const spacedTarget = /\(((?:https?:\/\/|\/?user_uploads\/)[^\s()<>"]+(?: +[^\s()<>"]+)+)\)/iy;

/** Inline rule at `[`, before the parser's own. */
export function spacedLink(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x5b || state.linkLevel > 0) return false;
  const labelEnd = state.md.helpers.parseLinkLabel(state, state.pos, true);
  if (labelEnd < 0) return false;
  spacedTarget.lastIndex = labelEnd + 1;
  const url = spacedTarget.exec(state.src)?.[1];
  if (url === undefined || spacedTarget.lastIndex > state.posMax) return false;
  const href = state.md.normalizeLink(url);
  if (!state.md.validateLink(href)) return false;
  if (!silent) pushLink(state, href, labelEnd);
  state.pos = labelEnd + 1 + url.length + '()'.length;
  return true;
}

function pushLink(state: StateInline, href: string, labelEnd: number): void {
  const { posMax } = state;
  state.pos += 1;
  state.posMax = labelEnd;
  state.push('link_open', 'a', 1).attrs = [['href', href]];
  state.linkLevel += 1;
  state.md.inline.tokenize(state);
  state.linkLevel -= 1;
  state.push('link_close', 'a', -1);
  state.posMax = posMax;
}
