// Two asterisks belong together. CommonMark takes them for two single ones where that closes something sooner, so that
// `*a **b* c**` becomes three emphases inside each other; here bold is paired first, and nothing reaches across its edges.

import type { Delimiter, StateInline } from 'markdown-it';

const asteriskTable = 0x2a;

/** Inline rule of the second pass, before all that pairs single marks: makes bold of runs of exactly two asterisks. */
export function strongPairs(state: StateInline): void {
  const lists = [state.delimiters, ...state.tokens_meta.flatMap((meta) => (meta?.delimiters ? [meta.delimiters] : []))];
  for (const list of lists) pairIn(state, list);
}

function pairIn(state: StateInline, list: Delimiter[]): void {
  const closerOf = pairs(list);
  if (closerOf.size === 0) return;
  const closers = new Set(closerOf.values());
  // What stands between the two of a pair becomes a list of its own, which the later rules read like that of a link.
  const open: Delimiter[][] = [[]];
  for (let at = 0; at < list.length; at++) {
    const end = closerOf.get(at);
    if (end !== undefined) {
      makeStrong(state, list, at, end);
      open.push([]);
      at++;
    } else if (closers.has(at)) {
      state.tokens_meta.push({ delimiters: open.pop() ?? [] });
      at++;
    } else open.at(-1)?.push(list[at] as Delimiter);
  }
  list.splice(0, list.length, ...(open[0] ?? []));
}

/** Where each paired run of two begins, with where its partner begins: the nearest that opens, as brackets pair. */
function pairs(list: readonly Delimiter[]): Map<number, number> {
  const found = new Map<number, number>();
  const opened: number[] = [];
  for (let at = 0; at < list.length; at++) {
    const { marker, length, open, close } = list[at] as Delimiter;
    if (marker !== asteriskTable || length !== 2) continue;
    const opener = close ? opened.pop() : undefined;
    if (opener !== undefined) found.set(opener, at);
    else if (open) opened.push(at);
    // The second asterisk of the run.
    at++;
  }
  return found;
}

/** Each run is two tokens of one asterisk: the inner one becomes the tag, the outer one is emptied. */
function makeStrong({ tokens }: StateInline, list: readonly Delimiter[], start: number, end: number): void {
  for (const [at, type, nesting] of [
    [start, 'strong_open', 1],
    [end, 'strong_close', -1],
  ] as const) {
    const first = list[at]?.token ?? 0;
    const [tag, outer] = nesting === 1 ? [tokens[first + 1], tokens[first]] : [tokens[first], tokens[first + 1]];
    if (tag === undefined || outer === undefined) continue;
    Object.assign(tag, { type, tag: 'strong', nesting, markup: '**', content: '' });
    outer.content = '';
  }
}
