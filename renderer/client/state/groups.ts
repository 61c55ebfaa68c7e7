/** User groups: who and which groups are in each. */
import { byId, changed, mapped, withEntry, withoutKeys } from './collections.ts';
import type { EventOf, Registration, Schemas } from './events.ts';

export type UserGroup = Schemas['UserGroup'];
export type Groups = ReadonlyMap<number, UserGroup>;

export const groupsFrom = ({ realm_user_groups: groups }: Registration): Groups => byId(groups, 'id');

export function changeGroup(groups: Groups, event: EventOf<'user_group'>): Groups {
  if (event.op === 'add') return withEntry(groups, event.group.id, event.group);
  if (event.op === 'remove') return withoutKeys(groups, [event.group_id]);
  return changed(groups, event.group_id, (group) => {
    switch (event.op) {
      case 'update':
        return { ...group, ...event.data };
      case 'add_members':
        return { ...group, members: plus(group.members, event.user_ids) };
      case 'remove_members':
        return { ...group, members: minus(group.members, event.user_ids) };
      case 'add_subgroups':
        return { ...group, direct_subgroup_ids: plus(group.direct_subgroup_ids, event.direct_subgroup_ids) };
      case 'remove_subgroups':
        return { ...group, direct_subgroup_ids: minus(group.direct_subgroup_ids, event.direct_subgroup_ids) };
    }
  });
}

/** A user who is deactivated leaves all groups, which no event of the groups reports. */
export function withoutMember(groups: Groups, userId: number): Groups {
  return mapped(groups, (group) =>
    group.members.includes(userId) ? { ...group, members: minus(group.members, [userId]) } : group,
  );
}

const minus = (ids: readonly number[], removed: readonly number[]): number[] =>
  ids.filter((id) => !removed.includes(id));
const plus = (ids: readonly number[], added: readonly number[]): number[] => [...minus(ids, added), ...added];
