/** Taking a group out of use, which is refused while anything still relies on it, and putting it back (contract: deactivate-user-group). */
import { badRequest, ApiError } from '../../errors.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting } from '../acting.ts';
import { allChannels } from '../channels/rows.ts';
import { channelSettings } from '../channels/settings.ts';
import { allGroups, findGroup, groupSettings, supergroupIds, updateGroupRow, type GroupRow } from './rows.ts';
import { organization, organizationPermissions } from '../organization/rows.ts';
import { groupWire } from './edit.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';

const names = (setting: GroupSettingValue, groupId: number): boolean =>
  typeof setting === 'number' ? setting === groupId : setting.direct_subgroups.includes(groupId);

/** Names of those settings that grant something to a group. */
const settingsNaming = (settings: Readonly<Record<string, GroupSettingValue>>, groupId: number): string[] =>
  Object.entries(settings)
    .filter(([, setting]) => names(setting, groupId))
    .map(([name]) => name);

/** Everything that relies on a group, as the error's `objections` tell it. */
function objections(db: Reader, group: GroupRow): object[] {
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
    if (used.length > 0) found.push({ type: 'channel', channel_id: channel.id, settings: used });
  }
  for (const other of allGroups(db).filter((candidate) => candidate.deactivated === 0 && candidate.id !== group.id)) {
    const used = settingsNaming(groupSettings(other), group.id);
    if (used.length > 0) found.push({ type: 'user_group', group_id: other.id, settings: used });
  }
  return found;
}

/** @throws ApiError CANNOT_DEACTIVATE_GROUP_IN_USE while a setting or another group uses it; BAD_REQUEST when it is so already. */
export function deactivateGroup(acting: Acting, group: GroupRow): void {
  if (group.deactivated === 1) throw badRequest('User group is already deactivated.');
  const found = objections(acting.db, group);
  if (found.length > 0) throw cannotDeactivateGroupInUse(found);
  updateGroupRow(acting.tx, group.id, { deactivated: 1 });
  acting.announce(
    { type: 'user_group', op: 'update', group_id: group.id, data: { deactivated: true } },
    { everyone: true, withCapability: 'include_deactivated_groups' },
  );
  acting.announce(
    { type: 'user_group', op: 'remove', group_id: group.id },
    { everyone: true, withoutCapability: 'include_deactivated_groups' },
  );
}

/** Puts a deactivated group back; does nothing to one in use. */
export function reactivateGroup(acting: Acting, group: GroupRow): void {
  if (group.deactivated === 0) return;
  updateGroupRow(acting.tx, group.id, { deactivated: 0 });
  acting.announce(
    { type: 'user_group', op: 'update', group_id: group.id, data: { deactivated: false } },
    { everyone: true, withCapability: 'include_deactivated_groups' },
  );
  const wire = groupWire(acting.db, { ...group, deactivated: 0 });
  acting.announce(
    { type: 'user_group', op: 'add', group: wire },
    { everyone: true, withoutCapability: 'include_deactivated_groups' },
  );
}

/** @param uses what still uses the group: `{type, settings, ...}` each. */
export const cannotDeactivateGroupInUse = (uses: object[]): ApiError =>
  new ApiError(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', { objections: uses });
