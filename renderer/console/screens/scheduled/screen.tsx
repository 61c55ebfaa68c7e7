/** Messages that are sent later: one's own to change, and for administrators what the whole server has to send. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { channelsQuery } from '../../../client/queries.ts';
import { request } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { PagedTable } from '../../components/paged-table.tsx';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Failure, Loading, Nothing } from '../../components/states.tsx';
import { Ago } from '../../components/time.tsx';
import { ConfirmAction } from '../../confirm-action.tsx';
import { Page } from '../../layout/page.tsx';
import { useCreateRoute } from '../../layout/use-create-route.ts';
import { topicName } from '../../messages/message-peek.tsx';
import { usePeople } from '../../people/people.ts';
import type { ScreenProps } from '../../screen.ts';
import { AllUsers } from './all-users.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { otherScheduledQuery, scheduledQuery, type Scheduled } from './scheduled.ts';

interface Row {
  message: Scheduled;
  place: string;
  reason: string | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

const columns = perLanguage((): SortableColumn<Row>[] => [
  {
    id: 'message',
    head: t('Message'),
    cell: ({ message, reason }) => (
      <Stack gap={2}>
        <Text inherit lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {message.content}
        </Text>
        {message.failed && (
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {t('Not sent:')} {reason ?? t('the reason is unknown.')}
          </Text>
        )}
      </Stack>
    ),
  },
  { id: 'to', head: t('To'), width: '26%', cell: ({ place }) => place, order: ({ place }) => place },
  {
    id: 'when',
    head: t('When'),
    width: '150px',
    cell: ({ message }) => <Ago date={new Date(message.scheduled_delivery_timestamp * 1000)} />,
    order: ({ message }) => message.scheduled_delivery_timestamp,
  },
  {
    id: 'state',
    head: t('State'),
    width: '110px',
    cell: ({ message }) => (
      <Badge variant="light" color={message.failed ? 'red' : 'gray'}>
        {message.failed ? t('Failed') : t('Waiting')}
      </Badge>
    ),
    order: ({ message }) => (message.failed ? 0 : 1),
  },
  {
    id: 'actions',
    head: t('Actions'),
    isActions: true,
    width: '170px',
    cell: ({ message, onEdit, onDelete }) => (
      <Group gap={6} wrap="nowrap">
        <Button
          variant="default"
          size="compact-sm"
          onClick={onEdit}
          aria-label={t('Edit message {{scheduledMessageId}}', { scheduledMessageId: message.scheduled_message_id })}
        >
          {t('Edit')}
        </Button>
        <Button
          variant="outline"
          color="red"
          size="compact-sm"
          onClick={onDelete}
          aria-label={t('Delete message {{scheduledMessageId}}', { scheduledMessageId: message.scheduled_message_id })}
        >
          {t('Delete')}
        </Button>
      </Group>
    ),
  },
]);

export function ScheduledMessages({ section }: ScreenProps) {
  const session = useSession();
  const people = usePeople();
  const channels = useQuery(channelsQuery(session.is_admin));
  const { data, error, refetch } = useQuery(scheduledQuery);
  const others = useQuery(otherScheduledQuery);
  const [editing, setEditing] = useState<Scheduled | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Scheduled | null>(null);
  useCreateRoute(section, () => setEditing('new'));
  if (error !== null && data === undefined) return <Failure error={error} onRetry={() => void refetch()} />;
  const placeOf = ({ to, topic }: Scheduled): string => {
    if (Array.isArray(to)) return to.map((id) => people.nameOf(id)).join(', ');
    const name = channels.data?.find(({ stream_id }) => stream_id === to)?.name ?? t('a channel');
    return `#${name}, ${topicName(topic ?? '')}`;
  };
  const reasons = new Map(others.data?.failures.map((one) => [one.scheduled_message_id, one.reason]));
  return (
    <Page
      title={t('Scheduled messages')}
      description={t('Messages that are sent at a later time.')}
      actions={<Button onClick={() => setEditing('new')}>{t('Schedule message')}</Button>}
    >
      {data === undefined && <Loading />}
      {data?.length === 0 && (
        <Nothing title={t('No scheduled messages')}>
          {t('Schedule a message for later. It is sent even if you are offline.')}
        </Nothing>
      )}
      {data !== undefined && data.length > 0 && (
        <PagedTable
          caption={t('Your scheduled messages')}
          rows={data.map((message) => ({
            message,
            place: placeOf(message),
            reason: reasons.get(message.scheduled_message_id),
            onEdit: () => setEditing(message),
            onDelete: () => setDeleting(message),
          }))}
          rowKey={({ message }) => message.scheduled_message_id}
          columns={columns()}
          minWidth={820}
        />
      )}
      {others.data !== undefined && others.data.everybody !== null && <AllUsers everybody={others.data.everybody} />}
      {editing !== null && (
        <ScheduleForm message={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
      )}
      {deleting !== null && <DeleteScheduled message={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

function DeleteScheduled({ message, onClose }: { message: Scheduled; onClose: () => void }) {
  return (
    <ConfirmAction
      ask={t('Delete this message?')}
      confirm={t('Delete')}
      run={() => request('DELETE', `/scheduled_messages/${message.scheduled_message_id}`)}
      onClose={onClose}
    >
      {t('The message is not sent, and its text is deleted.')}
    </ConfirmAction>
  );
}
