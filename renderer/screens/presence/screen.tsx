/** Presence, live: who is there, since when, with which client, and what the API says of it in both formats. */
import { Alert, Badge, Code, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '../../api.ts';
import { ForAdministrators } from '../../parts/for-administrators.tsx';
import { Page } from '../../parts/page.tsx';
import { PagedTable, type Column } from '../../parts/paged-table.tsx';
import { Failure, Loading, Nothing } from '../../parts/states.tsx';
import { Ago } from '../../parts/time.tsx';

type Status = 'active' | 'idle' | 'offline' | 'invisible';

interface Person {
  user_id: number;
  full_name: string;
  status: Status;
  /** UNIX seconds; null where nothing is known or told. */
  since: number | null;
  last_seen: number | null;
  clients: string[];
  update_id: number | null;
  modern: object | null;
  legacy: object | null;
}

interface Overview {
  now: number;
  presence_disabled: boolean;
  users: Person[];
}

const title = 'Presence';
const description = 'Who is there now, and what the API says of it.';
const order: Status[] = ['active', 'idle', 'offline', 'invisible'];
const labels: Record<Status, string> = { active: 'Active', idle: 'Idle', offline: 'Offline', invisible: 'Invisible' };
const colors: Record<Status, string> = { active: 'green', idle: 'yellow', offline: 'gray', invisible: 'violet' };

/** An event tells who comes; who goes is told by nobody, so the list is also read again by itself. */
const presenceQuery = queryOptions({
  queryKey: ['presence'],
  queryFn: ({ signal }) => request<Overview>('GET', '/console/presence', {}, signal),
  refetchInterval: 5000,
});

const columns: Column<Person>[] = [
  {
    head: 'Name',
    width: '17%',
    cell: (person) => (
      <>
        <Text inherit fw={500}>
          {person.full_name}
        </Text>
        <Text size="xs" c="dimmed">
          ID {person.user_id}
        </Text>
      </>
    ),
  },
  {
    head: 'Status',
    width: '13%',
    cell: ({ status }) => (
      <Badge variant="dot" color={colors[status]}>
        {labels[status]}
      </Badge>
    ),
  },
  { head: 'Since', width: '10%', cell: (person) => <Since person={person} /> },
  {
    head: 'Clients',
    width: '12%',
    cell: ({ clients, status }) => (
      <Text size="sm" c={clients.length === 0 ? 'dimmed' : undefined}>
        {clients.length > 0 ? clients.join(', ') : status === 'invisible' ? 'not told' : 'none connected'}
      </Text>
    ),
  },
  { head: 'Modern format', width: '19%', cell: ({ modern }) => <Data value={modern} /> },
  { head: 'Legacy format', cell: ({ legacy }) => <Data value={legacy} /> },
];

export function Presence() {
  return (
    <ForAdministrators title={title} description={description}>
      <Page title={title} description={description}>
        <Everybody />
      </Page>
    </ForAdministrators>
  );
}

function Everybody() {
  const { data, error, refetch } = useQuery(presenceQuery);
  const [shown, setShown] = useState<Status | 'all'>('all');
  const [search, setSearch] = useState('');
  const rows = useMemo(() => {
    const words = search.trim().toLowerCase();
    return (data?.users ?? [])
      .filter((one) => (shown === 'all' || one.status === shown) && one.full_name.toLowerCase().includes(words))
      .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status) || (b.last_seen ?? 0) - (a.last_seen ?? 0));
  }, [data, shown, search]);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const count = (status: Status): number => data.users.filter((one) => one.status === status).length;
  return (
    <Stack gap="md">
      {data.presence_disabled && (
        <Alert color="yellow" title="Presence is switched off">
          The organization&apos;s settings keep everybody&apos;s presence from being shared.
        </Alert>
      )}
      <Group align="flex-end">
        <TextInput
          label="Search"
          placeholder="Name"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex={1}
          miw={180}
        />
        <SegmentedControl
          aria-label="Status"
          value={shown}
          onChange={(value) => setShown(value as Status | 'all')}
          data={[
            { value: 'all', label: `All ${data.users.length}` },
            ...order.map((status) => ({ value: status, label: `${labels[status]} ${count(status)}` })),
          ]}
          style={{ flexWrap: 'wrap' }}
          maw="100%"
        />
      </Group>
      {rows.length === 0 && (
        <Nothing title="Nobody to show">
          {search !== '' ? 'No name has these letters.' : `Nobody is ${shown} at the moment.`}
        </Nothing>
      )}
      {rows.length > 0 && (
        <PagedTable caption="Presence" rows={rows} rowKey={(one) => one.user_id} columns={columns} minWidth={1080} />
      )}
      <Text size="xs" c="dimmed">
        Active: did something in the last minutes. Idle: connected only. Offline: not heard of for more than 140
        seconds. Who is invisible is told to nobody, so no times and clients of theirs are shown here either.
      </Text>
    </Stack>
  );
}

function Since({ person: { since, status } }: { person: Person }) {
  if (since === null || since === 0)
    return (
      <Text size="sm" c="dimmed">
        {status === 'invisible' ? 'not told' : 'never seen'}
      </Text>
    );
  return <Ago date={new Date(since * 1000)} />;
}

function Data({ value }: { value: object | null }) {
  if (value === null)
    return (
      <Text size="sm" c="dimmed">
        none
      </Text>
    );
  return (
    <Code block fz={11} p={6} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')}
    </Code>
  );
}
