/** Count on a card and a notification. */
import { expect, test } from 'vitest';
import { inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import { WaitingCalls } from './waiting-calls.ts';

const lunch = inChannel(5, 'lunch');
const tea = inChannel(5, 'tea');
const unreadIn = (conversation: Conversation, ...ids: number[]) =>
  [keyOf(conversation), { conversation, ids }] as const;

test('messages that call are counted in their conversation, until they are read', () => {
  const calls = new WaitingCalls();
  expect([calls.add(keyOf(lunch), 1), calls.add(keyOf(lunch), 2), calls.add(keyOf(tea), 3)]).toEqual([1, 2, 1]);
  const rest = unreadIn(tea, 3);
  // Message 7 is unread too, but called no one.
  expect(calls.settle(new Map([unreadIn(lunch, 2, 7), rest]))).toEqual([]);
  expect(calls.add(keyOf(lunch), 8)).toBe(2);
  expect(calls.settle(new Map([unreadIn(lunch, 7), rest]))).toEqual([keyOf(lunch)]);
  expect(calls.add(keyOf(lunch), 9)).toBe(1);
  expect(calls.settle(new Map()).toSorted()).toEqual([keyOf(lunch), keyOf(tea)]);
  expect(calls.settle(new Map())).toEqual([]);
});
