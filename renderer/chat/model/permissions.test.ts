/** Who is in a group, with those in its subgroups. */
import { expect, test } from 'vitest';
import type { Groups, UserGroup } from '../../client/state/groups.ts';
import { isInGroup } from './permissions.ts';

const group = (id: number, members: number[], direct_subgroup_ids: number[]) =>
  [id, { id, members, direct_subgroup_ids } as UserGroup] as const;
const groups: Groups = new Map([group(1, [10], []), group(2, [20], [1]), group(3, [], [2, 4]), group(4, [], [3])]);

test('a person is in a group by name, and by any group in it', () => {
  expect(isInGroup(groups, 1, 10)).toBe(true);
  expect(isInGroup(groups, 3, 10)).toBe(true);
  expect(isInGroup(groups, 1, 20)).toBe(false);
});

test('groups that are in each other end', () => {
  expect(isInGroup(groups, 4, 30)).toBe(false);
});

test('a setting may name people and groups of its own', () => {
  expect(isInGroup(groups, { direct_members: [30], direct_subgroups: [2] }, 30)).toBe(true);
  expect(isInGroup(groups, { direct_members: [30], direct_subgroups: [2] }, 10)).toBe(true);
  expect(isInGroup(groups, { direct_members: [30], direct_subgroups: [] }, 10)).toBe(false);
});

test('an unknown group, and no group, hold nobody', () => {
  expect(isInGroup(groups, 99, 10)).toBe(false);
  expect(isInGroup(groups, undefined, 10)).toBe(false);
});
