/** The rows of a list, each with its state. What is wrong stands at the cell that is wrong, which can be corrected there. */
import { Badge, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ImportRow } from '../../../../../server/contract/shapes/accounts.ts';
import { perLanguage, t } from '../../../../client/text.ts';
import { CopyText } from '../../../../components/copy-text.tsx';
import type { SortableColumn } from '../../../components/sorting.tsx';
import { VirtualTable } from '../../../components/virtual-table.tsx';
import { stateOf, textOf, type Entry } from './rows.ts';
import type { Import } from './use-import.ts';

const states = perLanguage(
  () =>
    ({
      ready: { label: t('Ready'), color: 'blue' },
      made: { label: t('Created'), color: 'green' },
      problem: { label: t('Problem'), color: 'red' },
    }) as const,
);

interface PreviewProps {
  entries: Entry[];
  /** undefined while rows are made. */
  onCorrect: Import['correct'] | undefined;
}

export function Preview({ entries, onCorrect }: PreviewProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const problems = entries.filter((entry) => stateOf(entry) === 'problem');
  const rows = onlyProblems ? problems : entries;
  return (
    <Stack gap="xs">
      <Switch
        label={t('Only rows with problems ({{count}})', { count: problems.length })}
        checked={onlyProblems}
        onChange={({ currentTarget }) => setOnlyProblems(currentTarget.checked)}
      />
      {rows.length > 0 && (
        <VirtualTable
          caption={t('Rows of the list')}
          rows={rows}
          rowKey={({ line }) => line}
          columns={columnsOf(onCorrect)}
          minWidth={1000}
        />
      )}
    </Stack>
  );
}

function columnsOf(onCorrect: PreviewProps['onCorrect']): SortableColumn<Entry>[] {
  const column = (head: string, field: keyof ImportRow, width?: string): SortableColumn<Entry> => ({
    id: field,
    head,
    ...(width !== undefined && { width }),
    cell: (entry) => <Cell head={head} entry={entry} field={field} onCorrect={onCorrect} />,
    order: ({ row }) => textOf(row, field),
  });
  return [
    { id: 'line', head: t('Line'), width: '92px', cell: ({ line }) => line, order: ({ line }) => line },
    {
      id: 'state',
      head: t('State'),
      width: '120px',
      cell: (entry) => <State entry={entry} />,
      order: (entry) => states()[stateOf(entry)].label,
    },
    column(t('Name'), 'full_name', '15%'),
    column(t('Email'), 'email', '23%'),
    column(t('Role'), 'role', '14%'),
    column(t('Channels'), 'channels'),
    column(t('Groups'), 'groups', '14%'),
  ];
}

function State({ entry }: { entry: Entry }): ReactNode {
  const { label, color } = states()[stateOf(entry)];
  const link = entry.isMade ? entry.result?.link_url : undefined;
  return (
    <>
      <Badge variant="dot" color={color}>
        {label}
      </Badge>
      {link !== undefined && (
        <CopyText text={link} label={t('Copy link for {{name}}', { name: entry.row.email })} caption={t('Link')} />
      )}
    </>
  );
}

interface CellProps {
  head: string;
  entry: Entry;
  field: keyof ImportRow;
  onCorrect: PreviewProps['onCorrect'];
}

function Cell({ head, entry, field, onCorrect }: CellProps): ReactNode {
  const text = textOf(entry.row, field);
  const errors = entry.isMade ? [] : (entry.result?.errors.filter((error) => error.field === field) ?? []);
  if (errors.length === 0 || onCorrect === undefined)
    return (
      <Text inherit style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    );
  return (
    <TextInput
      size="xs"
      aria-label={t('{{head}} in line {{line}}', { head, line: entry.line })}
      defaultValue={text}
      error={errors.map(({ message }) => message).join(' ')}
      onBlur={({ currentTarget }) => {
        if (currentTarget.value.trim() !== text) onCorrect(entry.line, field, currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
    />
  );
}
