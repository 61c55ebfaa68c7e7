/** Role, channels and user groups that groups of the directory give. Roles and user groups are taken back, channels are kept. */
import { Role } from '../../permissions/roles.ts';
import { setRole } from '../accounts/role.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { subscriptionIds } from '../channels/subscription-rows.ts';
import { findGroup, memberRows, type GroupRow } from '../groups/rows.ts';
import { addToPromisedGroups } from '../invitations/groups.ts';
import { subscribeUsers } from '../subscriptions/subscribe.ts';
import { takeFromGroup } from '../user-groups/members.ts';
import { givenGroups, type DirectoryRow } from '../users/directory-rows.ts';
import type { UserRow } from '../users/rows.ts';
import { granted, type DirectoryUser } from './entry.ts';
import type { DirectorySettings } from './settings.ts';

/** Something that is to happen to an account. */
export interface DirectoryChange {
  kind:
    | 'create'
    | 'link'
    | 'refuse'
    | 'reactivate'
    | 'deactivate'
    | 'name'
    | 'address'
    | 'role'
    | 'role_end'
    | 'channels'
    | 'groups'
    | 'groups_end'
    | 'end_keys';
  /** A sentence for an administrator. */
  text: string;
  /** What the account has by the directory from then on. */
  gives?: { role?: number; groupIds?: readonly number[] };
  run(acting: SystemActing, user: UserRow): void;
}

type Viewing = Pick<SystemViewing, 'db'>;

/**
 * @param user undefined where there is no account yet.
 * @param row what the directory gave before; undefined where the account is not linked yet.
 */
export function grants(
  viewing: Viewing,
  user: UserRow | undefined,
  row: DirectoryRow | undefined,
  found: DirectoryUser,
  settings: DirectorySettings,
): DirectoryChange[] {
  const { role, channelIds, groupIds } = granted(found, settings);
  const name = user?.full_name ?? found.fullName;
  return [
    ...roleChanges(name, user?.role ?? Role.member, row?.given_role ?? null, role),
    ...channelChanges(viewing, name, user, channelIds),
    ...groupChanges(viewing, name, user, groupIds),
    ...(user === undefined || row === undefined ? [] : groupEnds(viewing, user, row, groupIds)),
  ];
}

/** What the row of an account remembers after changes. @param row as the changes left it. */
export function rememberGrants(
  row: DirectoryRow | undefined,
  changes: readonly DirectoryChange[],
): Pick<DirectoryRow, 'given_role' | 'given_groups'> {
  const given = changes.flatMap(({ gives }) => gives ?? []);
  const role = given.find((one) => one.role !== undefined)?.role;
  const ids = [...(row === undefined ? [] : givenGroups(row)), ...given.flatMap(({ groupIds }) => groupIds ?? [])];
  return {
    given_role: role ?? row?.given_role ?? null,
    given_groups: JSON.stringify([...new Set(ids)].sort((one, other) => one - other)),
  };
}

/** Other roles by hand end `given`: what it holds is the present role. The settings allow no rule that makes owners. */
function roleChanges(name: string, present: number, given: number | null, role: number | null): DirectoryChange[] {
  if (role !== null && role !== present)
    return [
      {
        kind: 'role',
        text: `Make ${name} ${roleNames[role] ?? 'a member'}.`,
        gives: { role },
        run: (acting, now) => void setRole(acting, now, role),
      },
    ];
  if (role !== null || given === null || given !== present || present === Role.member) return [];
  return [
    {
      kind: 'role_end',
      text: `Make ${name} a member: no group of the directory makes it ${roleNames[present] ?? 'more'} any longer.`,
      run: (acting, now) => void setRole(acting, now, Role.member),
    },
  ];
}

function channelChanges(
  { db }: Viewing,
  name: string,
  user: UserRow | undefined,
  channelIds: readonly number[],
): DirectoryChange[] {
  const channels = channelIds
    .flatMap((id) => findChannel(db, id) ?? [])
    .filter(
      (one) => one.is_archived === 0 && (user === undefined || subscriptionIds(db, [one.id], [user.id]).length === 0),
    );
  if (channels.length === 0) return [];
  return [
    {
      kind: 'channels',
      text: `Subscribe ${name} to ${channels.map((one) => `#${one.name}`).join(', ')}.`,
      run: (acting, now) => void subscribeUsers(acting, channels, [now.id]),
    },
  ];
}

const namesOf = (groups: readonly GroupRow[]): string => groups.map((one) => one.name).join(', ');

function groupChanges(
  { db }: Viewing,
  name: string,
  user: UserRow | undefined,
  ids: readonly number[],
): DirectoryChange[] {
  const groups = ids
    .flatMap((id) => findGroup(db, id) ?? [])
    .filter((one) => one.is_system_group === 0 && one.deactivated === 0)
    .filter((one) => user === undefined || !memberRows(db, one.id).includes(user.id));
  if (groups.length === 0) return [];
  const groupIds = groups.map(({ id }) => id);
  return [
    {
      kind: 'groups',
      text: `Add ${name} to ${namesOf(groups)}.`,
      gives: { groupIds },
      run: (acting, now) => addToPromisedGroups(acting, now.id, groupIds),
    },
  ];
}

/** Deactivated ones too: they may be reactivated, and carry permissions then. */
function groupEnds({ db }: Viewing, user: UserRow, row: DirectoryRow, ids: readonly number[]): DirectoryChange[] {
  const groups = givenGroups(row)
    .filter((id) => !ids.includes(id) && memberRows(db, id).includes(user.id))
    .flatMap((id) => findGroup(db, id) ?? []);
  if (groups.length === 0) return [];
  return [
    {
      kind: 'groups_end',
      text: `Remove ${user.full_name} from ${namesOf(groups)}: no group of the directory gives it any longer.`,
      run(acting, now) {
        for (const { id } of groups) takeFromGroup(acting, id, [now.id]);
      },
    },
  ];
}

const roleNames: Readonly<Record<number, string>> = {
  [Role.administrator]: 'an administrator',
  [Role.moderator]: 'a moderator',
  [Role.member]: 'a member',
  [Role.guest]: 'a guest',
};
