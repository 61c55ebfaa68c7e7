/**
 * Notification rules for a new message: by a notification, and by a sound. The first rule that knows decides: own
 * messages, those of muted people, and those that come while the reader is not to be disturbed never do, a mention always, then followed topics, what is muted, the channel, and direct
 * messages, alert words and wildcards. Pure.
 */
import { keyOf } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import type { ClientState } from '../../client/state/state.ts';
import type { Message } from '../store/message.ts';
import { topicPolicies } from '../store/topic-policies.ts';

export interface Call {
  isShown: boolean;
  hasSound: boolean;
  /** It names its reader. */
  isMention: boolean;
}

type Needed = Pick<ClientState, 'me' | 'own' | 'users' | 'channels' | 'settings'>;

const silent: Call = { isShown: false, hasSound: false, isMention: false };
const wildcards = ['wildcard_mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned'];

/** While the server says that the reader wants no notifications, only those whom the reader allowed call. */
function isHeldBack({ sender_id: sender, stream_id: channel }: Message, { me, users, own }: Needed): boolean {
  const { allowed_user_ids: allowedUsers, allowed_channel_ids: allowedChannels } = own.doNotDisturb;
  return (
    users.quiet.has(me) &&
    !allowedUsers.includes(sender) &&
    !(channel !== undefined && allowedChannels.includes(channel))
  );
}

/** @returns how a message calls; what is in view is not looked at here. */
export function callOf(message: Message, state: Needed): Call {
  const { settings, channels, own, me } = state;
  if (message.sender_id === me || own.mutedUsers.has(message.sender_id) || isHeldBack(message, state)) return silent;
  const has = (flag: string): boolean => (message.flags as readonly string[]).includes(flag);
  const isWildcard = wildcards.some(has);
  const personal = (isMention: boolean): Call => ({
    isShown: settings.enable_desktop_notifications,
    hasSound: settings.enable_sounds,
    isMention,
  });
  if (has('mentioned') && !isWildcard) return personal(true);
  const conversation = conversationOf(message, me);
  if (conversation.kind === 'direct') return personal(false);
  const subscription = channels.subscriptions.get(conversation.channelId);
  const policy = channels.topicPolicies.get(keyOf(conversation))?.visibility_policy ?? topicPolicies.none;
  if (policy === topicPolicies.followed) {
    if (isWildcard && settings.enable_followed_topic_wildcard_mentions_notify) return personal(true);
    return {
      isShown: settings.enable_followed_topic_desktop_notifications,
      hasSound: settings.enable_followed_topic_audible_notifications,
      isMention: isWildcard,
    };
  }
  const isMuted =
    policy === topicPolicies.muted || (policy !== topicPolicies.unmuted && subscription?.is_muted === true);
  if (isMuted) return isWildcard && subscription?.wildcard_mentions_notify === true ? personal(true) : silent;
  const byChannel: Call = {
    isShown: subscription?.desktop_notifications ?? settings.enable_stream_desktop_notifications,
    hasSound: subscription?.audible_notifications ?? settings.enable_stream_audible_notifications,
    isMention: false,
  };
  const wildcardCounts = subscription?.wildcard_mentions_notify ?? settings.wildcard_mentions_notify;
  if (has('has_alert_word') || (isWildcard && wildcardCounts)) {
    const call = personal(isWildcard);
    return { ...call, isShown: call.isShown || byChannel.isShown, hasSound: call.hasSound || byChannel.hasSound };
  }
  return subscription === undefined ? silent : byChannel;
}

/** `desktop_icon_count_display` (contract: update-settings). */
export const iconCounts = { all: 1, directMentionsFollowed: 2, directAndMentions: 3, none: 4 } as const;
