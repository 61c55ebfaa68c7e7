/**
 * Counts, from the index of unread messages alone: a topic's own policy counts before its channel's. What is muted is not
 * counted unless it mentions the reader; direct messages of muted people are not counted.
 */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Conversation, ConversationKey } from '../../client/state/conversation.ts';
import type { ClientState } from '../../client/state/state.ts';
import { alertedOf } from './alerted.ts';
import { topicPolicies } from './topic-policies.ts';
import { useChat, useClientState } from './use-chat.ts';

export interface UnreadCount {
  conversation: Conversation;
  ids: readonly number[];
  /** Messages that mention the reader, or have one of their alert words. */
  mentions: number;
  isMuted: boolean;
  isFollowed: boolean;
}

export interface UnreadCounts {
  /** Of all conversations that are not muted, and of mentions in those that are. */
  total: number;
  /** Direct messages and mentions: someone calls. */
  calls: number;
  byConversation: ReadonlyMap<ConversationKey, UnreadCount>;
  /** Of conversations that are not muted. */
  byChannel: ReadonlyMap<number, { count: number; mentions: number; muted: number }>;
}

const none: ReadonlySet<number> = new Set();

type Needed = Pick<ClientState, 'messages' | 'channels' | 'own'>;

/** @returns whether a conversation is silent for the reader: by its own policy, else by its channel's; a muted person's. */
export function isMutedConversation(
  { channels, own }: Pick<Needed, 'channels' | 'own'>,
  key: ConversationKey,
  conversation: Conversation,
): boolean {
  if (conversation.kind === 'direct')
    return conversation.userIds.length === 1 && own.mutedUsers.has(conversation.userIds[0] ?? 0);
  const policy = channels.topicPolicies.get(key)?.visibility_policy ?? topicPolicies.none;
  if (policy !== topicPolicies.none) return policy === topicPolicies.muted;
  return channels.subscriptions.get(conversation.channelId)?.is_muted === true;
}

/** @param alerted messages with an alert word: they count as mentions where the conversation is not muted. */
export function countUnread(clientState: Needed, alerted: ReadonlySet<number> = none): UnreadCounts {
  const { messages, channels } = clientState;
  const byConversation = new Map<ConversationKey, UnreadCount>();
  const byChannel = new Map<number, { count: number; mentions: number; muted: number }>();
  let total = 0;
  let calls = 0;
  for (const [key, { conversation, ids }] of messages.unread) {
    // Messages of channels that one has left are no one's duty.
    if (conversation.kind === 'channel' && !channels.subscriptions.has(conversation.channelId)) continue;
    const isMuted = isMutedConversation(clientState, key, conversation);
    const mentions = ids.filter((id) => messages.mentions.has(id) || (!isMuted && alerted.has(id))).length;
    const isFollowed = channels.topicPolicies.get(key)?.visibility_policy === topicPolicies.followed;
    byConversation.set(key, { conversation, ids, mentions, isMuted, isFollowed });
    const counted = isMuted ? mentions : ids.length;
    total += counted;
    if (conversation.kind === 'direct') {
      calls += counted;
      continue;
    }
    calls += mentions;
    const sum = byChannel.get(conversation.channelId) ?? { count: 0, mentions: 0, muted: 0 };
    byChannel.set(conversation.channelId, {
      count: sum.count + counted,
      mentions: sum.mentions + mentions,
      muted: sum.muted + ids.length - counted,
    });
  }
  return { total, calls, byConversation, byChannel };
}

export function useUnreadCounts(): UnreadCounts {
  const messages = useClientState((state) => state.messages);
  const channels = useClientState((state) => state.channels);
  const own = useClientState((state) => state.own);
  const alerted = useStore(alertedOf(useChat()));
  return useMemo(() => countUnread({ messages, channels, own }, alerted), [messages, channels, own, alerted]);
}
