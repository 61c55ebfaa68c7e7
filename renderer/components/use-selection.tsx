/** Rows of a table chosen by their checkboxes, to do something with all of them at once. */
import { Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { SortableColumn } from './virtual-table.tsx';

export interface Choosing {
  /** Ids, of rows that are not shown too: a search leads from one to the next. */
  chosen: ReadonlySet<number>;
  choose: (ids: readonly number[], isChosen: boolean) => void;
  clear: () => void;
}

export function useChoosing(): Choosing {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return useMemo(
    () => ({
      chosen,
      choose: (ids, isChosen) =>
        setChosen((before) => {
          const after = new Set(before);
          for (const id of ids)
            if (isChosen) after.add(id);
            else after.delete(id);
          return after;
        }),
      clear: () => setChosen(new Set()),
    }),
    [chosen],
  );
}

/** The first column of a table of users: a checkbox a row, and in its head one for all that are shown. */
export function chooseColumn<Row>(
  { chosen, choose }: Choosing,
  rows: readonly Row[],
  userOf: (row: Row) => { user_id: number; full_name: string },
): SortableColumn<Row> {
  const shown = rows.map((row) => userOf(row).user_id);
  const count = shown.filter((id) => chosen.has(id)).length;
  return {
    head: 'Choose',
    headCell: (
      <Checkbox
        aria-label="Choose all shown"
        checked={count > 0 && count === shown.length}
        indeterminate={count > 0 && count < shown.length}
        onChange={({ currentTarget }) => choose(shown, currentTarget.checked)}
      />
    ),
    width: '52px',
    cell: (row) => (
      <Checkbox
        aria-label={`Choose ${userOf(row).full_name}`}
        checked={chosen.has(userOf(row).user_id)}
        onChange={({ currentTarget }) => choose([userOf(row).user_id], currentTarget.checked)}
      />
    ),
  };
}
