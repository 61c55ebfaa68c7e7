/** Everyone's presence at this moment: since when, with which clients, and what the API says of it in both formats. */
import { Alert, Anchor, Badge, Code, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { matches } from '../../../client/fold.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { useAddressSearch, useAddressSorting, useAddressState } from '../../address-state.ts';
import { ListFilter } from '../../components/list-filter.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Ago } from '../../components/time.tsx';
import { colors, labels, order, presenceQuery, type Person, type Status } from '../../presence/presence.ts';

const columns = perLanguage((): SortableColumn<Person>[] => [
  {
    id: 'name',
    head: t('Name'),
    width: '24%',
    cell: (person) => (
      <>
        <Anchor component={Link} href={`/users/${person.user_id}`} inherit fw={500} c="inherit">
          {person.full_name}
        </Anchor>
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {t('ID {{userId}}', { userId: person.user_id })}
        </Text>
      </>
    ),
    order: (person) => person.full_name,
  },
  {
    id: 'status',
    head: t('Status'),
    width: '14%',
    cell: ({ status }) => (
      <Badge variant="dot" color={colors[status]}>
        {labels()[status]}
      </Badge>
    ),
    order: ({ status }) => order.indexOf(status),
  },
  {
    id: 'since',
    head: t('Since'),
    width: '16%',
    cell: (person) => <When person={person} seconds={person.since} />,
    order: ({ since }) => since ?? 0,
  },
  {
    id: 'clients',
    head: t('Clients'),
    cell: ({ clients, status }) => (
      <Text size="sm" c={clients.length === 0 ? 'dimmed' : undefined}>
        {clients.length > 0 ? clients.join(', ') : status === 'invisible' ? t('hidden') : t('none connected')}
      </Text>
    ),
    order: ({ clients }) => clients.join(', '),
  },
  {
    id: 'last-seen',
    head: t('Last seen'),
    width: '16%',
    cell: (person) => <When person={person} seconds={person.last_seen} />,
    order: (person) => person.last_seen ?? 0,
  },
]);

/** What the API says of it, for those who learn it. */
const formats = perLanguage((): SortableColumn<Person>[] => [
  { id: 'modern-format', head: t('Modern format'), width: '21%', cell: ({ modern }) => <Data value={modern} /> },
  { id: 'legacy-format', head: t('Legacy format'), width: '30%', cell: ({ legacy }) => <Data value={legacy} /> },
]);

export function Now() {
  const { data, error, refetch } = useQuery(presenceQuery);
  const [shown, setShown] = useAddressState<Status | 'all'>('status', 'all', ['all', ...order]);
  const [search, setSearch] = useAddressSearch();
  const sorting = useAddressSorting();
  const [withFormats, setWithFormats] = useState(false);
  const rows = useMemo(() => {
    return (data?.users ?? [])
      .filter((one) => (shown === 'all' || one.status === shown) && matches(search, one.full_name))
      .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status) || (b.last_seen ?? 0) - (a.last_seen ?? 0));
  }, [data, shown, search]);
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  const count = (status: Status): number => data.users.filter((one) => one.status === status).length;
  return (
    <Stack gap="md">
      {data.presence_disabled && (
        <Alert color="yellow" title={t('Presence is turned off')}>
          {t("Presence is turned off in the organization's settings.")}
        </Alert>
      )}
      <ListFilter placeholder={t('Name')} search={search} onSearch={setSearch}>
        <SegmentedControl
          aria-label={t('Status')}
          value={shown}
          onChange={(value) => setShown(value as Status | 'all')}
          data={[
            { value: 'all', label: t('All {{count}}', { count: data.users.length }) },
            ...order.map((status) => ({ value: status, label: `${labels()[status]} ${count(status)}` })),
          ]}
          style={{ flexWrap: 'wrap' }}
          maw="100%"
        />
      </ListFilter>
      <Switch
        label={t('Show raw API data')}
        checked={withFormats}
        onChange={(event) => setWithFormats(event.currentTarget.checked)}
      />
      {rows.length === 0 && (
        <Nothing title={t('No one to show')}>
          {search !== '' ? t('No name matches.') : t('No one is {{shown}} right now.', { shown })}
        </Nothing>
      )}
      {rows.length > 0 && (
        <PagedTable
          caption={t('Presence')}
          rows={rows}
          rowKey={(one) => one.user_id}
          columns={withFormats ? [...columns(), ...formats()] : columns()}
          minWidth={withFormats ? 1400 : 820}
          order={sorting}
        />
      )}
      <Text size="xs" c="dimmed">
        {t(
          'Counts chat apps, not this console. Active: active in the last few minutes. Idle: connected only. Offline: not connected for more than 140 seconds. Times and clients of invisible users are hidden.',
        )}
      </Text>
    </Stack>
  );
}

function When({ person: { status }, seconds }: { person: Person; seconds: number | null }) {
  if (seconds === null || seconds === 0)
    return (
      <Text size="sm" c="dimmed">
        {status === 'invisible' ? t('hidden') : t('never in a chat app')}
      </Text>
    );
  return <Ago date={new Date(seconds * 1000)} />;
}

function Data({ value }: { value: object | null }) {
  if (value === null)
    return (
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    );
  return (
    <Code block fz={11} p={6} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')}
    </Code>
  );
}
