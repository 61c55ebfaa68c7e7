/** Rows of the tables user_groups, user_group_members and user_group_subgroups, and every statement that writes them. */
import { nameOf } from '../../names.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import type { GroupPermission } from '../../permissions/group-settings.ts';
import type { Reader, Transaction } from '../../storage/database.ts';

/** A row of `user_groups`; booleans are 0 or 1, `settings` is JSON of the six permissions. */
export interface GroupRow {
  id: number;
  name: string;
  /** Lower-cased name: names are unique without regard to case. */
  name_key: string;
  description: string;
  is_system_group: number;
  creator_id: number | null;
  /** UNIX seconds. */
  date_created: number | null;
  deactivated: number;
  settings: string;
}

export type GroupSettings = Record<GroupPermission, GroupSettingValue>;

/** Who may change, join or mention the group, and so on. */
export const groupSettings = (group: GroupRow): GroupSettings => JSON.parse(group.settings) as GroupSettings;

/** A deactivated one too. */
export function findGroup(db: Reader, id: number): GroupRow | undefined {
  return db.get<GroupRow>('SELECT * FROM user_groups WHERE id = ?', id);
}

/** By name, without regard to case, surrounding space and composition. A name of old data may be stored as it was sent. */
export function findGroupByName(db: Reader, name: string): GroupRow | undefined {
  const [asSent, key] = [name.trim().toLowerCase(), nameOf(name).toLowerCase()];
  return findByKey(db, asSent) ?? (asSent === key ? undefined : findByKey(db, key));
}

const findByKey = (db: Reader, key: string): GroupRow | undefined =>
  db.get<GroupRow>('SELECT * FROM user_groups WHERE name_key = ?', key);

/** Every group, deactivated ones too, by id. */
export function allGroups(db: Reader): GroupRow[] {
  return db.all<GroupRow>('SELECT * FROM user_groups ORDER BY id');
}

/** @param id that it is to have; the next one without it. @returns the id; the caller has made sure that name and id are free. */
export function insertGroup(
  tx: Transaction,
  group: Omit<GroupRow, 'id' | 'name_key' | 'deactivated'>,
  id?: number,
): number {
  return tx.run(
    'INSERT INTO user_groups (id, name, name_key, description, is_system_group, creator_id, date_created, settings) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id ?? null,
    group.name,
    group.name.toLowerCase(),
    group.description,
    group.is_system_group,
    group.creator_id,
    group.date_created,
    group.settings,
  ).lastId;
}

/** Changes what is given, and leaves the rest. */
export function updateGroupRow(
  tx: Transaction,
  id: number,
  change: Partial<Pick<GroupRow, 'name' | 'description' | 'deactivated' | 'settings'>>,
): void {
  const keyed = { ...change, ...(change.name !== undefined && { name_key: change.name.toLowerCase() }) };
  const assignments = Object.keys(keyed).map((column) => `${column} = ?`);
  tx.run(`UPDATE user_groups SET ${assignments.join(', ')} WHERE id = ?`, ...Object.values(keyed), id);
}

/** Direct members, deactivated users included, by id. */
export function memberRows(db: Reader, groupId: number): number[] {
  return db
    .all<{ user_id: number }>('SELECT user_id FROM user_group_members WHERE group_id = ? ORDER BY user_id', groupId)
    .map((row) => row.user_id);
}

/** Groups in which a user has a row, whether active or not. */
export function groupsWithMember(db: Reader, userId: number): number[] {
  return db
    .all<{ group_id: number }>('SELECT group_id FROM user_group_members WHERE user_id = ? ORDER BY group_id', userId)
    .map((row) => row.group_id);
}

/** The user is not in the group yet. */
export function addMember(tx: Transaction, groupId: number, userId: number): void {
  tx.run('INSERT INTO user_group_members (group_id, user_id) VALUES (?, ?)', groupId, userId);
}

/** Out of this group alone, not out of those below it. */
export function removeMember(tx: Transaction, groupId: number, userId: number): void {
  tx.run('DELETE FROM user_group_members WHERE group_id = ? AND user_id = ?', groupId, userId);
}

/** The caller has made sure that this closes no circle. */
export function addSubgroup(tx: Transaction, groupId: number, subgroupId: number): void {
  tx.run('INSERT INTO user_group_subgroups (group_id, subgroup_id) VALUES (?, ?)', groupId, subgroupId);
}

/** The other group itself stays as it is. */
export function removeSubgroup(tx: Transaction, groupId: number, subgroupId: number): void {
  tx.run('DELETE FROM user_group_subgroups WHERE group_id = ? AND subgroup_id = ?', groupId, subgroupId);
}

/** Groups directly below a group, by id. */
export function directSubgroupIds(db: Reader, groupId: number): number[] {
  return db
    .all<{ id: number }>(
      'SELECT subgroup_id AS id FROM user_group_subgroups WHERE group_id = ? ORDER BY subgroup_id',
      groupId,
    )
    .map((row) => row.id);
}

/** Groups anywhere below a group, by id; without the group itself. */
export function subgroupIds(db: Reader, groupId: number): number[] {
  return db
    .all<{ id: number }>(
      `WITH RECURSIVE down(id) AS (SELECT subgroup_id FROM user_group_subgroups WHERE group_id = ?
         UNION SELECT s.subgroup_id FROM user_group_subgroups s JOIN down ON s.group_id = down.id)
       SELECT id FROM down ORDER BY id`,
      groupId,
    )
    .map((row) => row.id);
}

/** Groups directly above a group, by id. */
export function supergroupIds(db: Reader, groupId: number): number[] {
  return db
    .all<{ id: number }>(
      'SELECT group_id AS id FROM user_group_subgroups WHERE subgroup_id = ? ORDER BY group_id',
      groupId,
    )
    .map((row) => row.id);
}
