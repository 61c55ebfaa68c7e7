/** What drafts, scheduled messages and the like answer at registration. */
import { draftSlices } from './drafts.ts';
import { navigationViewSlices } from './navigation-views.ts';
import { pushDeviceSlices } from './push-devices.ts';
import { reminderSlices } from './reminders.ts';
import { savedSnippetSlices } from './saved-snippets.ts';
import { scheduledMessageSlices } from './scheduled-messages.ts';
import type { SliceTable } from './slices.ts';

export const thingsSlices: SliceTable = {
  ...draftSlices,
  ...navigationViewSlices,
  ...pushDeviceSlices,
  ...reminderSlices,
  ...savedSnippetSlices,
  ...scheduledMessageSlices,
};
