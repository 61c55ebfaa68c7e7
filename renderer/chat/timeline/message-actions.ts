/** What can be done with a message of the feed. */
import { useMemo } from 'react';
import { request } from '../../client/request.ts';
import { serverNow } from '../../client/server-clock.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { t } from '../../client/text.ts';
import { copyText } from '../../components/clipboard.ts';
import { playgroundsFor } from '../../components/message-html/enrich-html.ts';
import type { BodyAction } from '../../components/message-html/message-body.tsx';
import { openMessageMenu, setFlag } from '../actions/message-menu.ts';
import { editMessage, forwardMessage, pickReaction, quoteMessage, replyTo } from '../actions/message-writing.ts';
import { openLightbox } from '../kit/lightbox-store.ts';
import { say, told } from '../kit/notices.ts';
import { conversationAddress, type Names } from '../routing/address.ts';
import type { Narrow } from '../routing/narrow.ts';
import type { MessageActions } from '../store/actions.ts';
import type { ChatModel } from '../store/chat-model.ts';
import type { Message } from '../store/message.ts';
import { isChangeable, mayEdit } from '../store/permissions.ts';
import { useChat, useNames } from '../store/use-chat.ts';
import { goTo } from '../store/use-view.ts';

/** @param narrow the view in which the messages are shown. */
export function useMessageActions(narrow: Narrow): MessageActions {
  const chat = useChat();
  const names = useNames();
  return useMemo(() => messageActions(chat, names, narrow), [chat, names, narrow]);
}

function messageActions(chat: ChatModel, names: Names, narrow: Narrow): MessageActions {
  // A menu may stand open while its message moves.
  const now = (message: Message): Message => chat.messages.get(message.id) ?? message;
  const actions: MessageActions = {
    onBody(action) {
      if (action.kind === 'user') goTo(`#user/${action.userId}`);
      else if (action.kind === 'picture') openLightbox(action.element);
      else void openInPlayground(chat, action);
    },
    onCopy: (text) => void copied(text, t('Copied')),
    isChangeable: (message) => isChangeable(chat.known, message),
    onReact(message, { name, code, type }, isOn) {
      const emoji = { emoji_name: name, emoji_code: code, reaction_type: type };
      void told(request(isOn ? 'POST' : 'DELETE', `/messages/${message.id}/reactions`, emoji));
    },
    onPickReaction: pickReaction,
    onReply: (message) => replyTo(chat, names, now(message)),
    onQuote: (message) => void quoteMessage(chat, names, now(message)),
    onForward: (message) => void forwardMessage(chat, names, now(message)),
    onEdit: {
      isAllowed: (message) => mayEdit(chat.known, message, serverNow()),
      run: (message) => editMessage(chat, now(message)),
    },
    onCollapse: (message, isOn) => setFlag(message, 'collapsed', isOn),
    onCopyLink(message) {
      const place = conversationOf(now(message), chat.session.user_id);
      // At the root, so that every client reads it.
      void copied(`${location.origin}/${conversationAddress(place, names, message.id)}`, t('Link copied'));
    },
    onMore: (message, at) => openMessageMenu(chat, actions, narrow, now(message), at),
    onSubmessage(message, content) {
      const params = { message_id: message.id, msg_type: 'widget', content: JSON.stringify(content) };
      return told(request('POST', '/submessage', params));
    },
    onSender: (userId) => goTo(`#user/${userId}`),
  };
  return actions;
}

/** What fills the template comes with the first code that somebody runs. */
async function openInPlayground(
  { known }: ChatModel,
  { language, code, element }: Extract<BodyAction, { kind: 'playground' }>,
): Promise<void> {
  const { openPlayground } = await import('./playgrounds.ts');
  openPlayground(playgroundsFor(known.organization.playgrounds, language), code, element);
}

async function copied(text: string, done: string): Promise<void> {
  if (await copyText(text)) say(done);
}
