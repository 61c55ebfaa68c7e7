/** Repeated measurements count by their median. */
import { expect, test } from 'vitest';
import { middle } from './targets.ts';

test('of each figure the middle counts, whichever round it comes from', () => {
  expect(
    middle([
      { p50: 9, cpu: 30 },
      { p50: 40, cpu: 20 },
      { p50: 10, cpu: 25 },
    ]),
  ).toEqual({ p50: 10, cpu: 25 });
  expect(middle([{ p50: 9 }])).toEqual({ p50: 9 });
});
