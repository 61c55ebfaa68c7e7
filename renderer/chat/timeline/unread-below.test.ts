/** The number beside the way to the newest message. */
import { expect, it } from 'vitest';
import { unreadBelow } from './unread-below.ts';

const isUnread = (id: number): boolean => id % 2 === 0;

it('counts what is unread below what is seen, and gives no number that it does not know', () => {
  const many = { unread: null, shown: [1, 2, 3, 4, 6, 7, 8], isUnread, isNewestHere: true, lastSeen: 3 };
  expect(unreadBelow(many)).toBe(3);
  expect(unreadBelow({ ...many, isNewestHere: false })).toBeNull();
  expect(unreadBelow({ ...many, isNewestHere: false, lastSeen: 8 })).toBe(0);
  expect(unreadBelow({ ...many, unread: [2, 4, 90, 91], isNewestHere: false })).toBe(3);
});
