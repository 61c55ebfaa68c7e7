/** Topics of a channel with their messages, renamed, moved, resolved and deleted. */
import {
  Alert,
  Badge,
  Box,
  Button,
  Group,
  Menu,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { matches } from '../../../client/fold.ts';
import { request, type Channel } from '../../../client/request.ts';
import { hasRoomForMark, isResolved, withResolved } from '../../../client/resolved-topics.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { useAddressSearch, useAddressSorting } from '../../address-state.ts';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Ago } from '../../components/time.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { MessagePeek, topicName } from '../../messages/message-peek.tsx';
import { DeleteTopic, MoveTopic } from './topic-forms.tsx';
import { longestTopic, topicsQuery, type Topic } from './topic-list.ts';

interface Row {
  topic: Topic;
  onPeek: () => void;
  onMove: () => void;
  onResolve: () => void;
  onDelete: () => void;
}

const columns = perLanguage((): SortableColumn<Row>[] => [
  { id: 'topic', head: t('Topic'), cell: ({ topic }) => <Name {...topic} />, order: ({ topic }) => topic.name },
  {
    id: 'messages',
    head: t('Messages'),
    width: '140px',
    align: 'right',
    cell: ({ topic }) => topic.message_count,
    order: ({ topic }) => topic.message_count,
  },
  {
    id: 'newest-message',
    head: t('Newest message'),
    width: '280px',
    cell: ({ topic, onPeek }) => (
      <UnstyledButton fz="sm" td="underline" pos="relative" onClick={onPeek}>
        <VisuallyHidden>{t('Newest message of {{topicName}}:', { topicName: topicName(topic.name) })} </VisuallyHidden>
        <Ago date={new Date(topic.last_message_at * 1000)} />, {topic.last_sender_full_name}
      </UnstyledButton>
    ),
    order: ({ topic }) => -topic.last_message_at,
  },
  { id: 'actions', head: t('Actions'), isActions: true, width: '110px', cell: (row) => <Actions {...row} /> },
]);

export function Topics({ channel }: { channel: Channel }) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(topicsQuery(channel.stream_id));
  const [search, setSearch] = useAddressSearch();
  const order = useAddressSorting();
  const [peeked, setPeeked] = useState<number | null>(null);
  const [moving, setMoving] = useState<Topic | null>(null);
  const [deleting, setDeleting] = useState<Topic | null>(null);
  const resolve = useMutation({
    mutationFn: (topic: Topic) =>
      request('PATCH', `/messages/${topic.max_id}`, {
        topic: withResolved(topic.name, !isResolved(topic.name)),
        propagate_mode: 'change_all',
      }),
    onError: (failure) => notifications.show({ color: 'red', title: t('Nothing changed'), message: failure.message }),
    onSettled: () => client.invalidateQueries({ queryKey: ['topics'] }),
  });
  if (error !== null && data === undefined) {
    if (channel.invite_only)
      return (
        <Alert title={t('Topics visible to subscribers only')}>
          {t("This channel is private. Administrators can't read its messages.")}
        </Alert>
      );
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Loading />;
  const rows = data.topics
    .filter(({ name }) => matches(search, topicName(name)))
    .map((topic) => ({
      topic,
      onPeek: () => setPeeked(topic.max_id),
      onMove: () => setMoving(topic),
      onResolve: () => resolve.mutate(topic),
      onDelete: () => setDeleting(topic),
    }));
  return (
    <Stack>
      <TextInput
        label={t('Search topics')}
        data-search
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={420}
      />
      {rows.length === 0 ? (
        <Nothing title={search.trim() === '' ? t('No messages yet') : t('No topic found')}>
          {search.trim() === '' ? t('Topics appear when messages are sent.') : t('No topic matches.')}
        </Nothing>
      ) : (
        <VirtualTable
          caption={t('Topics of #{{name}}', { name: channel.name })}
          rows={rows}
          rowKey={({ topic }) => topic.max_id}
          columns={columns()}
          minWidth={720}
          order={order}
        />
      )}
      {data.total > data.topics.length && (
        <Text size="sm" c="dimmed">
          {t('The newest {{count}} of {{total}} topics.', { count: data.topics.length, total: data.total })}
        </Text>
      )}
      {peeked !== null && <MessagePeek id={peeked} onClose={() => setPeeked(null)} />}
      {moving !== null && <MoveTopic channel={channel} topic={moving} onClose={() => setMoving(null)} />}
      {deleting !== null && <DeleteTopic channel={channel} topic={deleting} onClose={() => setDeleting(null)} />}
    </Stack>
  );
}

function Name(topic: Topic) {
  return (
    <Group gap="xs">
      <Box component="span" fs={topic.name === '' ? 'italic' : undefined} style={{ overflowWrap: 'anywhere' }}>
        {isResolved(topic.name) ? withResolved(topic.name, false) : topicName(topic.name)}
      </Box>
      {isResolved(topic.name) && (
        <Badge variant="light" color="gray" size="sm">
          {t('Resolved')}
        </Badge>
      )}
    </Group>
  );
}

function Actions({ topic, onMove, onResolve, onDelete }: Row) {
  const canMark = isResolved(topic.name) || hasRoomForMark(topic.name, longestTopic);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('Actions for {{topicName}}', { topicName: topicName(topic.name) })}
        >
          {t('Actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onMove}>{t('Rename or move')}</Menu.Item>
        {topic.name !== '' && (
          <Menu.Item disabled={!canMark} onClick={onResolve}>
            {isResolved(topic.name)
              ? t('Mark as unresolved')
              : canMark
                ? t('Mark as resolved')
                : t('Mark as resolved (the name is too long)')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item c="var(--mantine-color-error)" onClick={onDelete}>
          {t('Delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
