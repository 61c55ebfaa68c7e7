/** The events themselves: for the whole server or one user, filtered, paused, stepped, opened, saved. */
import { Alert, Badge, Group, MultiSelect, Select, Stack, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { folded } from '../../../client/fold.ts';
import { channelsQuery } from '../../../client/queries.ts';
import { t } from '../../../client/text.ts';
import { jsonLines, saveFile } from '../../../components/save-file.ts';
import { useActivity, type ActivityEntry, type EventEntry } from '../../activity/activity.ts';
import { FilterRow } from '../../activity/filter-row.tsx';
import { LiveList } from '../../activity/live-list.tsx';
import { useAddressValues } from '../../address-state.ts';
import { JsonText } from '../../components/json-text.tsx';
import { clockTime } from '../../components/time.tsx';
import { usePeople, type People } from '../../people/people.ts';
import { audienceOf, gistOf, passes, titleOf } from './describe.ts';

const kinds = ['event'] as const;

const firstFilters: { user: string | null; channel: string | null; types: string; search: string } = {
  user: null,
  channel: null,
  types: '',
  search: '',
};
const isId = (value: string): boolean => /^\d+$/.test(value);
const knownFilters = { user: isId, channel: isId };

export function LiveEvents() {
  const people = usePeople();
  const channels = useQuery(channelsQuery(true));
  const [filters, setFilters] = useAddressValues(firstFilters, knownFilters);
  const { user: userId, channel: channelId, search: text } = filters;
  const types = useMemo(() => filters.types.split(',').filter((type) => type !== ''), [filters.types]);
  const [withConsole, setWithConsole] = useState(false);
  const [searched] = useDebouncedValue(folded(text.trim()), 120);
  const { feed, activity } = useActivity(kinds, userId === null ? null : Number(userId));
  const filter = useMemo(
    () => ({ types, channelId: channelId === null ? null : Number(channelId), withConsole, text: searched }),
    [types, channelId, withConsole, searched],
  );
  const events = useMemo(() => activity.entries.filter(isEvent), [activity.entries]);
  const shown = useMemo(() => events.filter((entry) => passes(entry, filter)), [events, filter]);
  const knownTypes = useMemo(
    () => [...new Set([...events.map((entry) => entry.type), ...types])].toSorted(),
    [events, types],
  );
  return (
    <Stack gap="sm">
      <FilterRow
        people={people}
        label={t('User')}
        everybody={t('Whole server')}
        userId={userId}
        onUserId={(user) => setFilters({ user })}
        hint={t('Any text in the event')}
        text={text}
        onText={(search) => setFilters({ search })}
        more={
          <Switch
            label={t('Show console events')}
            checked={withConsole}
            onChange={(event) => setWithConsole(event.currentTarget.checked)}
            mb={8}
          />
        }
      >
        <MultiSelect
          label={t('Type')}
          placeholder={types.length === 0 ? t('All types') : undefined}
          clearable
          searchable
          data={knownTypes}
          value={types}
          onChange={(chosen) => setFilters({ types: chosen.join(',') })}
          w={{ base: '100%', xs: 220 }}
        />
        <Select
          label={t('Channel')}
          placeholder={t('All channels')}
          clearable
          searchable
          data={(channels.data ?? []).map(({ stream_id: id, name }) => ({ value: String(id), label: `#${name}` }))}
          value={channelId}
          onChange={(channel) => setFilters({ channel })}
          w={{ base: '100%', xs: 200 }}
        />
      </FilterRow>
      <LiveList
        feed={feed}
        activity={activity}
        shown={shown}
        passes={(entry) => isEvent(entry) && passes(entry, { ...filter, text: folded(text.trim()) })}
        noun="events"
        onSave={() => saveFile('events.jsonl', jsonLines(shown), 'application/jsonl')}
        nothing={
          events.some(({ type }) => withConsole || type !== 'console')
            ? t('No events match. Try a shorter search, all types or all channels.')
            : t('No events yet. Send a message or add a user to see events here.')
        }
        renderLine={(entry) => <Line entry={entry} people={people} />}
        renderDetail={(entry) => <Detail entry={entry} people={people} />}
      >
        {t(
          'The newest 10,000 events since the server started. Content of direct messages, private channels and personal data is hidden. You see only the time and the recipients.',
        )}
      </LiveList>
    </Stack>
  );
}

const isEvent = (entry: ActivityEntry): entry is EventEntry => entry.kind === 'event';

function Line({ entry, people }: { entry: EventEntry; people: People }) {
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <Text component="span" size="xs" ff="monospace" c="dimmed" style={{ flexShrink: 0 }}>
        {clockTime(entry.at_ms)}
      </Text>
      <Badge component="span" variant="light" color={entry.envelope_only ? 'gray' : 'dusk'} style={{ flexShrink: 0 }}>
        {titleOf(entry)}
      </Badge>
      <Text component="span" size="sm" truncate flex={1} miw={0}>
        {gistOf(entry, people.nameOf)}
      </Text>
      <Text component="span" size="xs" c="dimmed" truncate maw={220} visibleFrom="md">
        {t('to {{audience}}', { audience: audienceOf(entry, people.nameOf) })}
      </Text>
    </Group>
  );
}

function Detail({ entry, people }: { entry: EventEntry; people: People }) {
  return (
    <Stack gap="xs">
      <Text size="sm">
        {t('Sent to {{audience}}.', { audience: audienceOf(entry, people.nameOf) })}{' '}
        {entry.id === null
          ? t('No queue requested it, so it has no ID.')
          : t('Event {{id}}, in {{count}} queues.', {
              id: entry.id,
              count: entry.queue_count,
              defaultValue_one: 'Event {{id}}, in 1 queue.',
            })}
      </Text>
      {entry.envelope_only && (
        <Alert color="gray" p="xs">
          {t('Envelope only. The content is private and hidden from administrators.')}
        </Alert>
      )}
      <JsonText value={entry.event} label={t('the event as JSON')} maxHeight="none" />
    </Stack>
  );
}
