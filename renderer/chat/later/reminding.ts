/** Reminders of messages: made, moved and taken back (contract: reminders). */
import { request } from '../../client/request.ts';
import type { Reminder } from '../../client/state/own.ts';
import { t } from '../../client/text.ts';
import type { openMenu } from '../floating/menu-store.ts';
import { say, told } from '../floating/notices.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { is24, openLaterMenu } from './later-menu.ts';
import { noteOf } from './later-rows.ts';
import { secondsOf } from './scheduling.ts';
import { whenLater } from './times.ts';

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
    title: t('Remind me later'),
    submitLabel: t('Remind me then'),
    isSoon: true,
    note: noteOf(reminder),
    async onPick(moment, note) {
      // The new one first: between the two there are both, and never none.
      const isDone = await remind(chat, reminder.reminder_target_message_id, moment, note);
      return isDone && told(request('DELETE', `/reminders/${reminder.reminder_id}`));
    },
  });
}

async function remind(chat: ChatModel, messageId: number, moment: Date, note: string): Promise<boolean> {
  const params = { message_id: messageId, scheduled_delivery_timestamp: secondsOf(moment), note };
  const isDone = await told(request('POST', '/reminders', params));
  if (isDone) say(t('You will be reminded: {{when}}.', { when: whenLater(moment, new Date(), is24(chat)) }));
  return isDone;
}

export function deleteReminder({ reminder_id: id }: Reminder): Promise<boolean> {
  return told(request('DELETE', `/reminders/${id}`));
}
