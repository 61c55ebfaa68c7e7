/**
 * Groups as holders of permissions: who is in a group or a group-setting value, and which values may be stored.
 * Deactivated users keep their rows and count for nothing (contract: GroupSettingValue). The verbs that
 * make and edit groups are in edit.ts and members.ts; users and every check of a permission build on this file.
 */
import { expectationMismatch, invalidParameter } from '../../errors.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import {
  mayHold,
  objectionToSystemGroup,
  permissionRules,
  type PermissionRule,
  type RealmPermission,
} from '../../permissions/group-settings.ts';
import type { Ranked } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemViewing } from '../acting.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findGroup } from './rows.ts';
import { systemGroupId } from './system-groups.shared.ts';

/** What a permission depends on of a user. */
interface Holder extends Ranked {
  id: number;
  is_active: number;
}

/** Those of these users whose accounts are active, by id: the others hold nothing. */
function activeAmong(db: Reader, ids: readonly number[]): number[] {
  if (ids.length === 0) return [];
  return db
    .all<{ id: number }>(
      'SELECT id FROM users WHERE is_active = 1 AND id IN (SELECT value FROM json_each(?)) ORDER BY id',
      JSON.stringify(ids),
    )
    .map(({ id }) => id);
}

/** Active users in a group or in any group below it. */
export function groupMemberIds(db: Reader, groupId: number): Set<number> {
  const rows = db.all<{ user_id: number }>(
    `WITH RECURSIVE down(id) AS (SELECT ? UNION SELECT s.subgroup_id FROM user_group_subgroups s JOIN down ON s.group_id = down.id)
     SELECT DISTINCT m.user_id FROM down JOIN user_group_members m ON m.group_id = down.id JOIN users u ON u.id = m.user_id
     WHERE u.is_active = 1 ORDER BY m.user_id`,
    groupId,
  );
  return new Set(rows.map((row) => row.user_id));
}

/** Groups that a user is in, directly or through groups below them; none for a deactivated user. */
export function groupIdsOf(db: Reader, userId: number): ReadonlySet<number> {
  return db.remember(`groups of ${userId}`, () => readGroupIds(db, userId));
}

function readGroupIds(db: Reader, userId: number): Set<number> {
  const rows = db.all<{ id: number }>(
    `WITH RECURSIVE up(id) AS (
       SELECT m.group_id FROM user_group_members m JOIN users u ON u.id = m.user_id WHERE m.user_id = ? AND u.is_active = 1
       UNION SELECT s.group_id FROM user_group_subgroups s JOIN up ON s.subgroup_id = up.id)
     SELECT id FROM up`,
    userId,
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Whether a user holds a permission.
 * @param rules of the permission: they say whether guests may.
 * @param setting whom it was given to.
 */
export function holdsPermission(db: Reader, user: Holder, rules: PermissionRule, setting: GroupSettingValue): boolean {
  if (user.is_active === 0 || !mayHold(user, rules)) return false;
  const groups = groupIdsOf(db, user.id);
  if (typeof setting === 'number') return groups.has(setting);
  return setting.direct_members.includes(user.id) || setting.direct_subgroups.some((id) => groups.has(id));
}

/** May this user do what an organization-level permission is about? */
export function mayBy(db: Reader, user: Holder, permission: RealmPermission): boolean {
  return holdsPermission(db, user, permissionRules.realm[permission], organizationSetting(db, permission));
}

/** Every active user who holds what a group-setting value grants. */
export function settingMemberIds(db: Reader, setting: GroupSettingValue): Set<number> {
  if (typeof setting === 'number') return groupMemberIds(db, setting);
  return new Set([
    ...activeAmong(db, setting.direct_members),
    ...setting.direct_subgroups.flatMap((id) => [...groupMemberIds(db, id)]),
  ]);
}

/** Those of these users who hold what a group-setting value grants; active or not. */
export function settingMembersAmong(db: Reader, setting: GroupSettingValue, userIds: readonly number[]): Set<number> {
  const { direct_members: direct, direct_subgroups: groups } =
    typeof setting === 'number' ? { direct_members: [], direct_subgroups: [setting] } : setting;
  const rows = db.all<{ id: number }>(
    `WITH RECURSIVE down(id) AS (SELECT value FROM json_each(?) UNION SELECT s.subgroup_id FROM user_group_subgroups s JOIN down ON s.group_id = down.id)
     SELECT asked.value AS id FROM json_each(?) asked
     WHERE EXISTS (SELECT 1 FROM user_group_members m WHERE m.user_id = asked.value AND m.group_id IN (SELECT id FROM down))`,
    JSON.stringify(groups),
    JSON.stringify(userIds),
  );
  return new Set([...rows.map((row) => row.id), ...userIds.filter((id) => direct.includes(id))]);
}

/** A group-setting value as it leaves: without deactivated users (contract: GroupSettingValue). */
export function groupSettingWire(db: Reader, setting: GroupSettingValue): GroupSettingValue {
  if (typeof setting === 'number') return setting;
  return {
    direct_members: activeAmong(db, setting.direct_members),
    direct_subgroups: setting.direct_subgroups.toSorted((a, b) => a - b),
  };
}

/** Two values that grant the same. */
export const isSameSetting = (a: GroupSettingValue, b: GroupSettingValue): boolean => settingKey(a) === settingKey(b);

/**
 * @param believed what the client took for the value, as it was given it.
 * @throws ApiError EXPECTATION_MISMATCH when the value is another one.
 */
export function checkOldSetting(db: Reader, believed: GroupSettingValue | undefined, current: GroupSettingValue): void {
  if (believed !== undefined && !isSameSetting(believed, groupSettingWire(db, current)))
    throw expectationMismatch('old');
}

/** A single group is the same by its id and as the only one of a list. */
function settingKey(value: GroupSettingValue): string {
  const { direct_members: members, direct_subgroups: groups } =
    typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value;
  const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);
  return JSON.stringify([inOrder(members), inOrder(groups)]);
}

/**
 * Checks a group-setting value before it is stored.
 * @param permission its name, as in the sentence of the error.
 * @param rules who may hold it (permissions/group-settings.ts).
 * @returns the value in its simplest form: a single group becomes its id.
 * @throws ApiError BAD_REQUEST for unknown users or groups, and for system groups that may not hold it.
 */
export function validateGroupSetting(
  viewing: SystemViewing,
  permission: string,
  setting: GroupSettingValue,
  rules: PermissionRule,
): GroupSettingValue {
  const { db } = viewing;
  const groupIds = typeof setting === 'number' ? [setting] : [...new Set(setting.direct_subgroups)];
  const userIds = typeof setting === 'number' ? [] : [...new Set(setting.direct_members)];
  for (const id of groupIds) {
    const group = findGroup(db, id);
    if (group === undefined || group.deactivated === 1) throw invalidParameter(permission, 'Invalid user group');
    const objection = group.is_system_group === 1 ? objectionToSystemGroup(permission, rules, group.name) : null;
    if (objection !== null) throw invalidParameter(permission, objection);
    if (rules.require_system_group && group.is_system_group === 0)
      throw invalidParameter(permission, `'${permission}' must be a system user group.`);
  }
  if (rules.require_system_group && (userIds.length > 0 || groupIds.length !== 1)) {
    throw invalidParameter(permission, `'${permission}' must be a system user group.`);
  }
  const known = new Set(activeAmong(db, userIds));
  const unknown = userIds.find((id) => !known.has(id));
  if (unknown !== undefined) throw invalidParameter(permission, `Invalid user ID: ${unknown}`);
  if (userIds.length === 0 && groupIds.length === 1) return groupIds[0] as number;
  // No one at all is the group of no one, and so subject to the same rule.
  if (userIds.length === 0 && groupIds.length === 0) {
    const objection = objectionToSystemGroup(permission, rules, 'role:nobody');
    if (objection !== null) throw invalidParameter(permission, objection);
    return systemGroupId(db, 'role:nobody');
  }
  return { direct_members: userIds.toSorted((a, b) => a - b), direct_subgroups: groupIds.toSorted((a, b) => a - b) };
}
