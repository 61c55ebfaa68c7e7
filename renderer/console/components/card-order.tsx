/** The order of rows that are cards: they have no heads to press. */
import { NativeSelect } from '@mantine/core';
import { t } from '../../client/text.ts';
import type { SortableColumn, Sorting, SortingState } from './sorting.tsx';

interface CardOrderProps<Row> extends SortingState {
  columns: readonly SortableColumn<Row>[];
}

/** Empty where no column has an order. */
export function CardOrder<Row>({ columns, sorting, onSort }: CardOrderProps<Row>) {
  const choices = orderChoices(columns);
  if (choices.length === 0) return null;
  return (
    <NativeSelect
      label={t('Sort by')}
      px="sm"
      pt="sm"
      value={String(choices.findIndex((choice) => isSame(choice.sorting, sorting)))}
      onChange={({ currentTarget }) => onSort(choices[Number(currentTarget.value)]?.sorting ?? null)}
      data={[
        { value: '-1', label: t('Default order') },
        ...choices.map(({ label }, index) => ({ value: String(index), label })),
      ]}
    />
  );
}

/** @returns both directions of each column that has an order. */
export function orderChoices<Row>(columns: readonly SortableColumn<Row>[]): { sorting: Sorting; label: string }[] {
  return columns
    .filter(({ order }) => order !== undefined)
    .flatMap(({ id, head }) => [
      { sorting: { id, descending: false }, label: t('{{column}}: ascending', { column: head }) },
      { sorting: { id, descending: true }, label: t('{{column}}: descending', { column: head }) },
    ]);
}

const isSame = (one: Sorting, other: Sorting | null): boolean =>
  one.id === other?.id && one.descending === other.descending;
