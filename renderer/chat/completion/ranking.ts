/**
 * The index that completions are found in, and the order in which they are offered: a whole name before the start of one, that
 * before the start of one of its words, and that before anything within, then whoever wrote here lately, is subscribed,
 * or is written to directly, then what is called so before what has another such name. Pure and quick.
 */
import { folded } from '../../client/fold.ts';

export interface Candidate<T> {
  value: T;
  /** What it is found by, the first of which is what it is called. */
  names: readonly string[];
  /** 0 before 1 before 2: wildcards, people and groups, bots. */
  tier: number;
}

export interface Indexed<T> extends Candidate<T> {
  /** Folded, with the offsets at which words begin. */
  texts: readonly { text: string; words: readonly number[] }[];
}

export function indexOf<T>(candidates: readonly Candidate<T>[]): readonly Indexed<T>[] {
  return candidates.map((candidate) => ({
    ...candidate,
    texts: candidate.names.map((name) => {
      const text = folded(name);
      const words = [...text.matchAll(/(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index);
      return { text, words };
    }),
  }));
}

/** 0 a whole name, 1 start of a name, 2 start of a word, 3 within; null where it is not there. */
function matchOf({ texts }: Pick<Indexed<unknown>, 'texts'>, query: string): number | null {
  let best = Infinity;
  for (const { text, words } of texts) {
    if (text === query) return 0;
    if (best === 1) continue;
    if (text.startsWith(query)) best = 1;
    else if (best > 2 && words.some((word) => text.startsWith(query, word))) best = 2;
    else if (best > 3 && text.includes(query)) best = 3;
  }
  return best === Infinity ? null : best;
}

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

function order(a: Found<unknown>, b: Found<unknown>): number {
  return (
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
