/** Every resource of the API, a line each. */
import { firstRunEndpoints } from './console/first-run.ts';
import { joinEndpoints } from './console/join.ts';
import { overviewEndpoints } from './console/overview.ts';
import { sessionEndpoints } from './console/sessions.ts';
import { emojiEndpoints } from './emoji.ts';
import type { ApiEndpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { invitationEndpoints } from './invitations.ts';
import { linkifierEndpoints } from './linkifiers.ts';
import { messageEndpoints } from './messages.ts';
import { organizationPictureEndpoints } from './organization-pictures.ts';
import { organizationEndpoints } from './organization.ts';
import { registerEndpoints } from './register.ts';
import { serverInfoEndpoints } from './server-info.ts';

import { channelEndpoints } from './channels.ts';
import { channelFolderEndpoints } from './channel-folders.ts';
import { defaultChannelEndpoints } from './default-channels.ts';
import { subscriptionEndpoints } from './subscriptions.ts';
import { userTopicEndpoints } from './user-topics.ts';
export const endpoints: ApiEndpoint[] = [
  ...emojiEndpoints,
  ...eventEndpoints,
  ...firstRunEndpoints,
  ...invitationEndpoints,
  ...joinEndpoints,
  ...linkifierEndpoints,
  ...messageEndpoints,
  ...organizationEndpoints,
  ...organizationPictureEndpoints,
  ...overviewEndpoints,
  ...registerEndpoints,
  ...serverInfoEndpoints,
  ...sessionEndpoints,
  ...channelEndpoints,
  ...channelFolderEndpoints,
  ...defaultChannelEndpoints,
  ...subscriptionEndpoints,
  ...userTopicEndpoints,
];
