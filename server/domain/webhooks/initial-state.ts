/** What registration says about services that post by themselves (contract: RegisterResponse). */
import { integrations } from '../../integrations/all.ts';
import type { StateParts } from '../acting.ts';

export const webhooksState: StateParts = {
  realm_incoming_webhook_bots: () => ({
    realm_incoming_webhook_bots: integrations.map(({ name, displayName }) => ({
      name,
      display_name: displayName,
      all_event_types: null,
      config_options: [],
      url_options: [],
    })),
  }),
};
