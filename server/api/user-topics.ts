/** Topic policies of the caller: muted, unmuted, followed; and the older way of muting alone. */
import type { Acting } from '../domain/acting.ts';
import { accessChannel, accessChannelByName } from '../domain/channels/access.ts';
import type { ChannelRow } from '../domain/channels/rows.ts';
import { readTopic } from '../domain/messages/compose.ts';
import { namedTopic } from '../domain/topics/named.ts';
import * as policies from '../domain/topics/policies.shared.ts';
import { incompatibleParameters, invalidParameter } from '../errors.ts';
import { int, oneOf, oneOfInts, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Channels and topics';

/**
 * @param isRemoval a policy is removed: whatever it was set for.
 * @throws ApiError BAD_REQUEST when longer than max_topic_length, or for a new topic by a name in which nothing could be sent.
 */
function validTopic(acting: Acting, channelId: number, sent: string, isRemoval: boolean): string {
  const max = acting.services.options.limits.maxTopicLength;
  const { topic, isKnown } = namedTopic(acting.db, channelId, sent);
  if ([...topic].length > max) throw invalidParameter('topic', `topic is too long (limit: ${max} characters)`);
  return isKnown || isRemoval ? topic : readTopic(acting, topic);
}

export const setTopicPolicy = endpoint({
  method: 'POST',
  path: '/user_topics',
  access: 'authenticated',
  summary: 'Mute, unmute or follow a topic, or take that back.',
  params: {
    stream_id: int().describe('Id of the channel.').envelope(),
    topic: text().describe('The topic.'),
    visibility_policy: oneOfInts([0, 1, 2, 3]).describe('0 none, 1 muted, 2 unmuted, 3 followed.').envelope(),
  },
  run: ({ write, params }) =>
    write((acting) => {
      const isRemoval = params.visibility_policy === policies.TopicPolicy.none;
      const channel = accessChannel(acting, params.stream_id, needFor(isRemoval));
      policies.setOwnTopicPolicy(
        acting,
        channel.id,
        validTopic(acting, channel.id, params.topic, isRemoval),
        params.visibility_policy,
      );
      return {};
    }),
});

/** A policy needs a channel whose topics the caller reads; removing it does not: the caller may have lost access since. */
const needFor = (isRemoval: boolean): 'metadata' | 'content' => (isRemoval ? 'metadata' : 'content');

function accessByIdOrName(
  acting: Acting,
  { stream_id: id, stream: name, op }: { stream_id?: number; stream?: string; op: 'add' | 'remove' },
): ChannelRow {
  const need = needFor(op === 'remove');
  if (id !== undefined && name !== undefined) throw incompatibleParameters(['stream_id', 'stream']);
  if (id !== undefined) return accessChannel(acting, id, need);
  if (name !== undefined) return accessChannelByName(acting, name, need);
  throw invalidParameter('stream_id', "Missing 'stream_id' argument");
}

export const muteTopic = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  access: 'authenticated',
  deprecated: true,
  summary: 'Mute or unmute a topic: the older form of POST /user_topics.',
  params: {
    stream_id: int().optional().describe('Id of the channel; or `stream`.').envelope(),
    stream: text({ min: 1 }).optional().describe('Name of the channel.'),
    topic: text().describe('The topic.'),
    op: oneOf(['add', 'remove']).describe('add mutes, remove takes that back.').envelope(),
  },
  run: ({ write, params }) =>
    write((acting) => {
      const channel = accessByIdOrName(acting, params);
      const topic = validTopic(acting, channel.id, params.topic, params.op === 'remove');
      const isMuted = policies.topicPolicy(acting.db, acting.user.id, channel.id, topic) === policies.TopicPolicy.muted;
      if (params.op === 'add' && isMuted) throw invalidParameter('topic', 'Topic already muted');
      if (params.op === 'remove' && !isMuted) throw invalidParameter('topic', 'Topic is not muted');
      policies.setOwnTopicPolicy(
        acting,
        channel.id,
        topic,
        params.op === 'add' ? policies.TopicPolicy.muted : policies.TopicPolicy.none,
      );
      return {};
    }),
});
