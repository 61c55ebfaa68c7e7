/** A subscription as its owner's clients get it (contract: Subscription). */
import type { components } from '../../../contract/types.ts';
import type { Reader } from '../../../storage/database.ts';
import type { SystemViewing } from '../../acting.ts';
import { findUser } from '../../users/rows.ts';
import { builtInSettings, userSettings, type SettingName } from '../../users/settings.shared.ts';
import type { ChannelRow } from '../rows.ts';
import { channelWire, type ChannelWire } from '../wire.ts';
import type { SubscriptionRow } from './rows.ts';

export type SubscriptionWire = components['schemas']['Subscription'];
/** Which list of subscribers goes with a channel, if any. */
export type SubscriberLists = Pick<SubscriptionWire, 'subscribers' | 'partial_subscribers'>;

/** The personal setting that a subscription takes over where it says null. */
const inherited = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const satisfies Partial<Record<keyof SubscriptionRow, SettingName>>;
type Inherited = keyof typeof inherited;

export type InheritedSettings = Record<Inherited, boolean>;

/** What stands for null for clients that do not know it (contract: register-queue, client_capabilities): the user's settings. */
export function inheritedSettings(db: Reader, userId: number): InheritedSettings {
  const user = findUser(db, userId);
  const settings = user === undefined ? builtInSettings : userSettings(db, user);
  const entries = Object.entries(inherited).map(([name, setting]) => [name, settings[setting]]);
  return Object.fromEntries(entries) as InheritedSettings;
}

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
  return { ...wire, ...lists, ...subscriptionFields(row) };
}

/**
 * What of a subscription is its owner's choice.
 * @param insteadOfNull the user's settings, for a client that does not know null.
 */
export function subscriptionFields(
  row: SubscriptionRow,
  insteadOfNull?: InheritedSettings,
): Omit<SubscriptionWire, keyof ChannelWire | keyof SubscriberLists> {
  const choice = (name: Inherited): boolean | null => inheritable(row[name]) ?? insteadOfNull?.[name] ?? null;
  return {
    color: row.color,
    pin_to_top: row.pin_to_top === 1,
    is_muted: row.is_muted === 1,
    in_home_view: row.is_muted === 0,
    desktop_notifications: choice('desktop_notifications'),
    audible_notifications: choice('audible_notifications'),
    push_notifications: choice('push_notifications'),
    email_notifications: choice('email_notifications'),
    wildcard_mentions_notify: choice('wildcard_mentions_notify'),
  };
}
