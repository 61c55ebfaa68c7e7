/** Scheduled and failed messages of all users: sender and time, not content. */
import { Badge, Stack, Text } from '@mantine/core';
import type { ScheduledOfEverybody, WaitingMessage } from '../../../../server/contract/shapes/scheduled-messages.ts';
import { richText } from '../../../client/rich-text.ts';
import { perLanguage, t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { SortableColumn } from '../../components/sorting.tsx';
import { Ago } from '../../components/time.tsx';
import { usePeople } from '../../people/people.ts';

interface Row {
  waiting: WaitingMessage;
  sender: string;
}

const columns = perLanguage((): SortableColumn<Row>[] => [
  { id: 'by', head: t('Author'), width: '24%', cell: ({ sender }) => sender, order: ({ sender }) => sender },
  {
    id: 'to',
    head: t('To'),
    width: '150px',
    cell: ({ waiting }) => (waiting.type === 'stream' ? t('A channel') : t('People')),
    order: ({ waiting }) => waiting.type,
  },
  {
    id: 'when',
    head: t('When'),
    width: '150px',
    cell: ({ waiting }) => <Ago date={new Date(waiting.scheduled_delivery_timestamp * 1000)} />,
    order: ({ waiting }) => waiting.scheduled_delivery_timestamp,
  },
  {
    id: 'state',
    head: t('State'),
    cell: ({ waiting }) => (
      <Stack gap={2} align="flex-start">
        <Badge variant="light" color={waiting.failed ? 'red' : 'gray'}>
          {waiting.failed ? t('Failed') : t('Waiting')}
        </Badge>
        {waiting.reason !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {waiting.reason}
          </Text>
        )}
      </Stack>
    ),
    order: ({ waiting }) => (waiting.failed ? 0 : 1),
  },
]);

export function AllUsers({ everybody }: { everybody: ScheduledOfEverybody }) {
  const people = usePeople();
  const { waiting, failed, next_delivery_at: next, scheduled_messages: messages } = everybody;
  return (
    <Stack component="section" gap="xs" aria-labelledby="everyone">
      <Heading id="everyone">{t('All users')}</Heading>
      <Text c="dimmed">
        {next === null
          ? t('{{waiting}} scheduled, {{failed}} failed.', { waiting, failed })
          : richText(
              '{{waiting}} scheduled, {{failed}} failed, next due <time/>.',
              { waiting, failed },
              { time: <Ago date={new Date(next * 1000)} /> },
            )}{' '}
        {t('Only authors can see the content.')}
      </Text>
      {messages.length > 0 && (
        <PagedTable
          caption={t('Scheduled messages of all users')}
          rows={messages.map((one) => ({ waiting: one, sender: people.nameOf(one.sender_id) }))}
          rowKey={({ waiting: one }) => one.scheduled_message_id}
          columns={columns()}
          minWidth={620}
        />
      )}
    </Stack>
  );
}
