/** Actions on scheduled messages: one request each; a rejection is shown, and no text is lost. */
import { ApiError, request } from '../../client/request.ts';
import { serverNow } from '../../client/server-clock.ts';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import type { ScheduledMessage } from '../../client/state/own.ts';
import { t } from '../../client/text.ts';
import { showNotice, reportRefusal } from '../kit/notices.ts';
import { conversationAddress, type Names } from '../routing/address.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { scheduledConversation } from '../store/later-rows.ts';
import { whenLater } from '../store/times.ts';
import { goTo } from '../store/use-view.ts';
import { is24 } from './later-menu.ts';

/** The server takes only a time to come: on a slow line, too, it still is when the request is there. */
const atOnceSecs = 5;
/** What was asked for without an answer: the server may have it already. */
const doubtful = new Set<string>();

export const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/** What stands in a box is sent at a moment (contract: create-scheduled-message). @returns whether the server has it. */
export async function scheduleBox(chat: ChatModel, conversation: Conversation, moment: Date): Promise<boolean> {
  const { writing } = chat;
  const content = writing.textOf(conversation);
  if (content.trim() === '') return false;
  const doubt = `${keyOf(conversation)} ${content}`;
  const scheduleOnce = async (): Promise<number> => {
    const before = doubtful.has(doubt) ? await sameAtServer(chat, conversation, content) : undefined;
    return before === undefined ? schedule(conversation, content, moment) : moveTo(before, moment);
  };
  const noted = scheduleOnce().catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) doubtful.add(doubt);
    throw error;
  });
  if (!(await reportRefusal(noted))) return false;
  doubtful.delete(doubt);
  writing.taken(conversation, content);
  const id = await noted;
  showNotice(t('Scheduled for {{when}}.', { when: whenLater(moment, new Date(), is24(chat)) }), {
    undo: { label: t('Undo'), run: () => void takeBack(chat, { id, conversation, content }) },
  });
  return true;
}

async function schedule(conversation: Conversation, content: string, moment: Date): Promise<number> {
  const to =
    conversation.kind === 'direct'
      ? ({ type: 'direct', to: conversation.userIds } as const)
      : ({ type: 'channel', to: conversation.channelId, topic: conversation.topic } as const);
  const when = { scheduled_delivery_timestamp: secondsOf(moment), read_by_sender: true };
  const { scheduled_message_id: id } = await request('POST', '/scheduled_messages', {
    ...to,
    ...when,
    content,
  });
  return id;
}

async function moveTo({ scheduled_message_id: id }: ScheduledMessage, moment: Date): Promise<number> {
  await request('PATCH', `/scheduled_messages/${id}`, { scheduled_delivery_timestamp: secondsOf(moment) });
  return id;
}

/** Asked of the server: its event may be as late as its answer. */
async function sameAtServer(
  { clientState }: ChatModel,
  conversation: Conversation,
  content: string,
): Promise<ScheduledMessage | undefined> {
  const { scheduled_messages: scheduled } = await request('GET', '/scheduled_messages');
  return scheduled.find(
    (each) =>
      !each.failed &&
      each.content.trim() === content.trim() &&
      keyOf(scheduledConversation(each, clientState.me)) === keyOf(conversation),
  );
}

interface Waiting {
  id: number;
  conversation: Conversation;
  content: string;
}

/** The words go back into their box, and are sent by no one. They are in the box first: for a moment in two places, never in none. */
async function takeBack(chat: ChatModel, { id, conversation, content }: Waiting): Promise<boolean> {
  const { writing } = chat;
  const before = writing.textOf(conversation);
  writing.append(conversation, content);
  const both = writing.textOf(conversation);
  if (await reportRefusal(request('DELETE', `/scheduled_messages/${id}`))) return true;
  // It may have been sent a moment ago.
  if (writing.textOf(conversation) === both) writing.put(conversation, before);
  return false;
}

/** The words go back into their box, which opens. */
export async function writeOn(chat: ChatModel, names: Names, waiting: Waiting): Promise<void> {
  if (!(await takeBack(chat, waiting))) return;
  goTo(conversationAddress(waiting.conversation, names));
  chat.writing.focus(waiting.conversation);
}

export async function reschedule(chat: ChatModel, message: ScheduledMessage, moment: Date): Promise<boolean> {
  const isDone = await reportRefusal(moveTo(message, moment));
  if (isDone) showNotice(t('Scheduled for {{when}}.', { when: whenLater(moment, new Date(), is24(chat)) }));
  return isDone;
}

/** The server sends it in a moment: it does so exactly once, whatever becomes of this page. */
export async function sendNow({ scheduled_message_id: id }: ScheduledMessage): Promise<void> {
  const soon = serverNow() + atOnceSecs;
  if (await reportRefusal(request('PATCH', `/scheduled_messages/${id}`, { scheduled_delivery_timestamp: soon })))
    showNotice(t('Sending…'));
}

export async function deleteScheduled(chat: ChatModel, waiting: Waiting): Promise<void> {
  if (!(await reportRefusal(request('DELETE', `/scheduled_messages/${waiting.id}`)))) return;
  showNotice(t('Scheduled message cancelled.'), {
    undo: { label: t('Edit in message box'), run: () => chat.writing.append(waiting.conversation, waiting.content) },
  });
}
