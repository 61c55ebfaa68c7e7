/**
 * Notification reasons outside the chat, by mail or on a device: it is for them, it calls them, or they follow
 * its topic or want everything of its channel (contract: RegisterResponseUserSettings, `enable_*_notifications`). One rule for both ways.
 */
import type { Reader } from '../../../storage/database.ts';
import { findSubscription } from '../../channels/subscriptions/rows.ts';
import { topicPolicy, TopicPolicy } from '../../topics/policies.shared.ts';
import type { UserRow } from '../../users/rows.ts';
import { userSettings, type SettingValues } from '../../users/settings.shared.ts';
import { flagBits } from '../flags/flags.shared.ts';
import type { MessageRow } from '../rows.ts';

export type Reason = 'direct_message' | 'mention' | 'wildcard_mention' | 'followed_topic' | 'channel' | 'alert_word';

/** The settings of one way of telling. */
const ways = {
  email: {
    direct: 'enable_offline_email_notifications',
    followed: 'enable_followed_topic_email_notifications',
    channel: 'enable_stream_email_notifications',
    ofSubscription: 'email_notifications',
  },
  push: {
    direct: 'enable_offline_push_notifications',
    followed: 'enable_followed_topic_push_notifications',
    channel: 'enable_stream_push_notifications',
    ofSubscription: 'push_notifications',
  },
} as const;
export type Way = keyof typeof ways;

/**
 * @param bits the user's flags of the message.
 * @returns null: the user is not told.
 */
export function reasonToTell(
  db: Reader,
  way: Way,
  user: UserRow,
  message: Pick<MessageRow, 'stream_id' | 'topic'>,
  bits: number,
): Reason | null {
  const settings = userSettings(db, user);
  const names = ways[way];
  const isToldOfCalls = settings[names.direct];
  if (message.stream_id === null) return isToldOfCalls ? 'direct_message' : null;
  if (isToldOfCalls && (bits & flagBits.mentioned) !== 0) return 'mention';
  if (way === 'push' && isToldOfCalls && (bits & flagBits.has_alert_word) !== 0) return 'alert_word';
  const subscription = findSubscription(db, user.id, message.stream_id);
  if (subscription?.active !== 1) return null;
  const policy = topicPolicy(db, user.id, message.stream_id, message.topic);
  const isMuted = policy === TopicPolicy.muted || (subscription.is_muted === 1 && policy < TopicPolicy.unmuted);
  if (isMuted) return null;
  const isFollowed = policy === TopicPolicy.followed;
  if (isToldOfCalls && isCalledWithAll(bits, isFollowed, settings, subscription.wildcard_mentions_notify))
    return 'wildcard_mention';
  if (isFollowed && settings[names.followed]) return 'followed_topic';
  const own = subscription[names.ofSubscription];
  return (own === null ? settings[names.channel] : own === 1) ? 'channel' : null;
}

/** A mention of all counts where the channel's own choice, or the setting, says so; in followed topics their own setting is enough. */
function isCalledWithAll(
  bits: number,
  isFollowed: boolean,
  settings: SettingValues,
  ofChannel: number | null,
): boolean {
  if ((bits & (flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned)) === 0) return false;
  if (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify) return true;
  return ofChannel === null ? settings.wildcard_mentions_notify : ofChannel === 1;
}
