/** Marking much as read at once: everything, a channel, a topic. Older clients; newer ones use the flags of a narrow. */
import { readTopic } from '../domain/messages/compose.ts';
import { markAllRead, markChannelRead } from '../domain/messages/mark.ts';
import { int, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import { accessChannel } from '../domain/channels/access.ts';

export const markAllAsRead = endpoint({
  method: 'POST',
  path: '/mark_all_as_read',
  access: 'authenticated',
  summary: 'Mark everything as read.',
  deprecated: true,
  params: {},
  run: ({ write }) =>
    write((acting) => {
      markAllRead(acting);
      return { complete: true };
    }),
});

export const markChannelAsRead = endpoint({
  method: 'POST',
  path: '/mark_stream_as_read',
  access: 'authenticated',
  summary: 'Mark a channel as read.',
  deprecated: true,
  params: { stream_id: int().envelope() },
  run: ({ write, params: p }) =>
    write((acting) => {
      markChannelRead(acting, acting.user.id, accessChannel(acting, p.stream_id).id);
      return {};
    }),
});

export const markTopicAsRead = endpoint({
  method: 'POST',
  path: '/mark_topic_as_read',
  access: 'authenticated',
  summary: 'Mark a topic as read.',
  deprecated: true,
  params: { stream_id: int().envelope(), topic_name: text() },
  run: ({ write, params: p }) =>
    write((acting) => {
      markChannelRead(acting, acting.user.id, accessChannel(acting, p.stream_id).id, readTopic(acting, p.topic_name));
      return {};
    }),
});
