/**
 * Telling people that a channel appeared, disappeared or changed. Clients that did not declare `archived_channels` know
 * nothing of archived channels: for them archiving is deletion.
 */
import { toUsers, type Audience } from '../../events/audience.ts';
import type { SystemActing } from '../acting.ts';
import type { ChannelRow } from './rows.ts';
import { channelWire } from './wire.ts';

/** These users, and of an archived channel only the clients that know archived channels. */
export function channelAudience(channel: ChannelRow, userIds: Iterable<number>): Audience {
  return { ...toUsers(userIds), ...(channel.is_archived === 1 && { withCapability: 'archived_channels' as const }) };
}

/** The channel comes into these users' sight (event stream / create). */
export function announceCreated(acting: SystemActing, channel: ChannelRow, userIds: Iterable<number>): void {
  const users = [...userIds];
  if (users.length === 0) return;
  acting.announce(
    { type: 'stream', op: 'create', streams: [channelWire(acting, channel)] },
    channelAudience(channel, users),
  );
}

/** The channel goes out of these users' sight (event stream / delete). */
export function announceGone(acting: SystemActing, channel: ChannelRow, userIds: Iterable<number>): void {
  const users = [...userIds];
  if (users.length === 0) return;
  acting.announce(
    { type: 'stream', op: 'delete', streams: [{ stream_id: channel.id }], stream_ids: [channel.id] },
    channelAudience(channel, users),
  );
}
