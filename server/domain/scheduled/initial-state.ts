/** What registration says about reminders and scheduled messages (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { scheduledMessages } from './messages.ts';
import { remindersWire } from './reminders.ts';

export const remindersState: StateParts = {
  reminders: (viewing) => ({ reminders: remindersWire(viewing) }),
};

export const scheduledState: StateParts = {
  scheduled_messages: (viewing) => ({ scheduled_messages: scheduledMessages(viewing) }),
};
