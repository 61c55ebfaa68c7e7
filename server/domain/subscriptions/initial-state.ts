/** What registration says about subscriptions (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import { channelLists } from './lists.ts';
import { inheritedSettings, withoutNulls } from './wire.ts';
import type { StateParts } from '../acting.ts';
import { knowsArchived } from '../channels/initial-state.ts';

export const subscriptionsState: StateParts = {
  subscription: (viewing, options) => {
    const lists = channelLists(viewing, {
      includeSubscribers: options.includeSubscribers,
      includeArchived: knowsArchived(options),
    });
    if (options.capabilities.notification_settings_null === true) return { ...lists };
    const settings = inheritedSettings(viewing.db, viewing.user.id);
    return {
      ...lists,
      subscriptions: lists.subscriptions.map((wire) => withoutNulls(wire, settings)),
      unsubscribed: lists.unsubscribed.map((wire) => withoutNulls(wire, settings)),
    };
  },
};
