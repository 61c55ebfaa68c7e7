/**
 * Archiving a channel and bringing it back. Everything of it is kept and can be read; nothing can be sent.
 * Clients that declared `archived_channels` see a changed property, all others a channel that goes and comes.
 */
import { badRequest } from '../../errors.ts';
import { toUsers } from '../../events/audience.ts';
import type { SystemActing } from '../acting.ts';
import { announceUnreadOfArchive } from '../messages/flags/mark.ts';
import { withVisibilityEvents } from '../visibility/events.shared.ts';
import { metadataUserIds } from './access.ts';
import { setDefault } from './default-channels.shared.ts';
import { findChannel, updateChannelRow, type ChannelRow } from './rows.ts';
import { findSubscription, subscriberIds } from './subscriptions/rows.ts';
import { inheritedSettings, subscriptionWire } from './subscriptions/wire.ts';
import { channelWire } from './wire.ts';

/** Archives a channel. @returns it as it now is. @throws ApiError BAD_REQUEST when it is archived already. */
export function archiveChannel(acting: SystemActing, channel: ChannelRow): ChannelRow {
  if (channel.is_archived === 1) throw badRequest('Channel is already deactivated');
  setDefault(acting, channel, false);
  const archived = setArchived(acting, channel, true);
  const audience = { ...toUsers(metadataUserIds(acting.db, channel)), withoutCapability: 'archived_channels' as const };
  acting.announce(
    { type: 'stream', op: 'delete', streams: [{ stream_id: channel.id }], stream_ids: [channel.id] },
    audience,
  );
  announceUnreadOfArchive(acting, archived);
  return archived;
}

/** Brings a channel back with its subscribers; nothing happens when it is not archived. */
export function unarchiveChannel(acting: SystemActing, channel: ChannelRow): ChannelRow {
  if (channel.is_archived === 0) return channel;
  const active = setArchived(acting, channel, false);
  const olderClients = { withoutCapability: 'archived_channels' as const };
  const seers = metadataUserIds(acting.db, active);
  const members = subscriberIds(acting.db, active.id);
  acting.announce(
    { type: 'stream', op: 'create', streams: [channelWire(acting, active)] },
    { ...toUsers(seers), ...olderClients },
  );
  const others = [...seers].filter((id) => !members.includes(id));
  if (members.length > 0 && others.length > 0) {
    acting.announce(
      { type: 'subscription', op: 'peer_add', stream_ids: [active.id], user_ids: [...members] },
      { ...toUsers(others), ...olderClients },
    );
  }
  for (const userId of members) {
    const row = findSubscription(acting.db, userId, active.id);
    if (row === undefined) continue;
    const subscriptions = [
      subscriptionWire(acting, active, row, { subscribers: members.filter((id) => id !== userId) }),
    ];
    const inherited = inheritedSettings(acting.db, userId);
    acting.announce(
      { type: 'subscription', op: 'add', subscriptions, inherited },
      { ...toUsers([userId]), ...olderClients },
    );
  }
  return active;
}

function setArchived(acting: SystemActing, channel: ChannelRow, isArchived: boolean): ChannelRow {
  // An archived channel brings no one together: guests who met others only there see them no more.
  withVisibilityEvents(acting, { channels: [channel.id] }, () =>
    updateChannelRow(acting.tx, channel.id, { is_archived: Number(isArchived) }),
  );
  acting.announce(
    {
      type: 'stream',
      op: 'update',
      stream_id: channel.id,
      name: channel.name,
      property: 'is_archived',
      value: isArchived,
    },
    { ...toUsers(metadataUserIds(acting.db, channel)), withCapability: 'archived_channels' },
  );
  return findChannel(acting.db, channel.id) as ChannelRow;
}
