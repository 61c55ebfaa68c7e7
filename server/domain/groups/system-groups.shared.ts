/** The eight system groups: made with the organization, and kept by everyone's role and the waiting period. */
import { daySecs, ifPast } from '../../durations.ts';
import { everyone, type Audience } from '../../events/audience.ts';
import { groupPermissions, systemGroupNames, type SystemGroupName } from '../../permissions/group-settings.ts';
import { Role, type Ranked } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { SystemActing } from '../acting.ts';
import { organizationSetting } from '../organization/rows.ts';
import { addMember, addSubgroup, insertGroup, removeMember, updateGroupRow } from './rows.ts';

/** What decides in which system groups a user is. */
interface Account extends Ranked {
  id: number;
  is_active: number;
  /** UNIX seconds. */
  date_joined: number;
}

const descriptions: Record<SystemGroupName, string> = {
  'role:internet': 'Everyone on the Internet',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:members': 'Members of this organization, not including guests',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:moderators': 'Moderators, administrators and owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:owners': 'Owners of this organization',
  'role:nobody': 'Nobody',
};

/** What people read in place of the technical name of a system group. */
const shownNames: ReadonlyMap<string, string> = new Map<SystemGroupName, string>([
  ['role:internet', 'Everyone on the internet'],
  ['role:everyone', 'Everyone'],
  ['role:members', 'Members'],
  ['role:fullmembers', 'Full members'],
  ['role:moderators', 'Moderators'],
  ['role:administrators', 'Administrators'],
  ['role:owners', 'Owners'],
  ['role:nobody', 'Nobody'],
]);

/** A group's name as messages show it. */
export const shownGroupName = ({ name }: { name: string }): string => shownNames.get(name) ?? name;

/**
 * Makes the eight system groups of a new organization, each holding the next; users made later join by their role.
 * @param wanted by name: ids that an organization had elsewhere and that are free, and when the groups were made, in UNIX seconds.
 */
export function createSystemGroups(
  acting: SystemActing,
  wanted: ReadonlyMap<string, { id: number | undefined; created: number | null }> = new Map(),
): void {
  const { tx, now } = acting;
  const fresh = { is_system_group: 1, creator_id: null, settings: '{}' };
  const ids = systemGroupNames.map((name) => {
    const { id, created = now } = wanted.get(name) ?? {};
    return insertGroup(tx, { ...fresh, name, description: descriptions[name], date_created: created }, id);
  });
  const nobody = ids.at(-1) as number;
  const settings = JSON.stringify(Object.fromEntries(groupPermissions.map((permission) => [permission, nobody])));
  for (const id of ids) updateGroupRow(tx, id, { settings });
  for (let index = 0; index + 2 < ids.length; index += 1)
    addSubgroup(tx, ids[index] as number, ids[index + 1] as number);
}

/** @throws Error when the organization has no system groups yet: a defect of the caller. */
export function systemGroupId(db: Reader, name: SystemGroupName): number {
  const row = db.get<{ id: number }>('SELECT id FROM user_groups WHERE name_key = ? AND is_system_group = 1', name);
  if (row === undefined) throw new Error(`There is no system group ${name}.`);
  return row.id;
}

const directGroup: Record<number, SystemGroupName> = {
  [Role.owner]: 'role:owners',
  [Role.administrator]: 'role:administrators',
  [Role.moderator]: 'role:moderators',
  [Role.member]: 'role:members',
  [Role.guest]: 'role:everyone',
};

/** Members become full members when the organization's waiting period, in days, is over. */
function isFullMember(db: Reader, user: Account, now: number): boolean {
  const days = organizationSetting(db, 'waiting_period_threshold');
  return user.role === Role.member && now - ifPast(user.date_joined, now) >= days * daySecs;
}

/**
 * Puts a user into the system groups of their role and out of all others, and sends the events.
 * @param audience who is informed; they all can see the user.
 */
export function keepSystemGroups(acting: SystemActing, user: Account, audience: Audience): void {
  const { tx, db } = acting;
  const wanted = new Set([systemGroupId(db, directGroup[user.role] ?? 'role:members')]);
  if (isFullMember(db, user, acting.now)) wanted.add(systemGroupId(db, 'role:fullmembers'));
  const current = new Set(
    db
      .all<{ id: number }>(
        'SELECT g.id FROM user_group_members m JOIN user_groups g ON g.id = m.group_id WHERE m.user_id = ? AND g.is_system_group = 1 ORDER BY g.id',
        user.id,
      )
      .map((row) => row.id),
  );
  for (const id of current) {
    if (wanted.has(id)) continue;
    removeMember(tx, id, user.id);
    if (user.is_active === 1)
      acting.announce({ type: 'user_group', op: 'remove_members', group_id: id, user_ids: [user.id] }, audience);
  }
  for (const id of wanted) {
    if (current.has(id)) continue;
    addMember(tx, id, user.id);
    if (user.is_active === 1)
      acting.announce({ type: 'user_group', op: 'add_members', group_id: id, user_ids: [user.id] }, audience);
  }
}

/**
 * Moves members into and out of `role:fullmembers` as the waiting period says: called at start, every hour, and when
 * `waiting_period_threshold` changes.
 * @returns how many users moved.
 */
export function promoteFullMembers(acting: SystemActing): number {
  const { db } = acting;
  const fullMembers = systemGroupId(db, 'role:fullmembers');
  const rows = db.all<Account & { is_in: number }>(
    `SELECT u.*, EXISTS (SELECT 1 FROM user_group_members m WHERE m.user_id = u.id AND m.group_id = ?) AS is_in
     FROM users u WHERE u.role = ? AND u.is_system_bot = 0 ORDER BY u.id`,
    fullMembers,
    Role.member,
  );
  const moving = rows.filter((user) => (user.is_in === 1) !== isFullMember(db, user, acting.now));
  for (const user of moving) keepSystemGroups(acting, user, everyone);
  return moving.length;
}
