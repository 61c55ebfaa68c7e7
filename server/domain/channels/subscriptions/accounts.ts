/**
 * Subscriptions of an account that is deactivated or reactivated: the rows stay; the counts, spans and
 * lists of subscribers change.
 */
import type { SystemActing } from '../../acting.ts';
import { addToSubscriberCount, findChannel, type ChannelRow } from '../rows.ts';
import { closeSpan, openSpan, subscriptionsOf } from './rows.ts';
import { announcePeers } from './subscribe.ts';

/** Called once the account is deactivated. */
export function leaveWithAccount(acting: SystemActing, userId: number): void {
  const channels = activeChannels(acting, userId);
  for (const { id } of channels) {
    addToSubscriberCount(acting.tx, id, -1);
    closeSpan(acting.tx, userId, id);
  }
  announcePeers(
    acting,
    'peer_remove',
    channels.map((channel) => ({ userId, channel })),
  );
}

/** Called once the account is active again: the user gets what is sent from now on. */
export function returnWithAccount(acting: SystemActing, userId: number): void {
  const channels = activeChannels(acting, userId);
  for (const { id } of channels) {
    addToSubscriberCount(acting.tx, id, 1);
    openSpan(acting.tx, userId, id);
  }
  announcePeers(
    acting,
    'peer_add',
    channels.map((channel) => ({ userId, channel })),
  );
}

function activeChannels(acting: SystemActing, userId: number): ChannelRow[] {
  const active = subscriptionsOf(acting.db, userId).filter((row) => row.active === 1);
  return active.flatMap((row) => findChannel(acting.db, row.stream_id) ?? []);
}
