/** The cells of one row of a table. Where there is no room they are a card: what is done with the row first, then what it is. */
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './cards.module.css';
import { tableRoles } from './table-roles.ts';

export interface Column<Row> {
  head: string;
  cell: (row: Row) => ReactNode;
  align?: 'right';
  /** What can be done with the row: on a phone it stands first. */
  isActions?: boolean;
  /** A checkbox or a handle of the row: on a phone it stands beside the name. */
  isMark?: boolean;
  /** Part of the table's width, as CSS; columns without one share what is left. */
  width?: string;
}

export function RowCells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map(({ head, cell, align, isActions = false, isMark = false }) => (
    <Table.Td
      key={head}
      ta={align}
      {...tableRoles.cell}
      data-label={head}
      className={isActions ? classes['actions'] : isMark ? classes['mark'] : undefined}
      style={{ overflowWrap: 'anywhere' }}
    >
      {cell(row)}
    </Table.Td>
  ));
}
