/**
 * Finding the ids of a page of messages around an anchor, in a narrow: how GET /messages and the flags of a narrow agree
 * on what a range is (contract: get-messages). Reads through indexes in the order of ids; never a scan of all messages.
 */
import { invalidParameter, missingVariable } from '../../../errors.ts';
import type { Filter } from '../../../narrow/parse.ts';
import type { Viewer } from '../access.ts';
import { reachOf, wholeReach } from '../narrow.ts';
import { NarrowSearch } from '../search/narrow-search.ts';
import type { Steps } from './steps.ts';

/** Larger than any id: the anchor of `newest`, and of `first_unread` when nothing is unread. */
const newestAnchor = 10_000_000_000_000_000;

export type Anchor = number | 'newest' | 'oldest' | 'first_unread';

export interface Range {
  anchor: Anchor;
  includeAnchor: boolean;
  numBefore: number;
  numAfter: number;
}

export interface FoundRange {
  /** Ascending. */
  ids: number[];
  /** The anchor used, computed if a name was given. */
  anchor: number;
  foundAnchor: boolean;
  foundOldest: boolean;
  foundNewest: boolean;
}

/** @throws ApiError BAD_REQUEST when it is neither an id nor a known name; REQUEST_VARIABLE_MISSING when there is none. */
export function parseAnchor(sent: string | undefined): Anchor {
  if (sent === undefined) throw missingVariable('anchor');
  // Some clients encode every value as JSON.
  const text = sent.replace(/^"(.*)"$/s, '$1');
  if (text === 'newest' || text === 'oldest' || text === 'first_unread') return text;
  if (!/^-?\d{1,20}$/.test(text)) throw invalidParameter('anchor', 'Invalid anchor');
  return Math.min(Math.max(Number(text), 0), newestAnchor);
}

/** The range's messages that match and that the reader may see, found in steps. */
export function* rangeSteps(viewer: Viewer, filters: readonly Filter[], range: Range): Steps<FoundRange> {
  const search = new NarrowSearch(viewer, filters);
  const anchor = yield* anchorId(viewer, filters, range.anchor);
  // One more than asked for, on either side, shows whether there is more.
  const before = yield* search.next(anchor - 1, 'DESC', range.numBefore + 1);
  const fromAnchor = yield* search.next(
    range.includeAnchor ? anchor : anchor + 1,
    'ASC',
    range.numAfter + (range.includeAnchor ? 2 : 1),
  );
  const foundAnchor = fromAnchor[0] === anchor;
  const after = fromAnchor.filter((id) => id !== anchor);
  return {
    ids: [
      ...before.slice(0, range.numBefore).toReversed(),
      ...(foundAnchor ? [anchor] : []),
      ...after.slice(0, range.numAfter),
    ],
    anchor,
    foundAnchor,
    foundOldest: before.length <= range.numBefore,
    foundNewest: after.length <= range.numAfter,
  };
}

/** Those of these ids that match and that the reader may see, ascending. */
export function findAmong(viewer: Viewer, filters: readonly Filter[], ids: readonly number[]): Steps<number[]> {
  const among: Filter = { operator: 'id', ids: [...ids], negated: false };
  return new NarrowSearch(viewer, [...filters, among], wholeReach(viewer)).next(0, 'ASC', ids.length);
}

function* anchorId(viewer: Viewer, filters: readonly Filter[], anchor: Anchor): Steps<number> {
  if (typeof anchor === 'number') return anchor;
  if (anchor === 'oldest') return 0;
  if (anchor === 'newest') return newestAnchor;
  // One that the query does not find on its own is no place to begin.
  const reach = reachOf(viewer, filters);
  const unread = new NarrowSearch(viewer, [...filters, { operator: 'is', kind: 'unread', negated: false }], reach);
  return (yield* unread.next(0, 'ASC', 1))[0] ?? newestAnchor;
}
