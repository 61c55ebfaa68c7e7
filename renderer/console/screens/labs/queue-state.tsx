/** State of an event queue: the heartbeat that is due, what the server still keeps, and what was received. */
import { Badge, Group, Paper, Progress, Stack, Table, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '../../../client/api.ts';
import { sizeText } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { FactList } from '../../components/fact-list.tsx';
import { Heading } from '../../components/heading.tsx';
import { duration } from '../../components/time.tsx';

/** Counts down to the moment at which the server answers in any case. */
export function Heartbeat({ sinceMs, seconds }: { sinceMs: number; seconds: number }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 250, { autoInvoke: true });
  const left = Math.max(0, seconds - (now - sinceMs) / 1000);
  return (
    <Stack gap={4} flex={1} miw={180}>
      <Text size="sm" component="output">
        {t('Waiting. Heartbeat in {{seconds}} s at the latest', { seconds: Math.ceil(left) })}
      </Text>
      <Progress value={(left / seconds) * 100} aria-label={t('Until the heartbeat')} size="sm" />
    </Stack>
  );
}

type QueueWire = AnswerOf<'GET', '/console/event_queues'>['queues'][number];

interface ServerSideProps {
  queueId: string | null;
  received: readonly { id: number; type: string }[];
  /** What the client acknowledges with its next poll. */
  lastId: number;
}

export function ServerSide({ queueId, received, lastId }: ServerSideProps) {
  const { data } = useQuery({
    queryKey: ['event-queues', 'lab', queueId],
    queryFn: async ({ signal }) => (await request('GET', '/console/event_queues', {}, signal)).queues,
    enabled: queueId !== null,
    refetchInterval: 700,
  });
  const queue = data?.find((one) => one.queue_id === queueId);
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Server state')}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Heading>{t('Server state')}</Heading>
          {queueId !== null && data !== undefined && (
            <Badge variant="dot" color={queue === undefined ? 'red' : queue.is_polled ? 'green' : 'yellow'}>
              {queue === undefined
                ? t('no such queue')
                : queue.is_polled
                  ? t('a poll is waiting')
                  : t('no poll is waiting')}
            </Badge>
          )}
        </Group>
        {queueId === null && (
          <Text size="sm" c="dimmed">
            {t('Register a queue to see its state on the server.')}
          </Text>
        )}
        {queue !== undefined && <Facts queue={queue} />}
        {received.length > 0 && (
          <Table fz="sm" aria-label={t('Events received')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('Event id')}</Table.Th>
                <Table.Th scope="col">{t('Type')}</Table.Th>
                <Table.Th scope="col">{t('Stored on the server')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {received.slice(-8).map(({ id, type }) => (
                <Table.Tr key={id}>
                  <Table.Td>{id}</Table.Td>
                  <Table.Td>{type}</Table.Td>
                  <Table.Td>{keptText(id, type, queue, lastId)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Paper>
  );
}

function keptText(id: number, type: string, queue: QueueWire | undefined, lastId: number): string {
  if (type === 'heartbeat') return t('never');
  if (queue === undefined) return t('no, the queue no longer exists');
  if (id <= queue.last_acknowledged_id) return t('no, acknowledged');
  return id <= lastId ? t('until the next poll') : t('yes');
}

function Facts({ queue }: { queue: QueueWire }) {
  return (
    <FactList
      facts={[
        [t('Queue'), queue.queue_id],
        [t('Pending events'), `${queue.backlog} (${sizeText(queue.backlog_bytes)})`],
        [t('Acknowledged up to'), String(queue.last_acknowledged_id)],
        [t('Sent up to'), queue.last_sent_id === null ? t('Nothing yet') : String(queue.last_sent_id)],
        [t('Dropped after no poll for'), duration(queue.lifespan_secs)],
      ]}
    />
  );
}
