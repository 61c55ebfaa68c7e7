/** Tells one user of the channels that come into sight, or go out of it, when who they are changes: a new role, for one. */
import { toUser } from '../../events/audience.ts';
import { canSeeMetadata } from '../../permissions/channels.ts';
import { isGuest } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing } from '../acting.ts';
import { groupIdsOf } from '../groups/membership.shared.ts';
import { systemGroupId } from '../groups/system-groups.shared.ts';
import type { UserRow } from '../users/rows.ts';
import { grantingSettings, metadataUserIds, standingIn, type Viewer } from './access.ts';
import { announceCreated, announceGone } from './announce.shared.ts';
import { announceVisibility } from './change.shared.ts';
import { defaultChannelIds } from './default-channels.shared.ts';
import { allChannels, type ChannelRow } from './rows.ts';
import { channelSettings } from './settings.shared.ts';
import { subscriberIds, subscriptionsOf, type SubscriptionRow } from './subscriptions/rows.ts';

/**
 * Channels that the user sees, archived ones too, by id.
 * @param own the user's subscriptions, where the caller has read them already.
 */
export function visibleChannels(
  viewer: Viewer,
  own: readonly SubscriptionRow[] = subscriptionsOf(viewer.db, viewer.user.id),
): ChannelRow[] {
  const groups = groupIdsOf(viewer.db, viewer.user.id);
  const subscribed = new Set(own.filter((row) => row.active === 1).map((row) => row.stream_id));
  return allChannels(viewer.db).filter((channel) =>
    canSeeMetadata(
      viewer.user,
      channel,
      standingIn(viewer, channel, { subscribed: subscribed.has(channel.id), groups }),
    ),
  );
}

/** Runs a change of the user's role or groups, and announces to them the channels gained and lost. */
export function withChannelEvents<T extends UserRow>(acting: SystemActing, user: UserRow, change: () => T): T {
  const before = visibleChannels({ db: acting.db, user });
  const changed = change();
  const now = visibleChannels({ db: acting.db, user: changed });
  const [sawBefore, seesNow] = [idsOf(before), idsOf(now)];
  for (const channel of now.filter(({ id }) => !sawBefore.has(id))) {
    announceCreated(acting, channel, [user.id]);
    const members = subscriberIds(acting.db, channel.id);
    if (members.length > 0)
      acting.announce(
        { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids: [...members] },
        toUser(user.id),
      );
  }
  for (const channel of before.filter(({ id }) => !seesNow.has(id))) announceGone(acting, channel, [user.id]);
  // Guests are not told of default channels.
  if (isGuest(user) !== isGuest(changed)) {
    acting.announce(
      { type: 'default_streams', default_streams: defaultChannelIds({ db: acting.db, user: changed }) },
      toUser(user.id),
    );
  }
  return changed;
}

/** Runs a change of who is in which group, and announces the private channels that open by it, or shut, to whom it concerns. */
export function withPrivateChannelEvents<T>(acting: SystemActing, change: () => T): T {
  const { db } = acting;
  const dependOnGroups = channelsOpenByGroup(db);
  const before = dependOnGroups.map((channel) => metadataUserIds(db, channel));
  const result = change();
  dependOnGroups.forEach((channel, index) =>
    announceVisibility(acting, channel, before[index] ?? new Set(), metadataUserIds(db, channel)),
  );
  return result;
}

/** Private channels that people see, or read, because they are in some group. */
export function channelsOpenByGroup(db: Reader): ChannelRow[] {
  const nobody = systemGroupId(db, 'role:nobody');
  const opensByGroup = (channel: ChannelRow): boolean => {
    const settings = channelSettings(channel);
    return grantingSettings.some((name) => {
      const value = settings[name];
      return typeof value === 'number' ? value !== nobody : value.direct_subgroups.length > 0;
    });
  };
  return allChannels(db).filter((channel) => channel.invite_only === 1 && opensByGroup(channel));
}

const idsOf = (channels: readonly ChannelRow[]): Set<number> => new Set(channels.map((channel) => channel.id));
