/**
 * Archiving a channel and bringing it back. Everything of it is kept and can be read; nothing can be sent.
 * Clients that declared `archived_channels` see a changed property, all others a channel that goes and comes.
 */
import { toUsers } from '../../events/audience.ts';
import { badRequest } from '../../errors.ts';
import type { SystemActing } from '../acting.ts';
import { setDefault } from './default-channels.ts';
import { withVisibilityEvents } from '../users/guest-visibility.ts';
import { findSubscription, subscriberIds, subscriptionIds } from '../subscriptions/rows.ts';
import { subscriptionWire } from '../subscriptions/wire.ts';
import { limitedGuestIds } from '../users/visibility.ts';
import { metadataUserIds } from './access.ts';
import { findChannel, updateChannelRow, type StreamRow } from './rows.ts';
import { channelWire } from './wire.ts';

/** Archives a channel. @returns it as it now is. @throws ApiError BAD_REQUEST when it is archived already. */
export function archiveChannel(acting: SystemActing, stream: StreamRow): StreamRow {
  if (stream.is_archived === 1) throw badRequest('Channel is already deactivated');
  setDefault(acting, stream, false);
  const archived = setArchived(acting, stream, true);
  const audience = { ...toUsers(metadataUserIds(acting.db, stream)), withoutCapability: 'archived_channels' as const };
  acting.announce(
    { type: 'stream', op: 'delete', streams: [{ stream_id: stream.id }], stream_ids: [stream.id] },
    audience,
  );
  return archived;
}

/** Brings a channel back with its subscribers; nothing happens when it is not archived. */
export function unarchiveChannel(acting: SystemActing, stream: StreamRow): StreamRow {
  if (stream.is_archived === 0) return stream;
  const active = setArchived(acting, stream, false);
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
    acting.announce({ type: 'subscription', op: 'add', subscriptions }, { ...toUsers([userId]), ...olderClients });
  }
  return active;
}

function setArchived(acting: SystemActing, stream: StreamRow, isArchived: boolean): StreamRow {
  const subscribers = (among: readonly number[] | null): number[] => subscriptionIds(acting.db, [stream.id], among);
  // An archived channel brings nobody together: guests who met others only there see them no more.
  withVisibilityEvents(acting, subscribers(limitedGuestIds(acting.db)), subscribers, () =>
    updateChannelRow(acting.tx, stream.id, { is_archived: Number(isArchived) }),
  );
  acting.announce(
    {
      type: 'stream',
      op: 'update',
      stream_id: stream.id,
      name: stream.name,
      property: 'is_archived',
      value: isArchived,
    },
    { ...toUsers(metadataUserIds(acting.db, stream)), withCapability: 'archived_channels' },
  );
  return findChannel(acting.db, stream.id) as StreamRow;
}
