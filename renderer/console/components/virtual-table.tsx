/** A table of thousands of rows: only those in sight are on the page. Columns with an order are sorted by their heads. */
import { Box, Paper, Table, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useState, type ReactNode } from 'react';
import { compareCells } from '../../client/formats.ts';
import { t } from '../../client/text.ts';
import classes from './cards.module.css';
import { RowCells, type Column } from './row-cells.tsx';
import { tableRoles } from './table-roles.ts';
import { useCards } from './use-cards.ts';

export interface SortableColumn<Row> extends Column<Row> {
  /** What the column is sorted by; columns without it are not. */
  order?: (row: Row) => string | number;
  /** Stands in the head instead of its name. */
  headCell?: ReactNode;
}

interface VirtualTableProps<Row> {
  /** What the table lists, for those who do not see it. */
  caption: string;
  rows: Row[];
  rowKey: (row: Row) => number | string;
  columns: SortableColumn<Row>[];
  minWidth: number;
  /** What a press on a row does beside its own buttons; undefined where it does nothing. */
  onOpen?: (row: Row) => (() => void) | undefined;
  /** As CSS; without it what the window leaves below a screen's head. */
  maxHeight?: string;
  /** The order of the rows; without it the table keeps its own. */
  order?: SortingState;
}

const restOfWindow = 'max(320px, calc(100dvh - 290px))';

export interface Sorting {
  /** Of the column. */
  id: string;
  descending: boolean;
}

export interface SortingState {
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
}

const rowHeight = 50;

export function VirtualTable<Row>({
  caption,
  rows,
  rowKey,
  columns,
  minWidth,
  onOpen,
  maxHeight = restOfWindow,
  order,
}: VirtualTableProps<Row>) {
  const { box, isCards } = useCards(minWidth);
  const [own, setOwn] = useState<Sorting | null>(null);
  const { sorting, onSort } = order ?? { sorting: own, onSort: setOwn };
  const sorted = useMemo(() => inOrder(rows, columns, sorting), [rows, columns, sorting]);
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const shown = virtual.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      <Box
        component="section"
        className={isCards ? classes['cards'] : undefined}
        ref={box}
        tabIndex={0}
        aria-label={t('{{caption}}, scrolls', { caption })}
        mah={maxHeight}
        style={{ overflow: 'auto' }}
      >
        <Table
          verticalSpacing="sm"
          horizontalSpacing="md"
          highlightOnHover
          stickyHeader
          layout="fixed"
          miw={minWidth}
          className={classes['table']}
          {...tableRoles.table}
          aria-label={caption}
          aria-rowcount={sorted.length + 1}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Head key={column.id} column={column} sorting={sorting} onSort={onSort} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody {...tableRoles.body}>
            {above > 0 && <tr aria-hidden style={{ height: above }} />}
            {shown.map(({ index }) => {
              const row = sorted[index];
              if (row === undefined) return null;
              const open = onOpen?.(row);
              return (
                <Table.Tr
                  {...tableRoles.row}
                  className={classes['row']}
                  key={rowKey(row)}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  style={open === undefined ? undefined : { cursor: 'pointer' }}
                  onClick={({ target }) => {
                    // What can be pressed in the row does its own.
                    const isOwn = target instanceof Element && target.closest('a, button, input, label') !== null;
                    if (!isOwn) open?.();
                  }}
                >
                  <RowCells row={row} columns={columns} />
                </Table.Tr>
              );
            })}
            {below > 0 && <tr aria-hidden style={{ height: below }} />}
          </Table.Tbody>
        </Table>
      </Box>
    </Paper>
  );
}

interface HeadProps<Row> extends SortingState {
  column: SortableColumn<Row>;
}

/** Up, down, and back to the given order. */
function Head<Row>({ column: { id, head, headCell = head, order, align, width }, sorting, onSort }: HeadProps<Row>) {
  const own = sorting?.id === id ? sorting : null;
  const next = own === null ? { id, descending: false } : own.descending ? null : { id, descending: true };
  const direction = own === null ? undefined : own.descending ? 'descending' : 'ascending';
  return (
    <Table.Th scope="col" ta={align} w={width} aria-sort={direction}>
      {order === undefined ? (
        headCell
      ) : (
        <UnstyledButton fz="inherit" fw="inherit" onClick={() => onSort(next)}>
          {head}
          <Box component="span" aria-hidden display="inline-block" w={16} ta="center">
            {direction === undefined ? '' : direction === 'ascending' ? '↑' : '↓'}
          </Box>
        </UnstyledButton>
      )}
    </Table.Th>
  );
}

function inOrder<Row>(rows: Row[], columns: SortableColumn<Row>[], sorting: Sorting | null): Row[] {
  const order = columns.find(({ id }) => id === sorting?.id)?.order;
  if (order === undefined || sorting === null) return rows;
  const sign = sorting.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, by: order(row) }))
    .toSorted((a, b) => sign * compare(a.by, b.by))
    .map(({ row }) => row);
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareCells(String(a), String(b));
}
