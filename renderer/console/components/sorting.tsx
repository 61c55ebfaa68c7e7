/** Sorting of tables: a column with an order is sorted by its head. */
import { Box, Table, UnstyledButton } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { compareCells } from '../../client/formats.ts';
import { isForHands, type Column } from './row-cells.tsx';

export interface SortableColumn<Row> extends Column<Row> {
  /** What the column is sorted by; columns without it are not. */
  order?: (row: Row) => string | number;
  /** Shown in the head instead of its name. */
  headCell?: ReactNode;
}

export interface Sorting {
  /** Of the column. */
  id: string;
  descending: boolean;
}

export interface SortingState {
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
}

/**
 * The rows in the order that the user chose.
 * @param order of the rows; without it the table keeps its own.
 */
export function useSorted<Row>(
  rows: Row[],
  columns: SortableColumn<Row>[],
  order: SortingState | undefined,
): SortingState & { sorted: Row[] } {
  const [own, setOwn] = useState<Sorting | null>(null);
  const { sorting, onSort } = order ?? { sorting: own, onSort: setOwn };
  const sorted = useMemo(() => inOrder(rows, columns, sorting), [rows, columns, sorting]);
  return { sorted, sorting, onSort };
}

interface HeadProps<Row> extends SortingState {
  column: SortableColumn<Row>;
}

/** Up, down, and back to the given order. */
export function SortableHead<Row>({ column, sorting, onSort }: HeadProps<Row>) {
  const { id, head, headCell = head, order, align, width } = column;
  const own = sorting?.id === id ? sorting : null;
  const next = own === null ? { id, descending: false } : own.descending ? null : { id, descending: true };
  const direction = own === null ? undefined : own.descending ? 'descending' : 'ascending';
  return (
    <Table.Th scope="col" ta={align} w={width} aria-sort={direction} data-for-hands={isForHands(column)}>
      {order === undefined ? (
        headCell
      ) : (
        <UnstyledButton fz="inherit" fw="inherit" onClick={() => onSort(next)}>
          {head}
          {/* In the padding of the cell: the name keeps its line, above its numbers. */}
          <Box component="span" aria-hidden display="inline-block" w={16} ta="center" style={{ marginInlineEnd: -16 }}>
            {direction === undefined ? '' : direction === 'ascending' ? '↑' : '↓'}
          </Box>
        </UnstyledButton>
      )}
    </Table.Th>
  );
}

/** @returns the rows by the column that is sorted by; as they are where none of that name has an order. */
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
