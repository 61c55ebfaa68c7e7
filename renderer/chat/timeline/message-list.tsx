/**
 * The scrolling list of rows. It opens at the first unread message, at a place that was kept, or at the end; keeps the row that
 * is read in its place whatever changes above it, follows the end only while its reader is there, and reports what is visible. Rows
 * are drawn by the caller; this file knows heights and places alone.
 */
import { measureElement, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { useIsPrinting } from '../../components/use-printing.ts';
import { Aim, contextAbove, useHeldAim, type OpeningAnchor } from './aim.ts';
import { storeHeights, storedHeights } from './heights.ts';
import { heldRows, withHeld } from './held-rows.ts';
import { BeforeChange, leanBack, leanOnStayingRow, measureDrawn, useScrollAnchor } from './hold-anchor.tsx';
import { leadLeftovers } from './leftover-rows.ts';
import { endThreshold, rowsWanted, standsAtEnd, type List } from './list.ts';
import { indexOfMessage, positionsOf, type Row } from './rows.ts';
import { growsAbove } from './scroll-anchor.ts';
import { useViewport, type ViewportOptions } from './viewport.ts';

/** Rows drawn beyond the screen, for fast hands. */
const overscan = 12;
const paddingStart = 16;

export interface ListHandle {
  toEnd: () => void;
  toStart: () => void;
  /** Scrolls no further than is needed to see it. @returns whether the row is here. */
  toMessage: (id: number) => boolean;
  /** By screens: 1 down, -1 up. */
  page: (screens: number) => void;
}

interface MessageListProps extends Pick<
  ViewportOptions,
  'rows' | 'hasOlder' | 'hasNewer' | 'onOlder' | 'onNewer' | 'onViewport'
> {
  /** The view whose heights are remembered. */
  viewKey: string;
  /** Opens here. Read once, when the list is first drawn. */
  openAt: OpeningAnchor;
  drawRow: (row: Row, index: number) => ReactNode;
  label: string;
  isBusy: boolean;
  ref: Ref<ListHandle>;
}

const typicalHeights: Record<Row['kind'], number> = {
  day: 40,
  unread: 28,
  conversation: 44,
  message: 52,
  muted: 42,
  pending: 40,
};
const typicalHeight = (row: Row | undefined): number =>
  row?.kind === 'message' && !row.isFirst ? 26 : typicalHeights[row?.kind ?? 'message'];

export function MessageList(props: MessageListProps) {
  const { rows, viewKey, openAt, hasNewer, drawRow, label, isBusy, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const getScroller = useCallback(() => scroller.current, []);
  const [aim] = useState(() => new Aim(openAt));
  const { list, containerRef } = useList({ rows, viewKey, openAt, hasNewer, aim }, getScroller);
  const lastTop = useRef<number | null>(null);
  const isFollowing = (element: HTMLElement): boolean => aim.isHeld || (!hasNewer && standsAtEnd(element));
  const noteBefore = useScrollAnchor(list, rows, getScroller, isFollowing);
  useHeldAim(aim, list, rows);
  useEndKept(list, aim, getScroller);
  useViewport({ ...props, list, scroller, lastTop });
  useToldPositions(rows, getScroller);
  useImperativeHandle(ref, () => handleOf(list, rows, aim, scroller, lastTop), [list, rows, aim]);
  useEffect(
    () => () => storeHeights(viewKey, list.scrollRect?.width ?? 0, [...list.itemSizeCache].map(toKnownHeight)),
    [list, viewKey],
  );
  return (
    <div ref={scroller} className="feed-scroller" role="feed" aria-label={label} aria-busy={isBusy}>
      <BeforeChange rows={rows} onBefore={noteBefore} />
      <div ref={containerRef} className="feed-rows">
        {list.getVirtualItems().map(({ key, index }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div key={key} ref={list.measureElement} data-index={index} data-key={row.key} className="feed-row">
              {drawRow(row, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

const toKnownHeight = ([key, size]: [number | string | bigint, number]): { key: string; size: number } => ({
  key: String(key),
  size,
});

function useList(
  {
    rows,
    viewKey,
    openAt,
    hasNewer,
    aim,
  }: Pick<MessageListProps, 'rows' | 'viewKey' | 'openAt' | 'hasNewer'> & { aim: Aim },
  getScroller: () => HTMLDivElement | null,
): { list: List; containerRef: (node: HTMLElement | null) => void } {
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  // Read once: what was measured later is in the list itself.
  const [start] = useState(() => startOf(rows, viewKey, openAt));
  const indexes = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const isPrinting = useIsPrinting();
  const rangeExtractor = useCallback(
    (page: Range) =>
      isPrinting
        ? Array.from({ length: page.count }, (_, index) => index)
        : withHeld(page, heldRows(getScroller(), indexes)),
    [getScroller, indexes, isPrinting],
  );
  const [last] = useState<{ list: List | null; rows: readonly Row[] }>({ list: null, rows });
  const lean = last.list === null || last.rows === rows ? 0 : leanOnStayingRow(last.list, rows);
  // Before the library's own effects, which scroll by the heights that are known.
  useLayoutEffect(() => {
    const scroller = getScroller();
    if (last.list !== null && scroller !== null) measureDrawn(last.list, scroller);
  }, [last, getScroller, rows]);
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: getScroller,
    estimateSize: (index) => typicalHeight(rows[index]),
    measureElement: toldHeight,
    getItemKey,
    anchorTo: 'end',
    // New rows at an end that is not the newest are not news.
    followOnAppend: !hasNewer,
    // Nor is such an end a place to stay at.
    scrollEndThreshold: hasNewer ? -1 : endThreshold,
    overscan: Math.max(overscan, rowsWanted() / 2),
    rangeExtractor,
    paddingStart,
    paddingEnd: 8,
    scrollPaddingStart: contextAbove,
    initialOffset: start.offset,
    initialMeasurementsCache: start.heights,
    useFlushSync: false,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    onChange: (changed) => {
      leadLeftovers(changed);
      aim.hold(changed);
    },
  });
  useLayoutEffect(() => {
    lastDrawn.width = list.scrollRect?.width ?? lastDrawn.width;
    leadLeftovers(list);
  });
  if (lean !== 0) leanBack(list, lean);
  Object.assign(last, { list, rows });
  list.shouldAdjustScrollPositionOnItemSizeChange = ({ key, start: above, end }, _delta, told) => {
    const view = { top: told.scrollOffset ?? 0, height: told.scrollRect?.height ?? 0 };
    // Only of the row at the edge: asking for it has the page laid out.
    const gap = above < view.top && view.top < end ? gapIn(list, key) : 0;
    return growsAbove({ start: above + gap, end }, view);
  };
  return { list, containerRef: list.containerRef };
}

/** Where the list stands before anything is measured: what is drawn first is then what is looked at. */
function startOf(rows: readonly Row[], viewKey: string, openAt: OpeningAnchor) {
  const heights = storedHeights(viewKey, lastDrawn.width).map(({ key, size }, index) => ({
    key,
    size,
    index,
    start: 0,
    end: size,
    lane: 0,
  }));
  const known = new Map(heights.map(({ key, size }) => [key, size]));
  const index = openAt === null ? rows.length : indexOfMessage(rows, openAt.messageId);
  const above = rows.slice(0, index).reduce((sum, row) => sum + (known.get(row.key) ?? typicalHeight(row)), 0);
  return { heights, offset: Math.max(0, paddingStart + above - contextAbove) };
}

/** @returns pixels in a row above what it holds: its words are wholly seen while that gap is cut. */
function gapIn(list: List, key: List['measurementsCache'][number]['key']): number {
  const held = list.elementsCache.get(key)?.firstElementChild;
  return held instanceof HTMLElement ? held.offsetTop : 0;
}

/** A row that comes is not measured on its own, which would have the page laid out for each: all are, when their sizes are reported. */
function toldHeight(row: HTMLDivElement, told: ResizeObserverEntry | undefined, list: List): number {
  if (told !== undefined) return measureElement(row, told, list);
  const index = list.indexFromElement(row);
  return list.itemSizeCache.get(list.options.getItemKey(index)) ?? list.options.estimateSize(index);
}

/** Of the list that was drawn last: views are as wide as the ones before them, until the window changes. */
const lastDrawn = { width: 0 };

/** A list that stands at its end stays there when it gets less room: the box below it grew, or the keys of a phone came. */
function useEndKept(list: List, aim: Aim, getScroller: () => HTMLDivElement | null): void {
  useEffect(() => {
    const element = getScroller();
    if (element === null) return;
    let height = element.clientHeight;
    const observer = new ResizeObserver(() => {
      const { scrollHeight, scrollTop } = element;
      const wasAtEnd = standsAtEnd({ scrollHeight, scrollTop, clientHeight: height });
      height = element.clientHeight;
      if (wasAtEnd && !aim.isHeld) list.scrollToEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, aim, getScroller]);
}

/**
 * Tells those who hear the page the place of each drawn message. With every page of history all of them change, and nothing that
 * is seen does: so it is written beside React, which would draw all rows for it.
 */
function useToldPositions(rows: readonly Row[], getScroller: () => HTMLElement | null): void {
  const positions = useMemo(() => positionsOf(rows), [rows]);
  useEffect(() => {
    for (const row of getScroller()?.querySelectorAll<HTMLElement>('.feed-row') ?? []) {
      const position = String(positions[Number(row.dataset['index'])] ?? 0);
      const message = row.firstElementChild;
      if (position === '0' || message === null || message.getAttribute('aria-posinset') === position) continue;
      message.setAttribute('aria-posinset', position);
      message.setAttribute('aria-setsize', '-1');
    }
  });
}

function handleOf(
  list: List,
  rows: readonly Row[],
  aim: Aim,
  scroller: RefObject<HTMLDivElement | null>,
  lastTop: RefObject<number | null>,
): ListHandle {
  return {
    toEnd() {
      lastTop.current = null;
      aim.take(null);
      aim.follow(list, rows);
    },
    toStart() {
      lastTop.current = null;
      aim.release();
      list.scrollToOffset(0);
    },
    toMessage(id) {
      const index = indexOfMessage(rows, id);
      lastTop.current = null;
      aim.release();
      if (index !== -1) list.scrollToIndex(index, { align: 'auto' });
      return index !== -1;
    },
    page(screens) {
      aim.release();
      const element = scroller.current;
      if (element !== null) element.scrollBy({ top: screens * (element.clientHeight - 48) });
    },
  };
}
