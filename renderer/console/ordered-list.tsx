/** A list of the server's in an order of the reader's, whose entries are edited and deleted by buttons of their own. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../client/text.ts';
import { SortableList } from './components/sortable-list.tsx';

interface OrderedListProps<Item extends { id: number }> {
  label: string;
  items: readonly Item[];
  /** A word for one of them, in the names of its buttons. */
  nameOf: (item: Item) => string;
  /** Where the list is kept: it shows the new order at once, and what the server says of it afterwards. */
  queryKey: QueryKey;
  saveOrder: (ids: number[]) => Promise<unknown>;
  /** undefined for those who may only look. */
  edit: { onEdit: (item: Item) => void; onDelete: (item: Item) => void } | undefined;
  children: (item: Item) => ReactNode;
}

export function OrderedList<Item extends { id: number }>(props: OrderedListProps<Item>) {
  const { label, items, nameOf, queryKey, saveOrder, edit, children } = props;
  const client = useQueryClient();
  const reorder = useMutation({
    mutationFn: (order: Item[]) => saveOrder(order.map(({ id }) => id)),
    onMutate: (order) => client.setQueryData(queryKey, order),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <SortableList
      label={label}
      items={items}
      idOf={({ id }) => id}
      nameOf={nameOf}
      onReorder={edit === undefined ? undefined : reorder.mutate}
      error={reorder.error}
      renderActions={(item) =>
        edit !== undefined && (
          <>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => edit.onEdit(item)}
              aria-label={t('Edit {{name}}', { name: nameOf(item) })}
            >
              {t('Edit')}
            </Button>
            <Button
              variant="outline"
              color="red"
              size="compact-sm"
              onClick={() => edit.onDelete(item)}
              aria-label={t('Delete {{name}}', { name: nameOf(item) })}
            >
              {t('Delete')}
            </Button>
          </>
        )
      }
    >
      {children}
    </SortableList>
  );
}
