/** A list whose order is the reader's: changed by dragging a handle, by its arrow keys, or with buttons. Each move is said aloud. */
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { Box, Button, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { DragHandle, plugins, sensors, withoutSpeech } from './drag-handle.tsx';

interface SortableListProps<Item> {
  /** What the list has, for those who do not see it. */
  label: string;
  items: readonly Item[];
  idOf: (item: Item) => number;
  /** A word for one of them, in the names of its buttons. */
  nameOf: (item: Item) => string;
  /** Given the list in its new order; undefined for those who may only look. */
  onReorder: ((items: Item[]) => void) | undefined;
  /** Why the last move failed. */
  error: Error | null;
  children: (item: Item) => ReactNode;
  /** Buttons beside those that move it. */
  renderActions?: (item: Item) => ReactNode;
}

export function SortableList<Item>({ onReorder, ...props }: SortableListProps<Item>) {
  const { label, items, idOf, nameOf, error } = props;
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const item = items[from];
    if (onReorder === undefined || item === undefined || from === to || to < 0 || to >= items.length) return;
    onReorder(moved(items, from, to));
    setSaid(t('{{name}} is now {{to}} of {{count}}.', { name: nameOf(item), to: to + 1, count: items.length }));
  };
  const placeOf = (id: unknown) => items.findIndex((item) => idOf(item) === id);
  return (
    <DragDropProvider
      sensors={sensors}
      plugins={withoutSpeech}
      onDragEnd={({ canceled, operation: { source, target } }) => {
        if (canceled || source === null || target === null) return;
        move(placeOf(source.id), placeOf(target.id));
      }}
    >
      <VisuallyHidden component="output">{said}</VisuallyHidden>
      {error !== null && (
        <Text c="var(--mantine-color-error)" role="alert" size="sm">
          {error.message}
        </Text>
      )}
      <Stack component="ol" gap="xs" m={0} p={0} aria-label={label} style={{ listStyle: 'none' }}>
        {items.map((item, index) =>
          onReorder === undefined ? (
            <Paper key={idOf(item)} withBorder p="sm" component="li">
              {props.children(item)}
            </Paper>
          ) : (
            <MovableRow
              key={idOf(item)}
              id={idOf(item)}
              name={nameOf(item)}
              index={index}
              count={items.length}
              onMove={(to) => move(index, to)}
              actions={props.renderActions?.(item)}
            >
              {props.children(item)}
            </MovableRow>
          ),
        )}
      </Stack>
    </DragDropProvider>
  );
}

interface RowProps {
  id: number;
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
  actions: ReactNode;
  children: ReactNode;
}

function MovableRow({ id, name, index, count, onMove, actions, children }: RowProps) {
  const { ref, handleRef, isDragging, isDropTarget } = useSortable({ id, index, plugins });
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
        <DragHandle handleRef={handleRef} name={name} onStep={(step) => onMove(index + step)} />
        <Box flex={1} miw={0}>
          {children}
          <Group gap={6} mt="xs">
            <StepButton
              label={t('Move {{name}} up', { name })}
              disabled={index === 0}
              onClick={() => onMove(index - 1)}
            >
              {t('Up')}
            </StepButton>
            <StepButton
              label={t('Move {{name}} down', { name })}
              disabled={index === count - 1}
              onClick={() => onMove(index + 1)}
            >
              {t('Down')}
            </StepButton>
            {actions}
          </Group>
        </Box>
      </Group>
    </Paper>
  );
}

interface StepButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function StepButton({ label, disabled, onClick, children }: StepButtonProps) {
  return (
    <Button variant="default" size="compact-sm" disabled={disabled} onClick={onClick} aria-label={label}>
      {children}
    </Button>
  );
}

/** The list with one element at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  const one = list[from];
  return one === undefined ? [...list] : rest.toSpliced(to, 0, one);
}
