/**
 * Loaded messages of a narrow: one ascending run of ids without a hole, and whether it reaches the oldest and the
 * newest. Pure: every function gives a new range, or the same one when nothing changed.
 */
export interface MessageRange {
  ids: readonly number[];
  foundOldest: boolean;
  foundNewest: boolean;
}

/** What GET /messages answered, ids ascending. */
export interface FetchedPage {
  ids: readonly number[];
  foundOldest: boolean;
  foundNewest: boolean;
}

/** More rows than anybody scrolls back to; what is further away is fetched again. */
const maxRangeSize = 1000;

export const emptyRange: MessageRange = { ids: [], foundOldest: false, foundNewest: false };

/** Adds what came before the oldest id. */
export function withOlder(range: MessageRange, page: Pick<FetchedPage, 'ids' | 'foundOldest'>): MessageRange {
  const [first] = range.ids;
  const older = first === undefined ? page.ids : page.ids.filter((id) => id < first);
  return { ...range, ids: [...older, ...range.ids], foundOldest: page.foundOldest };
}

/** Adds what came after the newest id. */
export function withNewer(range: MessageRange, page: Pick<FetchedPage, 'ids' | 'foundNewest'>): MessageRange {
  const last = range.ids.at(-1);
  const newer = last === undefined ? page.ids : page.ids.filter((id) => id > last);
  return { ...range, ids: [...range.ids, ...newer], foundNewest: page.foundNewest };
}

/** Adds messages that an event brought: only where the run has no hole before them. */
export function withArrived(range: MessageRange, arrived: readonly number[]): MessageRange {
  if (arrived.length === 0) return range;
  const first = range.ids[0] ?? (range.foundOldest ? -Infinity : Infinity);
  const last = range.ids.at(-1) ?? (range.foundNewest ? -Infinity : Infinity);
  const known = new Set(range.ids);
  const fitting = arrived.filter(
    (id) => !known.has(id) && (range.foundNewest || id < last) && (range.foundOldest || id > first),
  );
  if (fitting.length === 0) return range;
  return { ...range, ids: [...range.ids, ...fitting].toSorted((a, b) => a - b) };
}

/** Takes messages out: deleted, or moved elsewhere. */
export function without(range: MessageRange, gone: ReadonlySet<number>): MessageRange {
  if (!range.ids.some((id) => gone.has(id))) return range;
  return { ...range, ids: range.ids.filter((id) => !gone.has(id)) };
}

/**
 * Drops the end that is further from what is on the screen, when there are too many rows.
 * @param visible ids of the first and last message on the screen; null = the end
 */
export function trimmed(
  range: MessageRange,
  visible: readonly [number, number] | null,
  max: number = maxRangeSize,
): MessageRange {
  const excess = range.ids.length - max;
  if (excess <= 0) return range;
  const count = range.ids.length;
  const at = (id: number): number => range.ids.findIndex((each) => each >= id);
  const firstShown = visible === null ? count - 1 : at(visible[0]);
  const lastShown = visible === null ? count - 1 : at(visible[1]);
  const above = firstShown === -1 ? count - 1 : firstShown;
  const below = count - 1 - (lastShown === -1 ? count - 1 : lastShown);
  if (above >= below) return { ...range, ids: range.ids.slice(excess), foundOldest: false };
  return { ...range, ids: range.ids.slice(0, max), foundNewest: false };
}
