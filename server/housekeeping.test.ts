/** Jobs run at their own pace, the first time when they say, and never beside themselves. */
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Housekeeping } from './housekeeping.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a job runs first when it says, then at its pace, and not while it is still running', async () => {
  const housekeeping = new Housekeeping(pino({ level: 'silent' }));
  let runs = 0;
  let finish = (): void => undefined;
  const run = async (): Promise<void> => {
    runs += 1;
    await new Promise<void>((resolve) => (finish = resolve));
  };
  housekeeping.start([{ name: 'test', everyMs: 1000, firstMs: 100, run }]);
  await vi.advanceTimersByTimeAsync(99);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toBe(1);
  finish();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(2);
  finish();
  await housekeeping.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(2);
});

test('a job that fails runs again', async () => {
  const housekeeping = new Housekeeping(pino({ level: 'silent' }));
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    throw new Error('not now');
  };
  housekeeping.start([{ name: 'test', everyMs: 1000, run }]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toBe(2);
  await housekeeping.stop();
});
