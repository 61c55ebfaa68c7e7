/** A user's channels in the three lists of registration: subscribed, formerly subscribed, never subscribed. */
import { daySecs } from '../../../durations.ts';
import { fieldsText, jsonList, type JsonText } from '../../../json-text.ts';
import type { Viewing } from '../../acting.ts';
import type { ChannelRow } from '../rows.ts';
import { visibleChannels } from '../visibility.shared.ts';
import { channelTexts } from '../wire.ts';
import { subscriberIds, subscriptionsOf } from './rows.ts';
import { subscriptionFields, type InheritedSettings, type SubscriberLists } from './wire.ts';

/** Up to this many subscribers the whole list costs nothing worth saving. */
const wholeListUpTo = 250;
/** Active-user window for partial subscriber lists (spec: Limits). */
const activeWindowSecs = 14 * daySecs;

/** Each a list of JSON (contract: Subscription, NeverSubscribedChannel). */
export interface ChannelLists {
  subscriptions: JsonText;
  unsubscribed: JsonText;
  never_subscribed: JsonText;
}

export interface ListOptions {
  includeSubscribers: boolean | 'partial';
  includeArchived: boolean;
  /** The user's settings, for a client that does not know that null stands for them. */
  insteadOfNull?: InheritedSettings;
}

/** @returns every channel that the caller may know of, in one of the three. */
export function channelLists(viewing: Viewing, options: ListOptions): ChannelLists {
  const own = subscriptionsOf(viewing.db, viewing.user.id);
  const rows = new Map(own.map((row) => [row.stream_id, row]));
  const lists = { subscriptions: [] as string[], unsubscribed: [] as string[], never_subscribed: [] as string[] };
  const channels = visibleChannels(viewing, own).filter(
    (channel) => options.includeArchived || channel.is_archived === 0,
  );
  const subscribersOf = subscriberLists(viewing, options.includeSubscribers);
  const textOf = channelTexts(viewing);
  for (const channel of channels) {
    const row = rows.get(channel.id);
    const list = row === undefined ? 'never_subscribed' : row.active === 1 ? 'subscriptions' : 'unsubscribed';
    const personal = row === undefined ? {} : subscriptionFields(row, options.insteadOfNull);
    const further = fieldsText({ ...subscribersOf(channel), ...personal });
    lists[list].push(`{${textOf(channel)}${further === '' ? '' : ','}${further}}`);
  }
  return {
    subscriptions: jsonList(lists.subscriptions),
    unsubscribed: jsonList(lists.unsubscribed),
    never_subscribed: jsonList(lists.never_subscribed),
  };
}

/** The caller is never among the subscribers: they are the others (contract: Subscription). */
function subscriberLists(viewing: Viewing, include: boolean | 'partial'): (channel: ChannelRow) => SubscriberLists {
  if (include === false) return () => ({});
  const { db, user } = viewing;
  const lively = include === 'partial' ? livelyUserIds(viewing) : undefined;
  return (channel) => {
    const all = subscriberIds(db, channel.id).filter((id) => id !== user.id);
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
