/**
 * Moves messages to another topic or channel, six seconds after that was asked for: others hear of no move that is undone, and no
 * notice of it stays (contract: update-message).
 */
import { emptyTopicName } from '../../client/empty-topic.ts';
import { request } from '../../client/request.ts';
import { inChannel, keyOf } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { t } from '../../client/text.ts';
import { offerUndo, reportRefusal } from '../kit/notices.ts';
import { narrowKey, narrowTo } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';
import type { Message } from '../store/message.ts';
import { hideMessages } from '../store/set-aside.ts';

export type MoveMode = 'change_one' | 'change_later' | 'change_all';

export interface MoveTarget {
  channelId: number;
  topic: string;
  mode: MoveMode;
  /** Whether a notice stays where the messages were. */
  tellsOld: boolean;
  /** Whether a notice comes where they go. */
  tellsNew: boolean;
}

/** @param message the first that moves. */
export function moveMessages(chat: ChatModel, message: Message, target: MoveTarget): void {
  const { channelId, topic, mode, tellsOld, tellsNew } = target;
  const show = hideMessages(movingIds(chat, message, mode));
  const place = nameOf(chat, channelId, topic);
  const commit = async (isLeaving: boolean): Promise<void> => {
    const now = chat.messages.get(message.id) ?? message;
    const params = {
      propagate_mode: mode,
      send_notification_to_old_thread: tellsOld,
      send_notification_to_new_thread: tellsNew,
      // Another person may have moved it there, or elsewhere.
      ...(topic !== now.subject && { topic }),
      ...(channelId !== now.stream_id && { stream_id: channelId }),
    };
    if ('topic' in params || 'stream_id' in params)
      await reportRefusal(request('PATCH', `/messages/${message.id}`, params, undefined, {}, isLeaving));
    show();
  };
  const text =
    mode === 'change_one' ? t('Message moved to {{place}}.', { place }) : t('Messages moved to {{place}}.', { place });
  offerUndo(text, { undo: show, commit: (isLeaving) => void commit(isLeaving) });
}

/** The messages that are here and go away from their place. */
function movingIds(chat: ChatModel, message: Message, mode: MoveMode): number[] {
  if (mode === 'change_one') return [message.id];
  const conversation = conversationOf(message, chat.session.user_id);
  const ids = chat.ranges.get(narrowKey(narrowTo(conversation)))?.ids ?? [];
  return mode === 'change_all' ? [...ids] : ids.filter((id) => id >= message.id);
}

function nameOf({ clientState }: ChatModel, channelId: number, topic: string): string {
  const channel = clientState.channels.channels.get(channelId)?.name ?? `#${channelId}`;
  return `#${channel} › ${topic === '' ? emptyTopicName() : topic}`;
}

/** Whether a place is where a message is already. */
export const isThere = (message: Message, channelId: number, topic: string): boolean =>
  keyOf(inChannel(channelId, topic)) === keyOf(inChannel(message.stream_id ?? 0, message.subject)) &&
  topic === message.subject;
