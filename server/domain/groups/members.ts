/** Group members and subgroups: adding and removing, each under its permission (contract: POST /user_groups/{user_group_id}/members). */
import { badRequest } from '../../errors.ts';
import { everyone } from '../../events/audience.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { forgetGiven } from '../users/sign-in-grant-rows.ts';
import { withVisibilityEvents } from '../visibility/events.shared.ts';
import { accessEditable, accessMembers, accessSubgroup, holds } from './edit.ts';
import {
  addMember,
  addSubgroup,
  directSubgroupIds,
  memberRows,
  removeMember,
  removeSubgroup,
  subgroupIds,
} from './rows.ts';

/** @throws ApiError BAD_REQUEST for members already there, and where the caller may neither add nor join. */
export function addGroupMembers(acting: Acting, groupId: number, userIds: readonly number[]): void {
  const group = accessEditable(acting, groupId);
  const joinsAlone = userIds.length === 1 && userIds[0] === acting.user.id;
  if (!holds(acting, group, joinsAlone ? ['can_add_members_group', 'can_join_group'] : ['can_add_members_group'])) {
    throw badRequest('Insufficient permission');
  }
  const members = accessMembers(acting, userIds);
  const present = new Set(memberRows(acting.db, groupId));
  for (const id of members) if (present.has(id)) throw badRequest(`User ${id} is already a member of this group`);
  putInGroup(acting, groupId, members);
}

/** Adds members whom no one has to be asked about, and notifies everyone; private channels may open to them. */
export function putInGroup(acting: SystemActing, groupId: number, userIds: number[]): void {
  withVisibilityEvents(acting, { groups: true }, () => userIds.forEach((id) => addMember(acting.tx, groupId, id)));
  acting.announce({ type: 'user_group', op: 'add_members', group_id: groupId, user_ids: userIds }, everyone);
}

/** @throws ApiError BAD_REQUEST for users who are not in it, and where the caller may neither remove nor leave. */
export function removeGroupMembers(acting: Acting, groupId: number, userIds: readonly number[]): void {
  const group = accessEditable(acting, groupId);
  const leavesAlone = userIds.length === 1 && userIds[0] === acting.user.id;
  if (
    !holds(acting, group, leavesAlone ? ['can_remove_members_group', 'can_leave_group'] : ['can_remove_members_group'])
  ) {
    throw badRequest('Insufficient permission');
  }
  const members = [...new Set(userIds)];
  const present = new Set(memberRows(acting.db, groupId));
  for (const id of members)
    if (!present.has(id)) throw badRequest(`There is no member with user ID ${id} in this group`);
  takeFromGroup(acting, groupId, members);
}

/** Removes members without a permission check, and notifies everyone. */
export function takeFromGroup(acting: SystemActing, groupId: number, userIds: number[]): void {
  withVisibilityEvents(acting, { groups: true }, () => userIds.forEach((id) => removeMember(acting.tx, groupId, id)));
  for (const id of userIds) forgetGiven(acting.tx, id, 'user_group', groupId);
  acting.announce({ type: 'user_group', op: 'remove_members', group_id: groupId, user_ids: userIds }, everyone);
}

/** @throws ApiError BAD_REQUEST for subgroups already there, or that would hold the group themselves. */
export function addSubgroups(acting: Acting, groupId: number, ids: readonly number[]): void {
  const group = accessEditable(acting, groupId);
  if (!holds(acting, group, ['can_add_members_group'])) throw badRequest('Insufficient permission');
  const present = new Set(directSubgroupIds(acting.db, groupId));
  const added = [...new Set(ids)];
  for (const id of added) {
    accessSubgroup(acting, id);
    if (present.has(id)) throw badRequest(`User group ${id} is already a subgroup of this group`);
    if (id === groupId || subgroupIds(acting.db, id).includes(groupId)) {
      throw badRequest(`User group ${groupId} is already a subgroup of one of the passed subgroups.`);
    }
  }
  withVisibilityEvents(acting, { groups: true }, () => added.forEach((id) => addSubgroup(acting.tx, groupId, id)));
  acting.announce({ type: 'user_group', op: 'add_subgroups', group_id: groupId, direct_subgroup_ids: added }, everyone);
}

/** @throws ApiError BAD_REQUEST for groups that are not directly below. */
export function removeSubgroups(acting: Acting, groupId: number, ids: readonly number[]): void {
  const group = accessEditable(acting, groupId);
  if (!holds(acting, group, ['can_remove_members_group'])) throw badRequest('Insufficient permission');
  const present = new Set(directSubgroupIds(acting.db, groupId));
  const removed = [...new Set(ids)];
  for (const id of removed) if (!present.has(id)) throw badRequest(`User group ${id} is not a subgroup of this group`);
  withVisibilityEvents(acting, { groups: true }, () => removed.forEach((id) => removeSubgroup(acting.tx, groupId, id)));
  acting.announce(
    { type: 'user_group', op: 'remove_subgroups', group_id: groupId, direct_subgroup_ids: removed },
    everyone,
  );
}
