/** Topics of a channel: listing them, and deleting one with its messages. */
import { accessChannel } from '../domain/channels/access.ts';
import * as deletion from '../domain/topics/delete.ts';
import { topicsOf } from '../domain/topics/list.ts';
import { namedTopic } from '../domain/topics/named.ts';
import { topicForClient } from '../events/topic-name.ts';
import { bool, int, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Channels and topics';

export const getTopics = endpoint({
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  access: 'authenticated',
  anonymous: 'web-public',
  summary: 'List the topics of a channel, newest message first.',
  params: {
    stream_id: int().describe('Id of the channel.').envelope(),
    allow_empty_topic_name: bool()
      .default(false)
      .describe('False: the empty topic is sent by its display name.')
      .envelope(),
  },
  run: ({ readInSlices, params: { stream_id, allow_empty_topic_name } }) =>
    readInSlices(function* (viewing) {
      const topics = yield* topicsOf(viewing, accessChannel(viewing, stream_id, 'content'));
      return {
        topics: topics.map(({ max_id, name }) => ({ max_id, name: topicForClient(name, allow_empty_topic_name) })),
      };
    }),
});

export const deleteTopic = endpoint({
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  access: 'authenticated',
  summary: 'Delete all messages of a topic.',
  params: { stream_id: int().describe('Id of the channel.').envelope(), topic_name: text().describe('The topic.') },
  run: ({ write, params: { stream_id, topic_name } }) =>
    write((acting) => {
      const channel = accessChannel(acting, stream_id, 'content');
      const { topic } = namedTopic(acting.db, channel.id, topic_name);
      return { complete: deletion.deleteTopic(acting, channel, topic) };
    }),
});
