/**
 * The next ids of a narrow from some id on, in either direction. Reads through indexes in the order of ids and in steps;
 * never a scan of all messages. Words are looked for in two ways at once, and the one that is done first has the answer:
 * through the messages of the narrow, and through those that the search index names.
 */
import { inList } from '../../../narrow/conditions.ts';
import type { Filter } from '../../../narrow/parse.ts';
import {
  everySource,
  narrowSql,
  nthSql,
  sourceSql,
  type NarrowPlan,
  type Reach,
  type Source,
} from '../../../narrow/sql.ts';
import type { Viewer } from '../access.ts';
import { idRangesOf, type IdRange } from '../message-time-rows.ts';
import { reachOf, spansOf } from '../narrow.ts';
import type { Steps } from '../reading/steps.ts';
import { maxMessageId, nearestMessageId } from '../rows.ts';
import { MessageSearch, type Matches } from './search-index.ts';

type Direction = 'ASC' | 'DESC';

/** Ids looked through in order before the way over single conversations is taken. */
const denseWindow = 4000;
/** Messages of a source that one statement looks through, at first and then. */
const firstRows = 500;
const mostRows = 2000;
/** Ids taken from a narrow at a time to be looked up in the search index, and the other way round. */
const pageOfIds = 400;
/** Messages whose own words are looked at in one step. */
const readAtOnce = 10;

/** Ranges of ids that can hold what was sent at the times that a narrow names; all ids where it names none. */
function rangesOf({ db }: Viewer, filters: readonly Filter[]): IdRange[] {
  let [from, until]: [number | null, number | null] = [null, null];
  for (const filter of filters) {
    if (filter.operator !== 'sent' || filter.negated) continue;
    if (filter.from !== null) from = Math.max(filter.from, from ?? 0);
    if (filter.until !== null) until = Math.min(filter.until, until ?? filter.until);
  }
  if (from === null && until === null) return [{ low: 0, high: Number.MAX_SAFE_INTEGER }];
  return from !== null && until !== null && from >= until ? [] : idRangesOf(db, from, until);
}

/** One narrow of one reader, asked page by page. */
export class NarrowSearch {
  readonly #viewer: Viewer;
  readonly #plan: NarrowPlan;
  readonly #search: MessageSearch;
  readonly #newest: number;
  readonly #isWordsAlone: boolean;
  /** Where messages of the asked days can be. */
  readonly #ranges: readonly IdRange[];

  constructor(viewer: Viewer, filters: readonly Filter[], reach: Reach = reachOf(viewer, filters)) {
    this.#viewer = viewer;
    this.#isWordsAlone = filters.every((filter) => filter.operator === 'search');
    this.#plan = narrowSql(filters, reach);
    this.#search = new MessageSearch(viewer.db, filters);
    this.#newest = maxMessageId(viewer.db);
    this.#ranges = rangesOf(viewer, filters);
  }

  /** Up to `limit` ids from `start` on, in the direction given. */
  *next(start: number, direction: Direction, limit: number): Steps<number[]> {
    const [low, high] = direction === 'ASC' ? [Math.max(start, 0), this.#newest] : [0, Math.min(start, this.#newest)];
    const ranges = this.#ranges
      .map((range) => ({ low: Math.max(range.low, low), high: Math.min(range.high, high) }))
      .filter((range) => range.low <= range.high);
    if (direction === 'DESC') ranges.reverse();
    const found: number[] = [];
    for (const range of ranges) {
      if (found.length >= limit) break;
      found.push(...(yield* this.#within(range, direction, limit - found.length)));
      yield;
    }
    return found;
  }

  *#within({ low, high }: IdRange, direction: Direction, limit: number): Steps<number[]> {
    if (!this.#search.isThere) return yield* this.#inNarrow(low, high, direction, limit);
    if (!this.#search.isAsked) return yield* this.#throughNarrow(low, high, direction, limit);
    // Of words alone, every message of the reader would be asked: that is never the shorter way.
    if (this.#isWordsAlone) return yield* this.#throughIndex(low, high, direction, limit);
    return yield* firstDone(
      this.#throughIndex(low, high, direction, limit),
      this.#throughNarrow(low, high, direction, limit),
    );
  }

  /** Messages of the narrow, page by page, and of them those with the words. */
  *#throughNarrow(low: number, high: number, direction: Direction, limit: number): Steps<number[]> {
    const found: number[] = [];
    let [from, to] = [low, high];
    while (from <= to) {
      const page = yield* this.#inNarrow(from, to, direction, pageOfIds);
      const lonely = this.#search.lonelyAmong(page);
      for (let next = 0; next < page.length; next += readAtOnce) {
        const part = page.slice(next, next + readAtOnce);
        const matching = yield* this.#search.matchingAmong(part.filter((id) => lonely.has(id)));
        if (lonely.size > 0) yield;
        for (const id of part) {
          if (lonely.has(id) ? matching.has(id) : (yield* this.#matchesAround(id)).has(id)) found.push(id);
          if (found.length === limit) return found;
        }
      }
      const last = page.at(-1);
      if (last === undefined || page.length < pageOfIds) break;
      if (direction === 'ASC') from = last + 1;
      else to = last - 1;
      yield;
    }
    return found;
  }

  *#matchesAround(id: number): Steps<Matches> {
    const known = this.#search.knownAround(id);
    if (known !== undefined) return known;
    const matches = yield* this.#search.matchesAround(id);
    yield;
    return matches;
  }

  /** Messages with the words, window by window, and of them those of the narrow. */
  *#throughIndex(low: number, high: number, direction: Direction, limit: number): Steps<number[]> {
    const isUp = direction === 'ASC';
    const found: number[] = [];
    // What is rare is gathered over many windows, and asked for at once.
    let waiting: number[] = [];
    const first = nearestMessageId(this.#viewer.db, isUp ? low : high, isUp);
    for (let at = first ?? (isUp ? high + 1 : low - 1); at >= low && at <= high;) {
      const window = this.#search.windowOf(at);
      const { included } = yield* this.#search.matchesAround(at);
      const named = (included ?? []).filter((id) => id >= low && id <= high);
      if (!isUp) named.reverse();
      waiting.push(...named);
      // Ids that came with an import may leave wide gaps.
      const beyond = isUp ? window.high + 1 : window.low - 1;
      at = nearestMessageId(this.#viewer.db, beyond, isUp) ?? (isUp ? high + 1 : low - 1);
      yield;
      const enough = at < low || at > high ? 1 : limit - found.length;
      while (waiting.length >= enough) {
        const ids = inList('m.id', waiting.slice(0, pageOfIds));
        waiting = waiting.slice(pageOfIds);
        const source: Source = { from: 'messages m', key: ids, idColumn: 'm.id' };
        found.push(...this.#read(source, low, high, direction, limit - found.length));
        if (found.length >= limit) return found;
        yield;
      }
    }
    return found;
  }

  #inNarrow(low: number, high: number, direction: Direction, limit: number): Steps<number[]> {
    const { sources } = this.#plan;
    return sources === null
      ? this.#ownHistory(low, high, direction, limit)
      : this.#merged(sources, low, high, direction, limit);
  }

  /** Most readers receive most messages: look there first, and only then through every conversation of the reader. */
  *#ownHistory(low: number, high: number, direction: Direction, limit: number): Steps<number[]> {
    const isUp = direction === 'ASC';
    const [nearLow, nearHigh] = isUp
      ? [low, Math.min(high, low + denseWindow)]
      : [Math.max(low, high - denseWindow), high];
    const near = yield* this.#from(everySource, nearLow, nearHigh, direction, limit);
    if (near.length >= limit || (isUp ? nearHigh === high : nearLow === low)) return near;
    const sources = spansOf(this.#viewer).flatMap((span) => this.#plan.spanSource(span) ?? []);
    const far = isUp
      ? yield* this.#merged(sources, nearHigh + 1, high, direction, limit - near.length)
      : yield* this.#merged(sources, low, nearLow - 1, direction, limit - near.length);
    return [...near, ...far];
  }

  /** The first ids of all sources together; a source is read no farther than the last of those found so far. */
  *#merged(
    sources: readonly Source[],
    low: number,
    high: number,
    direction: Direction,
    limit: number,
  ): Steps<number[]> {
    const compare = direction === 'ASC' ? (a: number, b: number) => a - b : (a: number, b: number) => b - a;
    let found: number[] = [];
    for (const source of sources) {
      const last = found.length >= limit ? found.at(-1) : undefined;
      const from = Math.max(direction === 'DESC' && last !== undefined ? last : low, (source.afterId ?? -1) + 1);
      const to = Math.min(direction === 'ASC' && last !== undefined ? last : high, source.untilId ?? high);
      const ids = from > to ? [] : yield* this.#from(source, from, to, direction, limit);
      if (ids.length > 0) found = [...new Set([...found, ...ids])].toSorted(compare).slice(0, limit);
      yield;
    }
    return found;
  }

  /** The first ids of one source, so many of its messages at a time: what is rare is not looked for in one long step. */
  *#from(source: Source, low: number, high: number, direction: Direction, limit: number): Steps<number[]> {
    const found: number[] = [];
    let [from, to, rows] = [low, high, firstRows];
    while (from <= to && found.length < limit) {
      const last = this.#nth(source, from, to, direction, Math.max(rows, limit - found.length));
      const [first, end] = direction === 'ASC' ? [from, last ?? to] : [last ?? from, to];
      found.push(...this.#read(source, first, end, direction, limit - found.length));
      if (last === undefined) break;
      if (direction === 'ASC') from = last + 1;
      else to = last - 1;
      rows = mostRows;
      yield;
    }
    return found;
  }

  /** The id of the message of a source that so many come before; undefined when there are not so many. */
  #nth(source: Source, low: number, high: number, direction: Direction, count: number): number | undefined {
    const params = [...source.key.params, low, high, count];
    return this.#viewer.db.get<{ id: number }>(nthSql(source, direction), ...params)?.id;
  }

  #read(source: Source, low: number, high: number, direction: Direction, limit: number): number[] {
    const { where } = this.#plan;
    const params = [...source.key.params, low, high, ...where.params, limit];
    return this.#viewer.db.all<{ id: number }>(sourceSql(source, where, direction), ...params).map((row) => row.id);
  }
}

/** So long the index alone is asked, in milliseconds: mostly that is all. */
const headStartMs = 4;
/** Takes turns between two ways to one result: the next step has the one that took less time so far. */
function* firstDone<T>(first: Steps<T>, second: Steps<T>): Steps<T> {
  let lead = -headStartMs;
  for (;;) {
    const began = performance.now();
    const step = (lead <= 0 ? first : second).next();
    if (step.done === true) return step.value;
    const took = performance.now() - began;
    lead += lead <= 0 ? took : -took;
    yield;
  }
}
