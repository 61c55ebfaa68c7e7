/**
 * The ten permission settings of a channel: their names, and their values in streams.settings (JSON of group-setting values).
 * Who may be chosen for each, and what a new channel starts with, is in permissions/group-settings.ts.
 */
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import {
  permissionRules,
  type ChannelPermission,
  type SystemGroupName,
  type ChannelSettingName,
} from '../../permissions/group-settings.ts';
import type { SystemViewing } from '../acting.ts';
import { validateGroupSetting } from '../groups/membership.shared.ts';
import { systemGroupId } from '../groups/system-groups.shared.ts';
import type { ChannelRow } from './rows.ts';

/** What clients read as server_supported_permission_settings.stream. */
export const channelPermissionSettings = permissionRules.stream;
export const channelSettingNames = Object.keys(permissionRules.stream) as ChannelPermission[];

export type ChannelSettings = Record<ChannelSettingName, GroupSettingValue>;

/** The value of one setting as stored: direct members may since have been deactivated. */
export function channelSetting(channel: ChannelRow, name: ChannelSettingName): GroupSettingValue {
  return channelSettings(channel)[name];
}

/** The ten settings as the channel has them. */
export function channelSettings(channel: ChannelRow): ChannelSettings {
  return JSON.parse(channel.settings) as ChannelSettings;
}

/**
 * The ten settings of a new channel: the chosen ones, and defaults for the rest.
 * @throws ApiError BAD_REQUEST for a value that the setting does not allow.
 */
export function newChannelSettings(
  viewing: SystemViewing,
  creatorId: number | null,
  chosen: Partial<ChannelSettings>,
): ChannelSettings {
  const entries = channelSettingNames.map((name): [ChannelSettingName, GroupSettingValue] => {
    const value = chosen[name];
    if (value === undefined) return [name, defaultSetting(viewing, creatorId, name)];
    return [name, validateGroupSetting(viewing, name, value, channelPermissionSettings[name])];
  });
  return Object.fromEntries(entries) as ChannelSettings;
}

function defaultSetting(viewing: SystemViewing, creatorId: number | null, name: ChannelSettingName): GroupSettingValue {
  const group = channelPermissionSettings[name].default_group_name as SystemGroupName | 'stream_creator_or_nobody';
  if (group !== 'stream_creator_or_nobody') return systemGroupId(viewing.db, group);
  return creatorId === null
    ? systemGroupId(viewing.db, 'role:nobody')
    : { direct_members: [creatorId], direct_subgroups: [] };
}
