/** Topics of a channel, kept up with its messages. */
import { expect, test } from 'vitest';
import { withMessage } from './topics.ts';

const list = [
  { name: 'Lunch', max_id: 9 },
  { name: 'tea', max_id: 4 },
];

test('a message brings its topic to the front, under the name that it has now, and a new topic in', () => {
  expect(withMessage(list, 'lunch', 10)).toEqual([
    { name: 'lunch', max_id: 10 },
    { name: 'tea', max_id: 4 },
  ]);
  expect(withMessage(list, 'tea', 10).map(({ name }) => name)).toEqual(['tea', 'Lunch']);
  expect(withMessage(list, 'cake', 10).map(({ name }) => name)).toEqual(['cake', 'Lunch', 'tea']);
});

test('a message in a topic that is written in another way, or with more spaces, is in the topic that is listed', () => {
  const cafes = [{ name: 'caf\u00e9 plan', max_id: 9 }];
  expect(withMessage(cafes, 'cafe\u0301  plan ', 10)).toHaveLength(1);
});

test('one that is older than the newest of its topic changes no order', () => {
  expect(withMessage(list, 'Lunch', 3)).toEqual(list);
});
