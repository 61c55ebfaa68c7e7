/** Marks much as read, with an undo that makes exactly the same messages unread again. */
import type { Conversation } from '../../client/state/conversation.ts';
import { keyOf } from '../../client/state/conversation.ts';
import type { Event } from '../../client/state/events.ts';
import { t } from '../../client/text.ts';
import { offerUndo, reportRefusal } from '../kit/notices.ts';
import { narrowTo, type Narrow } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';

/** What is marked: everything, a channel, or some conversations. */
export type ReadScope = 'everything' | { channelId: number } | { conversations: readonly Conversation[] };

/**
 * Marks as read: conversations here at once, and at the server what the index of unread messages does not list, too.
 * @returns whether the server did it.
 */
export async function markRead(chat: ChatModel, scope: ReadScope): Promise<boolean> {
  const { unread, hasOlderUnread } = chat.clientState.messages;
  const known = [...unread.values()].filter(({ conversation }) => isInScope(conversation, scope));
  const ids = new Set(known.flatMap((each) => each.ids));
  const before = ids.size;
  // Messages that are too old for the index are named by the events alone.
  const stopNoting = hasOlderUnread ? noteRead(chat, ids) : () => undefined;
  if (scope !== 'everything' && 'conversations' in scope) chat.reading.mark([...ids]);
  const narrows = narrowsOf(scope, hasOlderUnread);
  if (narrows.length > 0) chat.reading.send();
  for (const narrow of narrows)
    if (!(await reportRefusal(chat.reading.markAllRead(narrow)))) {
      stopNoting();
      return false;
    }
  offerUndo(sentenceOf(scope, before), {
    undo() {
      stopNoting();
      void reportRefusal(chat.reading.markUnread([...ids].filter((id) => !chat.messages.wasDeleted(id))));
    },
  });
  return true;
}

function isInScope(conversation: Conversation, scope: ReadScope): boolean {
  if (scope === 'everything') return true;
  if ('channelId' in scope) return conversation.kind === 'channel' && conversation.channelId === scope.channelId;
  return scope.conversations.some((each) => keyOf(each) === keyOf(conversation));
}

function narrowsOf(scope: ReadScope, hasOlderUnread: boolean): Narrow[] {
  if (scope === 'everything') return [[]];
  if ('channelId' in scope) return [[{ operator: 'channel', operand: scope.channelId }]];
  return hasOlderUnread ? scope.conversations.map((each) => narrowTo(each)) : [];
}

function sentenceOf(scope: ReadScope, count: number): string {
  if (scope === 'everything') return t('All messages marked as read.');
  return t('{{count}} messages marked as read.', {
    count,
    defaultValue_one: '{{count}} message marked as read.',
  });
}

/** Adds what is marked as read from now on. @returns a function that ends this. */
function noteRead({ eventListeners }: ChatModel, ids: Set<number>): () => void {
  const listener = (events: readonly Event[]): void => {
    for (const event of events)
      if (event.type === 'update_message_flags' && event.flag === 'read' && event.op === 'add')
        for (const id of event.messages) ids.add(id);
  };
  eventListeners.add(listener);
  return () => void eventListeners.delete(listener);
}
