/** Linkifiers in their order of precedence. */
import { Button, Code, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request, type Linkifier } from '../../api.ts';
import { SortableList } from '../../parts/sortable-list.tsx';
import { linkifiersQuery } from './linkifiers.ts';

interface ListProps {
  linkifiers: Linkifier[];
  /** undefined for those who may only look. */
  edit: { onEdit: (linkifier: Linkifier) => void; onDelete: (linkifier: Linkifier) => void } | undefined;
}

export function LinkifierList({ linkifiers, edit }: ListProps) {
  const client = useQueryClient();
  const reorder = useMutation({
    mutationFn: (order: Linkifier[]) =>
      request('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: order.map(({ id }) => id) }),
    onMutate: (order) => client.setQueryData(linkifiersQuery.queryKey, order),
    onSettled: () => client.invalidateQueries({ queryKey: linkifiersQuery.queryKey }),
  });
  return (
    <SortableList
      label="Linkifiers"
      items={linkifiers}
      idOf={({ id }) => id}
      nameOf={({ pattern }) => pattern}
      onReorder={edit === undefined ? undefined : reorder.mutate}
      error={reorder.error}
      renderActions={(linkifier) =>
        edit !== undefined && (
          <>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => edit.onEdit(linkifier)}
              aria-label={`Edit ${linkifier.pattern}`}
            >
              Edit
            </Button>
            <Button
              variant="light"
              color="red"
              size="compact-sm"
              onClick={() => edit.onDelete(linkifier)}
              aria-label={`Delete ${linkifier.pattern}`}
            >
              Delete
            </Button>
          </>
        )
      }
    >
      {({ pattern, url_template: template }) => (
        <>
          <Code style={{ overflowWrap: 'anywhere' }}>{pattern}</Code>
          <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {template}
          </Text>
        </>
      )}
    </SortableList>
  );
}
