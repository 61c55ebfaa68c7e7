/** A topic that got another name while somebody was in it: the view and the words go where the messages went. */
import { useEffect } from 'react';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import { useChat, useNames } from '../model/use-chat.ts';
import { goTo } from '../model/use-view.ts';
import { conversationAddress } from '../narrow/address.ts';

export function useMoved(conversation: Conversation): void {
  const { state } = useChat();
  const names = useNames();
  useEffect(
    () =>
      state.subscribe(({ moved }, before) => {
        if (moved === null || moved === before.moved || keyOf(moved.from) !== keyOf(conversation)) return;
        // In a view of many conversations only the box follows, which is drawn by its conversation.
        if (location.href.includes(conversationAddress(conversation, names))) {
          goTo(conversationAddress(moved.to, names), { replace: true });
        }
      }),
    [state, names, conversation],
  );
}
