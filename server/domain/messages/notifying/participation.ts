/**
 * Topic policies changed by participation: following or unmuting it, as their settings say
 * (contract: automatically_follow_topics_policy and its siblings). Only people who are subscribed have such policies.
 */
import type { Acting } from '../../acting.ts';
import type { ChannelRow } from '../../channels/rows.ts';
import { findSubscription } from '../../channels/subscriptions/rows.ts';
import { setTopicPolicy, topicPolicy, TopicPolicy } from '../../topics/policies.shared.ts';
import { findUsers, type UserRow } from '../../users/rows.ts';
import { userSettings } from '../../users/settings.shared.ts';
import type { MessageRow } from '../rows.ts';

/** Values of the two policies: how much taking part it takes. */
const whenTaking = { part: 1, word: 2, initiative: 3 } as const;
type Degree = (typeof whenTaking)[keyof typeof whenTaking];

/**
 * Called with a message just sent.
 * @returns the author's new policy for the topic when it changed: 2 unmuted, 3 followed
 */
export function noteParticipation(
  acting: Acting,
  channel: ChannelRow,
  message: MessageRow,
  mentionedUserIds: readonly number[],
): 2 | 3 | undefined {
  const mentioned = mentionedUserIds.filter((id) => id !== acting.user.id);
  for (const user of findUsers(acting.db, mentioned)) noteMention(acting, user, message);
  const degree = startsTopic(acting, channel.id, message) ? whenTaking.initiative : whenTaking.word;
  return raisePolicy(acting, acting.user, channel.id, message.topic, degree);
}

/** Called when the acting user reacted to a message. */
export function noteReaction(acting: Acting, message: MessageRow): void {
  if (message.stream_id !== null) raisePolicy(acting, acting.user, message.stream_id, message.topic, whenTaking.part);
}

function noteMention(acting: Acting, user: UserRow, message: MessageRow): void {
  if (
    message.stream_id === null ||
    user.is_bot === 1 ||
    !userSettings(acting.db, user).automatically_follow_topics_where_mentioned
  )
    return;
  if (topicPolicy(acting.db, user.id, message.stream_id, message.topic) === TopicPolicy.muted) return;
  setTopicPolicy(acting, user.id, message.stream_id, message.topic, TopicPolicy.followed);
}

function raisePolicy(
  acting: Acting,
  user: UserRow,
  channelId: number,
  topic: string,
  degree: Degree,
): 2 | 3 | undefined {
  const subscription = findSubscription(acting.db, user.id, channelId);
  if (user.is_bot === 1 || subscription?.active !== 1) return undefined;
  const settings = userSettings(acting.db, user);
  const follows = degree >= settings.automatically_follow_topics_policy;
  const unmutes = subscription.is_muted === 1 && degree >= settings.automatically_unmute_topics_in_muted_streams_policy;
  const wanted = follows ? TopicPolicy.followed : unmutes ? TopicPolicy.unmuted : undefined;
  if (wanted === undefined || topicPolicy(acting.db, user.id, channelId, topic) >= wanted) return undefined;
  setTopicPolicy(acting, user.id, channelId, topic, wanted);
  return wanted;
}

function startsTopic({ db }: Acting, channelId: number, message: MessageRow): boolean {
  const earlier = db.get(
    'SELECT 1 FROM messages WHERE stream_id = ? AND topic_key = ? AND id < ? LIMIT 1',
    channelId,
    message.topic_key,
    message.id,
  );
  return earlier === undefined;
}
