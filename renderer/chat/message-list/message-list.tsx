/**
 * The scrolling list of rows. It opens at the first unread message or at the end, keeps the row that is read in its place
 * whatever changes above it, follows the end only while its reader is there, and tells what is seen. Rows are drawn by the
 * caller; this file knows heights and places alone.
 */
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import type { Row } from './rows.ts';

/** Within so many pixels of the end, the list follows what comes. */
const endThreshold = 80;
/** Rows drawn beyond the screen, for fast hands. */
const overscan = 12;
/** Older and newer pages are asked for when fewer screens than this remain. */
const screensAhead = 2;

export interface ListHandle {
  toEnd: () => void;
  /** @returns whether the row is here. */
  toMessage: (id: number, align?: 'start' | 'center' | 'auto') => boolean;
  /** By screens: 1 down, -1 up. */
  page: (screens: number) => void;
}

/** What is on the screen. */
export interface Sight {
  /** Ids of the first and last message of which anything is seen; null = none. */
  visible: readonly [number, number] | null;
  /** Ids of messages whose end is seen. */
  endsShown: readonly number[];
  /** Ids of messages that were on the screen or below it, and that scrolling took above it. A jump passes nothing. */
  passed: readonly number[];
  isAtEnd: boolean;
}

interface MessageListProps {
  rows: readonly Row[];
  /** Opens here; null = the end. Read once, when the list is first drawn. */
  openAt: { messageId: number; align: 'start' | 'center' } | null;
  hasOlder: boolean;
  hasNewer: boolean;
  onOlder: () => void;
  onNewer: () => void;
  onSight: (sight: Sight) => void;
  drawRow: (row: Row, index: number) => ReactNode;
  label: string;
  isBusy: boolean;
  ref: Ref<ListHandle>;
}

type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

const typicalHeights: Record<Row['kind'], number> = {
  day: 40,
  unread: 28,
  conversation: 44,
  message: 52,
  muted: 42,
  pending: 40,
};

export function MessageList(props: MessageListProps) {
  const { rows, openAt, hasOlder, hasNewer, onOlder, onNewer, onSight, drawRow, label, isBusy, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const lastTop = useRef<number | null>(null);
  const getItemKey = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const list: List & { containerRef: (node: HTMLElement | null) => void } = useVirtualizer<
    HTMLDivElement,
    HTMLDivElement
  >({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => typicalHeights[rows[index]?.kind ?? 'message'],
    getItemKey,
    anchorTo: 'end',
    // New rows at an end that is not the newest are not news.
    followOnAppend: !hasNewer,
    scrollEndThreshold: endThreshold,
    overscan,
    paddingStart: 16,
    paddingEnd: 8,
    useFlushSync: false,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
  });
  useOpening(list, rows, openAt);
  useSight({ list, rows, scroller, lastTop, onSight, hasOlder, hasNewer, onOlder, onNewer });
  useImperativeHandle(ref, () => handleOf(list, rows, scroller, lastTop), [list, rows]);
  return (
    <div ref={scroller} className="feed-scroller" role="feed" aria-label={label} aria-busy={isBusy}>
      <div ref={list.containerRef} className="feed-rows">
        {list.getVirtualItems().map(({ key, index }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div key={key} ref={list.measureElement} data-index={index} className="feed-row">
              {drawRow(row, index)}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Scrolls to where the list opens, once, and again while the heights of the rows there become known. */
function useOpening(list: List, rows: readonly Row[], openAt: MessageListProps['openAt']): void {
  const isOpened = useRef(false);
  useLayoutEffect(() => {
    if (isOpened.current || rows.length === 0) return;
    isOpened.current = true;
    const index = openAt === null ? -1 : indexOfMessage(rows, openAt.messageId);
    if (openAt === null || index === -1) list.scrollToEnd();
    // The line above the first unread message, and the day above it, belong to what one came for.
    else list.scrollToIndex(openAt.align === 'start' ? Math.max(0, index - 2) : index, { align: openAt.align });
  }, [list, rows, openAt]);
}

interface SightOptions extends Pick<
  MessageListProps,
  'rows' | 'onSight' | 'hasOlder' | 'hasNewer' | 'onOlder' | 'onNewer'
> {
  list: List;
  scroller: RefObject<HTMLDivElement | null>;
  lastTop: RefObject<number | null>;
}

/** Looks when the list was scrolled, grew, or the reading time of an end may be over. */
function useSight(options: SightOptions): void {
  const newest = useRef(options);
  useLayoutEffect(() => {
    newest.current = options;
  });
  const look = useCallback(() => {
    const { list, rows, scroller, lastTop, onSight, hasOlder, hasNewer, onOlder, onNewer } = newest.current;
    const element = scroller.current;
    if (element === null || element.clientHeight === 0) return;
    const [top, bottom] = [element.scrollTop, element.scrollTop + element.clientHeight];
    const sight = sightOf(list, rows, [top, bottom], lastTop.current);
    lastTop.current = sight.visible?.[0] ?? null;
    onSight({ ...sight, isAtEnd: !hasNewer && list.isAtEnd(endThreshold) });
    const ahead = element.clientHeight * screensAhead;
    if (hasOlder && top < ahead) onOlder();
    if (hasNewer && list.getTotalSize() - bottom < ahead) onNewer();
  }, []);
  useEffect(() => {
    const element = options.scroller.current;
    if (element === null) return;
    let frame = 0;
    const soon = (): void => {
      if (frame === 0)
        frame = requestAnimationFrame(() => {
          frame = 0;
          look();
        });
    };
    element.addEventListener('scroll', soon, { passive: true });
    // What is on the screen for a while is read although nothing moves.
    const timer = setInterval(look, 250);
    return () => {
      element.removeEventListener('scroll', soon);
      cancelAnimationFrame(frame);
      clearInterval(timer);
    };
  }, [look, options.scroller]);
  useEffect(look, [look, options.rows]);
}

/** @param lastTop the first message that was not above the screen at the last sight; null = there was none, or a jump. */
function sightOf(
  list: List,
  rows: readonly Row[],
  [top, bottom]: readonly [number, number],
  lastTop: number | null,
): Omit<Sight, 'isAtEnd'> {
  const drawn = list
    .getVirtualItems()
    .flatMap(({ index, start, end }) => messagesOfRow(rows[index]).map((id) => ({ id, start, end })));
  const seen = drawn.filter(({ start, end }) => end > top && start < bottom);
  const endsShown = seen.filter(({ end }) => end <= bottom + 1).map(({ id }) => id);
  const [first, last] = [seen[0]?.id, seen.at(-1)?.id];
  if (first === undefined || last === undefined) return { visible: null, endsShown, passed: [] };
  const passed = lastTop === null ? [] : rows.flatMap(messagesOfRow).filter((id) => id >= lastTop && id < first);
  return { visible: [first, last], endsShown, passed };
}

/** Ids of the messages that a row shows or stands for. */
export function messagesOfRow(row: Row | undefined): readonly number[] {
  if (row?.kind === 'message') return [row.id];
  return row?.kind === 'muted' ? row.ids : [];
}

function indexOfMessage(rows: readonly Row[], id: number): number {
  return rows.findIndex((row) => messagesOfRow(row).includes(id));
}

function handleOf(
  list: List,
  rows: readonly Row[],
  scroller: RefObject<HTMLDivElement | null>,
  lastTop: RefObject<number | null>,
): ListHandle {
  return {
    toEnd() {
      lastTop.current = null;
      list.scrollToEnd();
    },
    toMessage(id, align = 'auto') {
      const index = indexOfMessage(rows, id);
      lastTop.current = null;
      if (index !== -1) list.scrollToIndex(index, { align });
      return index !== -1;
    },
    page(screens) {
      const element = scroller.current;
      if (element !== null) element.scrollBy({ top: screens * (element.clientHeight - 48) });
    },
  };
}
