/** Focus in a list after its row is removed. */
import { expect, test } from 'vitest';
import { inOrderFrom } from './focus-return.ts';

test('a list goes on with the rows after the one that was left, and then with the ones before it, the nearest first', () => {
  expect(inOrderFrom(['a', 'b', 'c', 'd', 'e'], 'c')).toEqual(['d', 'e', 'b', 'a']);
  expect(inOrderFrom(['a', 'b', 'c'], 'c')).toEqual(['b', 'a']);
  expect(inOrderFrom(['a'], 'a')).toEqual([]);
});
