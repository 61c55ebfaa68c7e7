/** User groups as the screen reads and writes them: their six permissions, who holds them, and how members change. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, type GroupSetting, type UserGroup } from '../../../client/request.ts';
import { useSession } from '../../../client/session.ts';
import { holdersOf, organizationQuery } from '../../settings/settings.ts';

/** Deactivated ones too. */
export const allGroupsQuery = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: async ({ signal }) => {
    const params = { include_deactivated_groups: true };
    return (await request('GET', '/user_groups', params, signal)).user_groups;
  },
});

/** Everyone in a group, on its own or through a subgroup. */
export function effectiveMembersQuery(id: number) {
  return queryOptions({
    queryKey: ['groups', id, 'members'],
    queryFn: async ({ signal }) => (await request('GET', `/user_groups/${id}/members`, {}, signal)).members,
  });
}

/** Whether someone is in what a setting names: directly, or through groups within groups. */
export function holds(setting: GroupSetting | undefined, userId: number, groups: readonly UserGroup[]): boolean {
  if (setting === undefined) return false;
  const [people, ids] =
    typeof setting === 'number' ? [[], [setting]] : [setting.direct_members, setting.direct_subgroups];
  return people.includes(userId) || ids.some((id) => isWithin(id, userId, groups, new Set()));
}

function isWithin(id: number, userId: number, groups: readonly UserGroup[], seen: Set<number>): boolean {
  const group = groups.find((one) => one.id === id);
  if (group === undefined || seen.has(id)) return false;
  seen.add(id);
  return group.members.includes(userId) || group.direct_subgroup_ids.some((sub) => isWithin(sub, userId, groups, seen));
}

export interface Permissions {
  manage: boolean;
  add: boolean;
  remove: boolean;
}

/** What the signed-in person may do to a group; nothing to the groups that the server keeps. */
export function usePermissions(group: UserGroup): Permissions {
  const { user_id: me } = useSession();
  const { data: groups = [] } = useQuery(allGroupsQuery);
  const { data: organization } = useQuery(organizationQuery);
  if (group.is_system_group) return { manage: false, add: false, remove: false };
  const may = (setting: GroupSetting | undefined): boolean => holds(setting, me, groups);
  const everywhere = holdersOf(organization, 'can_manage_all_groups');
  const manage = may(group.can_manage_group) || may(everywhere);
  const isUsed = !group.deactivated;
  return {
    manage,
    add: isUsed && (manage || may(group.can_add_members_group)),
    remove: isUsed && (manage || may(group.can_remove_members_group)),
  };
}

export interface MembershipChange {
  add?: number[];
  delete?: number[];
  add_subgroups?: number[];
  delete_subgroups?: number[];
}

/** Changes who and which groups are in a group. */
export function useMembershipChange(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: MembershipChange) => request('POST', `/user_groups/${id}/members`, { ...change }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['groups'] }),
  });
}
