/**
 * Groups of a directory or provider, mapped to what their members have here: a role, channels and user groups. One rule for
 * every way of signing in with an account from elsewhere.
 */
import { z } from 'zod';
import { isOwner, Role } from '../../permissions/roles.ts';
import { setRole } from '../accounts/role.ts';
import type { SystemActing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { findGroup, memberRows } from '../groups/rows.ts';
import { subscribeUsers } from '../subscriptions/subscribe.ts';
import { putInGroup, takeFromGroup } from '../user-groups/members.ts';
import type { UserRow } from '../users/rows.ts';

const ids = z.array(z.int().positive()).max(100);

/** One group from elsewhere. Its name is compared without regard to case. Owners are never made or changed by a mapping. */
export const groupMappingSchema = z
  .object({
    group: z.string().trim().min(1).max(300),
    role: z.union([
      z.literal(Role.administrator),
      z.literal(Role.moderator),
      z.literal(Role.member),
      z.literal(Role.guest),
      z.null(),
    ]),
    channel_ids: ids,
    user_group_ids: ids,
  })
  .strict();

export type GroupMapping = z.infer<typeof groupMappingSchema>;

/** What a mapping gives to one user. */
interface MappedAccess {
  /** null: the mappings say nothing of the role. */
  role: number | null;
  channelIds: number[];
  userGroupIds: number[];
  /** User groups of mappings whose group the user is not in. */
  lostUserGroupIds: number[];
}

const folded = (name: string): string => name.trim().toLowerCase();

/**
 * Pure. The highest mapped role counts. A role that only a mapping gives ends with its group: the user is a member then.
 * @param groups of the user, as the directory or provider names them.
 */
function mappedAccess(mappings: readonly GroupMapping[], groups: readonly string[], currentRole: number): MappedAccess {
  const own = new Set(groups.map(folded));
  const matched = mappings.filter(({ group }) => own.has(folded(group)));
  const roles = matched.flatMap(({ role }) => role ?? []);
  const isFromMapping = mappings.some(({ role }) => role === currentRole);
  const role = roles.length > 0 ? Math.min(...roles) : isFromMapping ? Role.member : null;
  const userGroupIds = [...new Set(matched.flatMap(({ user_group_ids: found }) => found))];
  const mapped = new Set(mappings.flatMap(({ user_group_ids: found }) => found));
  return {
    role: currentRole === Role.owner ? null : role,
    channelIds: [...new Set(matched.flatMap(({ channel_ids: found }) => found))],
    userGroupIds,
    lostUserGroupIds: [...mapped].filter((id) => !userGroupIds.includes(id)),
  };
}

/**
 * Gives a user what their groups are mapped to. Channels are added and never taken: people may leave them. User groups follow
 * the mapping in both directions.
 * @returns the user as stored afterwards.
 */
export function applyGroupMappings(
  acting: SystemActing,
  user: UserRow,
  mappings: readonly GroupMapping[],
  groups: readonly string[],
): UserRow {
  const access = mappedAccess(mappings, groups, user.role);
  const changed = access.role === null || isOwner(user) ? user : setRole(acting, user, access.role);
  const channels = access.channelIds
    .map((id) => findChannel(acting.db, id))
    .filter((channel) => channel !== undefined && channel.is_archived === 0);
  if (channels.length > 0)
    subscribeUsers(
      acting,
      channels.filter((channel) => channel !== undefined),
      [user.id],
    );
  for (const id of access.userGroupIds)
    if (isOpen(acting, id) && !memberRows(acting.db, id).includes(user.id)) putInGroup(acting, id, [user.id]);
  for (const id of access.lostUserGroupIds)
    if (isOpen(acting, id) && memberRows(acting.db, id).includes(user.id)) takeFromGroup(acting, id, [user.id]);
  return changed;
}

/** System groups follow from roles, and a deactivated group has no use. */
function isOpen({ db }: SystemActing, id: number): boolean {
  const group = findGroup(db, id);
  return group !== undefined && group.is_system_group === 0 && group.deactivated === 0;
}
