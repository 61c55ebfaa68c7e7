/** The rows of a list, each with its state and what is wrong with it, at the cell that is wrong. */
import { Badge, Stack, Switch, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ImportRow } from '../../../../server/contract/console.ts';
import { CopyText } from '../../../parts/copy-text.tsx';
import { VirtualTable, type SortableColumn } from '../../../parts/virtual-table.tsx';
import { stateOf, type Entry } from './rows.ts';

const states = {
  ready: { label: 'Ready', color: 'gray' },
  made: { label: 'Made', color: 'green' },
  problem: { label: 'Problem', color: 'red' },
} as const;

const columns: SortableColumn<Entry>[] = [
  { head: 'Line', width: '92px', cell: ({ line }) => line, order: ({ line }) => line },
  {
    head: 'State',
    width: '120px',
    cell: (entry) => <State entry={entry} />,
    order: (entry) => states[stateOf(entry)].label,
  },
  column('Name', 'full_name'),
  column('Email', 'email'),
  column('Role', 'role', '13%'),
  column('Channels', 'channels'),
  column('Groups', 'groups', '15%'),
];

function column(head: string, field: keyof ImportRow, width?: string): SortableColumn<Entry> {
  const textOf = ({ row }: Entry): string => [row[field]].flat().join(', ');
  return {
    head,
    ...(width !== undefined && { width }),
    cell: (entry) => <Cell text={textOf(entry)} entry={entry} field={field} />,
    order: textOf,
  };
}

export function Preview({ entries }: { entries: Entry[] }) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const problems = entries.filter((entry) => stateOf(entry) === 'problem');
  const rows = onlyProblems ? problems : entries;
  return (
    <Stack gap="xs">
      <Switch
        label={`Only rows with problems (${problems.length})`}
        checked={onlyProblems}
        onChange={({ currentTarget }) => setOnlyProblems(currentTarget.checked)}
      />
      {rows.length > 0 && (
        <VirtualTable
          caption="Rows of the list"
          rows={rows}
          rowKey={({ line }) => line}
          columns={columns}
          minWidth={860}
        />
      )}
    </Stack>
  );
}

function State({ entry }: { entry: Entry }): ReactNode {
  const { label, color } = states[stateOf(entry)];
  const link = entry.isMade ? entry.result?.link_url : undefined;
  return (
    <>
      <Badge variant="dot" color={color}>
        {label}
      </Badge>
      {link !== undefined && <CopyText text={link} label={`link of ${entry.row.email}`} caption="Link" />}
    </>
  );
}

function Cell({ text, entry, field }: { text: string; entry: Entry; field: keyof ImportRow }): ReactNode {
  const errors = entry.isMade ? [] : (entry.result?.errors.filter((error) => error.field === field) ?? []);
  return (
    <>
      <Text inherit style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {errors.map(({ message }) => (
        <Text key={message} size="xs" c="var(--mantine-color-error)">
          {message}
        </Text>
      ))}
    </>
  );
}
