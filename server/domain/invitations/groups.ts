/** Groups that an invitation promises (api-v1.md, POST /invites, group_ids). */
import { badRequest } from '../../http/errors.ts';
import type { SystemActing, Viewing } from '../acting.ts';
import { findGroup, groupSettings, memberRows } from '../group-rows.ts';
import { isMember } from '../groups.ts';
import { mayBy } from '../organization.ts';
import { putInGroup } from '../user-group-members.ts';

/** "Caller needs permission to add to them." @throws ApiError BAD_REQUEST */
export function checkMayAddToGroup({ db, user }: Pick<Viewing, 'db' | 'user'>, id: number): void {
  const group = findGroup(db, id);
  if (group === undefined) throw badRequest('Invalid user group');
  const { can_add_members_group: adders, can_manage_group: managers } = groupSettings(group);
  const mayAdd =
    mayBy(db, user, 'can_manage_all_groups') || [adders, managers].some((holders) => isMember(db, user.id, holders));
  if (group.is_system_group === 1 || group.deactivated === 1 || !mayAdd) throw badRequest('Insufficient permission');
}

/** Puts somebody new into those of the groups that are still in use. */
export function addToPromisedGroups(acting: SystemActing, userId: number, ids: readonly number[]): void {
  for (const id of ids) {
    const isInUse = findGroup(acting.db, id)?.deactivated === 0;
    if (!isInUse || memberRows(acting.db, id).includes(userId)) continue;
    putInGroup(acting, id, [userId]);
  }
}
