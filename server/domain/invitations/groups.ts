/** Groups that an invitation promises (contract: send-invites, group_ids). */
import { badRequest } from '../../errors.ts';
import type { SystemActing, Viewing } from '../acting.ts';
import { findGroup, memberRows } from '../groups/rows.ts';
import { holds } from '../user-groups/edit.ts';
import { putInGroup } from '../user-groups/members.ts';

/** "Caller needs permission to add to them." @throws ApiError BAD_REQUEST */
export function checkMayAddToGroup(viewing: Pick<Viewing, 'db' | 'user'>, id: number): void {
  const group = findGroup(viewing.db, id);
  if (group === undefined) throw badRequest('Invalid user group');
  const mayAdd = holds(viewing, group, ['can_add_members_group']);
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
