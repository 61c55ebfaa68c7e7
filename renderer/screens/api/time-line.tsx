/** The time line: each request, the events it announced, the queues that got them, and when those were acknowledged. */
import { Box, Button, Group, MultiSelect, Select, Stack, Switch, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useActivity, type ActivityEntry, type RequestEntry } from '../../activity.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { TextBlock } from '../../parts/json-text.tsx';
import { LiveControls } from '../../parts/live-controls.tsx';
import { clockTime, usePeople, type People } from '../../parts/people.ts';
import { RowList } from '../../parts/row-list.tsx';
import { jsonLines, saveFile } from '../../parts/save-file.ts';
import { Loading, Nothing } from '../../parts/states.tsx';
import { StatusBadge } from './answer-view.tsx';
import { effectsOf, indexOf, type Effect, type Index } from './effects.ts';
import { MethodBadge } from './explorer.tsx';
import type { Replay } from './screen.tsx';
import { snippet } from './snippets.ts';

const kinds = ['event', 'request', 'acknowledgement'] as const;
const states = ['2xx', '4xx', '5xx'];

export function TimeLine({ onReplay }: { onReplay: (replay: Replay) => void }) {
  const people = usePeople();
  const { feed, activity } = useActivity(kinds, null);
  const [userId, setUserId] = useState<string | null>(null);
  const [status, setStatus] = useState<string[]>([]);
  const [polls, setPolls] = useState(false);
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim().toLowerCase(), 120);
  const passes = useMemo(
    () => (entry: ActivityEntry) => isRequest(entry) && isWanted(entry, { userId, status, polls, text: searched }),
    [userId, status, polls, searched],
  );
  const shown = useMemo(() => activity.entries.filter(isRequest).filter(passes), [activity.entries, passes]);
  const index = useMemo(() => indexOf(activity.entries), [activity.entries]);
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <Select
          label="Sent by"
          placeholder="Everybody"
          clearable
          searchable
          data={people.options}
          value={userId}
          onChange={setUserId}
          w={{ base: '100%', xs: 220 }}
        />
        <MultiSelect
          label="Status"
          placeholder={status.length === 0 ? 'Any' : undefined}
          clearable
          data={states}
          value={status}
          onChange={setStatus}
          w={{ base: '100%', xs: 190 }}
        />
        <TextInput
          label="Text"
          placeholder="Path, parameter, client, code"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          flex={1}
          miw={160}
        />
        <Switch label="Polls too" checked={polls} onChange={(event) => setPolls(event.currentTarget.checked)} mb={8} />
      </Group>
      <LiveControls
        feed={feed}
        activity={activity}
        passes={passes}
        shown={shown.length}
        noun="requests"
        onSave={() => saveFile('time-line.jsonl', jsonLines(activity.entries), 'application/jsonl')}
      />
      {!activity.loaded && !activity.lost && <Loading />}
      {activity.loaded && shown.length === 0 && (
        <Nothing title="No requests to show">
          Nothing matches, or nobody has asked for anything yet. Send a request under Operations, or from any client.
        </Nothing>
      )}
      {shown.length > 0 && (
        <RowList
          label="Requests, oldest first"
          items={shown}
          keyOf={(entry) => entry.seq}
          renderLine={(entry) => <Line entry={entry} people={people} />}
          renderDetail={(entry) => <Detail entry={entry} people={people} index={index} onReplay={onReplay} />}
        />
      )}
      <Text size="xs" c="dimmed">
        The newest 10,000 requests since the server started. Passwords, keys and tokens are never kept; what others
        write in private shows as [private].
      </Text>
    </Stack>
  );
}

const isRequest = (entry: ActivityEntry): entry is RequestEntry => entry.kind === 'request';

interface Filter {
  userId: string | null;
  status: string[];
  polls: boolean;
  text: string;
}

function isWanted(entry: RequestEntry, { userId, status, polls, text }: Filter): boolean {
  if (userId !== null && entry.user_id !== Number(userId)) return false;
  if (status.length > 0 && !status.includes(`${Math.floor(entry.status / 100)}xx`)) return false;
  if (!polls && entry.route === '/events' && entry.method === 'GET') return false;
  if (text === '') return true;
  return `${entry.method} ${entry.path} ${entry.client} ${entry.code ?? ''} ${JSON.stringify(entry.params)}`
    .toLowerCase()
    .includes(text);
}

function Line({ entry, people }: { entry: RequestEntry; people: People }) {
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Text component="span" size="xs" ff="monospace" c="dimmed" style={{ flexShrink: 0 }}>
        {clockTime(entry.at_ms)}
      </Text>
      <MethodBadge method={entry.method} />
      <Text component="span" size="sm" ff="monospace" truncate flex={1} miw={0}>
        {entry.path.replace(/^\/api\/v1/, '')}
      </Text>
      {entry.event_count > 0 && (
        <Text component="span" size="xs" c="dimmed" visibleFrom="sm" style={{ flexShrink: 0 }}>
          {entry.event_count} {entry.event_count === 1 ? 'event' : 'events'}
        </Text>
      )}
      <Text component="span" size="xs" c="dimmed" truncate maw={200} visibleFrom="sm">
        {entry.user_id === null ? 'no account' : people.nameOf(entry.user_id)}, {entry.client}
      </Text>
      <Text component="span" size="xs" c="dimmed" visibleFrom="xs" style={{ flexShrink: 0 }}>
        {entry.ms} ms
      </Text>
      <StatusBadge status={entry.status} />
    </Group>
  );
}

interface DetailProps {
  entry: RequestEntry;
  people: People;
  index: Index;
  onReplay: (replay: Replay) => void;
}

function Detail({ entry, people, index, onReplay }: DetailProps) {
  const params = Object.entries(entry.params ?? {});
  const code = snippet(
    {
      method: entry.method,
      url: window.location.origin + entry.path,
      params: params.filter(([name]) => !isInPath(entry, name)),
      file: null,
      account: { email: 'YOUR_EMAIL', key: 'YOUR_API_KEY' },
    },
    'bash',
  );
  return (
    <Stack gap="xs">
      <Text size="sm">
        {entry.user_id === null ? 'Without an account' : people.nameOf(entry.user_id)}, client {entry.client}, from{' '}
        {entry.ip}, {entry.ms} ms, {entry.status}
        {entry.code !== null && ` ${entry.code}`}
      </Text>
      {params.length > 0 && <TextBlock text={JSON.stringify(entry.params, null, 2)} label="the parameters" />}
      <Effects effects={effectsOf(entry, index)} people={people} count={entry.event_count} />
      <Group gap="xs">
        <CopyText text={code} label="as curl for bash" caption="Copy as curl" />
        {entry.route !== null && (
          <Button variant="default" size="compact-sm" onClick={() => onReplay(replayOf(entry))}>
            Open as a form
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const isInPath = ({ route }: RequestEntry, name: string): boolean =>
  route !== null && (route.includes(`{${name}}`) || route.includes(`{*${name}}`));

/** What is masked is left for a person to fill in. */
function replayOf({ method, route, params }: RequestEntry): Replay {
  const values = Object.entries(params ?? {}).filter(([, value]) => !/^\[(secret|private)\]$/.test(value));
  return { method, path: `/api/v1${(route ?? '').replaceAll('{*', '{')}`, values: Object.fromEntries(values) };
}

function Effects({ effects, people, count }: { effects: Effect[]; people: People; count: number }) {
  if (count === 0)
    return (
      <Text size="sm" c="dimmed">
        It announced no events.
      </Text>
    );
  return (
    <Box component="section" tabIndex={0} aria-label="What came of it, scrolls sideways" style={{ overflowX: 'auto' }}>
      <Table miw={460} fz="sm" aria-label="What came of it">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Event</Table.Th>
            <Table.Th scope="col">Queue of</Table.Th>
            <Table.Th scope="col">Acknowledged</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {effects.map((effect) => (
            <Table.Tr key={effect.key}>
              <Table.Td>{effect.event}</Table.Td>
              <Table.Td>
                {effect.userId !== undefined && `${people.nameOf(effect.userId)} `}
                <Text component="span" size="xs" c="dimmed">
                  {effect.queue}
                </Text>
              </Table.Td>
              <Table.Td>{effect.afterMs === null ? 'not yet' : `after ${effect.afterMs} ms`}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
