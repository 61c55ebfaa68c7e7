/** Whom a doing for many concerns, and in which order. */
import { expect, test } from 'vitest';
import type { User } from '../../../client/request.ts';
import type { Session } from '../../../client/session.ts';
import { concernedBy } from './bulk.ts';

const user = (id: number, isBot: boolean, isActive = true): User =>
  ({ user_id: id, is_bot: isBot, is_active: isActive }) as User;
const session = { user_id: 1 } as Session;
const ids = (users: User[]): number[] => users.map((one) => one.user_id);

test('bots are deactivated before the accounts that would take them along, and no one twice', () => {
  const users = [user(1, false), user(2, false), user(3, true), user(4, false, false), user(5, false), user(6, true)];
  expect(ids(concernedBy('deactivate', users, session))).toEqual([3, 6, 2, 5]);
  expect(ids(concernedBy('role', users, session))).toEqual([2, 5]);
  expect(ids(concernedBy('reactivate', users, session))).toEqual([4]);
});
