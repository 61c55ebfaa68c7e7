/** A subscription as its owner's clients get it (api-v1.md, Channel subscription object; contract: Subscription). */
import type { components } from '../../contract/types.ts';
import type { SystemViewing } from '../acting.ts';
import type { ChannelRow } from '../channels/rows.ts';
import { channelWire, type ChannelWire } from '../channels/wire.ts';
import type { SubscriptionRow } from './rows.ts';

export type SubscriptionWire = components['schemas']['Subscription'];
/** Which list of subscribers goes with a channel, if any. */
export type SubscriberLists = Pick<SubscriptionWire, 'subscribers' | 'partial_subscribers'>;

/** null = inherit the user's setting. */
const inheritable = (value: number | null): boolean | null => (value === null ? null : value === 1);

/** @param wire the channel's own shape, where the caller has it already. */
export function subscriptionWire(
  viewing: SystemViewing,
  channel: ChannelRow,
  row: SubscriptionRow,
  lists: SubscriberLists = {},
  wire: ChannelWire = channelWire(viewing, channel),
): SubscriptionWire {
  return {
    ...wire,
    ...lists,
    color: row.color,
    pin_to_top: row.pin_to_top === 1,
    is_muted: row.is_muted === 1,
    in_home_view: row.is_muted === 0,
    desktop_notifications: inheritable(row.desktop_notifications),
    audible_notifications: inheritable(row.audible_notifications),
    push_notifications: inheritable(row.push_notifications),
    email_notifications: inheritable(row.email_notifications),
    wildcard_mentions_notify: inheritable(row.wildcard_mentions_notify),
  };
}
