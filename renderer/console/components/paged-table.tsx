/** A table of many rows: a page at a time, all of them on paper; scrolling sideways where the screen is narrow. */
import { Box, Group, Pagination, Paper, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../client/text.ts';
import { useIsPrinting } from '../../components/use-printing.ts';
import { CardOrder } from './card-order.tsx';
import classes from './cards.module.css';
import { RowCells } from './row-cells.tsx';
import { SortableHead, useSorted, type SortableColumn, type SortingState } from './sorting.tsx';
import { tableRoles } from './table-roles.ts';
import { useCards } from './use-cards.ts';

interface PagedTableProps<Row> {
  /** What the table lists, for those who do not see it. */
  caption: string;
  rows: Row[];
  rowKey: (row: Row) => number | string;
  columns: SortableColumn<Row>[];
  minWidth: number;
  /** The order of the rows; without it the table keeps its own. */
  order?: SortingState;
}

const rowsPerPage = 50;

export function PagedTable<Row>({ caption, rows, rowKey, columns, minWidth, order }: PagedTableProps<Row>) {
  const { sorted, ...state } = useSorted(rows, columns, order);
  const { box, isCards } = useCards(minWidth);
  const [wanted, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / rowsPerPage));
  // A search that leaves fewer pages must not leave an empty one.
  const page = Math.min(wanted, pages);
  const shown = useIsPrinting() ? sorted : sorted.slice((page - 1) * rowsPerPage, page * rowsPerPage);
  return (
    <Paper withBorder>
      {isCards && <CardOrder columns={columns} {...state} />}
      <Box
        component="section"
        className={isCards ? classes['cards'] : undefined}
        ref={box}
        tabIndex={0}
        aria-label={t('{{caption}}, scrolls sideways', { caption })}
        style={{ overflowX: 'auto' }}
      >
        <Table
          verticalSpacing="sm"
          horizontalSpacing="md"
          highlightOnHover
          layout="fixed"
          miw={minWidth}
          className={classes['table']}
          {...tableRoles.table}
          aria-label={caption}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <SortableHead key={column.id} column={column} {...state} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody {...tableRoles.body}>
            {shown.map((row) => (
              <Table.Tr key={rowKey(row)} className={classes['row']} {...tableRoles.row}>
                <RowCells row={row} columns={columns} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {pages > 1 && (
        <Group justify="space-between" p="md">
          <Text size="sm" c="dimmed">
            {t('{{count}} rows', { count: rows.length })}
          </Text>
          <Pagination
            total={pages}
            value={page}
            onChange={setPage}
            size="sm"
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(item) => ({ 'aria-label': t('Page {{item}}', { item }) })}
          />
        </Group>
      )}
    </Paper>
  );
}
