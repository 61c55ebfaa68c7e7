/** Whom a doing for many concerns, and in which order. */
import { expect, test } from 'vitest';
import type { User } from '../../../client/request.ts';
import type { Session } from '../../../client/session.ts';
import { concernedBy } from './bulk.ts';

const user = (id: number, isBot: boolean, isActive = true): User =>
  ({ user_id: id, is_bot: isBot, is_active: isActive }) as User;
const session = { user_id: 1, role: 100, is_admin: true } as Session;
const ids = (users: User[]): number[] => users.map((one) => one.user_id);

test('bots are deactivated before the accounts that would take them along, and no one twice', () => {
  const users = [user(1, false), user(2, false), user(3, true), user(4, false, false), user(5, false), user(6, true)];
  expect(ids(concernedBy('deactivate', users, session))).toEqual([3, 6, 2, 5]);
  expect(ids(concernedBy('role', users, session))).toEqual([2, 5]);
  expect(ids(concernedBy('reactivate', users, session))).toEqual([4]);
});

test('an administrator changes no owner, and the bots of owners only where they are their own', () => {
  const administrator = { user_id: 1, role: 200, is_admin: true } as Session;
  const owner = (id: number, more: Partial<User> = {}): User => ({ ...user(id, false), role: 100, ...more }) as User;
  const users = [
    owner(2),
    owner(3, { is_active: false }),
    owner(4, { is_bot: true, bot_owner_id: 2 }),
    owner(5, { is_bot: true, bot_owner_id: 1 }),
    user(6, false),
    user(7, false, false),
  ];
  expect(ids(concernedBy('role', users, administrator))).toEqual([6]);
  expect(ids(concernedBy('deactivate', users, administrator))).toEqual([5, 6]);
  expect(ids(concernedBy('reactivate', users, administrator))).toEqual([7]);
  expect(ids(concernedBy('channels', users, administrator))).toEqual([2, 4, 5, 6]);
  expect(ids(concernedBy('deactivate', users, session))).toEqual([4, 5, 2, 6]);
});
