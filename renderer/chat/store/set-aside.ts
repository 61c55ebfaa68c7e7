/** Messages and topics that are about to be deleted or moved: no list shows them while that can be undone. */
import { createStore } from 'zustand/vanilla';
import { keyOf, type Conversation, type ConversationKey } from '../../client/state/conversation.ts';

interface SetAside {
  messages: ReadonlySet<number>;
  conversations: ReadonlySet<ConversationKey>;
}

export const setAside = createStore<SetAside>(() => ({ messages: new Set(), conversations: new Set() }));

/** Hides messages. @returns a function that shows them again. */
export function hideMessages(ids: readonly number[]): () => void {
  setAside.setState(({ messages }) => ({ messages: new Set([...messages, ...ids]) }));
  return () =>
    setAside.setState(({ messages }) => ({ messages: new Set([...messages].filter((id) => !ids.includes(id))) }));
}

/** Hides a conversation. @returns a function that shows it again. */
export function hideConversation(conversation: Conversation): () => void {
  const key = keyOf(conversation);
  setAside.setState(({ conversations }) => ({ conversations: new Set([...conversations, key]) }));
  return () =>
    setAside.setState(({ conversations }) => ({
      conversations: new Set([...conversations].filter((each) => each !== key)),
    }));
}
