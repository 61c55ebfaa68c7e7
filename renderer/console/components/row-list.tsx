/**
 * A long list of rows that open: only those in sight are on the page, and all of them on paper. While its end is in sight and no row is open, it follows
 * what is added. One row is in the order of Tab, from which arrows lead to the others.
 */
import { Box, Paper, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useIsPrinting } from '../../components/use-printing.ts';

interface RowListProps<Item> {
  /** What the list has, for those who do not see it. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => number;
  /** One line. */
  renderLine: (item: Item) => ReactNode;
  /** What an open row shows below its line. */
  renderDetail: (item: Item) => ReactNode;
}

const rowHeight = 36;
const nearEnd = 48;
/** What stands over the page at its top, with some room. */
const headHeight = 72;

export function RowList<Item>({ label, items, keyOf, renderLine, renderDetail }: RowListProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 12,
  });
  useLayoutEffect(() => {
    if (isAtEnd.current && open.size === 0 && items.length > 0) rows.scrollToIndex(items.length - 1, { align: 'end' });
  }, [items, open, rows]);
  const isPrinting = useIsPrinting();
  const shown = isPrinting
    ? items.map((item, index) => ({ key: keyOf(item), index, start: null }))
    : rows.getVirtualItems().map(({ key, index, start }) => ({ key, index, start }));
  const [reached, setReached] = useState<number | null>(null);
  const isReachedShown = shown.some(({ index }) => items[index] !== undefined && keyOf(items[index]) === reached);
  const go = (index: number): void => {
    const item = items[index];
    if (item === undefined) return;
    isAtEnd.current = index === items.length - 1;
    rows.scrollToIndex(index);
    setReached(keyOf(item));
    // Once more when it is on the page.
    requestAnimationFrame(() => requestAnimationFrame(() => focusRow(box.current, index)));
  };
  const move = (event: KeyboardEvent, index: number): void => {
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  const toggle = (key: number): void =>
    setOpen((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  return (
    <Paper
      ref={box}
      withBorder
      component="section"
      aria-label={label}
      tabIndex={0}
      h={isPrinting ? undefined : heightOf(open.size > 0)}
      style={isPrinting ? undefined : { overflow: 'auto', contain: 'strict' }}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < nearEnd;
      }}
    >
      <Box
        component="ul"
        aria-label={label}
        pos="relative"
        m={0}
        p={0}
        h={isPrinting ? undefined : rows.getTotalSize()}
        style={{ listStyle: 'none' }}
      >
        {shown.map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <Row
              key={row.key}
              elementRef={isPrinting ? null : rows.measureElement}
              index={row.index}
              start={row.start}
              count={items.length}
              isOpen={open.has(keyOf(item))}
              isInTabOrder={isReachedShown ? keyOf(item) === reached : row.index === items.length - 1}
              line={renderLine(item)}
              detail={() => renderDetail(item)}
              onReach={() => setReached(keyOf(item))}
              onMove={(event) => move(event, row.index)}
              onToggle={() => toggle(keyOf(item))}
            />
          );
        })}
      </Box>
    </Paper>
  );
}

/** What is open has the window's height, so that it is read at once and not through a slit. */
const heightOf = (isOpen: boolean): string =>
  isOpen ? 'max(320px, calc(100dvh - 84px))' : 'max(320px, calc(100dvh - 380px))';

interface RowProps {
  /** Measures the row. */
  elementRef: ((element: Element | null) => void) | null;
  index: number;
  /** Where it begins in the list, in pixels; null on paper, where rows follow each other. */
  start: number | null;
  /** How many rows there are. */
  count: number;
  isOpen: boolean;
  isInTabOrder: boolean;
  line: ReactNode;
  detail: () => ReactNode;
  onReach: () => void;
  onMove: (event: KeyboardEvent) => void;
  onToggle: () => void;
}

function Row({ elementRef, index, start, count, isOpen, isInTabOrder, line, detail, ...on }: RowProps) {
  return (
    <Box
      ref={elementRef}
      data-index={index}
      component="li"
      aria-setsize={count}
      aria-posinset={index + 1}
      pos={start === null ? undefined : 'absolute'}
      top={0}
      w="100%"
      style={{
        insetInlineStart: 0,
        scrollMarginTop: headHeight,
        transform: start === null ? undefined : `translateY(${start}px)`,
        borderBottom: '1px solid var(--mantine-color-default-border)',
      }}
    >
      <UnstyledButton
        w="100%"
        mih={rowHeight - 1}
        px="sm"
        py={4}
        aria-expanded={isOpen}
        tabIndex={isInTabOrder ? 0 : -1}
        onFocus={on.onReach}
        onKeyDown={on.onMove}
        onClick={({ currentTarget }) => {
          on.onToggle();
          // What opened at the lower edge would open out of sight.
          requestAnimationFrame(() => showWhole(currentTarget.parentElement));
        }}
      >
        {line}
      </UnstyledButton>
      {isOpen && (
        <Box px="sm" pb="sm">
          {detail()}
        </Box>
      )}
    </Box>
  );
}

/** Below the head of the page; of a row that is higher than the window, its beginning. */
function showWhole(row: HTMLElement | null): void {
  const isHigh = (row?.clientHeight ?? 0) > window.innerHeight - 2 * headHeight;
  row?.scrollIntoView({ block: isHigh ? 'start' : 'nearest' });
}

function focusRow(box: HTMLElement | null, index: number): void {
  box?.querySelector<HTMLElement>(`[data-index="${index}"] > button`)?.focus({ preventScroll: true });
}
