/** Viewport of the list: reports the visible rows, what scrolling took above the screen, and asks for more rows before they are missed. */
import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { endThreshold, rowsWanted, type List } from './list.ts';
import { messagesOfRow, type Row } from './rows.ts';

/** Older and newer pages are asked for when fewer screens than this remain. */
const screensAhead = 2;
/** What is on the screen for a while is read although nothing moves. Milliseconds. */
const lookEveryMs = 250;

/** What is on the screen. */
export interface Viewport {
  /** Ids of the first and last message of which anything is seen; null = none. */
  visible: readonly [number, number] | null;
  /** Ids of messages whose end is seen. */
  endsShown: readonly number[];
  /** Ids of messages that were on the screen or below it, and that scrolling took above it. A jump passes nothing. */
  passed: readonly number[];
  isAtEnd: boolean;
  /** The first message that is wholly seen, and its distance from the upper edge in pixels; null = none is. */
  anchor: { messageId: number; offset: number } | null;
}

export interface ViewportOptions {
  rows: readonly Row[];
  hasOlder: boolean;
  hasNewer: boolean;
  onOlder: () => void;
  onNewer: () => void;
  onViewport: (viewport: Viewport) => void;
  list: List;
  scroller: RefObject<HTMLDivElement | null>;
  /** The first message that was not above the screen when it looked last; null = there was none, or a jump. */
  lastTop: RefObject<number | null>;
}

/** Looks when the list was scrolled, grew, or the reading time of an end may be over. */
export function useViewport(options: ViewportOptions): void {
  const newest = useRef(options);
  useLayoutEffect(() => {
    newest.current = options;
  });
  const look = useCallback(() => {
    const { list, rows, scroller, lastTop, onViewport, hasOlder, hasNewer, onOlder, onNewer } = newest.current;
    const element = scroller.current;
    if (element === null || element.clientHeight === 0) return;
    const [top, bottom] = [element.scrollTop, element.scrollTop + element.clientHeight];
    const viewport = viewportOf(list, rows, [top, bottom], lastTop.current);
    lastTop.current = viewport.visible?.[0] ?? null;
    onViewport({ ...viewport, isAtEnd: !hasNewer && list.isAtEnd(endThreshold) });
    const ahead = element.clientHeight * screensAhead;
    if (hasOlder && (top < ahead || rows.length < rowsWanted())) onOlder();
    if (hasNewer && list.getTotalSize() - bottom < ahead) onNewer();
  }, []);
  useEffect(() => {
    const element = options.scroller.current;
    if (element === null) return;
    let looking = 0;
    // In a task of its own: what is drawn for it would hold up the very frame that shows where one scrolled to.
    const soon = (): void => {
      if (looking === 0)
        looking = window.setTimeout(() => {
          looking = 0;
          look();
        });
    };
    element.addEventListener('scroll', soon, { passive: true });
    const timer = setInterval(look, lookEveryMs);
    return () => {
      element.removeEventListener('scroll', soon);
      clearTimeout(looking);
      clearInterval(timer);
    };
  }, [look, options.scroller]);
  useEffect(look, [look, options.rows]);
}

function viewportOf(
  list: List,
  rows: readonly Row[],
  [top, bottom]: readonly [number, number],
  lastTop: number | null,
): Omit<Viewport, 'isAtEnd'> {
  const drawn = list
    .getVirtualItems()
    .flatMap(({ index, start, end }) => messagesOfRow(rows[index]).map((id) => ({ id, start, end })));
  const seen = drawn.filter(({ start, end }) => end > top && start < bottom);
  const endsShown = seen.filter(({ end }) => end <= bottom + 1).map(({ id }) => id);
  const [first, last] = [seen[0]?.id, seen.at(-1)?.id];
  if (first === undefined || last === undefined) return { visible: null, endsShown, passed: [], anchor: null };
  const passed =
    lastTop === null || first <= lastTop
      ? []
      : rows.flatMap((row) => messagesOfRow(row).filter((id) => id >= lastTop && id < first));
  const whole = seen.find(({ start }) => start >= top);
  const anchor = whole === undefined ? null : { messageId: whole.id, offset: whole.start - top };
  return { visible: [first, last], endsShown, passed, anchor };
}
