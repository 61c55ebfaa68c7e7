/** Rows that are held stay on the page, wherever the list has been scrolled to. */
import { expect, test } from 'vitest';
import { withHeld } from './held-rows.ts';

const range = { startIndex: 10, endIndex: 12, overscan: 1, count: 20 };

test('what is held is drawn with what is on the screen, once and in order', () => {
  expect(withHeld(range, [])).toEqual([9, 10, 11, 12, 13]);
  expect(withHeld(range, [[2, 4]])).toEqual([2, 3, 4, 9, 10, 11, 12, 13]);
  expect(
    withHeld(range, [
      [12, 14],
      [0, 0],
    ]),
  ).toEqual([0, 9, 10, 11, 12, 13, 14]);
});

test('rows that are not there are not drawn: before the first, and after the last', () => {
  expect(withHeld(range, [[-25, 1]])).toEqual([0, 1, 9, 10, 11, 12, 13]);
  expect(withHeld(range, [[18, 60]])).toEqual([9, 10, 11, 12, 13, 18, 19]);
  expect(withHeld({ startIndex: 0, endIndex: 0, overscan: 1, count: 0 }, [[3, 5]])).toEqual([]);
});
