/**
 * Subscribing and unsubscribing: rows, spans and counts, and telling those who come, those who go and those who see it.
 * Who may is checked by the callers. Every user's own events come in the order that clients expect: the channel appears,
 * then the subscription; the subscription goes, then the channel.
 */
import { toUser, type Audience, type AudienceGroup } from '../../../events/audience.ts';
import type { Reader } from '../../../storage/database.ts';
import type { SystemActing } from '../../acting.ts';
import { readUntil, type ReadAhead } from '../../messages/flags/mark-much.ts';
import { markChannelRead } from '../../messages/flags/mark.ts';
import { findUsers } from '../../users/rows.ts';
import { forgetGiven } from '../../users/sign-in-grant-rows.ts';
import { withVisibilityEvents } from '../../visibility/events.shared.ts';
import { guestsWithoutAccess, canAccessMetadata, metadataUserIds } from '../access.ts';
import { announceCreated, announceGone, channelAudience } from '../announce.shared.ts';
import { addToSubscriberCount, findChannel, type ChannelRow } from '../rows.ts';
import { channelWire } from '../wire.ts';
import { colorPicker, palette } from './colors.ts';
import {
  activateSubscription,
  deactivateSubscription,
  findSubscription,
  isSubscribed,
  subscriberIds,
  subscriptionIds,
  subscriptionsOf,
  type Membership,
} from './rows.ts';
import { inheritedSettings, subscriptionWire, type SubscriptionWire } from './wire.ts';

/**
 * Subscribes every one of the users to every one of the channels.
 * @param userIds active users.
 */
export function subscribeUsers(
  acting: SystemActing,
  channels: readonly ChannelRow[],
  userIds: readonly number[],
): { subscribed: Membership[]; alreadySubscribed: Membership[] } {
  const subscribed: Membership[] = [];
  const alreadySubscribed: Membership[] = [];
  const wires = new Map<number, SubscriptionWire[]>(userIds.map((userId) => [userId, []]));
  const colors = new Map(userIds.map((userId) => [userId, colorPicker(colorsOf(acting.db, userId))]));
  const subscribe = (id: number): void => {
    const before = findChannel(acting.db, id) as ChannelRow;
    const inside = new Set(subscriptionIds(acting.db, [id], userIds));
    const newcomers = userIds.filter((userId) => !inside.has(userId));
    for (const userId of userIds) if (inside.has(userId)) alreadySubscribed.push({ userId, channel: before });
    if (newcomers.length === 0) return;
    const channel = enter(acting, before, newcomers, (userId) => colors.get(userId)?.() ?? palette[0]);
    const wireOf = ownWires(acting, channel);
    for (const userId of newcomers) {
      subscribed.push({ userId, channel });
      wires.get(userId)?.push(wireOf(userId));
    }
  };
  forEachChannel(acting, channels, userIds, subscribe);
  announceSubscribed(acting, wires);
  announcePeers(acting, 'peer_add', subscribed);
  return { subscribed, alreadySubscribed };
}

/** Lets these users come into channels or go out of them, one channel after the other. */
function forEachChannel(
  acting: SystemActing,
  channels: readonly ChannelRow[],
  userIds: readonly number[],
  change: (channelId: number) => void,
): void {
  if (channels.length === 0 || userIds.length === 0) return;
  const ids = channels.map(({ id }) => id);
  withVisibilityEvents(acting, { users: userIds, channels: ids }, () => ids.forEach(change));
}

/** Writes the subscriptions; the channel comes into sight of those who had not seen it. @returns the channel as it now is. */
function enter(
  acting: SystemActing,
  channel: ChannelRow,
  userIds: readonly number[],
  colorFor: (userId: number) => string,
): ChannelRow {
  const sawBefore = seeingOf(acting.db, channel, userIds);
  for (const userId of userIds) activateSubscription(acting.tx, userId, channel.id, colorFor(userId));
  addToSubscriberCount(acting.tx, channel.id, userIds.length);
  const now = findChannel(acting.db, channel.id) as ChannelRow;
  announceCreated(
    acting,
    now,
    userIds.filter((userId) => !sawBefore.has(userId)),
  );
  return now;
}

const colorsOf = (db: Reader, userId: number): string[] => subscriptionsOf(db, userId).map(({ color }) => color);

/** Those of these users who see the channel. */
const seeingOf = (db: Reader, channel: ChannelRow, userIds: readonly number[]): Set<number> =>
  new Set(
    findUsers(db, userIds)
      .filter((user) => canAccessMetadata({ db, user }, channel))
      .map(({ id }) => id),
  );

/** Makes each newcomer's own view of a channel that they have just entered. */
function ownWires(acting: SystemActing, channel: ChannelRow): (userId: number) => SubscriptionWire {
  const wire = channelWire(acting, channel);
  const members = subscriberIds(acting.db, channel.id);
  return (userId) => {
    const row = findSubscription(acting.db, userId, channel.id);
    if (row === undefined) throw new Error(`User ${userId} has no subscription to channel ${channel.id}.`);
    return subscriptionWire(acting, channel, row, { subscribers: members.filter((id) => id !== userId) }, wire);
  };
}

function announceSubscribed(acting: SystemActing, wires: ReadonlyMap<number, SubscriptionWire[]>): void {
  for (const [userId, subscriptions] of wires) {
    if (subscriptions.length === 0) continue;
    const inherited = inheritedSettings(acting.db, userId);
    acting.announce({ type: 'subscription', op: 'add', subscriptions, inherited }, toUser(userId));
  }
}

/**
 * Unsubscribes every one of the users from every one of the channels; colours and settings are kept for a return.
 * @param ahead what they had unread there has been marked as read already, as far as it says.
 */
export function unsubscribeUsers(
  acting: SystemActing,
  channels: readonly ChannelRow[],
  userIds: readonly number[],
  ahead?: ReadAhead,
): { removed: Membership[]; notRemoved: Membership[] } {
  const removed: Membership[] = [];
  const notRemoved: Membership[] = [];
  const unsubscribe = (id: number): void => {
    const before = findChannel(acting.db, id) as ChannelRow;
    const leaving = userIds.filter((userId) => isSubscribed(acting.db, userId, id));
    notRemoved.push(
      ...userIds.filter((userId) => !leaving.includes(userId)).map((userId) => ({ userId, channel: before })),
    );
    if (leaving.length > 0) removed.push(...leave(acting, before, leaving, readUntil(acting.db, ahead)));
  };
  forEachChannel(acting, channels, userIds, unsubscribe);
  announcePeers(acting, 'peer_remove', removed);
  return { removed, notRemoved };
}

function leave(
  acting: SystemActing,
  channel: ChannelRow,
  userIds: readonly number[],
  readUntilId: number,
): Membership[] {
  for (const userId of userIds) {
    markChannelRead(acting, userId, channel.id, readUntilId);
    deactivateSubscription(acting.tx, userId, channel.id);
    forgetGiven(acting.tx, userId, 'channel', channel.id);
  }
  addToSubscriberCount(acting.tx, channel.id, -userIds.length);
  const now = findChannel(acting.db, channel.id) as ChannelRow;
  const subscriptions = [{ stream_id: channel.id, name: channel.name }];
  acting.announce({ type: 'subscription', op: 'remove', subscriptions }, channelAudience(now, userIds));
  const stillSee = seeingOf(acting.db, now, userIds);
  announceGone(
    acting,
    now,
    userIds.filter((userId) => !stillSee.has(userId)),
  );
  return userIds.map((userId) => ({ userId, channel: now }));
}

/** Tells everyone who sees a channel of the subscribers who came or went; channels with the same news share an event. */
export function announcePeers(
  acting: SystemActing,
  op: 'peer_add' | 'peer_remove',
  changes: readonly Membership[],
): void {
  const news = new Map<string, { channelIds: number[]; userIds: number[]; audience: Audience }>();
  for (const { channel, userIds } of byChannel(changes)) {
    const audience = peerAudience(acting, op, channel, userIds);
    if (audience.everyone !== true && audience.groups?.length === 0) continue;
    const key = JSON.stringify([userIds, audience]);
    const same = news.get(key) ?? { channelIds: [], userIds, audience };
    same.channelIds.push(channel.id);
    news.set(key, same);
  }
  for (const { channelIds, userIds, audience } of news.values()) {
    acting.announce({ type: 'subscription', op, stream_ids: channelIds, user_ids: userIds }, audience);
  }
}

function byChannel(changes: readonly Membership[]): { channel: ChannelRow; userIds: number[] }[] {
  const found = new Map<number, { channel: ChannelRow; userIds: number[] }>();
  for (const { channel, userId } of changes) {
    const known = found.get(channel.id) ?? { channel, userIds: [] };
    known.userIds.push(userId);
    found.set(channel.id, known);
  }
  return [...found.values()];
}

/**
 * Everyone who sees the channel. Who came has the others in their own event; who went and still sees it is informed of those
 * who went with them.
 */
function peerAudience(
  acting: SystemActing,
  op: 'peer_add' | 'peer_remove',
  channel: ChannelRow,
  userIds: readonly number[],
): Audience {
  const groups: AudienceGroup[] = [];
  if (op === 'peer_remove' && userIds.length > 1) {
    for (const id of seeingOf(acting.db, channel, userIds)) {
      groups.push({ users: [id], extra: { user_ids: userIds.filter((userId) => userId !== id) } });
    }
  }
  const only = channelAudience(channel, []);
  // A public channel is seen by all but a few guests, and it is they who are listed: everyone would be a long list.
  if (channel.invite_only === 0)
    return { ...only, everyone: true, except: [...userIds, ...guestsWithoutAccess(acting.db, channel)], groups };
  const others = [...metadataUserIds(acting.db, channel)].filter((id) => !userIds.includes(id));
  return { ...only, groups: others.length === 0 ? groups : [{ users: others }, ...groups] };
}
