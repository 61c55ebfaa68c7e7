/** One message, shown where a list speaks of it: who wrote it, where and when, and what it says. */
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { emptyTopicName } from '../../client/empty-topic.ts';
import { channelsQuery } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { richText } from '../../client/rich-text.ts';
import { useSession } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { Dialog } from '../components/dialog.tsx';
import { Rendered } from '../components/rendered.tsx';
import { Failure, Loading } from '../components/states.tsx';
import { Ago } from '../components/time.tsx';
import { ChatLink, messageInChat } from '../layout/chat-link.tsx';

/** The empty topic has a name on every screen, the one that clients give it. */
export const topicName = (topic: string): string => (topic === '' ? emptyTopicName() : topic);

export function MessagePeek({ id, onClose }: { id: number; onClose: () => void }) {
  const session = useSession();
  const channels = useQuery(channelsQuery(session.is_admin));
  const { data, error, refetch } = useQuery({
    queryKey: ['message', id],
    queryFn: async ({ signal }) =>
      (await request('GET', `/messages/${id}`, { allow_empty_topic_name: true }, signal)).message,
    staleTime: 0,
  });
  const channel = channels.data?.find(({ stream_id }) => stream_id === data?.stream_id)?.name;
  const elements = {
    b: <b />,
    time: <Ago date={new Date((data?.timestamp ?? 0) * 1000)} />,
  };
  return (
    <Dialog title={<>{t('Message {{id}}', { id })}</>} size="lg" onClose={onClose}>
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <Stack gap="xs">
          <Text size="sm">
            {data.stream_id === undefined
              ? richText('<b>{{name}}</b> in a direct message, <time/>', { name: data.sender_full_name }, elements)
              : richText(
                  '<b>{{name}}</b> in #{{channel}}, {{topicName}}, <time/>',
                  {
                    name: data.sender_full_name,
                    channel: channel ?? t('a channel'),
                    topicName: topicName(data.subject),
                  },
                  elements,
                )}
          </Text>
          <Rendered html={data.content} label={t('Text of the message')} />
          <ChatLink to={messageInChat(id, data)}>{t('Open in the chat')}</ChatLink>
        </Stack>
      )}
    </Dialog>
  );
}
