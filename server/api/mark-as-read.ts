/** Marking much as read at once: everything, a channel, a topic. Older clients; newer ones use the flags of a narrow. */
import type { Viewing } from '../domain/acting.ts';
import { accessChannel } from '../domain/channels/access.ts';
import { markEverythingRead, markRead } from '../domain/messages/flags/mark-much.ts';
import { namedTopic } from '../domain/topics/named.ts';
import { int, text } from '../http/params.ts';
import { topicKey } from '../names.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Messages';

/** @throws ApiError BAD_REQUEST for a channel that the caller may not read. */
const placeToMark = (viewing: Viewing, { stream_id: id }: { stream_id: number }) => ({
  userId: viewing.user.id,
  channelId: accessChannel(viewing, id, 'content').id,
});

export const markAllAsRead = endpoint({
  method: 'POST',
  path: '/mark_all_as_read',
  access: 'authenticated',
  summary: 'Mark everything as read.',
  deprecated: true,
  params: {},
  async run(call) {
    await markEverythingRead(call);
    return { complete: true };
  },
});

export const markChannelAsRead = endpoint({
  method: 'POST',
  path: '/mark_stream_as_read',
  access: 'authenticated',
  summary: 'Mark a channel as read.',
  deprecated: true,
  params: { stream_id: int().envelope() },
  async run(call) {
    const { userId, channelId } = await call.read((viewing) => placeToMark(viewing, call.params));
    await markRead(call, [userId], { channelIds: [channelId] });
    return {};
  },
});

export const markTopicAsRead = endpoint({
  method: 'POST',
  path: '/mark_topic_as_read',
  access: 'authenticated',
  summary: 'Mark a topic as read.',
  deprecated: true,
  params: { stream_id: int().envelope(), topic_name: text() },
  async run(call) {
    const { userId, channelId, topic } = await call.read((viewing) => {
      const place = placeToMark(viewing, call.params);
      return { ...place, ...namedTopic(viewing.db, place.channelId, call.params.topic_name) };
    });
    await markRead(call, [userId], { channelIds: [channelId], topicKey: topicKey(topic) });
    return {};
  },
});
