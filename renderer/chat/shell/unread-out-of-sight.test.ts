/** Unread rows out of sight. */
import { expect, test } from 'vitest';
import { nearestOutOfSight } from './unread-out-of-sight.tsx';

const rows = [0, 40, 80, 120, 160].map((top) => ({ top, bottom: top + 30 }));

test('finds the nearest rows above and below what is seen; one that is half seen is seen', () => {
  expect(nearestOutOfSight(rows, { top: 75, bottom: 115 })).toEqual({ above: 1, below: 3 });
  expect(nearestOutOfSight(rows, { top: 60, bottom: 130 })).toEqual({ above: 0, below: 4 });
  expect(nearestOutOfSight(rows, { top: 0, bottom: 200 })).toEqual({ above: -1, below: -1 });
  expect(nearestOutOfSight([], { top: 0, bottom: 10 })).toEqual({ above: -1, below: -1 });
});
