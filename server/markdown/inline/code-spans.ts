// Code in a line, between backticks of one length. Unlike CommonMark's, it keeps the spaces inside of it, but those that hold
// a backtick away from the marks: `` `x` ``.

import type { StateInline } from 'markdown-it';

const backtick = 0x60;
const paddedCode = /^ (?=`)(.*) $|^ (.*)(?<=`) $/s;

/** Inline rule at a backtick, in place of the parser's own. */
export function codeSpan(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== backtick) return false;
  const end = endOfRun(state, state.pos);
  const length = end - state.pos;
  const close = findRun(state, end, length);
  if (!silent) {
    if (close === undefined) state.pending += state.src.slice(state.pos, end);
    else {
      const token = state.push('code_inline', 'code', 0);
      token.markup = state.src.slice(state.pos, end);
      token.content = state.src.slice(end, close).replaceAll('\n', ' ').replace(paddedCode, '$1$2');
    }
  }
  state.pos = close === undefined ? end : close + length;
  return true;
}

/** Where the next run of exactly so many backticks begins. Runs that were passed are remembered: each is read once. */
function findRun(state: StateInline, from: number, length: number): number | undefined {
  const known = state.backticks[length] ?? -1;
  if (known >= from) return known;
  if (state.backticksScanned) return undefined;
  for (let at = state.src.indexOf('`', from); at >= 0 && at < state.posMax; at = state.src.indexOf('`', at)) {
    const end = endOfRun(state, at);
    if (end - at === length) return at;
    state.backticks[end - at] = at;
    at = end;
  }
  state.backticksScanned = true;
  return undefined;
}

function endOfRun(state: StateInline, start: number): number {
  let end = start;
  while (end < state.posMax && state.src.charCodeAt(end) === backtick) end++;
  return end;
}
