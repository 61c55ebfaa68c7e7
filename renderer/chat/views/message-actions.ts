/** What can be done with a message of the feed. */
import { useMemo } from 'react';
import { copyText } from '../../components/clipboard.ts';
import { request } from '../../client/request.ts';
import { pickReaction, replyTo } from '../composer/message-writing.ts';
import { conversationOf } from '../../client/state/messages.ts';
import type { MessageActions } from '../message-list/message-row.tsx';
import { useChat, useNames } from '../model/use-chat.ts';
import { goTo } from '../model/use-view.ts';
import { conversationAddress } from '../narrow/address.ts';
import type { Narrow } from '../narrow/narrow.ts';

export function useMessageActions(_narrow: Narrow): MessageActions {
  const chat = useChat();
  const names = useNames();
  return useMemo(
    (): MessageActions => ({
      onBody(action) {
        if (action.kind === 'user') goTo(`#user/${action.userId}`);
      },
      onCopy: (text) => void copyText(text),
      onReact(message, { name, code, type }, isOn) {
        void request(isOn ? 'POST' : 'DELETE', `/messages/${message.id}/reactions`, {
          emoji_name: name,
          emoji_code: code,
          reaction_type: type,
        }).catch(() => undefined);
      },
      onPickReaction: pickReaction,
      onReply: (message) => replyTo(chat, names, message),
      onCopyLink(message) {
        const place = conversationOf(message, chat.session.user_id);
        // At the root, so that every client reads it.
        void copyText(`${location.origin}/${conversationAddress(place, names, message.id)}`);
      },
      onMore: () => undefined,
      onSender: (userId) => goTo(`#user/${userId}`),
    }),
    [chat, names],
  );
}
