/** Names of conversations in lists. */
import { useMemo } from 'react';
import { emptyTopicName } from '../../client/empty-topic.ts';
import { isResolved, withResolved } from '../../client/resolved-topics.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { writersIn, type User } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { useClientState } from './use-chat.ts';

/** @param userIds of the others; oneself for notes to oneself. */
export function peopleName(userIds: readonly number[], users: ReadonlyMap<number, User>, me: number): string {
  if (userIds.length === 1 && userIds[0] === me) return t('Notes to yourself');
  return userIds.map((id) => users.get(id)?.full_name ?? `#${id}`).join(', ');
}

export interface ConversationName {
  name: string;
  /** A topic that is resolved: its mark is left out of the name. */
  isResolved: boolean;
}

export function useConversationName(): (conversation: Conversation) => ConversationName {
  const users = useClientState((state) => writersIn(state.users));
  const me = useClientState((state) => state.me);
  const emptyName = emptyTopicName();
  return useMemo(
    () => (conversation) => {
      if (conversation.kind === 'direct')
        return { name: peopleName(conversation.userIds, users, me), isResolved: false };
      const { topic } = conversation;
      const bare = withResolved(topic, false);
      return { name: bare === '' ? emptyName : bare, isResolved: isResolved(topic) };
    },
    [users, me, emptyName],
  );
}

/** "#workshop › roof", or the people. @param conversation null: it is not known yet. */
export function useDestinationName(conversation: Conversation | null): string {
  const nameOf = useConversationName();
  const channel = useClientState(({ channels }) =>
    conversation?.kind === 'channel' ? channels.channels.get(conversation.channelId)?.name : undefined,
  );
  if (conversation === null) return t('No recipient');
  const { name, isResolved: isMarked } = nameOf(conversation);
  const topic = isMarked ? `✔ ${name}` : name;
  return channel === undefined ? topic : `#${channel} › ${topic}`;
}
