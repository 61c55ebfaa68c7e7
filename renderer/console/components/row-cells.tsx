/** The cells of one row of a table. Where there is no room they are a card: what is done with the row first, then what it is. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './cards.module.css';
import { tableRoles } from './table-roles.ts';

export interface Column<Row> {
  /** The name by which it is known, whatever its head is in a language. */
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** What can be done with the row: on a phone it stands first. */
  isActions?: boolean;
  /** A checkbox or a handle of the row: on a phone it stands beside the name. */
  isMark?: boolean;
  /** Several lines: on a phone they stand below what they are, not beside it. */
  isLong?: boolean;
  /** Part of the table's width, as CSS; columns without one share what is left. */
  width?: string;
}

export function RowCells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map((column) => (
    <Table.Td
      key={column.id}
      ta={column.align}
      {...tableRoles.cell}
      data-label={column.head}
      data-for-hands={isForHands(column)}
      className={classNameOf(column)}
      style={{ overflowWrap: 'anywhere' }}
    >
      {column.cell(row)}
    </Table.Td>
  ));
}

/** Whether a column is left out on paper (layout/print.css). */
export const isForHands = <Row,>({ isActions, isMark }: Column<Row>): true | undefined =>
  isActions === true || isMark === true || undefined;

function classNameOf<Row>({ isActions = false, isMark = false, isLong = false }: Column<Row>): string | undefined {
  if (isActions) return classes['actions'];
  if (isMark) return classes['mark'];
  return isLong ? classes['long'] : undefined;
}
