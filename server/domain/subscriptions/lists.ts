/** A user's channels in the three lists of registration: subscribed, formerly subscribed, never subscribed. */
import type { components } from '../../contract/types.ts';
import type { Viewing } from '../acting.ts';
import type { ChannelRow } from '../channels/rows.ts';
import { visibleChannels } from '../channels/visibility.ts';
import { channelWires } from '../channels/wire.ts';
import { subscriptionsOf } from './rows.ts';
import { subscriptionWire, type SubscriberLists, type SubscriptionWire } from './wire.ts';
import { daySecs } from '../../durations.ts';

type NeverSubscribed = components['schemas']['NeverSubscribedChannel'];

/** Up to this many subscribers the whole list costs nothing worth saving. */
const wholeListUpTo = 250;
/** Active-user window for partial subscriber lists (spec: Limits). */
const activeWindowSecs = 14 * daySecs;

export interface ChannelLists {
  subscriptions: SubscriptionWire[];
  unsubscribed: SubscriptionWire[];
  never_subscribed: NeverSubscribed[];
}

export interface ListOptions {
  includeSubscribers: boolean | 'partial';
  includeArchived: boolean;
}

export function channelLists(viewing: Viewing, options: ListOptions): ChannelLists {
  const rows = new Map(subscriptionsOf(viewing.db, viewing.user.id).map((row) => [row.stream_id, row]));
  const lists: ChannelLists = { subscriptions: [], unsubscribed: [], never_subscribed: [] };
  const channels = visibleChannels(viewing).filter((channel) => options.includeArchived || channel.is_archived === 0);
  const subscribersOf = subscriberLists(viewing, options.includeSubscribers);
  const wireOf = channelWires(viewing);
  for (const channel of channels) {
    const row = rows.get(channel.id);
    if (row === undefined) lists.never_subscribed.push({ ...wireOf(channel), ...subscribersOf(channel) });
    else
      (row.active === 1 ? lists.subscriptions : lists.unsubscribed).push(
        subscriptionWire(viewing, channel, row, subscribersOf(channel), wireOf(channel)),
      );
  }
  return lists;
}

/** The caller is never among the subscribers: they are the others (contract: Subscription). */
function subscriberLists(viewing: Viewing, include: boolean | 'partial'): (channel: ChannelRow) => SubscriberLists {
  if (include === false) return () => ({});
  const members = new Map<number, number[]>();
  const rows = viewing.db.all<{ stream_id: number; user_id: number }>(
    `SELECT s.stream_id, s.user_id FROM subscriptions s JOIN users u ON u.id = s.user_id
     WHERE s.active = 1 AND u.is_active = 1 AND s.user_id <> ? ORDER BY s.user_id`,
    viewing.user.id,
  );
  for (const row of rows) {
    const list = members.get(row.stream_id);
    if (list === undefined) members.set(row.stream_id, [row.user_id]);
    else list.push(row.user_id);
  }
  const lively = include === 'partial' ? livelyUserIds(viewing) : undefined;
  return (channel) => {
    const all = members.get(channel.id) ?? [];
    if (lively === undefined || all.length <= wholeListUpTo) return { subscribers: all };
    return { partial_subscribers: all.filter((id) => lively.has(id)) };
  };
}

/** All bots, and users active in the last 14 days (contract: Subscription, partial_subscribers). */
function livelyUserIds(viewing: Viewing): Set<number> {
  const rows = viewing.db.all<{ id: number }>(
    `SELECT id FROM users WHERE is_bot = 1
     UNION SELECT user_id FROM presence WHERE max(coalesce(active_timestamp, 0), coalesce(idle_timestamp, 0)) >= ?`,
    viewing.now - activeWindowSecs,
  );
  return new Set(rows.map((row) => row.id));
}
