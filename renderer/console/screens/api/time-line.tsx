/** The time line: each request, the events it announced, the queues that got them, and when those were acknowledged. */
import { Badge, Button, Group, Menu, MultiSelect, Stack, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { folded } from '../../../client/fold.ts';
import { fullMoment } from '../../../client/formats.ts';
import { t } from '../../../client/text.ts';
import { jsonLines, saveFile } from '../../../components/save-file.ts';
import { useActivity, type ActivityEntry, type RequestEntry } from '../../activity/activity.ts';
import { FilterRow } from '../../activity/filter-row.tsx';
import { LiveList } from '../../activity/live-list.tsx';
import { StatusBadge, MethodBadge } from '../../api-calls/badges.tsx';
import type { Replay } from '../../api-calls/catalogue.ts';
import { clockTime } from '../../components/time.tsx';
import { usePeople, type People } from '../../people/people.ts';
import { indexOf } from './effects.ts';
import { Detail } from './time-line-detail.tsx';
import { trainingHtml, trainingMarkdown } from './training-export.ts';

const kinds = ['event', 'request', 'acknowledgement'] as const;
const states = ['2xx', '4xx', '5xx'];

interface TimeLineProps {
  onReplay: (replay: Replay) => void;
  /** The request to look at: only it is shown until the text is changed. */
  requestId: string;
}

export function TimeLine({ onReplay, requestId }: TimeLineProps) {
  const people = usePeople();
  const { feed, activity } = useActivity(kinds, null);
  const [userId, setUserId] = useState<string | null>(null);
  const [status, setStatus] = useState<string[]>([]);
  const [polls, setPolls] = useState(false);
  const [own, setOwn] = useState(false);
  const [text, setText] = useState(requestId);
  const [searched] = useDebouncedValue(folded(text.trim()), 120);
  const filter = useMemo(
    () => ({ userId, status, polls, own, text: searched }),
    [userId, status, polls, own, searched],
  );
  const shown = useMemo(
    () => activity.entries.filter(isRequest).filter((entry) => isWanted(entry, filter)),
    [activity.entries, filter],
  );
  const index = useMemo(() => indexOf(activity.entries), [activity.entries]);
  return (
    <Stack gap="sm">
      <FilterRow
        people={people}
        label={t('Sent by')}
        everybody={t('Everyone')}
        userId={userId}
        onUserId={setUserId}
        hint={t('Path, parameter, client or code')}
        text={text}
        onText={setText}
        more={
          <>
            <Switch
              label={t('Include polling')}
              checked={polls}
              onChange={(event) => setPolls(event.currentTarget.checked)}
              mb={8}
            />
            <Switch
              label={t('Show calls made by the console and chat')}
              checked={own}
              onChange={(event) => setOwn(event.currentTarget.checked)}
              mb={8}
            />
          </>
        }
      >
        <MultiSelect
          label={t('Status')}
          placeholder={status.length === 0 ? t('Any') : undefined}
          clearable
          data={states}
          value={status}
          onChange={setStatus}
          w={{ base: '100%', xs: 190 }}
        />
      </FilterRow>
      <LiveList
        feed={feed}
        activity={activity}
        shown={shown}
        passes={(entry) => isRequest(entry) && isWanted(entry, { ...filter, text: folded(text.trim()) })}
        noun="requests"
        onSave={() => saveFile('time-line.jsonl', jsonLines(activity.entries), 'application/jsonl')}
        more={
          <Group gap="xs">
            <Handout requests={shown} entries={activity.entries} people={people} />
            <Text size="xs" c="dimmed">
              {t('Includes the requests shown, with responses and events.')}
            </Text>
          </Group>
        }
        nothing={t('No matching requests. Send a request under Operations or from any client.')}
        renderLine={(entry) => <Line entry={entry} people={people} />}
        renderDetail={(entry) => <Detail entry={entry} people={people} index={index} onReplay={onReplay} />}
      >
        {t(
          'The newest 10,000 requests since the server started. Passwords, keys and tokens are never stored. Private content of other people appears as [private].',
        )}
      </LiveList>
    </Stack>
  );
}

interface HandoutProps {
  requests: readonly RequestEntry[];
  entries: readonly ActivityEntry[];
  people: People;
}

/** The requests shown as a file, for a training without a screen. */
function Handout({ requests, entries, people }: HandoutProps) {
  const choice = () => ({
    requests,
    entries,
    origin: window.location.origin,
    nameOf: people.nameOf,
    title: t('Training, {{date}}', { date: fullMoment.format(new Date()) }),
  });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" disabled={requests.length === 0}>
          {t('Save handout')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => saveFile('training.html', trainingHtml(choice()), 'text/html')}>
          {t('As one HTML page')}
        </Menu.Item>
        <Menu.Item onClick={() => saveFile('training.md', trainingMarkdown(choice()), 'text/markdown')}>
          {t('As Markdown')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const isRequest = (entry: ActivityEntry): entry is RequestEntry => entry.kind === 'request';

interface Filter {
  userId: string | null;
  status: string[];
  polls: boolean;
  /** What console and chat ask on their own. */
  own: boolean;
  text: string;
}

function isWanted(entry: RequestEntry, { userId, status, polls, own, text }: Filter): boolean {
  if (userId !== null && entry.user_id !== Number(userId)) return false;
  if (status.length > 0 && !status.includes(`${Math.floor(entry.status / 100)}xx`)) return false;
  if (!polls && entry.route === '/events' && entry.method === 'GET') return false;
  // A user who looks for one call by its id gets it.
  if (!own && entry.client === 'website' && entry.request_id.toLowerCase() !== text) return false;
  if (text === '') return true;
  const parts = [entry.method, entry.path, entry.client, entry.code, entry.fault, entry.request_id];
  return folded(`${parts.join(' ')} ${JSON.stringify(entry.params)}`).includes(text);
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
      {entry.fault !== null && (
        <Badge component="span" variant="light" color="yellow" style={{ flexShrink: 0 }}>
          {t('fault: {{fault}}', { fault: entry.fault.replaceAll('_', ' ') })}
        </Badge>
      )}
      {entry.event_count > 0 && (
        <Text component="span" size="xs" c="dimmed" visibleFrom="sm" style={{ flexShrink: 0 }}>
          {t('{{count}} events', { count: entry.event_count, defaultValue_one: '1 event' })}
        </Text>
      )}
      <Text component="span" size="xs" c="dimmed" truncate maw={200} visibleFrom="sm">
        {entry.user_id === null ? t('no account') : people.nameOf(entry.user_id)}, {entry.client}
      </Text>
      <Text component="span" size="xs" c="dimmed" visibleFrom="xs" style={{ flexShrink: 0 }}>
        {t('{{ms}} ms', { ms: entry.ms })}
      </Text>
      <StatusBadge status={entry.status} />
    </Group>
  );
}
