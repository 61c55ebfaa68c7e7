/** Presence time line: the last day or week as a bar for each person, or as a table of the same. */
import { Alert, Anchor, Button, Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { daySecs, hourSecs, minuteMs } from '../../../client/durations.ts';
import { matches } from '../../../client/fold.ts';
import { compareNames } from '../../../client/formats.ts';
import { t } from '../../../client/text.ts';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { absoluteTime } from '../../components/time.tsx';
import { Bars } from '../../presence/bars.tsx';
import { historyQuery, thisMinute, type History } from '../../presence/presence.ts';
import { StretchTable } from '../../presence/stretch-table.tsx';
import { sumsOf, within, type Window, type Line } from '../../presence/stretches.ts';

type Zoom = 'day' | 'week';
type View = 'bars' | 'table';

const spans: Record<Zoom, number> = { day: daySecs, week: 7 * daySecs };
const wholeHour = (atSecs: number): number => Math.ceil(atSecs / hourSecs) * hourSecs;

export function Timeline() {
  const [zoom, setZoom] = useState<Zoom>('day');
  const [view, setView] = useState<View>('bars');
  const [search, setSearch] = useState('');
  const [all, setAll] = useState(false);
  const [now, setNow] = useState(thisMinute);
  useInterval(() => setNow(thisMinute()), minuteMs / 2, { autoInvoke: true });
  /** The end of the period shown; null follows the current time, and so does "last" while someone was present recently. */
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
    setEnd(wholeHour(data.newest));
  const lines = useMemo(() => linesOf(data, window), [data, window]);
  const shown = lines.filter(({ name, stretches }) => {
    return matches(search, name) && (all || search.trim() !== '' || stretches.length > 0);
  });
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <Stack gap="md">
      {data.presence_disabled && (
        <Alert color="yellow" title={t('Presence is turned off')}>
          {t("Presence is turned off in the organization's settings.")}
        </Alert>
      )}
      <Group align="flex-end" gap="sm">
        <ZoomChoice zoom={zoom} onZoom={setZoom} />
        <TimeSteps
          isFollowing={isFollowing}
          onEarlier={() => setEnd(to - spans[zoom])}
          onLater={() => setEnd(to + spans[zoom] >= now ? null : to + spans[zoom])}
          onNow={() => setEnd(null)}
        />
        <ViewChoice view={view} onView={setView} />
        <TextInput
          label={t('Search')}
          data-search
          placeholder={t('Name')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          flex={1}
          miw={160}
        />
        <Switch
          label={t('Include offline people')}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
          mb={8}
        />
      </Group>
      <Text size="sm" c="dimmed" component="output">
        {t('{{from}} to {{to}}', {
          from: absoluteTime(window.from),
          to: isFollowing ? t('now') : absoluteTime(window.to),
        })}
        {!data.is_complete && ` ${t('The oldest entries are not shown.')}`}
      </Text>
      <Elsewhere data={data} window={window} onGo={setEnd} />
      {shown.length === 0 && (
        <Nothing title={t('No one to show')}>
          {search.trim() !== '' ? t('No name matches.') : t('No one was online in this period.')}
        </Nothing>
      )}
      {shown.length > 0 && view === 'bars' && <Bars lines={shown} window={window} zoom={zoom} />}
      {shown.length > 0 && view === 'table' && <StretchTable lines={shown} />}
      <Text size="xs" c="dimmed">
        {t('Kept for eight days. Invisible users are not recorded.')}
      </Text>
    </Stack>
  );
}

function ZoomChoice({ zoom, onZoom }: { zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  return (
    <SegmentedControl
      aria-label={t('Zoom')}
      value={zoom}
      onChange={onZoom}
      data={[
        { value: 'day', label: t('Day') },
        { value: 'week', label: t('Week') },
      ]}
    />
  );
}

function ViewChoice({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <SegmentedControl
      aria-label={t('Shown as')}
      value={view}
      onChange={onView}
      data={[
        { value: 'bars', label: t('Bars') },
        { value: 'table', label: t('Table') },
      ]}
    />
  );
}

interface TimeStepsProps {
  isFollowing: boolean;
  onEarlier: () => void;
  onLater: () => void;
  onNow: () => void;
}

function TimeSteps({ isFollowing, onEarlier, onLater, onNow }: TimeStepsProps) {
  return (
    <Button.Group aria-label={t('Time')}>
      <Button variant="default" onClick={onEarlier}>
        {t('Earlier')}
      </Button>
      <Button variant="default" disabled={isFollowing} onClick={onLater}>
        {t('Later')}
      </Button>
      <Button variant="default" disabled={isFollowing} onClick={onNow}>
        {t('Now')}
      </Button>
    </Button.Group>
  );
}

/** Who was there last comes first. */
function linesOf(data: History | undefined, window: Window): Line[] {
  return (data?.users ?? [])
    .map(({ user_id: id, full_name: name, is_invisible: isInvisible, stretches }) => {
      const shown = within(stretches, window);
      return { id, name, isInvisible, stretches: shown, sums: sumsOf(shown) };
    })
    .toSorted((a, b) => (b.sums.last ?? 0) - (a.sums.last ?? 0) || compareNames(a.name, b.name));
}

/** The time shown is empty, and there is something in another. */
function Elsewhere({ data, window, onGo }: { data: History; window: Window; onGo: (end: number) => void }) {
  const { newest, users } = data;
  if (newest === null || newest >= window.from || users.some(({ stretches }) => stretches.length > 0)) return null;
  return (
    <Alert color="gray">
      {t('No activity in this period. Last seen {{absoluteTime}}.', {
        absoluteTime: absoluteTime(newest),
      })}{' '}
      <Anchor component="button" type="button" onClick={() => onGo(wholeHour(newest))} inherit>
        {t('Show last activity')}
      </Anchor>
    </Alert>
  );
}
