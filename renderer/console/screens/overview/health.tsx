/** Health of the process: time, memory, delay of the event loop, queues, and the operations that take longest. */
import { Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Overview, ServerHealth } from '../../../../server/contract/shapes/overview.ts';
import { numberFormat, sizeText } from '../../../client/formats.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { SortableColumn } from '../../components/sorting.tsx';
import { duration } from '../../components/time.tsx';
import { Facts } from './facts.tsx';
import { healthQuery } from './statistics.ts';

const number = numberFormat();
const ms = (value: number): string => `${number.format(value)} ms`;

export function Health({ overview }: { overview: Overview }) {
  const { data } = useQuery(healthQuery);
  return (
    <Facts
      title={t('Server')}
      facts={[
        [t('Uptime'), duration(overview.uptime_seconds)],
        [t('Version'), overview.version],
        [t('Memory'), sizeText(overview.memory_bytes)],
        [t('Event loop delay (p50, p99, max)'), data === undefined ? '…' : delay(data.event_loop)],
        [t('Event queues'), queues(overview, data)],
        ...(overview.search_rebuild === null
          ? []
          : [[t('Search'), rebuilding(overview.search_rebuild)] satisfies [string, string]]),
      ]}
    />
  );
}

const rebuilding = ({ built, total }: NonNullable<Overview['search_rebuild']>): string =>
  t('being rebuilt: {{percent}} %', { percent: number.format(Math.floor((100 * built) / total)) });

/** Of the last one to two minutes. */
const delay = ({ p50_ms, p99_ms, max_ms }: ServerHealth['event_loop']): string =>
  `${ms(p50_ms)}, ${ms(p99_ms)}, ${ms(max_ms)}`;

function queues(overview: Overview, health: ServerHealth | undefined): string {
  const count = overview.event_queues;
  if (health === undefined) return number.format(count);
  const { polled, backlog } = health.event_queues;
  return t('{{count}} ({{polled}} polling), {{backlog}} events pending', {
    count,
    polled: number.format(polled),
    backlog: number.format(backlog),
  });
}

export function SlowestOperations() {
  const { data } = useQuery(healthQuery);
  return (
    <Paper withBorder p="lg" mih={200}>
      <Heading>{t('Slowest operations')}</Heading>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'Times of recent requests. p50: half were faster. p95: 19 of 20 were faster. Waiting for events is not counted.',
        )}
      </Text>
      <PagedTable
        caption={t('Slowest operations')}
        rows={data?.slowest_operations ?? []}
        rowKey={({ operation }) => operation}
        columns={operationColumns()}
        minWidth={620}
      />
    </Paper>
  );
}

type Operation = ServerHealth['slowest_operations'][number];

function operationColumns(): SortableColumn<Operation>[] {
  const numberColumn = (
    id: string,
    head: string,
    value: (one: Operation) => number,
    text: (value: number) => string = number.format,
  ) => ({
    id,
    head,
    align: 'right' as const,
    order: value,
    cell: (one: Operation) => text(value(one)),
  });
  return [
    {
      id: 'operation',
      head: t('Operation'),
      width: '40%',
      order: ({ operation }) => operation,
      cell: ({ operation }) => <span style={{ overflowWrap: 'anywhere' }}>{operation}</span>,
    },
    numberColumn('count', t('Requests'), ({ count }) => count),
    numberColumn('p50', t('p50'), ({ p50_ms: value }) => value, ms),
    numberColumn('p95', t('p95'), ({ p95_ms: value }) => value, ms),
    numberColumn('longest', t('Longest'), ({ max_ms: value }) => value, ms),
    numberColumn('failures', t('Errors (5xx)'), ({ failures }) => failures),
  ];
}
