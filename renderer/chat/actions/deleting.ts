/**
 * Deletes messages and topics, six seconds after they are gone from the lists: until then nothing is sent, so that Undo loses nothing.
 * A page that is closed or hidden sends it at once; without an answer they are shown again, and the reason is said.
 */
import { deleteTopic } from '../../client/delete-topic.ts';
import { emptyTopicName } from '../../client/empty-topic.ts';
import { request } from '../../client/request.ts';
import { withResolved } from '../../client/resolved-topics.ts';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import type { Event } from '../../client/state/events.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { t } from '../../client/text.ts';
import { offerUndo, reportRefusal, showNotice } from '../kit/notices.ts';
import type { ChatModel } from '../store/chat-model.ts';
import type { Message } from '../store/message.ts';
import { hideConversation, hideMessages } from '../store/set-aside.ts';
import { goTo, isShown } from '../store/use-view.ts';
import { newestIn } from './conversation-actions.ts';

/** Deletes a message, with what is half written of it (contract: delete-message). */
export function deleteMessage(chat: ChatModel, { id }: Pick<Message, 'id'>): void {
  const show = hideMessages([id]);
  const reopenEdit = chat.writing.setEditAside(id);
  const restore = (): void => {
    show();
    reopenEdit?.();
  };
  const commit = async (isLeaving: boolean): Promise<void> => {
    stop();
    const asked = request('DELETE', `/messages/${id}`, {}, undefined, {}, isLeaving);
    if (!(await reportRefusal(asked))) return restore();
    // What the event says a moment later.
    chat.messages.delete([id]);
    chat.ranges.remove([id]);
    show();
  };
  const text = reopenEdit === null ? t('Message deleted.') : t('Message deleted, with your changes.');
  const withdraw = offerUndo(text, {
    undo() {
      stop();
      restore();
    },
    commit: (isLeaving) => void commit(isLeaving),
  });
  // Someone else deleted it: there is nothing to undo.
  const stop = whenDeleted(chat, id, () => {
    withdraw();
    show();
  });
}

/** Deletes a topic with all its messages, unless one comes in that no one could have meant (contract: delete-topic). */
export function deleteWholeTopic(chat: ChatModel, topic: Extract<Conversation, { kind: 'channel' }>): void {
  const emptyName = emptyTopicName();
  const name = withResolved(topic.topic, false) || emptyName;
  const now = chat.moves.following(topic);
  const address = location.hash;
  const wasShown = isShown(chat, topic);
  const show = hideConversation(topic);
  if (wasShown) goTo(`#topics/channel/${topic.channelId}`, { replace: true });
  const commit = async (isLeaving: boolean): Promise<void> => {
    chat.arrivals.delete(listener);
    const { channelId, topic: nameNow } = now();
    // A page that goes has no time for a question.
    const check = isLeaving ? Promise.resolve() : newestIn(channelId, nameNow);
    await reportRefusal(check.then(() => deleteTopic(channelId, nameNow, { outlivesPage: isLeaving })));
    show();
  };
  const listener = (messages: readonly Message[]): void => {
    const key = keyOf(now());
    if (!messages.some((message) => keyOf(conversationOf(message, chat.session.user_id)) === key)) return;
    chat.arrivals.delete(listener);
    withdraw();
    show();
    showNotice(t('{{topic}} was not deleted because it has a new message.', { topic: name }), {
      isError: true,
      actions: [{ label: t('Delete anyway'), run: () => void commit(false) }],
    });
  };
  chat.arrivals.add(listener);
  const withdraw = offerUndo(t('{{topic}} deleted, with all its messages.', { topic: name }), {
    undo() {
      chat.arrivals.delete(listener);
      show();
      if (wasShown) goTo(address, { replace: true });
    },
    commit: (isLeaving) => void commit(isLeaving),
  });
}

/** @returns a function that ends the waiting. */
function whenDeleted({ eventListeners }: ChatModel, id: number, onDeleted: () => void): () => void {
  const listener = (events: readonly Event[]): void => {
    const isGone = events.some(
      (event) => event.type === 'delete_message' && (event.message_ids?.includes(id) ?? event.message_id === id),
    );
    if (!isGone) return;
    eventListeners.delete(listener);
    onDeleted();
  };
  eventListeners.add(listener);
  return () => void eventListeners.delete(listener);
}
