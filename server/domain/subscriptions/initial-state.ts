/** What registration says about subscriptions (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../acting.ts';
import { knowsArchived } from '../channels/initial-state.ts';
import { inheritedSettings } from '../channels/subscription-wire.ts';
import { channelLists } from './lists.ts';

export const subscriptionsState: StateParts = {
  subscription: (viewing, options) => ({
    ...channelLists(viewing, {
      includeSubscribers: options.includeSubscribers,
      includeArchived: knowsArchived(options),
      ...(options.capabilities.notification_settings_null !== true && {
        insteadOfNull: inheritedSettings(viewing.db, viewing.user.id),
      }),
    }),
  }),
};
