/**
 * Groups that people make: creating, editing, members and subgroups, each under its permission setting, with their events
 * (contract: UserGroup). Who is in what, and the system groups, which no one edits, are in groups/.
 */
import type { components } from '../../contract/types.ts';
import { badRequest, checking, invalidParameter, looksLike } from '../../errors.ts';
import { everyone } from '../../events/audience.ts';
import { Lookalikes, nameOf, unreadableAt } from '../../names.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import {
  groupPermissions,
  permissionRules,
  type DefaultGroupName,
  type GroupPermission,
} from '../../permissions/group-settings.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, SystemViewing, Viewing } from '../acting.ts';
import { checkShare } from '../organization/shares.shared.ts';
import { findUsers } from '../users/rows.ts';
import { accessUser } from '../users/visibility.shared.ts';
import {
  checkOldSetting,
  groupSettingWire,
  holdsPermission,
  isSameSetting,
  mayBy,
  validateGroupSetting,
} from './membership.shared.ts';
import {
  addMember,
  addSubgroup,
  allGroups,
  directSubgroupIds,
  findGroup,
  findGroupByName,
  groupSettings,
  insertGroup,
  memberRows,
  updateGroupRow,
  type GroupRow,
  type GroupSettings,
} from './rows.ts';
import { systemGroupId } from './system-groups.shared.ts';

export type GroupWire = components['schemas']['UserGroup'];

const maxNameLength = 100;

/** Contract: UserGroup. */
export function groupWire(db: Reader, group: GroupRow): GroupWire {
  const settings = groupSettings(group);
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.date_created,
    creator_id: group.creator_id,
    members: activeMembers(db, group.id),
    direct_subgroup_ids: directSubgroupIds(db, group.id),
    is_system_group: group.is_system_group === 1,
    ...(Object.fromEntries(
      groupPermissions.map((name) => [name, groupSettingWire(db, settings[name])]),
    ) as GroupSettings),
    deactivated: group.deactivated === 1,
  };
}

/** Direct members who are active, by id. */
export function activeMembers(db: Reader, groupId: number): number[] {
  return findUsers(db, memberRows(db, groupId))
    .filter((user) => user.is_active === 1)
    .map((user) => user.id);
}

/** All groups, those that are deactivated only where asked for. */
export function groupsWire(db: Reader, includeDeactivated: boolean): GroupWire[] {
  return groupsShown(db, includeDeactivated).map((group) => groupWire(db, group));
}

/** Their rows. */
export const groupsShown = (db: Reader, includeDeactivated: boolean): GroupRow[] =>
  allGroups(db).filter((group) => includeDeactivated || group.deactivated === 0);

/** @throws ApiError BAD_REQUEST for an id that is no group. */
export function accessGroup(viewing: SystemViewing, id: number): GroupRow {
  const group = findGroup(viewing.db, id);
  if (group === undefined) throw badRequest('Invalid user group');
  return group;
}

/** Whether the viewer holds one of a group's permissions, by its setting or by managing groups. */
export function holds(
  { db, user }: Pick<Viewing, 'db' | 'user'>,
  group: GroupRow,
  permissions: GroupPermission[],
): boolean {
  const settings = groupSettings(group);
  const wanted: GroupPermission[] = [...permissions, 'can_manage_group'];
  return (
    mayBy(db, user, 'can_manage_all_groups') ||
    wanted.some((name) => holdsPermission(db, user, permissionRules.group[name], settings[name]))
  );
}

/** A group that may be changed at all. @throws ApiError BAD_REQUEST for system groups and deactivated ones. */
export function accessEditable(viewing: Viewing, id: number, mayBeDeactivated = false): GroupRow {
  const group = accessGroup(viewing, id);
  if (group.is_system_group === 1) throw badRequest('Insufficient permission');
  if (group.deactivated === 1 && !mayBeDeactivated) throw badRequest('User group is deactivated.');
  return group;
}

/** @throws ApiError BAD_REQUEST unless the viewer manages the group (can_manage_group or can_manage_all_groups). */
export function accessManaged(viewing: Viewing, id: number, mayBeDeactivated = false): GroupRow {
  const group = accessEditable(viewing, id, mayBeDeactivated);
  if (!holds(viewing, group, [])) throw badRequest('Insufficient permission');
  return group;
}

/** @throws ApiError BAD_REQUEST for a blank, long, reserved or taken name. @returns the name without surrounding space. */
function validName(viewing: Viewing, sent: string, own?: number): string {
  const name = nameOf(sent);
  if (name === '') throw invalidParameter('name', "User group name can't be empty!");
  if ([...name].length > maxNameLength)
    throw invalidParameter('name', `User group name cannot exceed ${maxNameLength} characters.`);
  // A star would end the mention `@*name*` too early.
  if (name.includes('*') || unreadableAt(name) !== -1)
    throw invalidParameter('name', 'Invalid character in user group name.');
  const reserved = ['@', 'role:', 'user:', 'stream:', 'channel:'].find((prefix) =>
    name.toLowerCase().startsWith(prefix),
  );
  if (reserved !== undefined) throw invalidParameter('name', `User group name cannot start with '${reserved}'.`);
  const taken = findGroupByName(viewing.db, name);
  if (taken !== undefined && taken.id !== own) throw invalidParameter('name', `User group '${name}' already exists.`);
  checkLooks(viewing, name, own);
  return name;
}

/** @throws ApiError BAD_REQUEST for a name that looks like that of another group in use. */
export function checkLooks(viewing: SystemViewing, name: string, own: number | undefined): void {
  const others = allGroups(viewing.db).filter((group) => group.deactivated === 0 && group.id !== own);
  const alike = new Lookalikes(others).find(name);
  if (alike !== undefined) throw looksLike('user group', alike.name).about('name');
}

export type GroupSettingChanges = Partial<Record<GroupPermission, GroupSettingValue | undefined>>;

export interface NewGroup {
  name: string;
  description: string;
  members: readonly number[];
  subgroups: readonly number[];
  settings: GroupSettingChanges;
}

/** What a setting is where its creator says nothing. */
function defaultSetting(acting: Acting, name: GroupPermission): GroupSettingValue {
  const group: DefaultGroupName = permissionRules.group[name].default_group_name;
  return group === 'group_creator' || group === 'stream_creator_or_nobody'
    ? { direct_members: [acting.user.id], direct_subgroups: [] }
    : systemGroupId(acting.db, group);
}

/** @throws ApiError BAD_REQUEST where the caller may not create groups, or a part is not right. */
export function createGroup(acting: Acting, input: NewGroup): GroupRow {
  const { db, tx, user, now } = acting;
  if (!mayBy(db, user, 'can_create_groups')) throw badRequest('Insufficient permission');
  checkShare(acting, user, 'user groups');
  const name = validName(acting, input.name);
  const settings = groupPermissions.map((permission) => {
    const sent = input.settings[permission];
    const rules = permissionRules.group[permission];
    return [
      permission,
      sent === undefined ? defaultSetting(acting, permission) : validateGroupSetting(acting, permission, sent, rules),
    ];
  });
  const members = checking('members', () => accessMembers(acting, input.members));
  checking('subgroups', () => input.subgroups.forEach((id) => accessSubgroup(acting, id)));
  const id = insertGroup(tx, {
    name,
    description: input.description.trim(),
    is_system_group: 0,
    creator_id: user.id,
    date_created: now,
    settings: JSON.stringify(Object.fromEntries(settings)),
  });
  for (const userId of members) addMember(tx, id, userId);
  for (const subgroupId of new Set(input.subgroups)) addSubgroup(tx, id, subgroupId);
  const group = findGroup(db, id) as GroupRow;
  acting.announce({ type: 'user_group', op: 'add', group: groupWire(db, group) }, everyone);
  return group;
}

/** Ids of active users that the caller sees, each once. @throws ApiError BAD_REQUEST for any other. */
export function accessMembers(viewing: Viewing, userIds: readonly number[]): number[] {
  return [...new Set(userIds)].map((id) => {
    const user = findUsers(viewing.db, [id])[0];
    if (user === undefined || user.is_active === 0 || user.is_system_bot === 1)
      throw badRequest(`Invalid user ID: ${id}`);
    return accessUser(viewing, id).id;
  });
}

/** A group that may stand below another. @throws ApiError BAD_REQUEST when there is none, or it is deactivated */
export function accessSubgroup(viewing: Viewing, id: number): GroupRow {
  const group = findGroup(viewing.db, id);
  if (group === undefined) throw badRequest(`Invalid user group ID: ${id}`);
  if (group.deactivated === 1) throw badRequest('User group is deactivated.');
  return group;
}

export interface GroupEdit {
  name?: string | undefined;
  description?: string | undefined;
  /** `old`, where sent, must still be the value. */
  settings: Partial<
    Record<GroupPermission, { new: GroupSettingValue; old?: GroupSettingValue | undefined } | undefined>
  >;
}

/** Changes a group that the caller manages and announces what is other than before. */
export function editGroup(acting: Acting, group: GroupRow, edit: GroupEdit): void {
  const data: Omit<components['schemas']['EventUserGroupUpdateData'], 'deactivated'> = {};
  if (edit.name !== undefined) {
    const name = edit.name === group.name ? group.name : validName(acting, edit.name, group.id);
    if (name !== group.name) data.name = name;
  }
  if (edit.description !== undefined && edit.description.trim() !== group.description)
    data.description = edit.description.trim();
  if (data.name !== undefined || data.description !== undefined) updateGroupRow(acting.tx, group.id, { ...data });
  const changed = changedSettings(acting, group, edit.settings);
  if (Object.keys(changed).length > 0) {
    updateGroupRow(acting.tx, group.id, { settings: JSON.stringify({ ...groupSettings(group), ...changed }) });
  }
  Object.assign(data, changed);
  if (Object.keys(data).length > 0)
    acting.announce({ type: 'user_group', op: 'update', group_id: group.id, data }, everyone);
}

function changedSettings(acting: Acting, group: GroupRow, changes: GroupEdit['settings']): Partial<GroupSettings> {
  const current = groupSettings(group);
  const changed: Partial<GroupSettings> = {};
  for (const name of groupPermissions) {
    const change = changes[name];
    if (change === undefined) continue;
    checkOldSetting(acting.db, change.old, current[name]);
    const old = groupSettingWire(acting.db, current[name]);
    const value = validateGroupSetting(acting, name, change.new, permissionRules.group[name]);
    if (!isSameSetting(value, old)) changed[name] = value;
  }
  return changed;
}
