/** People list of a conversation and its order. */
import { expect, test } from 'vitest';
import type { User } from '../../client/state/users.ts';
import { peopleList } from './people-list.ts';

const user = (user_id: number, full_name: string, is_active = true) =>
  [user_id, { user_id, full_name, is_active } as User] as const;
const users = new Map([user(1, 'Zoe'), user(2, 'Bo'), user(3, 'Ada'), user(4, 'Cy'), user(5, 'Gone', false)]);

test('who wrote here stands first, everyone once and by name', () => {
  expect(peopleList([1, 2, 1], [1, 4, 3, 3], users)).toEqual({ writers: [2, 1], others: [3, 4] });
});

test('numbers in names stand by their value', () => {
  const numbered = new Map([user(6, 'Desk 10'), user(7, 'Desk 9')]);
  expect(peopleList([], [6, 7], numbered).others).toEqual([7, 6]);
});

test('people who have left are not among them, nor anybody unknown', () => {
  expect(peopleList([5, 2], [5, 99], users)).toEqual({ writers: [2], others: [] });
});

test('a direct message names a user who has left it, too', () => {
  expect(peopleList([5, 2], [5, 2, 99], users, { withFormer: true })).toEqual({ writers: [2, 5], others: [] });
  expect(peopleList([], [5, 2], users, { withFormer: true })).toEqual({ writers: [], others: [2, 5] });
});
