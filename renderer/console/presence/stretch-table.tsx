/** The same as the bars, stretch by stretch. */
import { Badge } from '@mantine/core';
import { perLanguage, t } from '../../client/text.ts';
import type { SortableColumn } from '../components/sorting.tsx';
import { absoluteTime, duration } from '../components/time.tsx';
import { VirtualTable } from '../components/virtual-table.tsx';
import { colors, labels, type Stretch } from './presence.ts';
import type { Line } from './stretches.ts';

type Row = Stretch & { key: string; name: string };

const time = (seconds: number) => (
  <time dateTime={new Date(seconds * 1000).toISOString()}>{absoluteTime(seconds)}</time>
);
const name = perLanguage((): SortableColumn<Row> => ({
  id: 'name',
  head: t('Name'),
  cell: (row) => row.name,
  order: (row) => row.name,
}));
const columns = perLanguage((): SortableColumn<Row>[] => [
  {
    id: 'status',
    head: t('Status'),
    width: '16%',
    cell: ({ status }) => (
      <Badge variant="dot" color={colors[status]}>
        {labels()[status]}
      </Badge>
    ),
    order: ({ status }) => status,
  },
  { id: 'from', head: t('Start time'), cell: (row) => time(row.started_at), order: (row) => row.started_at },
  { id: 'to', head: t('End time'), cell: (row) => time(row.ended_at), order: (row) => row.ended_at },
  {
    id: 'for',
    head: t('Duration'),
    width: '14%',
    cell: (row) => duration(row.ended_at - row.started_at),
    order: (row) => row.ended_at - row.started_at,
  },
  { id: 'client', head: t('Client'), width: '14%', cell: ({ client }) => client, order: ({ client }) => client },
]);

export function StretchTable({ lines }: { lines: readonly Line[] }) {
  const rows = lines.flatMap((line) =>
    line.stretches.map((stretch) => ({ ...stretch, key: `${line.id} ${stretch.started_at}`, name: line.name })),
  );
  const [only] = lines;
  const isOne = lines.length === 1 && only !== undefined;
  return (
    <VirtualTable
      caption={isOne ? t('When {{name}} was online', { name: only.name }) : t('When people were online')}
      rows={rows}
      rowKey={({ key }) => key}
      columns={isOne ? columns() : [name(), ...columns()]}
      minWidth={isOne ? 620 : 800}
    />
  );
}
