/** Channels that come into the sight of users, or go out of it. */
import { toUser } from '../../events/audience.ts';
import { isGuest } from '../../permissions/roles.ts';
import type { SystemActing } from '../acting.ts';
import { metadataUserIds } from '../channels/access.ts';
import { announceCreated, announceGone } from '../channels/announce.shared.ts';
import { announceVisibility } from '../channels/change.shared.ts';
import { defaultChannelIds } from '../channels/default-channels.shared.ts';
import type { ChannelRow } from '../channels/rows.ts';
import { subscriberIds } from '../channels/subscriptions/rows.ts';
import { visibleChannels } from '../channels/visibility.shared.ts';
import { findUser, type UserRow } from '../users/rows.ts';

/** The channels that one user sees, whose role or groups change. */
export function watchChannelsOf(acting: SystemActing, userId: number): () => void {
  const { db } = acting;
  const user = findUser(db, userId) as UserRow;
  const before = visibleChannels({ db, user });
  return () => {
    const changed = findUser(db, userId) as UserRow;
    const now = visibleChannels({ db, user: changed });
    const [sawBefore, seesNow] = [idsOf(before), idsOf(now)];
    for (const channel of now.filter(({ id }) => !sawBefore.has(id))) {
      announceCreated(acting, channel, [userId]);
      const members = subscriberIds(db, channel.id);
      if (members.length > 0)
        acting.announce(
          { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids: [...members] },
          toUser(userId),
        );
    }
    for (const channel of before.filter(({ id }) => !seesNow.has(id))) announceGone(acting, channel, [userId]);
    // Guests are not told of default channels.
    if (isGuest(user) !== isGuest(changed)) {
      acting.announce(
        { type: 'default_streams', default_streams: defaultChannelIds({ db, user: changed }) },
        toUser(userId),
      );
    }
  };
}

/** Who sees each of these channels. */
export function watchPrivateChannels(acting: SystemActing, channels: readonly ChannelRow[]): () => void {
  const before = channels.map((channel) => metadataUserIds(acting.db, channel));
  return () =>
    channels.forEach((channel, index) =>
      announceVisibility(acting, channel, before[index] ?? new Set(), metadataUserIds(acting.db, channel)),
    );
}

const idsOf = (channels: readonly ChannelRow[]): Set<number> => new Set(channels.map((channel) => channel.id));
