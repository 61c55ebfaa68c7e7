/** Every resource of the API, a line each. */
import { firstRunEndpoints } from './console/first-run.ts';
import { sessionEndpoints } from './console/sessions.ts';
import { emojiEndpoints } from './emoji.ts';
import type { ApiEndpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { linkifierEndpoints } from './linkifiers.ts';
import { messageEndpoints } from './messages.ts';
import { organizationPictureEndpoints } from './organization-pictures.ts';
import { organizationEndpoints } from './organization.ts';
import { registerEndpoints } from './register.ts';
import { serverInfoEndpoints } from './server-info.ts';

export const endpoints: ApiEndpoint[] = [
  ...emojiEndpoints,
  ...eventEndpoints,
  ...firstRunEndpoints,
  ...linkifierEndpoints,
  ...messageEndpoints,
  ...organizationEndpoints,
  ...organizationPictureEndpoints,
  ...registerEndpoints,
  ...serverInfoEndpoints,
  ...sessionEndpoints,
];
