/**
 * Which messages of a narrow are here: one ascending run of ids without a hole, and whether it reaches the oldest and the
 * newest. Pure: every function gives a new window, or the same one when nothing changed.
 */
export interface MessageWindow {
  ids: readonly number[];
  foundOldest: boolean;
  foundNewest: boolean;
}

/** What GET /messages answered, ids ascending. */
export interface FetchedRange {
  ids: readonly number[];
  foundOldest: boolean;
  foundNewest: boolean;
}

/** More rows than anybody scrolls back to; what is further away is fetched again. */
const maxWindowSize = 1000;

export const emptyWindow: MessageWindow = { ids: [], foundOldest: false, foundNewest: false };

/** Adds what came before the oldest id. */
export function withOlder(window: MessageWindow, range: Pick<FetchedRange, 'ids' | 'foundOldest'>): MessageWindow {
  const [first] = window.ids;
  const older = first === undefined ? range.ids : range.ids.filter((id) => id < first);
  return { ...window, ids: [...older, ...window.ids], foundOldest: range.foundOldest };
}

/** Adds what came after the newest id. */
export function withNewer(window: MessageWindow, range: Pick<FetchedRange, 'ids' | 'foundNewest'>): MessageWindow {
  const last = window.ids.at(-1);
  const newer = last === undefined ? range.ids : range.ids.filter((id) => id > last);
  return { ...window, ids: [...window.ids, ...newer], foundNewest: range.foundNewest };
}

/** Adds messages that an event brought: only where the run has no hole before them. */
export function withArrived(window: MessageWindow, arrived: readonly number[]): MessageWindow {
  if (arrived.length === 0) return window;
  const first = window.ids[0] ?? (window.foundOldest ? -Infinity : Infinity);
  const last = window.ids.at(-1) ?? (window.foundNewest ? -Infinity : Infinity);
  const known = new Set(window.ids);
  const fitting = arrived.filter(
    (id) => !known.has(id) && (window.foundNewest || id < last) && (window.foundOldest || id > first),
  );
  if (fitting.length === 0) return window;
  return { ...window, ids: [...window.ids, ...fitting].toSorted((a, b) => a - b) };
}

/** Takes messages out: deleted, or moved elsewhere. */
export function without(window: MessageWindow, gone: ReadonlySet<number>): MessageWindow {
  if (!window.ids.some((id) => gone.has(id))) return window;
  return { ...window, ids: window.ids.filter((id) => !gone.has(id)) };
}

/**
 * Drops the end that is further from what is on the screen, when there are too many rows.
 * @param visible ids of the first and last message on the screen; null = the end
 */
export function trimmed(
  window: MessageWindow,
  visible: readonly [number, number] | null,
  max: number = maxWindowSize,
): MessageWindow {
  const excess = window.ids.length - max;
  if (excess <= 0) return window;
  const count = window.ids.length;
  const at = (id: number): number => window.ids.findIndex((each) => each >= id);
  const firstShown = visible === null ? count - 1 : at(visible[0]);
  const lastShown = visible === null ? count - 1 : at(visible[1]);
  const above = firstShown === -1 ? count - 1 : firstShown;
  const below = count - 1 - (lastShown === -1 ? count - 1 : lastShown);
  if (above >= below) return { ...window, ids: window.ids.slice(excess), foundOldest: false };
  return { ...window, ids: window.ids.slice(0, max), foundNewest: false };
}
