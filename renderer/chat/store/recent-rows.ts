/** Conversations by their newest message, from the messages that are known of each; and what events change of them. Pure. */
import { inChannel, keyOf, type Conversation, type ConversationKey } from '../../client/state/conversation.ts';
import type { Event } from '../../client/state/events.ts';
import { conversationOf, type Messages } from '../../client/state/messages.ts';
import type { ClientState } from '../../client/state/state.ts';
import { topicPolicies } from './topic-policies.ts';
import { isMutedConversation } from './unread.ts';

/** What must be known of a message. */
export interface KnownMessage {
  conversation: Conversation;
  senderId: number;
}

export type KnownMessages = ReadonlyMap<number, KnownMessage>;

export interface RecentRow {
  key: ConversationKey;
  conversation: Conversation;
  newestId: number;
  /** Of the known messages, the newest writer first. */
  senderIds: readonly number[];
}

export type RecentFilter = 'all' | 'unread' | 'participated' | 'followed' | 'direct';

/** @returns the same messages where the events change none of them. */
export function withEvents(known: KnownMessages, events: readonly Event[], me: number): KnownMessages {
  const after = new Map(known);
  let isOther = false;
  for (const event of events) {
    if (event.type === 'message') {
      const { id, sender_id: senderId } = event.message;
      after.set(id, { conversation: conversationOf(event.message, me), senderId });
      isOther = true;
    } else if (event.type === 'delete_message') {
      const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]);
      for (const id of ids) isOther = after.delete(id) || isOther;
    } else if (event.type === 'update_message' && event.orig_subject !== undefined) {
      const conversation = inChannel(event.new_stream_id ?? event.stream_id ?? 0, event.subject ?? event.orig_subject);
      for (const id of event.message_ids) {
        const message = after.get(id);
        if (message === undefined) continue;
        after.set(id, { ...message, conversation: conversation });
        isOther = true;
      }
    }
  }
  return isOther ? after : known;
}

/** @returns every conversation of which anything is known: by messages, unread ones, and direct messages of any age; newest first. */
export function recentRows(
  known: KnownMessages,
  { unread, recentDirect }: Pick<Messages, 'unread' | 'recentDirect'>,
): RecentRow[] {
  const rows = new Map<ConversationKey, { conversation: Conversation; newestId: number; senderIds: Set<number> }>();
  const put = (conversation: Conversation, id: number, senderId?: number): void => {
    const key = keyOf(conversation);
    const row = rows.get(key) ?? { conversation, newestId: 0, senderIds: new Set<number>() };
    rows.set(key, row);
    row.newestId = Math.max(row.newestId, id);
    if (senderId !== undefined) row.senderIds.add(senderId);
  };
  for (const [id, { conversation, senderId }] of [...known].toSorted(([a], [b]) => b - a))
    put(conversation, id, senderId);
  for (const { conversation, ids } of unread.values()) put(conversation, ids.at(-1) ?? 0);
  for (const { conversation, maxMessageId } of recentDirect.values()) put(conversation, maxMessageId);
  return [...rows]
    .map(([key, row]) => ({ key, ...row, senderIds: [...row.senderIds] }))
    .toSorted((a, b) => b.newestId - a.newestId);
}

export interface Choice {
  filter: RecentFilter;
  hasMuted: boolean;
  /** Conversations in which the reader wrote, besides those whose known messages say so. */
  ownKeys: ReadonlySet<ConversationKey>;
}

/** @returns the rows that the choice leaves, without channels that the reader has left. */
export function chosenRows(
  rows: readonly RecentRow[],
  clientState: Pick<ClientState, 'channels' | 'messages' | 'own' | 'me'>,
  { filter, hasMuted, ownKeys }: Choice,
): RecentRow[] {
  const { channels, messages } = clientState;
  return rows.filter(({ key, conversation, senderIds }) => {
    if (conversation.kind === 'channel' && !channels.subscriptions.has(conversation.channelId)) return false;
    if (!hasMuted && isMutedConversation(clientState, key, conversation)) return false;
    if (filter === 'direct') return conversation.kind === 'direct';
    if (filter === 'unread') return messages.unread.has(key);
    if (filter === 'followed') return channels.topicPolicies.get(key)?.visibility_policy === topicPolicies.followed;
    return filter === 'all' || senderIds.includes(clientState.me) || ownKeys.has(key);
  });
}
