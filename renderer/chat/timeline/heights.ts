/** Heights of rows that were drawn before, by view and width: a view that is opened again stands where it was at once. */

/** As many views as keep their messages. */
const maxViews = 30;

export interface KnownHeight {
  key: string;
  size: number;
}

const byView = new Map<string, { width: number; heights: readonly KnownHeight[] }>();

/** @param width of the list, in pixels: in another width the rows have other heights. */
export function storeHeights(view: string, width: number, heights: readonly KnownHeight[]): void {
  byView.delete(view);
  byView.set(view, { width, heights });
  const oldest = byView.keys().next();
  if (byView.size > maxViews && oldest.done === false) byView.delete(oldest.value);
}

/** @returns none for a view that was not drawn before, or in another width. */
export function storedHeights(view: string, width: number): readonly KnownHeight[] {
  const stored = byView.get(view);
  return stored?.width === width ? stored.heights : [];
}
