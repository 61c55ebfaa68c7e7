/** Reminders of messages: made, moved and taken back (contract: reminders). */
import { request } from '../../client/request.ts';
import type { Reminder } from '../../client/state/own.ts';
import { t } from '../../client/text.ts';
import type { openMenu } from '../kit/menu-store.ts';
import { offerUndo, reportRefusal, showNotice } from '../kit/notices.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { noteOf } from '../store/later-rows.ts';
import { whenLater } from '../store/times.ts';
import { is24, openLaterMenu } from './later-menu.ts';
import { secondsOf } from './scheduling.ts';

type Place = Parameters<typeof openMenu>[1];

/** Asks when to be reminded of a message. */
export function openReminderMenu(chat: ChatModel, messageId: number, at: Place): void {
  openLaterMenu(chat, at, {
    title: t('Remind me'),
    submitLabel: t('Remind me'),
    isSoon: true,
    note: '',
    onPick: (moment, note) => remind(chat, messageId, moment, note),
  });
}

/** Asks for another time; the note goes along. */
export function openLaterReminderMenu(chat: ChatModel, reminder: Reminder, at: Place): void {
  openLaterMenu(chat, at, {
    title: t('Change time'),
    submitLabel: t('Set reminder'),
    isSoon: true,
    note: noteOf(reminder),
    async onPick(moment, note) {
      // The new one first: between the two there are both, and never none.
      const isDone = await remind(chat, reminder.reminder_target_message_id, moment, note);
      return isDone && reportRefusal(request('DELETE', `/reminders/${reminder.reminder_id}`));
    },
  });
}

/** What was asked for without an answer, with the reminders that there were before: the server may have it already. */
const doubtful = new Map<string, ReadonlySet<number>>();

async function remind(chat: ChatModel, messageId: number, moment: Date, note: string): Promise<boolean> {
  const doubt = `${messageId} ${note}`;
  const before = doubtful.get(doubt) ?? new Set(chat.clientState.own.reminders.keys());
  const isDone = await reportRefusal(
    remindOnce(doubtful.get(doubt), { message_id: messageId, note }, secondsOf(moment)),
  );
  if (isDone) doubtful.delete(doubt);
  else doubtful.set(doubt, before);
  if (isDone) showNotice(t('Reminder set for {{when}}.', { when: whenLater(moment, new Date(), is24(chat)) }));
  return isDone;
}

/** @param before reminders of before a request that may have been done; undefined = there was none. */
async function remindOnce(
  before: ReadonlySet<number> | undefined,
  wanted: { message_id: number; note: string },
  at: number,
): Promise<void> {
  const made = before === undefined ? [] : (await request('GET', '/reminders')).reminders;
  const same = made.filter(
    (each) =>
      before?.has(each.reminder_id) === false &&
      each.reminder_target_message_id === wanted.message_id &&
      noteOf(each) === wanted.note,
  );
  if (!same.some((each) => each.scheduled_delivery_timestamp === at))
    await request('POST', '/reminders', { ...wanted, scheduled_delivery_timestamp: at });
  const others = same.filter((each) => each.scheduled_delivery_timestamp !== at);
  await Promise.all(others.map(({ reminder_id: id }) => request('DELETE', `/reminders/${id}`)));
}

/** Deletes a reminder, and offers to make it again. */
export async function deleteReminder(reminder: Reminder): Promise<void> {
  const { reminder_id: id, reminder_target_message_id: messageId, scheduled_delivery_timestamp: at } = reminder;
  if (!(await reportRefusal(request('DELETE', `/reminders/${id}`)))) return;
  const again = { message_id: messageId, note: noteOf(reminder), scheduled_delivery_timestamp: at };
  offerUndo(t('Reminder deleted.'), { undo: () => void reportRefusal(request('POST', '/reminders', again)) });
}
