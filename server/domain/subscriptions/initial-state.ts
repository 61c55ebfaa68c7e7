/** What registration says about subscriptions (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import { channelLists } from './lists.ts';
import type { SliceTable } from '../acting.ts';
import { knowsArchived } from '../channels/initial-state.ts';

export const subscriptionsState: SliceTable = {
  subscription: (viewing, options) => ({
    ...channelLists(viewing, {
      includeSubscribers: options.includeSubscribers,
      includeArchived: knowsArchived(options),
    }),
  }),
};
