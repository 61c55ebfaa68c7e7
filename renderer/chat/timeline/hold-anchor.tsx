/**
 * Holds the first wholly visible row in its place when rows come, go or change places. React notifies only a class of the moment
 * before the page is changed (getSnapshotBeforeUpdate), and only then can be seen what the reader saw.
 */
import { Component, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { List } from './list.ts';
import type { Row } from './rows.ts';
import { drift, holders, type RowOnScreen } from './scroll-anchor.ts';

interface BeforeChangeProps {
  rows: readonly Row[];
  onBefore: () => void;
}

/** Draws nothing; calls `onBefore` when other rows are about to be put on the page. */
export class BeforeChange extends Component<BeforeChangeProps> {
  override getSnapshotBeforeUpdate({ rows, onBefore }: BeforeChangeProps): null {
    if (rows !== this.props.rows) onBefore();
    return null;
  }

  // React asks for it beside the moment before.
  override componentDidUpdate(): void {}

  override render(): ReactNode {
    return null;
  }
}

/**
 * Must be called after the list's own effects: those hold the row at the upper edge, this one is for when that row itself goes.
 * @returns what is called before the rows on the page change.
 */
export function useScrollAnchor(
  list: List,
  rows: readonly Row[],
  getScroller: () => HTMLElement | null,
  isFollowing: (scroller: HTMLElement) => boolean,
): () => void {
  const before = useRef<readonly RowOnScreen[] | null>(null);
  useLayoutEffect(() => {
    const [element, holding] = [getScroller(), before.current];
    before.current = null;
    if (element === null || holding === null) return;
    const indexes = new Map(rows.map(({ key }, index) => [key, index]));
    const by = drift(holding, (key) => {
      const now = list.measurementsCache[indexes.get(key) ?? -1];
      return now === undefined ? undefined : { top: now.start - element.scrollTop, height: now.size };
    });
    if (by === 0) return;
    element.scrollTop += by;
    // Until the next event of scrolling the list would know the old place, and judge by it what is above the screen.
    leanBack(list, -by);
  }, [list, rows, getScroller]);
  return () => {
    const element = getScroller();
    before.current = element === null || isFollowing(element) ? null : placesIn(element);
  };
}

/**
 * The library holds the row at the upper edge while rows change. Where that row goes (the line of a day above what was the oldest
 * message), the list leans on the next one that stays: for the moment of the change it stands there.
 * @returns pixels by which it was moved; taken back by `leanBack` after the change.
 */
export function leanOnStayingRow(list: List, rows: readonly Row[]): number {
  const offset = list.scrollOffset ?? 0;
  const held = list.getVirtualItemForOffset(offset);
  const staying = new Set<unknown>(rows.map(({ key }) => key));
  for (let item = held; item !== undefined; item = list.measurementsCache[item.index + 1]) {
    if (!staying.has(item.key)) continue;
    if (item === held) return 0;
    list.scrollOffset = item.start;
    return item.start - offset;
  }
  return 0;
}

export function leanBack(list: List, by: number): void {
  if (list.scrollOffset !== null) list.scrollOffset = Math.max(0, list.scrollOffset - by);
}

/**
 * Tells the list how high its rows are now that they are drawn, rather than after this change: what was drawn in the height of a
 * guess would grow under the reader's eyes. All are read before the list is reported about any, it scrolls for none of them, and places its
 * rows once: else the page would be laid out again for each. A user who calls this sees to the place.
 */
export function measureDrawn(list: List, scroller: HTMLElement): void {
  const drawn = [...scroller.querySelectorAll<HTMLElement>('.feed-row')];
  const heights = drawn.map((row) => ({ index: Number(row.dataset['index']), height: row.offsetHeight }));
  const { shouldAdjustScrollPositionOnItemSizeChange: adjusts, options } = list;
  const { onChange } = options;
  let isChanged = false;
  list.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  options.onChange = () => (isChanged = true);
  for (const { index, height } of heights) list.resizeItem(index, height);
  options.onChange = onChange;
  list.shouldAdjustScrollPositionOnItemSizeChange = adjusts;
  if (isChanged) onChange(list, false);
}

function placesIn(scroller: HTMLElement): readonly RowOnScreen[] {
  const { scrollTop, clientHeight } = scroller;
  const rows = [...scroller.querySelectorAll<HTMLElement>('.feed-row')].map((row) => ({
    key: row.dataset['key'] ?? '',
    top: row.offsetTop - scrollTop,
    height: row.offsetHeight,
  }));
  return holders(rows, clientHeight);
}
