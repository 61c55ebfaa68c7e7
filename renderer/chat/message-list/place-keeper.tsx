/**
 * Holds the first wholly visible row in its place when rows come, go or change places. React tells a class alone of the moment
 * before the page is changed (getSnapshotBeforeUpdate), and only then can be seen what the reader saw.
 */
import { Component, useLayoutEffect, useRef, type ReactNode } from 'react';
import { drift, holders, type PlacedRow } from './kept-place.ts';
import type { List } from './list.ts';
import type { Row } from './rows.ts';

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
export function useKeptPlace(
  list: List,
  rows: readonly Row[],
  getScroller: () => HTMLElement | null,
  isFollowing: (scroller: HTMLElement) => boolean,
): () => void {
  const before = useRef<readonly PlacedRow[] | null>(null);
  useLayoutEffect(() => {
    const [element, holding] = [getScroller(), before.current];
    before.current = null;
    if (element === null || holding === null) return;
    const indexes = new Map(rows.map(({ key }, index) => [key, index]));
    const by = drift(holding, (key) => {
      const start = list.measurementsCache[indexes.get(key) ?? -1]?.start;
      return start === undefined ? undefined : start - element.scrollTop;
    });
    if (by !== 0) element.scrollTop += by;
  }, [list, rows, getScroller]);
  return () => {
    const element = getScroller();
    before.current = element === null || isFollowing(element) ? null : placesIn(element);
  };
}

function placesIn(scroller: HTMLElement): readonly PlacedRow[] {
  const { scrollTop, clientHeight } = scroller;
  const rows = [...scroller.querySelectorAll<HTMLElement>('.feed-row')].map((row) => ({
    key: row.dataset['key'] ?? '',
    top: row.offsetTop - scrollTop,
    height: row.offsetHeight,
  }));
  return holders(rows, clientHeight);
}
