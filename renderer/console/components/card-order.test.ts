/** Rows that are cards can be sorted by the same columns as those of a table. */
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CardOrder, orderChoices } from './card-order.tsx';
import type { SortableColumn, SortingState } from './sorting.tsx';

type Row = { name: string; size: number };
const columns: SortableColumn<Row>[] = [
  { id: 'name', head: 'Name', cell: ({ name }) => name, order: ({ name }) => name },
  { id: 'size', head: 'Size', cell: ({ size }) => size, order: ({ size }) => size },
  { id: 'tools', head: 'Actions', cell: () => null },
];

const shown = (of: SortableColumn<Row>[], sorting: SortingState['sorting']): string =>
  renderToStaticMarkup(
    createElement(
      MantineProvider,
      null,
      createElement(CardOrder<Row>, { columns: of, sorting, onSort: () => undefined }),
    ),
  );

test('offers both directions of each column that has an order', () => {
  expect(orderChoices(columns).map(({ label, sorting }) => [label, sorting])).toEqual([
    ['Name: ascending', { id: 'name', descending: false }],
    ['Name: descending', { id: 'name', descending: true }],
    ['Size: ascending', { id: 'size', descending: false }],
    ['Size: descending', { id: 'size', descending: true }],
  ]);
});

test('shows the order that the rows have', () => {
  const chosen = /<option[^>]*selected[^>]*>([^<]*)/;
  expect(chosen.exec(shown(columns, { id: 'size', descending: true }))?.[1]).toBe('Size: descending');
  expect(chosen.exec(shown(columns, null))?.[1]).toBe('Default order');
});

test('is not there where no column has an order', () => {
  expect(shown(columns.slice(2), null)).not.toContain('<select');
});
