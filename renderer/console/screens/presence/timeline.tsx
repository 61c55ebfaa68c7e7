/** Who was there when: the last day or week as a bar for each person, or as a table of the same. */
import { Alert, Anchor, Button, Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { matches } from '../../../client/fold.ts';
import { Failure, Loading, Nothing } from '../../../components/states.tsx';
import { absoluteTime } from '../../../components/time.tsx';
import { Bars } from '../../presence/bars.tsx';
import { historyQuery, type History } from '../../presence/presence.ts';
import { StretchTable } from '../../presence/stretch-table.tsx';
import { sumsOf, within, type Window, type Line } from '../../presence/stretches.ts';

type Zoom = 'day' | 'week';

const spans: Record<Zoom, number> = { day: 86_400, week: 7 * 86_400 };
const minuteMs = 60_000;
/** Whole minutes, so that what is asked for changes once a minute. */
const thisMinute = (): number => Math.ceil(Date.now() / minuteMs) * 60;

export function Timeline() {
  const [zoom, setZoom] = useState<Zoom>('day');
  const [view, setView] = useState<'bars' | 'table'>('bars');
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(false);
  const [now, setNow] = useState(thisMinute);
  useInterval(() => setNow(thisMinute()), minuteMs / 2, { autoInvoke: true });
  /** The end of what is shown; null follows the time, "last" too, unless nobody was there lately. */
  const [end, setEnd] = useState<number | null | 'last'>('last');
  const isFollowing = end === null || end === 'last';
  const to = isFollowing ? now : end;
  const window = useMemo(() => ({ from: to - spans[zoom], to }), [to, zoom]);
  const { data, error, refetch } = useQuery({
    ...historyQuery(window.from, window.to),
    placeholderData: keepPreviousData,
    refetchInterval: isFollowing ? minuteMs / 4 : false,
  });
  if (end === 'last' && data !== undefined && data.newest !== null && data.newest < window.from)
    setEnd(Math.ceil(data.newest / 3600) * 3600);
  const lines = useMemo(() => linesOf(data, window), [data, window]);
  const shown = lines.filter(({ name, stretches }) => {
    return matches(search, name) && (all || search.trim() !== '' || stretches.length > 0);
  });
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <Stack gap="md">
      {data.presence_disabled && (
        <Alert color="yellow" title="Presence is switched off">
          The organization&apos;s settings keep everybody&apos;s presence from being shared.
        </Alert>
      )}
      <Group align="flex-end" gap="sm">
        <SegmentedControl
          aria-label="Zoom"
          value={zoom}
          onChange={(value) => setZoom(value as Zoom)}
          data={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />
        <Button.Group aria-label="Time">
          <Button variant="default" onClick={() => setEnd(to - spans[zoom])}>
            Earlier
          </Button>
          <Button
            variant="default"
            disabled={isFollowing}
            onClick={() => setEnd(to + spans[zoom] >= now ? null : to + spans[zoom])}
          >
            Later
          </Button>
          <Button variant="default" disabled={isFollowing} onClick={() => setEnd(null)}>
            Now
          </Button>
        </Button.Group>
        <SegmentedControl
          aria-label="Shown as"
          value={view}
          onChange={(value) => setView(value as 'bars' | 'table')}
          data={[
            { value: 'bars', label: 'Bars' },
            { value: 'table', label: 'Table' },
          ]}
        />
        <TextInput
          label="Search"
          placeholder="Name"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex={1}
          miw={160}
        />
        <Switch
          label="Include absent people"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
          mb={8}
        />
      </Group>
      <Text size="sm" c="dimmed" component="output">
        {absoluteTime(window.from)} to {isFollowing ? 'now' : absoluteTime(window.to)}
        {!data.is_complete && '; so much that the oldest of it is left out'}
      </Text>
      <Elsewhere data={data} window={window} onGo={setEnd} />
      {shown.length === 0 && (
        <Nothing title="Nobody to show">
          {search.trim() !== '' ? 'No name has these letters.' : 'Nobody was there in this time, as far as is known.'}
        </Nothing>
      )}
      {shown.length > 0 && view === 'bars' && <Bars lines={shown} window={window} zoom={zoom} />}
      {shown.length > 0 && view === 'table' && <StretchTable lines={shown} />}
      <Text size="xs" c="dimmed">
        Kept for eight days. Invisible users are not recorded.
      </Text>
    </Stack>
  );
}

/** Who was there last comes first. */
function linesOf(data: History | undefined, window: Window): Line[] {
  return (data?.users ?? [])
    .map(({ user_id: id, full_name: name, is_invisible: isInvisible, stretches }) => {
      const shown = within(stretches, window);
      return { id, name, isInvisible, stretches: shown, sums: sumsOf(shown) };
    })
    .toSorted((a, b) => (b.sums.last ?? 0) - (a.sums.last ?? 0) || a.name.localeCompare(b.name));
}

/** The time shown is empty, and there is something in another. */
function Elsewhere({ data, window, onGo }: { data: History; window: Window; onGo: (end: number) => void }) {
  const { newest, users } = data;
  if (newest === null || newest >= window.from || users.some(({ stretches }) => stretches.length > 0)) return null;
  return (
    <Alert color="gray">
      Nobody was there in this time; the last one was there {absoluteTime(newest)}.{' '}
      <Anchor component="button" type="button" onClick={() => onGo(Math.ceil(newest / 3600) * 3600)} inherit>
        Show that time
      </Anchor>
    </Alert>
  );
}
