/** Endpoints of uploads, drafts, scheduled messages and what else is kept beside messages: for api/index.ts. */
import { attachmentEndpoints } from './attachments.ts';
import { avatarEndpoints } from './avatars.ts';
import { deliveryEndpoints } from './console/delivery.ts';
import { draftEndpoints } from './drafts.ts';
import type { ApiEndpoint } from './endpoint.ts';
import { navigationViewEndpoints } from './navigation-views.ts';
import { pushDeviceEndpoints } from './push-devices.ts';
import { reminderEndpoints } from './reminders.ts';
import { savedSnippetEndpoints } from './saved-snippets.ts';
import { scheduledMessageEndpoints } from './scheduled-messages.ts';
import { uploadEndpoints } from './uploads.ts';

export const thingsEndpoints: ApiEndpoint[] = [
  ...attachmentEndpoints,
  ...avatarEndpoints,
  ...deliveryEndpoints,
  ...draftEndpoints,
  ...navigationViewEndpoints,
  ...pushDeviceEndpoints,
  ...reminderEndpoints,
  ...savedSnippetEndpoints,
  ...scheduledMessageEndpoints,
  ...uploadEndpoints,
];
