/** A table of thousands of rows: only those in sight are on the page, and all of them on paper. */
import { Box, Paper, Table } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { t } from '../../client/text.ts';
import { useIsPrinting } from '../../components/use-printing.ts';
import { CardOrder } from './card-order.tsx';
import classes from './cards.module.css';
import { RowCells } from './row-cells.tsx';
import { SortableHead, useSorted, type SortableColumn, type SortingState } from './sorting.tsx';
import { tableRoles } from './table-roles.ts';
import { useCards } from './use-cards.ts';

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
  const { sorted, ...state } = useSorted(rows, columns, order);
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const isPrinting = useIsPrinting();
  const inSight = virtual.getVirtualItems();
  const shown = isPrinting ? [...sorted.keys()] : inSight.map(({ index }) => index);
  const above = isPrinting ? 0 : (inSight[0]?.start ?? 0);
  const below = isPrinting ? 0 : virtual.getTotalSize() - (inSight.at(-1)?.end ?? 0);
  return (
    <Paper withBorder style={{ overflow: 'hidden' }}>
      {isCards && <CardOrder columns={columns} {...state} />}
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
                <SortableHead key={column.id} column={column} {...state} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody {...tableRoles.body}>
            {above > 0 && <tr aria-hidden style={{ height: above }} />}
            {shown.map((index) => {
              const row = sorted[index];
              if (row === undefined) return null;
              const open = onOpen?.(row);
              return (
                <Table.Tr
                  {...tableRoles.row}
                  className={classes['row']}
                  key={rowKey(row)}
                  ref={isPrinting ? undefined : virtual.measureElement}
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
