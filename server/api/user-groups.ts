/** User groups: everyone sees them, their permission settings say who changes what. */
import { z } from 'zod';
import type { Acting, Viewing } from '../domain/acting.ts';
import * as deactivation from '../domain/groups/deactivate.ts';
import * as groups from '../domain/groups/edit.ts';
import { addGroupMembers, addSubgroups, removeGroupMembers, removeSubgroups } from '../domain/groups/members.ts';
import { groupMemberIds } from '../domain/groups/membership.shared.ts';
import { directSubgroupIds, subgroupIds } from '../domain/groups/rows.ts';
import { accessUser } from '../domain/users/visibility.shared.ts';
import { badRequest, checking } from '../errors.ts';
import { bool, int, json, listOf, text } from '../http/params.ts';
import { groupSettingSchema } from '../permissions/group-setting-value.ts';
import { isGuest } from '../permissions/roles.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Groups';

const groupId = int().describe('Id of a user group.');
const ids = listOf(z.int(), { max: 10_000 });
const someIds = ids.optional();

const setting = json(groupSettingSchema).optional().describe('A group, or users and groups.');
const newSettings = {
  can_add_members_group: setting,
  can_join_group: setting,
  can_leave_group: setting,
  can_manage_group: setting,
  can_mention_group: setting,
  can_remove_members_group: setting,
};
const change = json(z.object({ new: groupSettingSchema, old: groupSettingSchema.optional() }).strict())
  .optional()
  .describe('The new value, and the old one that must still hold.');
const settingChanges = {
  can_add_members_group: change,
  can_join_group: change,
  can_leave_group: change,
  can_manage_group: change,
  can_mention_group: change,
  can_remove_members_group: change,
};

/** @throws ApiError BAD_REQUEST for bots and guests, who have no list of groups (contract: GET /user_groups). */
function checkMayList({ user }: Viewing): void {
  if (user.is_bot === 1) throw badRequest('This endpoint does not accept bot requests.');
  if (isGuest(user)) throw badRequest('Not allowed for guest users');
}

export const listGroups = endpoint({
  method: 'GET',
  path: '/user_groups',
  access: 'authenticated',
  summary: 'All user groups.',
  personal: false,
  params: { include_deactivated_groups: bool().default(false) },
  run: ({ read, params }) =>
    read((viewing) => {
      checkMayList(viewing);
      return { user_groups: groups.groupsWire(viewing.db, params.include_deactivated_groups) };
    }),
});

export const createGroup = endpoint({
  method: 'POST',
  path: '/user_groups/create',
  access: 'authenticated',
  summary: 'Create a user group.',
  personal: false,
  params: {
    name: text({ max: 1000 }),
    description: text({ max: 1024 }),
    members: ids,
    subgroups: ids.default([]),
    ...newSettings,
  },
  run: ({ write, params: { name, description, members, subgroups, ...settings } }) =>
    write((acting) => ({
      group_id: groups.createGroup(acting, { name, description, members, subgroups, settings }).id,
    })),
});

export const editGroup = endpoint({
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  access: 'authenticated',
  summary: 'Change a user group.',
  personal: false,
  params: {
    user_group_id: groupId,
    name: text({ max: 1000 }).optional(),
    description: text({ max: 1024 }).optional(),
    deactivated: bool().optional().describe('false puts a deactivated group back; true does nothing.'),
    ...settingChanges,
  },
  run: ({ write, params: { user_group_id: id, ...sent } }) =>
    write((acting) => {
      const { name, description, deactivated, ...settings } = sent;
      const group = groups.accessManaged(acting, id, deactivated === false);
      if (Object.values(sent).every((value) => value === undefined)) throw badRequest('No new data supplied');
      if (deactivated === false) deactivation.reactivateGroup(acting, group, name);
      groups.editGroup(acting, group, { name, description, settings });
      return {};
    }),
});

export const deactivateGroup = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  access: 'authenticated',
  summary: 'Take a user group out of use.',
  personal: false,
  params: { user_group_id: groupId },
  run: ({ write, params }) =>
    write((acting) => {
      deactivation.deactivateGroup(acting, groups.accessManaged(acting, params.user_group_id, true));
      return {};
    }),
});

export const listGroupMembers = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  access: 'authenticated',
  summary: 'Ids of the members of a group.',
  personal: false,
  params: { user_group_id: groupId, direct_member_only: bool().default(false) },
  run: ({ read, params }) =>
    read((viewing) => {
      const { id } = groups.accessGroup(viewing, params.user_group_id);
      return {
        members: params.direct_member_only ? groups.activeMembers(viewing.db, id) : [...groupMemberIds(viewing.db, id)],
      };
    }),
});

export const isGroupMember = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  access: 'authenticated',
  summary: 'Whether a user is in a group.',
  personal: false,
  params: { user_group_id: groupId, user_id: int(), direct_member_only: bool().default(false) },
  run: ({ read, params }) =>
    read((viewing) => {
      const { id } = groups.accessGroup(viewing, params.user_group_id);
      const user = accessUser(viewing, params.user_id);
      const members = params.direct_member_only
        ? groups.activeMembers(viewing.db, id)
        : [...groupMemberIds(viewing.db, id)];
      return { is_user_group_member: members.includes(user.id) };
    }),
});

export const listSubgroups = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  access: 'authenticated',
  summary: 'Ids of the groups below a group.',
  personal: false,
  params: { user_group_id: groupId, direct_subgroup_only: bool().default(false) },
  run: ({ read, params }) =>
    read((viewing) => {
      const { id } = groups.accessGroup(viewing, params.user_group_id);
      return {
        subgroups: params.direct_subgroup_only ? directSubgroupIds(viewing.db, id) : subgroupIds(viewing.db, id),
      };
    }),
});

type Step = [parameter: string, (acting: Acting, id: number, ids: readonly number[]) => void, number[] | undefined];

/** Carries out those steps for which ids were sent. @throws ApiError BAD_REQUEST when there are none. */
function changeMembership(acting: Acting, id: number, steps: Step[]): void {
  groups.accessGroup(acting, id);
  const wanted = steps.filter(([, , sent]) => sent !== undefined && sent.length > 0);
  if (wanted.length === 0)
    throw badRequest(
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    ).about(steps.map(([parameter]) => parameter).join(', '));
  for (const [parameter, step, sent] of wanted) checking(parameter, () => step(acting, id, sent ?? []));
}

export const changeGroupMembers = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  access: 'authenticated',
  summary: 'Add and remove members and subgroups.',
  personal: false,
  params: { user_group_id: groupId, add: someIds, delete: someIds, add_subgroups: someIds, delete_subgroups: someIds },
  run: ({ write, params }) =>
    write((acting) => {
      changeMembership(acting, params.user_group_id, [
        ['add', addGroupMembers, params.add],
        ['delete', removeGroupMembers, params.delete],
        ['add_subgroups', addSubgroups, params.add_subgroups],
        ['delete_subgroups', removeSubgroups, params.delete_subgroups],
      ]);
      return {};
    }),
});

export const changeSubgroups = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  access: 'authenticated',
  summary: 'Add and remove subgroups.',
  personal: false,
  params: { user_group_id: groupId, add: someIds, delete: someIds },
  run: ({ write, params }) =>
    write((acting) => {
      changeMembership(acting, params.user_group_id, [
        ['add', addSubgroups, params.add],
        ['delete', removeSubgroups, params.delete],
      ]);
      return {};
    }),
});
