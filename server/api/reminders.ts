/** Reminders of messages (contract: reminders). */
import * as reminders from '../domain/scheduled/reminders.ts';
import { int, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Drafts and reminders';

export const getReminders = endpoint({
  method: 'GET',
  path: '/reminders',
  access: 'authenticated',
  summary: 'Lists your reminders, the next one first.',
  params: {},
  run: ({ read }) => read((viewing) => ({ reminders: reminders.remindersWire(viewing) })),
});

export const createReminder = endpoint({
  method: 'POST',
  path: '/reminders',
  access: 'authenticated',
  summary: 'Has the notification bot remind you of a message.',
  params: {
    message_id: int().envelope(),
    scheduled_delivery_timestamp: int({ min: 0, max: 253_402_300_799 })
      .describe('UNIX seconds, in the future.')
      .envelope(),
    note: text().default('').describe('Shown with the reminder.'),
  },
  run: ({ write, params }) =>
    write((acting) => ({
      reminder_id: reminders.createReminder(
        acting,
        params.message_id,
        params.scheduled_delivery_timestamp,
        params.note,
      ),
    })),
});

export const deleteReminder = endpoint({
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  access: 'authenticated',
  summary: 'Deletes a reminder.',
  params: { reminder_id: int().envelope() },
  run: ({ write, params }) =>
    write((acting) => {
      reminders.deleteReminder(acting, params.reminder_id);
      return {};
    }),
});
