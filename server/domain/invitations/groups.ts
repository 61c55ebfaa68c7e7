/** Groups that an invitation promises (contract: send-invites, group_ids). */
import { badRequest } from '../../errors.ts';
import type { SystemActing, Viewing } from '../acting.ts';
import { holds } from '../groups/edit.ts';
import { putInGroup } from '../groups/members.ts';
import { findGroup, memberRows, type GroupRow } from '../groups/rows.ts';

/** "Caller needs permission to add to them." @throws ApiError BAD_REQUEST */
export function checkMayAddToGroup(viewing: Pick<Viewing, 'db' | 'user'>, id: number): void {
  const group = findGroup(viewing.db, id);
  if (group === undefined) throw badRequest('Invalid user group');
  if (!mayAddToGroup(viewing, group)) throw badRequest('Insufficient permission');
}

/** Whether an inviter may promise a group: asked when the invitation is made, and again when it is accepted. */
export const mayAddToGroup = (inviter: Pick<Viewing, 'db' | 'user'>, group: GroupRow): boolean =>
  group.is_system_group === 0 && group.deactivated === 0 && holds(inviter, group, ['can_add_members_group']);

/** Adds a new user to the groups; the caller has checked that this is allowed. */
export function addToPromisedGroups(acting: SystemActing, userId: number, groupIds: readonly number[]): void {
  for (const id of groupIds) if (!memberRows(acting.db, id).includes(userId)) putInGroup(acting, id, [userId]);
}
