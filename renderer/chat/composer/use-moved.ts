/** A topic that got another name while somebody was in it: the view and the words go where the messages went. */
import { useEffect, useEffectEvent } from 'react';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import { useChat, useNames } from '../model/use-chat.ts';
import { goTo, isShown } from '../model/use-view.ts';
import { conversationAddress } from '../narrow/address.ts';

/** @param onMoved instead of going there: the box stands in a view of many conversations. */
export function useMoved(conversation: Conversation, onMoved?: (to: Conversation) => void): void {
  const { state, session } = useChat();
  const names = useNames();
  const follow = useEffectEvent((from: Conversation, to: Conversation) => {
    if (keyOf(from) !== keyOf(conversation)) return;
    if (onMoved !== undefined) onMoved(to);
    else if (isShown(from, session.user_id)) goTo(conversationAddress(to, names), { replace: true });
  });
  useEffect(
    () =>
      state.subscribe(({ moved }, before) => {
        if (moved !== null && moved !== before.moved) follow(moved.from, moved.to);
      }),
    [state],
  );
}
