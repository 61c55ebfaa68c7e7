/** Orders of certificates: with a third of their life left, spread, and seldom after failures, whatever the clock does. */
import { expect, test } from 'vitest';
import { daySecs, hourSecs } from '../durations.ts';
import { nextOrder } from './acme-times.ts';

const now = 1_790_000_000;
const certificate = { valid_from: now, valid_to: now + 90 * daySecs, fingerprint: '00:00:AB' };
const never = { tried_at: 0, failures: 0 };

test('orders at once where there is no certificate of the name', () => {
  expect(nextOrder(null, never, now)).toBeLessThanOrEqual(now);
});

test('renews with a third of the life left, and earlier by at most a thirtieth', () => {
  expect(nextOrder(certificate, never, now)).toBe(now + 60 * daySecs);
  const last = nextOrder({ ...certificate, fingerprint: 'FF:FF:AB' }, never, now);
  expect(last).toBeGreaterThanOrEqual(now + 57 * daySecs);
  expect(last).toBeLessThan(now + 57 * daySecs + hourSecs);
});

test('waits an hour after a failure, longer after more, and at most half a day', () => {
  const hours = [1, 2, 3, 4, 5, 50].map(
    (failures) => (nextOrder(null, { tried_at: now, failures }, now) - now) / hourSecs,
  );
  expect(hours).toEqual([1, 2, 4, 8, 12, 12]);
  const due = { ...certificate, valid_to: now + daySecs, valid_from: now - 89 * daySecs };
  expect(nextOrder(due, { tried_at: now, failures: 1 }, now)).toBe(now + hourSecs);
});

test('does not wait for a try that a wrong clock noted years ahead', () => {
  expect(nextOrder(null, { tried_at: now + 9 * 365 * daySecs, failures: 3 }, now)).toBeLessThanOrEqual(now);
});
