/** What registration says about subscriptions (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { StateParts } from '../../acting.ts';
import { knowsArchived } from '../initial-state.ts';
import { channelLists } from './lists.ts';
import { inheritedSettings } from './wire.ts';

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
