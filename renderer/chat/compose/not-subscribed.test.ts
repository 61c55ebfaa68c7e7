/** Mentioned users who would not receive the message. */
import { expect, it } from 'vitest';
import type { User } from '../../client/state/users.ts';
import { notSubscribed } from './not-subscribed.ts';

const users = new Map(
  ['Ada', 'Ben', 'Ben', 'Bot', 'Me'].map((name, index) => [
    index + 1,
    { user_id: index + 1, full_name: name, is_active: true, is_bot: name === 'Bot' } as User,
  ]),
);
const me = 5;
const names = (text: string, ids: number[], isComplete = true): number[] =>
  notSubscribed(text, users, { ids: new Set(ids), isComplete }, me).map(({ user_id: id }) => id);

it('names who is called and not subscribed, and no one while that is not known', () => {
  expect(names('@**Ada** look', [2])).toEqual([1]);
  expect(names('@**Ada** look', [1])).toEqual([]);
  expect(names('@**Ben|3** look', [2])).toEqual([3]);
  expect(names('@_**Ada** and @Ada and @**Bot**', [])).toEqual([]);
  expect(names('@**Ada** look', [], false)).toEqual([]);
});

it('does not offer to add the writer, who is in no list of subscribers', () => {
  expect(names('a note for @**Me** and @**Me|5**', [1])).toEqual([]);
});
