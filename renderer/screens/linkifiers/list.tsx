/** Linkifiers in their order of precedence, which is changed by dragging a handle, by its arrow keys, or with buttons. */
import { DragDropProvider, PointerSensor } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { Box, Button, Code, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request, type Linkifier } from '../../api.ts';
import { linkifiersQuery, moved } from './linkifiers.ts';

/** Arrow keys on the handle move at once, and React alone puts the elements where they belong: both are done here. */
const sensors = [PointerSensor];
const plugins: never[] = [];

interface ListProps {
  linkifiers: Linkifier[];
  /** undefined for those who may only look. */
  edit: { onEdit: (linkifier: Linkifier) => void; onDelete: (linkifier: Linkifier) => void } | undefined;
}

export function LinkifierList({ linkifiers, edit }: ListProps) {
  const client = useQueryClient();
  const [said, setSaid] = useState('');
  const reorder = useMutation({
    mutationFn: (order: Linkifier[]) =>
      request('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: order.map(({ id }) => id) }),
    onMutate: (order) => client.setQueryData(linkifiersQuery.queryKey, order),
    onSettled: () => client.invalidateQueries({ queryKey: linkifiersQuery.queryKey }),
  });
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= linkifiers.length) return;
    reorder.mutate(moved(linkifiers, from, to));
    setSaid(`${linkifiers[from]?.pattern} is now ${to + 1} of ${linkifiers.length}.`);
  };
  const placeOf = (id: unknown) => linkifiers.findIndex((linkifier) => linkifier.id === id);
  return (
    <DragDropProvider
      sensors={sensors}
      onDragEnd={({ canceled, operation: { source, target } }) => {
        if (canceled || source === null || target === null) return;
        move(placeOf(source.id), placeOf(target.id));
      }}
    >
      <VisuallyHidden component="output">{said}</VisuallyHidden>
      {reorder.error !== null && (
        <Text c="var(--mantine-color-error)" role="alert" size="sm">
          {reorder.error.message}
        </Text>
      )}
      <Stack component="ol" gap="xs" m={0} p={0} aria-label="Linkifiers" style={{ listStyle: 'none' }}>
        {linkifiers.map((linkifier, index) => (
          <Item
            key={linkifier.id}
            linkifier={linkifier}
            index={index}
            count={linkifiers.length}
            onMove={(to) => move(index, to)}
            edit={edit}
          />
        ))}
      </Stack>
    </DragDropProvider>
  );
}

interface ItemProps {
  linkifier: Linkifier;
  index: number;
  count: number;
  onMove: (to: number) => void;
  edit: ListProps['edit'];
}

function Item({ linkifier, index, count, onMove, edit }: ItemProps) {
  const { ref, handleRef, isDragging, isDropTarget } = useSortable({
    id: linkifier.id,
    index,
    disabled: edit === undefined,
    plugins,
  });
  const { pattern, url_template: template } = linkifier;
  return (
    <Paper
      ref={ref}
      withBorder
      p="sm"
      component="li"
      shadow={isDragging ? 'md' : undefined}
      bg={isDropTarget && !isDragging ? 'var(--mantine-color-default-hover)' : undefined}
    >
      <Group wrap="nowrap" align="flex-start">
        {edit !== undefined && (
          <Button
            ref={handleRef}
            variant="subtle"
            color="gray"
            size="compact-sm"
            px={6}
            aria-label={`Move ${pattern} with the arrow keys`}
            onKeyDown={(event) => {
              const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
              if (step === undefined) return;
              event.preventDefault();
              onMove(index + step);
            }}
            style={{ cursor: 'grab', touchAction: 'none' }}
          >
            <span aria-hidden>⠿</span>
          </Button>
        )}
        <Box flex={1} miw={0}>
          <Code style={{ overflowWrap: 'anywhere' }}>{pattern}</Code>
          <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {template}
          </Text>
          {edit !== undefined && (
            <Group gap={6} mt="xs">
              <Button
                variant="default"
                size="compact-sm"
                disabled={index === 0}
                onClick={() => onMove(index - 1)}
                aria-label={`Move ${pattern} up`}
              >
                Up
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                disabled={index === count - 1}
                onClick={() => onMove(index + 1)}
                aria-label={`Move ${pattern} down`}
              >
                Down
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => edit.onEdit(linkifier)}
                aria-label={`Edit ${pattern}`}
              >
                Edit
              </Button>
              <Button
                variant="light"
                color="red"
                size="compact-sm"
                onClick={() => edit.onDelete(linkifier)}
                aria-label={`Delete ${pattern}`}
              >
                Delete
              </Button>
            </Group>
          )}
        </Box>
      </Group>
    </Paper>
  );
}
