/** Message actions of feed rows. */
import { useMemo } from 'react';
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { copyText } from '../../components/clipboard.ts';
import { playgroundsFor } from '../../components/message-html/enrich-html.ts';
import type { BodyAction } from '../../components/message-html/message-body.tsx';
import { isAllowed, runAction } from '../actions/action.ts';
import type { MessageAction, MessageTarget } from '../actions/message-target.ts';
import { openMessageMenu } from '../actions/message.ts';
import { pickReaction, react, type Emoji } from '../actions/writing.ts';
import { openFilePreview } from '../kit/file-preview-store.ts';
import { openLightbox } from '../kit/lightbox-store.ts';
import { showNotice, reportRefusal } from '../kit/notices.ts';
import type { Names } from '../routing/address.ts';
import type { Narrow } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';
import type { Message } from '../store/message.ts';
import { isChangeable } from '../store/permissions.ts';
import { useChat, useNames } from '../store/use-chat.ts';
import { goTo } from '../store/use-view.ts';

export interface MessageActions {
  onBody: (action: BodyAction) => void;
  onCopy: (text: string) => void;
  /** Whether it can be reacted to, edited and moved, and a poll voted in. */
  isChangeable: (message: Message) => boolean;
  onReact: (message: Message, emoji: Emoji, isOn: boolean) => void;
  onPickReaction: (message: Message, at: HTMLElement) => void;
  /** Of the table of actions (actions/message.ts). */
  isAllowed: (action: MessageAction, message: Message) => boolean;
  /** @param button that was pressed. */
  run: (action: MessageAction, message: Message, button: HTMLElement) => void;
  onMore: (message: Message, at: MessageTarget['at']) => void;
  /** A vote, a new option, a task that is done. @param content is sent as JSON. @returns whether it was taken. */
  onSubmessage: (message: Message, content: object) => Promise<boolean>;
  onSender: (userId: number, at: HTMLElement) => void;
}

/** @param narrow the view in which the messages are shown. */
export function useMessageActions(narrow: Narrow): MessageActions {
  const chat = useChat();
  const names = useNames();
  return useMemo(() => messageActionsIn(chat, names, narrow), [chat, names, narrow]);
}

function messageActionsIn(chat: ChatModel, names: Names, narrow: Narrow): MessageActions {
  const target = (message: Message, at: MessageTarget['at']): MessageTarget => ({
    chat,
    names,
    narrow,
    message: chat.messages.get(message.id) ?? message,
    at,
    button: at instanceof HTMLElement ? at : null,
  });
  return {
    onBody(action) {
      if (action.kind === 'user') goTo(`#user/${action.userId}`);
      else if (action.kind === 'picture') openLightbox(action.element);
      else if (action.kind === 'file')
        openFilePreview({ path: action.path, title: action.title, from: action.element });
      else void openInPlayground(chat, action);
    },
    onCopy: (text) => void copied(text),
    isChangeable: (message) => isChangeable(chat.clientState, message),
    onReact: react,
    onPickReaction: pickReaction,
    isAllowed: (action, message) => isAllowed(action, target(message, document.body)),
    run: (action, message, button) => runAction(action, target(message, button)),
    onMore: (message, at) => openMessageMenu(target(message, at)),
    onSubmessage(message, content) {
      const params = { message_id: message.id, msg_type: 'widget', content: JSON.stringify(content) };
      return reportRefusal(request('POST', '/submessage', params));
    },
    onSender: (userId) => goTo(`#user/${userId}`),
  };
}

/** What fills the template comes with the first code that someone runs. */
async function openInPlayground(
  { clientState }: ChatModel,
  { language, code, element }: Extract<BodyAction, { kind: 'playground' }>,
): Promise<void> {
  const { openPlayground } = await import('./playgrounds.ts');
  openPlayground(playgroundsFor(clientState.organization.playgrounds, language), code, element);
}

async function copied(text: string): Promise<void> {
  if (await copyText(text)) showNotice(t('Copied'));
}
