/** The event-queue bench: register, poll by hand, acknowledge, watch the server forget, kill the queue, see what a client gets. */
import { Alert, Button, Group, MultiSelect, NumberInput, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { dateFormat } from '../../../client/formats.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { asYourself, SendAs, type Sender } from '../../api-calls/send-as.tsx';
import { Card } from '../../components/section.tsx';
import { Exchanges, useBench, type Reply } from './exchange.tsx';
import { Heartbeat, ServerSide } from './queue-state.tsx';

const eventTypes =
  'message update_message delete_message reaction typing presence user_status subscription stream realm_user realm_bot user_group user_topic update_message_flags submessage drafts attachment realm restart'.split(
    ' ',
  );
const usualHeartbeatSeconds = 50;

interface Queue {
  id: string;
  /** Seconds after which a poll is answered in any case. */
  heartbeat: number;
}

interface Received {
  id: number;
  type: string;
}

/** A client of its own: its queue, what it received and what it was informed last. */
function useQueueClient(sender: Sender) {
  const bench = useBench(sender);
  const [queue, setQueue] = useState<Queue | null>(null);
  const [lastId, setLastId] = useState(-1);
  const [received, setReceived] = useState<Received[]>([]);
  const [pollingSince, setPollingSince] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const poll = useRef<AbortController | null>(null);

  const attempt = async (work: () => Promise<Reply>): Promise<void> => {
    try {
      const reply = await work();
      setProblem(reply.ok ? null : refusal(reply));
    } catch {
      if (poll.current?.signal.aborted !== true) setProblem(t('The connection closed without a response.'));
    }
  };
  const register = async (types: string[], narrow: string): Promise<void> =>
    attempt(async () => {
      const reply = await bench.call('POST', '/register', {
        event_types: types,
        fetch_event_types: [],
        ...(narrow.trim() !== '' && narrow.trim() !== '[]' && { narrow }),
      });
      if (!reply.ok) return reply;
      const heartbeat = Number(reply.body['event_queue_longpoll_timeout_seconds'] ?? usualHeartbeatSeconds);
      setQueue({ id: String(reply.body['queue_id']), heartbeat });
      setLastId(Number(reply.body['last_event_id']));
      setReceived([]);
      return reply;
    });
  const ask = async (waits: boolean): Promise<void> => {
    if (queue === null) return;
    const ending = new AbortController();
    poll.current = ending;
    if (waits) setPollingSince(Date.now());
    await attempt(async () => {
      const params = { queue_id: queue.id, last_event_id: lastId, ...(!waits && { dont_block: true }) };
      const reply = await bench.call('GET', '/events', params, ending.signal);
      const events = (reply.body['events'] ?? []) as Received[];
      setReceived((before) =>
        [...before, ...events.filter(({ id }) => before.every((one) => one.id !== id))].slice(-200),
      );
      return reply;
    });
    setPollingSince(null);
  };
  const remove = async (): Promise<void> =>
    attempt(async () => bench.call('DELETE', '/events', { queue_id: queue?.id ?? '' }));
  const hangUp = (): void => poll.current?.abort();
  const { exchanges } = bench;
  return { queue, lastId, setLastId, received, pollingSince, problem, exchanges, register, ask, remove, hangUp };
}

type QueueClient = ReturnType<typeof useQueueClient>;

function refusal({ body }: Reply): string {
  const code = String(body['code'] ?? '');
  return code === 'BAD_EVENT_QUEUE_ID'
    ? t('BAD_EVENT_QUEUE_ID: the queue no longer exists. A client now registers again and reloads all data.')
    : `${code}: ${String(body['msg'] ?? '')}`;
}

export function QueueLab() {
  const [sender, setSender] = useState<Sender>(asYourself);
  const client = useQueueClient(sender);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <Stack gap="md" miw={0}>
        <Card name={t('Register')} title={t('1. Register')} p="md">
          <SendAs sender={sender} onChange={setSender} label={t('Act as')} />
          <Registering client={client} />
        </Card>
        <Card name={t('Poll')} title={t('2. Poll; the next poll acknowledges')} p="md">
          <Polling client={client} />
          <SomethingHappens />
        </Card>
        <Card name={t('Kill')} title={t('3. Drop the queue and poll again')} p="md">
          <Dropping client={client} />
        </Card>
      </Stack>
      <Stack gap="md" miw={0}>
        {client.problem !== null && (
          <Alert color="red" role="alert">
            {client.problem}
          </Alert>
        )}
        <ServerSide queueId={client.queue?.id ?? null} received={client.received} lastId={client.lastId} />
        <Exchanges exchanges={client.exchanges} />
      </Stack>
    </SimpleGrid>
  );
}

function Registering({ client: { queue, register } }: { client: QueueClient }) {
  const [types, setTypes] = useState<string[]>(['message', 'typing', 'reaction']);
  const [narrow, setNarrow] = useState('[]');
  return (
    <>
      <MultiSelect label={t('Event types')} data={eventTypes} value={types} onChange={setTypes} searchable clearable />
      <Textarea
        label={t('Narrow')}
        description={t('JSON, such as [["channel", "general"]]. [] for all messages.')}
        value={narrow}
        onChange={(event) => setNarrow(event.currentTarget.value)}
        autosize
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group>
        <Button onClick={() => void register(types, narrow)}>
          {queue === null ? t('Register') : t('Register again')}
        </Button>
      </Group>
    </>
  );
}

function Polling({ client }: { client: QueueClient }) {
  const { queue, lastId, setLastId, received, pollingSince, ask, hangUp } = client;
  const highest = Math.max(lastId, ...received.map(({ id }) => id));
  return (
    <>
      <NumberInput
        label={t('last_event_id')}
        description={t('Acknowledges all events up to this id. The server deletes them.')}
        value={lastId}
        onChange={(value) => setLastId(Number(value))}
        disabled={queue === null}
      />
      <Group gap="xs">
        <Button disabled={queue === null || pollingSince !== null} onClick={() => void ask(true)}>
          {t('Poll and wait')}
        </Button>
        <Button variant="default" disabled={queue === null} onClick={() => void ask(false)}>
          {t('Poll without waiting')}
        </Button>
        <Button variant="default" disabled={queue === null || highest <= lastId} onClick={() => setLastId(highest)}>
          {t('Acknowledge up to {{highest}}', { highest })}
        </Button>
      </Group>
      {pollingSince !== null && (
        <Group gap="sm">
          <Heartbeat sinceMs={pollingSince} seconds={queue?.heartbeat ?? usualHeartbeatSeconds} />
          <Button variant="default" size="compact-sm" onClick={hangUp}>
            {t('Close connection')}
          </Button>
        </Group>
      )}
    </>
  );
}

function Dropping({ client: { queue, remove } }: { client: QueueClient }) {
  const drop = (): void => void request('DELETE', `/console/event_queues/${queue?.id ?? ''}`).catch(() => undefined);
  return (
    <Group gap="xs">
      <Button variant="default" disabled={queue === null} onClick={() => void remove()}>
        {t('Delete as the client')}
      </Button>
      <Button variant="default" disabled={queue === null} onClick={drop}>
        {t('Drop on the server')}
      </Button>
    </Group>
  );
}

/** A message of one's own, so that there is something to poll for. */
function SomethingHappens() {
  const send = async (): Promise<void> => {
    const { streams: channels } = await request('GET', '/streams');
    const channel = channels.find(({ name }) => /^(general|sandbox)$/.test(name)) ?? channels[0];
    if (channel === undefined) return;
    const content = t('Hello from the lab, {{time}}', {
      time: dateFormat({ timeStyle: 'medium' }).format(new Date()),
    });
    await request('POST', '/messages', { type: 'channel', to: channel.name, topic: 'lab', content });
  };
  return (
    <Group gap="xs">
      <Button variant="subtle" size="compact-sm" onClick={() => void send().catch(() => undefined)}>
        {t('Send test message')}
      </Button>
      <Text size="xs" c="dimmed">
        {t('Sends a message to the topic “lab” in a channel.')}
      </Text>
    </Group>
  );
}
