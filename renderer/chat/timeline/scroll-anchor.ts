/**
 * Scroll anchor of the reader: the first row that is wholly on the screen stays where it is, whatever comes, goes or grows
 * above it. Pure arithmetic; message-list.tsx reads and writes the pixels.
 */

/** A row on the screen. */
export interface RowOnScreen {
  key: string;
  /** Pixels from the upper edge of the screen to the row's own; negative above it. */
  top: number;
  height: number;
}

/** @returns rows that can hold the place, best first: wholly visible ones from above, then those that are partly seen. */
export function holders(rows: readonly RowOnScreen[], viewHeight: number): RowOnScreen[] {
  const seen = rows.filter(({ top, height }) => top + height > 0 && top < viewHeight).toSorted((a, b) => a.top - b.top);
  const isWhole = ({ top, height }: RowOnScreen): boolean => top >= 0 && top + height <= viewHeight;
  return [...seen.filter(isWhole), ...seen.filter((row) => !isWhole(row))];
}

/**
 * A row that is drawn in another height than before (the name above it went) moves what is below it, so that it holds nothing where
 * another row can.
 * @param before rows that may hold the place, best first.
 * @param positionOf where a row is now, from the upper edge of the screen, and its height; undefined for one that is gone.
 * @returns pixels by which the list must be scrolled further so that nothing seems to move; 0 where nothing can be held.
 */
export function drift(
  before: readonly RowOnScreen[],
  positionOf: (key: string) => { top: number; height: number } | undefined,
): number {
  const staying = before.flatMap((row) => {
    const now = positionOf(row.key);
    return now === undefined ? [] : [{ by: now.top - row.top, isSame: Math.abs(now.height - row.height) < 1 }];
  });
  const { by } = staying.find(({ isSame }) => isSame) ?? staying[0] ?? { by: 0 };
  return Math.abs(by) < 1 ? 0 : by;
}

/**
 * Whether the list must be scrolled by as much as a row grew.
 * @param row its place before it grew, in pixels of the list, without the gap above what it holds.
 * @param view what of the list is on the screen.
 */
export function growsAbove(row: { start: number; end: number }, view: { top: number; height: number }): boolean {
  if (row.start >= view.top) return false;
  // A row that fills the screen grows at its end, out of sight.
  return row.end < view.top + view.height;
}
