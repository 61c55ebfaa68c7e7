/**
 * Subscriptions: what other nouns call. Who is in a channel, putting people in and taking them out.
 * Behind it: subscriptions/rows.ts (the tables), subscribe.ts (the changes and their events), wire.ts.
 */
export {
  findSubscription,
  isSubscribed,
  subscriberIds,
  subscriptionsOf,
  type SubscriptionRow,
} from './subscriptions/rows.ts';
export { subscribeUsers, unsubscribeUsers, type Membership } from './subscriptions/subscribe.ts';
export { subscriptionWire } from './subscriptions/wire.ts';
