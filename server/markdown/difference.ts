// Difference between two versions of a message's HTML: `content_html_diff` of the edit history. Words that came are
// wrapped in highlight_text_inserted, words that went in highlight_text_deleted; tags are the new version's.

import { element } from './html.ts';

const tokenPattern = /<[^>]*>|&[^;\s]+;|[\p{L}\p{N}_]+|\s+|[^]/gu;
/** Comparing costs old times new of what lies between the same beginning and end; where that is longer, it is shown as wholly replaced. */
const maxCells = 1_000_000;

/** The new HTML with what was inserted and deleted marked. Well-formed whatever the two versions are. */
export function htmlDifference(before: string, after: string): string {
  const old = before.match(tokenPattern) ?? [];
  const now = after.match(tokenPattern) ?? [];
  const kept = keptTokens(old, now);
  let result = '';
  let oldAt = 0;
  let nowAt = 0;
  for (const [oldEnd, nowEnd] of [...kept, [old.length, now.length] as const]) {
    result += marked(old.slice(oldAt, oldEnd), 'highlight_text_deleted', false);
    result += marked(now.slice(nowAt, nowEnd), 'highlight_text_inserted', true);
    if (nowEnd < now.length) result += now[nowEnd];
    oldAt = oldEnd + 1;
    nowAt = nowEnd + 1;
  }
  return result;
}

/** Runs of text are wrapped; tags stay between the runs, or go with the version that they belonged to. */
function marked(tokens: readonly string[], className: string, keepsTags: boolean): string {
  let result = '';
  let run = '';
  const flush = (): void => {
    if (run !== '') result += run.trim() === '' ? (keepsTags ? run : '') : element('span', { class: className }, run);
    run = '';
  };
  for (const token of tokens) {
    if (!token.startsWith('<')) run += token;
    else {
      flush();
      if (keepsTags) result += token;
    }
  }
  flush();
  return result;
}

/** Positions in both versions of the tokens that stayed. */
function keptTokens(old: readonly string[], now: readonly string[]): (readonly [number, number])[] {
  const shorter = Math.min(old.length, now.length);
  let before = 0;
  while (before < shorter && old[before] === now[before]) before += 1;
  let after = 0;
  while (after < shorter - before && old.at(-1 - after) === now.at(-1 - after)) after += 1;
  const [oldPart, nowPart] = [old.slice(before, old.length - after), now.slice(before, now.length - after)];
  const between = oldPart.length * nowPart.length > maxCells ? [] : commonTokens(oldPart, nowPart);
  return [
    ...Array.from({ length: before }, (_, at) => [at, at] as const),
    ...between.map(([oldAt, nowAt]) => [before + oldAt, before + nowAt] as const),
    ...Array.from({ length: after }, (_, at) => [old.length - after + at, now.length - after + at] as const),
  ];
}

/** A longest common subsequence, as positions in both. */
function commonTokens(old: readonly string[], now: readonly string[]): [number, number][] {
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < old.length && j < now.length;) {
    if (old[i] === now[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
