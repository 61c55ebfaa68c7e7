/**
 * Finding the ids of a page of messages around an anchor, in a narrow: how GET /messages and the flags of a narrow agree
 * on what a range is (api-v1.md, GET /messages). Reads through indexes in the order of ids; never a scan of all messages.
 */
import { badRequest, missingVariable } from '../../errors.ts';
import type { Filter } from '../../narrow/parse.ts';
import { everySource, narrowSql, sourceSql, type NarrowPlan, type Source } from '../../narrow/sql.ts';
import type { Viewer } from './access.ts';
import { reachOf, spansOf } from './narrow.ts';
import { maxMessageId } from './rows.ts';

/** Larger than any id: the anchor of `newest`, and of `first_unread` when nothing is unread (client-requirements.md 7). */
export const newestAnchor = 10_000_000_000_000_000;
/** Ids looked through in order before the way over single conversations is taken. */
const denseWindow = 4000;

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
  if (!/^-?\d{1,20}$/.test(text)) throw badRequest('Invalid anchor');
  return Math.min(Math.max(Number(text), 0), newestAnchor);
}

/** The range's messages that match and that the reader may see. */
export function findRange(viewer: Viewer, filters: readonly Filter[], range: Range): FoundRange {
  const search = new NarrowSearch(viewer, filters);
  const anchor = anchorId(viewer, filters, range.anchor);
  // One more than asked for, on either side, tells whether there is more.
  const before = search.next(anchor - 1, 'DESC', range.numBefore + 1);
  const fromAnchor = search.next(
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
export function findAmong(viewer: Viewer, filters: readonly Filter[], ids: readonly number[]): number[] {
  return new NarrowSearch(viewer, [...filters, { operator: 'id', ids: [...ids], negated: false }]).next(
    0,
    'ASC',
    ids.length,
  );
}

function anchorId(viewer: Viewer, filters: readonly Filter[], anchor: Anchor): number {
  if (typeof anchor === 'number') return anchor;
  if (anchor === 'oldest') return 0;
  if (anchor === 'newest') return newestAnchor;
  const unread = new NarrowSearch(viewer, [...filters, { operator: 'is', kind: 'unread', negated: false }]);
  return unread.next(0, 'ASC', 1)[0] ?? newestAnchor;
}

class NarrowSearch {
  readonly #viewer: Viewer;
  readonly #plan: NarrowPlan;
  readonly #newest: number;

  constructor(viewer: Viewer, filters: readonly Filter[]) {
    this.#viewer = viewer;
    this.#plan = narrowSql(filters, reachOf(viewer, filters));
    this.#newest = maxMessageId(viewer.db);
  }

  /** Up to `limit` ids from `start` on, in the direction given. */
  next(start: number, direction: 'ASC' | 'DESC', limit: number): number[] {
    const from = direction === 'ASC' ? start : Math.min(start, this.#newest);
    const [low, high] = direction === 'ASC' ? [Math.max(from, 0), this.#newest] : [0, from];
    if (low > high || limit <= 0) return [];
    const { sources } = this.#plan;
    return sources === null
      ? this.#ownHistory(low, high, direction, limit)
      : this.#merged(sources, low, high, direction, limit);
  }

  /** Most readers receive most messages: look there first, and only then through every conversation of the reader. */
  #ownHistory(low: number, high: number, direction: 'ASC' | 'DESC', limit: number): number[] {
    const isUp = direction === 'ASC';
    const [nearLow, nearHigh] = isUp
      ? [low, Math.min(high, low + denseWindow)]
      : [Math.max(low, high - denseWindow), high];
    const near = this.#read(everySource, nearLow, nearHigh, direction, limit);
    if (near.length >= limit || (isUp ? nearHigh === high : nearLow === low)) return near;
    const sources = spansOf(this.#viewer).flatMap((span) => this.#plan.spanSource(span) ?? []);
    const far = isUp
      ? this.#merged(sources, nearHigh + 1, high, direction, limit - near.length)
      : this.#merged(sources, low, nearLow - 1, direction, limit - near.length);
    return [...near, ...far];
  }

  /** The first ids of all sources together; a source is read no farther than the last of those found so far. */
  #merged(sources: readonly Source[], low: number, high: number, direction: 'ASC' | 'DESC', limit: number): number[] {
    const compare = direction === 'ASC' ? (a: number, b: number) => a - b : (a: number, b: number) => b - a;
    let found: number[] = [];
    for (const source of sources) {
      const last = found.length >= limit ? found.at(-1) : undefined;
      const from = Math.max(direction === 'DESC' && last !== undefined ? last : low, (source.afterId ?? -1) + 1);
      const to = Math.min(direction === 'ASC' && last !== undefined ? last : high, source.untilId ?? high);
      const ids = from > to ? [] : this.#read(source, from, to, direction, limit);
      if (ids.length > 0) found = [...new Set([...found, ...ids])].toSorted(compare).slice(0, limit);
    }
    return found;
  }

  #read(source: Source, low: number, high: number, direction: 'ASC' | 'DESC', limit: number): number[] {
    const { where } = this.#plan;
    const params = [...source.key.params, low, high, ...where.params, limit];
    return this.#viewer.db.all<{ id: number }>(sourceSql(source, where, direction), ...params).map((row) => row.id);
  }
}
