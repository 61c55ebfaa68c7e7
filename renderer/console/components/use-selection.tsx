/** Rows of a table chosen by their checkboxes, to do something with all of them at once. */
import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { t } from '../../client/text.ts';
import type { SortableColumn } from './sorting.tsx';

export interface Selection {
  /** Ids, of rows that are not shown too: a search leads from one to the next. */
  selected: ReadonlySet<number>;
  select: (ids: readonly number[], isSelected: boolean) => void;
  clear: () => void;
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  return useMemo(
    () => ({
      selected,
      select: (ids, isSelected) =>
        setSelected((before) => {
          const after = new Set(before);
          for (const id of ids)
            if (isSelected) after.add(id);
            else after.delete(id);
          return after;
        }),
      clear: () => setSelected(new Set()),
    }),
    [selected],
  );
}

/** The first column of a table of users: a checkbox a row, and in its head one for all that are shown. */
export function selectionColumn<Row>(
  { selected, select }: Selection,
  rows: readonly Row[],
  userOf: (row: Row) => { user_id: number; full_name: string },
): SortableColumn<Row> {
  const shown = rows.map((row) => userOf(row).user_id);
  const count = shown.filter((id) => selected.has(id)).length;
  return {
    id: 'select',
    head: t('Select'),
    headCell: (
      <Checkbox
        aria-label={t('Select all shown')}
        checked={count > 0 && count === shown.length}
        indeterminate={count > 0 && count < shown.length}
        onChange={({ currentTarget }) => select(shown, currentTarget.checked)}
      />
    ),
    width: '52px',
    isMark: true,
    cell: (row) => (
      <Checkbox
        aria-label={t('Select {{name}}', { name: userOf(row).full_name })}
        checked={selected.has(userOf(row).user_id)}
        onChange={({ currentTarget }) => select([userOf(row).user_id], currentTarget.checked)}
      />
    ),
  };
}
