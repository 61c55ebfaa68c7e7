/** What drafts, scheduled messages and the like answer at registration. */
import { draftSlices } from './drafts/edit.ts';
import { navigationViewSlices } from './navigation/edit.ts';
import { pushDeviceSlices } from './push/devices.ts';
import { reminderSlices } from './scheduled/reminders.ts';
import { savedSnippetSlices } from './snippets/edit.ts';
import { scheduledMessageSlices } from './scheduled/messages.ts';
import type { SliceTable } from './acting.ts';

export const thingsSlices: SliceTable = {
  ...draftSlices,
  ...navigationViewSlices,
  ...pushDeviceSlices,
  ...reminderSlices,
  ...savedSnippetSlices,
  ...scheduledMessageSlices,
};
