/**
 * The index that completions are found in, and the order in which they are offered: a whole name before a whole word of one, these
 * before all others: of these people before groups, groups before bots and calls of everyone; then the start of a name before the
 * start of a later word, and that before anything within; then a user who wrote here lately, is subscribed, or is written to directly; then what is called so
 * before what has another such name. Pure and quick.
 */
import { folded } from '../../client/fold.ts';

export interface Candidate<T> {
  value: T;
  /** What it is found by, the first of which is what it is called. */
  names: readonly string[];
  /** 0 before 1 before 2, of those that match alike. */
  tier: number;
  /** Found by the start of its name alone: it does much, and no one shall get it by accident. */
  isFoundByStart?: boolean;
}

interface Word {
  start: number;
  end: number;
}

export interface Indexed<T> extends Candidate<T> {
  /** Folded, with the offsets of words. */
  texts: readonly { text: string; words: readonly Word[] }[];
}

export function indexOf<T>(candidates: readonly Candidate<T>[]): readonly Indexed<T>[] {
  return candidates.map((candidate) => ({
    ...candidate,
    texts: candidate.names.map((name) => {
      const text = folded(name);
      const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index, 0: word }) => ({
        start: index,
        end: index + word.length,
      }));
      return { text, words };
    }),
  }));
}

const matching = { name: 0, word: 1, startOfName: 2, startOfWord: 3, within: 4 } as const;

/** How well it matches; null where it does not. */
function matchOf(
  { texts, isFoundByStart = false }: Pick<Indexed<unknown>, 'texts' | 'isFoundByStart'>,
  query: string,
): number | null {
  let best = Infinity;
  for (const { text, words } of texts) {
    if (text === query) return matching.name;
    if (isFoundByStart) {
      if (text.startsWith(query)) best = matching.startOfName;
      continue;
    }
    if (query !== '' && best > matching.word && hasWord(text, words, query)) best = matching.word;
    else if (best > matching.startOfName && text.startsWith(query)) best = matching.startOfName;
    else if (best > matching.startOfWord && words.some(({ start }) => text.startsWith(query, start)))
      best = matching.startOfWord;
    else if (best > matching.within && text.includes(query)) best = matching.within;
  }
  return best === Infinity ? null : best;
}

/** Whether one word is just this, or several that stand side by side. */
const hasWord = (text: string, words: readonly Word[], query: string): boolean =>
  words.some(({ start }) => text.startsWith(query, start) && words.some(({ end }) => end === start + query.length));

/**
 * @param nearness of a candidate to what is being written, higher is nearer; it decides among equal matches.
 * @returns the first of them in their order, at most `limit`.
 */
export function ranked<T>(
  index: readonly Indexed<T>[],
  written: string,
  nearness: (value: T) => number,
  limit: number,
): T[] {
  const query = folded(written);
  const first: Found<T>[] = [];
  for (const candidate of index) {
    const match = matchOf(candidate, query);
    if (match === null) continue;
    const isOwn = candidate.texts[0]?.text.startsWith(query) === true;
    const found = { candidate, match, near: nearness(candidate.value), isOwn };
    // Few are shown: to keep these in order costs less than to sort all.
    const last = first[limit - 1];
    if (last !== undefined && order(found, last) >= 0) continue;
    const at = first.findIndex((each) => order(found, each) < 0);
    first.splice(at === -1 ? first.length : at, 0, found);
    if (first.length > limit) first.pop();
  }
  return first.map(({ candidate }) => candidate.value);
}

interface Found<T> {
  candidate: Indexed<T>;
  match: number;
  near: number;
  /** By what it is called, and not by another of its names. */
  isOwn: boolean;
}

/** Who it is counts more than how well it matches, but for a name or a word of it that is written out. */
const coarse = (match: number): number => Math.min(match, matching.startOfName);

function order(a: Found<unknown>, b: Found<unknown>): number {
  return (
    coarse(a.match) - coarse(b.match) ||
    a.candidate.tier - b.candidate.tier ||
    a.match - b.match ||
    b.near - a.near ||
    Number(b.isOwn) - Number(a.isOwn) ||
    compare(a.candidate.texts[0]?.text ?? '', b.candidate.texts[0]?.text ?? '')
  );
}

/** `localeCompare` costs more than all the rest: folded names are near enough. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
