/** What registration says about reminders and scheduled messages (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { SliceTable } from '../acting.ts';
import { remindersWire } from './reminders.ts';
import { scheduledMessages } from './messages.ts';

export const remindersState: SliceTable = {
  reminders: (viewing) => ({ reminders: remindersWire(viewing) }),
};

export const scheduledState: SliceTable = {
  scheduled_messages: (viewing) => ({ scheduled_messages: scheduledMessages(viewing) }),
};
