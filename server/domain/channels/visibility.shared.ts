/** Visible channels of a user, and those visible through groups. */
import { canSeeMetadata } from '../../permissions/channels.ts';
import type { Reader } from '../../storage/database.ts';
import { groupIdsOf } from '../groups/membership.shared.ts';
import { systemGroupId } from '../groups/system-groups.shared.ts';
import { grantingSettings, standingIn, type Viewer } from './access.ts';
import { allChannels, type ChannelRow } from './rows.ts';
import { channelSettings } from './settings.shared.ts';
import { subscriptionsOf, type SubscriptionRow } from './subscriptions/rows.ts';

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
