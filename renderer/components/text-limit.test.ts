/** Limits of texts count code points, never units. */
import { expect, it } from 'vitest';
import { atMost } from './text-limit.ts';

it.each([
  ['abcdef', 3, 'abc'],
  ['😀😀😀', 3, '😀😀😀'],
  ['😀😀😀😀', 3, '😀😀😀'],
  ['e\u0301e\u0301', 3, 'e\u0301e'],
  ['', 3, ''],
])('cuts %j to %d code points', (text, limit, kept) => {
  expect(atMost(text, limit)).toBe(kept);
});

it('keeps a text without a limit', () => {
  expect(atMost('😀'.repeat(5000))).toHaveLength(10_000);
});
