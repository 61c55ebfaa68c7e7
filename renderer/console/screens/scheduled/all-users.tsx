/** What waits on the whole server and what could not be sent: who and when, not what. */
import { Badge, Stack, Text, Title } from '@mantine/core';
import type { ScheduledOfEverybody, WaitingMessage } from '../../../../server/contract/shapes/belongings.ts';
import { PagedTable, type Column } from '../../../components/paged-table.tsx';
import { Ago } from '../../../components/time.tsx';
import { usePeople } from '../../people/people.ts';

interface Row {
  waiting: WaitingMessage;
  sender: string;
}

const columns: Column<Row>[] = [
  { head: 'By', width: '24%', cell: ({ sender }) => sender },
  {
    head: 'To',
    width: '150px',
    cell: ({ waiting }) => (waiting.type === 'stream' ? 'A channel' : 'People'),
  },
  {
    head: 'When',
    width: '150px',
    cell: ({ waiting }) => <Ago date={new Date(waiting.scheduled_delivery_timestamp * 1000)} />,
  },
  {
    head: 'State',
    cell: ({ waiting }) => (
      <Stack gap={2} align="flex-start">
        <Badge variant="light" color={waiting.failed ? 'red' : 'gray'}>
          {waiting.failed ? 'Failed' : 'Waiting'}
        </Badge>
        {waiting.reason !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {waiting.reason}
          </Text>
        )}
      </Stack>
    ),
  },
];

export function AllUsers({ everybody }: { everybody: ScheduledOfEverybody }) {
  const people = usePeople();
  const { waiting, failed, next_delivery_at: next, scheduled_messages: messages } = everybody;
  return (
    <Stack component="section" gap="xs" aria-labelledby="everybody">
      <Title order={2} fz="h4" id="everybody">
        On the whole server
      </Title>
      <Text c="dimmed">
        {waiting} scheduled, {failed} failed
        {next !== null && (
          <>
            , the next is due <Ago date={new Date(next * 1000)} />
          </>
        )}
        . Only their authors see what they say.
      </Text>
      {messages.length > 0 && (
        <PagedTable
          caption="Scheduled messages of everybody"
          rows={messages.map((one) => ({ waiting: one, sender: people.nameOf(one.sender_id) }))}
          rowKey={({ waiting: one }) => one.scheduled_message_id}
          columns={columns}
          minWidth={620}
        />
      )}
    </Stack>
  );
}
