/**
 * What happens to subscriptions when an account is deactivated or comes back: the rows stay, the counts, spans and lists
 * of subscribers change, and group settings that name the user are sent anew (contract: GroupSettingValue).
 */
import type { SystemActing } from '../acting.ts';
import { metadataUserIds } from '../channels/access.ts';
import { channelAudience } from '../channels/announce.ts';
import { addToSubscriberCount, allChannels, findChannel, type ChannelRow } from '../channels/rows.ts';
import { channelSettingNames, channelSettings } from '../channels/settings.ts';
import { groupSettingWire } from '../groups/membership.ts';
import { closeSpan, openSpan, subscriptionsOf } from './rows.ts';
import { announcePeers } from './subscribe.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';

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
  announceSettingsNaming(acting, userId);
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
  announceSettingsNaming(acting, userId);
}

function activeChannels(acting: SystemActing, userId: number): ChannelRow[] {
  const active = subscriptionsOf(acting.db, userId).filter((row) => row.active === 1);
  return active.flatMap((row) => findChannel(acting.db, row.stream_id) ?? []);
}

function announceSettingsNaming(acting: SystemActing, userId: number): void {
  const names = (value: GroupSettingValue): boolean =>
    typeof value !== 'number' && value.direct_members.includes(userId);
  for (const channel of allChannels(acting.db)) {
    const settings = channelSettings(channel);
    for (const property of channelSettingNames.filter((name) => names(settings[name]))) {
      acting.announce(
        {
          type: 'stream',
          op: 'update',
          stream_id: channel.id,
          name: channel.name,
          property,
          value: groupSettingWire(acting.db, settings[property]),
        },
        channelAudience(channel, metadataUserIds(acting.db, channel)),
      );
    }
  }
}
