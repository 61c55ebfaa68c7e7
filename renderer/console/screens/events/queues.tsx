/** Every event queue: whose it is, how far behind, and a way to drop it. */
import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../../client/api.ts';
import { matches } from '../../../client/fold.ts';
import { sizeText } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { useAddressSearch, useAddressSorting } from '../../address-state.ts';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { absoluteTime, duration } from '../../components/time.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { usePeople, type People } from '../../people/people.ts';

type Queue = AnswerOf<'GET', '/console/event_queues'>['queues'][number];

const queuesQuery = queryOptions({
  queryKey: ['event-queues'],
  queryFn: async ({ signal }) => (await request('GET', '/console/event_queues', {}, signal)).queues,
  refetchInterval: 2000,
});

export function Queues() {
  const people = usePeople();
  const { data, error, refetch, dataUpdatedAt } = useQuery(queuesQuery);
  const [dropping, setDropping] = useState<Queue | null>(null);
  const [search, setSearch] = useAddressSearch();
  const order = useAddressSorting();
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const shown = data.filter((queue) =>
    matches(search, `${people.nameOf(queue.user_id)} ${queue.client} ${queue.queue_id}`),
  );
  return (
    <Stack gap="sm">
      <Group align="flex-end" justify="space-between">
        <TextInput
          label={t('Search')}
          data-search
          placeholder={t('Name, client or queue')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          w={{ base: '100%', xs: 320 }}
        />
        <Text size="sm" c="dimmed" component="output">
          {t('{{count}} queues', { count: shown.length, defaultValue_one: '1 queue' })}
        </Text>
      </Group>
      {shown.length === 0 && (
        <Nothing title={t('No event queues')}>
          {data.length > 0 ? t('No queue matches.') : t('A queue appears here when a client registers one.')}
        </Nothing>
      )}
      {shown.length > 0 && (
        <VirtualTable
          caption={t('Event queues')}
          rows={shown}
          rowKey={(queue) => queue.queue_id}
          columns={columns(people, dataUpdatedAt / 1000, setDropping)}
          minWidth={1000}
          order={order}
        />
      )}
      {dropping !== null && (
        <DropQueue queue={dropping} owner={people.nameOf(dropping.user_id)} onClose={() => setDropping(null)} />
      )}
    </Stack>
  );
}

function columns(people: People, now: number, drop: (queue: Queue) => void): SortableColumn<Queue>[] {
  const since = (seconds: number): string => duration(Math.max(0, now - seconds));
  return [
    {
      id: 'user',
      head: t('User'),
      order: (queue) => people.nameOf(queue.user_id),
      cell: (queue) => (
        <>
          <Text inherit fw={500}>
            {people.nameOf(queue.user_id)}
          </Text>
          <Text size="xs" c="dimmed" ff="monospace" truncate translate="no" title={queue.queue_id}>
            {queue.queue_id.slice(0, 12)}
          </Text>
        </>
      ),
    },
    { id: 'client', head: t('Client'), width: '12%', cell: (queue) => queue.client, order: (queue) => queue.client },
    { id: 'event-types', head: t('Event types'), width: '16%', cell: (queue) => <Types queue={queue} /> },
    {
      id: 'age',
      head: t('Age'),
      width: '9%',
      cell: (queue) => <span title={absoluteTime(queue.created_at)}>{since(queue.created_at)}</span>,
      order: (queue) => -queue.created_at,
    },
    {
      id: 'last-poll',
      head: t('Last poll'),
      order: (queue) => (queue.is_polled ? -Infinity : -queue.last_poll_at),
      width: '15%',
      cell: (queue) =>
        queue.is_polled ? (
          <Badge variant="dot" color="green">
            {t('polling now')}
          </Badge>
        ) : (
          <Text inherit title={t('Dropped after {{time}} without a poll', { time: duration(queue.lifespan_secs) })}>
            {t('{{time}} ago', { time: since(queue.last_poll_at) })}
          </Text>
        ),
    },
    {
      id: 'backlog',
      head: t('Backlog'),
      order: (queue) => queue.backlog,
      width: '9%',
      align: 'right',
      cell: (queue) => <span title={sizeText(queue.backlog_bytes)}>{queue.backlog}</span>,
    },
    {
      id: 'event-ids-acknowledged-sent',
      head: t('Event ids: acknowledged / sent'),
      width: '14%',
      align: 'right',
      cell: (queue) =>
        queue.last_sent_id === null
          ? t('starts after {{eventId}}', { eventId: queue.last_acknowledged_id })
          : `${queue.last_acknowledged_id} / ${queue.last_sent_id}`,
    },
    {
      id: 'actions',
      head: t('Actions'),
      isActions: true,
      width: '9%',
      align: 'right',
      cell: (queue) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('Drop the queue of {{name}}', { name: people.nameOf(queue.user_id) })}
          onClick={() => drop(queue)}
        >
          {t('Drop')}
        </Button>
      ),
    },
  ];
}

function Types({ queue }: { queue: Queue }) {
  const types = queue.event_types === null ? t('all') : queue.event_types.join(', ');
  const more = [
    ...(queue.narrow_length > 0 ? [t('narrowed')] : []),
    ...(queue.all_public_streams ? [t('all public channels')] : []),
  ];
  return (
    <Text size="sm" lineClamp={2} title={types}>
      {types === '' ? t('none') : types}
      {more.length > 0 && ` (${more.join(', ')})`}
    </Text>
  );
}

function DropQueue({ queue, owner, onClose }: { queue: Queue; owner: string; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Drop this queue?')}
      confirm={t('Drop queue')}
      run={() => request('DELETE', `/console/event_queues/${encodeURIComponent(queue.queue_id)}`)}
      done={{
        title: t('Queue dropped'),
        message: t('{{owner}} ({{client}}) is notified at the next poll.', { owner, client: queue.client }),
      }}
      stale={[queuesQuery.queryKey]}
      onClose={onClose}
    >
      {t(
        '{{owner}} ({{client}}) gets BAD_EVENT_QUEUE_ID at the next poll. Most clients then register again and reload. {{backlog}} pending events are lost.',
        { owner, client: queue.client, backlog: queue.backlog },
      )}
    </ConfirmAction>
  );
}
