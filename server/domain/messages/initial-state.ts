/** Initial state of messages at registration (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import { knowsArchived, wantsType, type StateParts, type StateOptions } from '../initial-state.ts';
import { starredMessageIds } from './flags/stars.shared.ts';
import type { UnreadForm } from './reading/unread-lists.ts';
import { unreadMessages, recentPrivateConversations } from './reading/unread.ts';
import { maxMessageId } from './rows.ts';

/** Unread messages come when both of the types that keep them up to date are asked for. */
export const wantsUnread = (options: StateOptions): boolean =>
  wantsType(options, 'message') && wantsType(options, 'update_message_flags');

/** What a client can be reported about unread messages. */
export const unreadForm = (options: StateOptions): UnreadForm => ({
  emptyTopic: options.capabilities.empty_topic_name === true,
  archived: knowsArchived(options),
});

/** Parts of registration. */
export const messagesState: StateParts = {
  message: (viewing, options, ahead) => ({
    max_message_id: maxMessageId(viewing.db),
    ...(wantsUnread(options) && {
      unread_msgs: unreadMessages(viewing, unreadForm(options), ahead.unread),
    }),
  }),
  starred_messages: (viewing) => ({ starred_messages: starredMessageIds(viewing) }),
  recent_private_conversations: (viewing) => ({ recent_private_conversations: recentPrivateConversations(viewing) }),
};
