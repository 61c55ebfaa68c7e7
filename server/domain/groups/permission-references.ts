/** Permission settings that reference a group or user, and their events when that user went away or came back (contract: GroupSettingValue). */
import { everyone } from '../../events/audience.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import { groupPermissions } from '../../permissions/group-settings.ts';
import type { SystemActing } from '../acting.ts';
import { canAccessMetadata, metadataUserIds, type Viewer } from '../channels/access.ts';
import { channelAudience } from '../channels/announce.shared.ts';
import { allChannels, type ChannelRow } from '../channels/rows.ts';
import { channelSettingNames, channelSettings } from '../channels/settings.shared.ts';
import { organization, organizationPermissions } from '../organization/rows.ts';
import { groupSettingWire } from './membership.shared.ts';
import { allGroups, findGroup, groupSettings, supergroupIds, type GroupRow } from './rows.ts';

const isGrantedTo = (setting: GroupSettingValue, groupId: number): boolean =>
  typeof setting === 'number' ? setting === groupId : setting.direct_subgroups.includes(groupId);

/** Names of those settings that grant something to a group. */
const settingsNaming = (settings: Readonly<Record<string, GroupSettingValue>>, groupId: number): string[] =>
  Object.entries(settings)
    .filter(([, setting]) => isGrantedTo(setting, groupId))
    .map(([name]) => name);

/**
 * What relies on a group, as the `objections` of CANNOT_DEACTIVATE_GROUP_IN_USE tell it: undefined when nothing does. Channels that the
 * caller does not see count, and are not named.
 */
export function usesOfGroup(viewer: Viewer, group: GroupRow): object[] | undefined {
  const { db } = viewer;
  let isUsedOutOfSight = false;
  const found: object[] = [];
  const above = supergroupIds(db, group.id).filter((id) => findGroup(db, id)?.deactivated === 0);
  if (above.length > 0) found.push({ type: 'subgroup', supergroup_ids: above });
  const settings = organization(db);
  const realm = settingsNaming(
    Object.fromEntries(organizationPermissions.map((name) => [name, settings[name]])),
    group.id,
  );
  if (realm.length > 0) found.push({ type: 'realm', settings: realm });
  for (const channel of allChannels(db).filter((candidate) => candidate.is_archived === 0)) {
    const used = settingsNaming(channelSettings(channel), group.id);
    if (used.length === 0) continue;
    if (canAccessMetadata(viewer, channel)) found.push({ type: 'channel', channel_id: channel.id, settings: used });
    else isUsedOutOfSight = true;
  }
  for (const other of allGroups(db).filter((candidate) => candidate.deactivated === 0 && candidate.id !== group.id)) {
    const used = settingsNaming(groupSettings(other), group.id);
    if (used.length > 0) found.push({ type: 'user_group', group_id: other.id, settings: used });
  }
  return found.length > 0 || isUsedOutOfSight ? found : undefined;
}

/** Tells again which settings of groups, of the organization and of channels name a user. */
export function announceSettingsNaming(acting: SystemActing, userId: number): void {
  const { db } = acting;
  const isNamed = (setting: GroupSettingValue): boolean =>
    typeof setting !== 'number' && setting.direct_members.includes(userId);
  const naming = <N extends string>(names: readonly N[], settings: Readonly<Record<N, GroupSettingValue>>) => {
    const touched = names.filter((name) => isNamed(settings[name]));
    return Object.fromEntries(touched.map((name) => [name, groupSettingWire(db, settings[name])])) as Partial<
      Record<N, GroupSettingValue>
    >;
  };
  for (const group of allGroups(db)) {
    const data = naming(groupPermissions, groupSettings(group));
    if (Object.keys(data).length > 0)
      acting.announce({ type: 'user_group', op: 'update', group_id: group.id, data }, everyone);
  }
  const data = naming(organizationPermissions, organization(db));
  if (Object.keys(data).length > 0)
    acting.announce({ type: 'realm', op: 'update_dict', property: 'default', data }, everyone);
  for (const channel of allChannels(db)) announceChannelSettings(acting, channel, isNamed);
}

function announceChannelSettings(
  acting: SystemActing,
  channel: ChannelRow,
  isTold: (setting: GroupSettingValue) => boolean,
): void {
  const { db } = acting;
  const settings = channelSettings(channel);
  for (const property of channelSettingNames.filter((name) => isTold(settings[name]))) {
    const value = groupSettingWire(db, settings[property]);
    acting.announce(
      { type: 'stream', op: 'update', stream_id: channel.id, name: channel.name, property, value },
      channelAudience(channel, metadataUserIds(db, channel)),
    );
  }
}
