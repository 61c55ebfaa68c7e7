/** After a start what comes soon is made ready, and garbage is collected once, without anybody waiting for it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleAfterStart } from './rest.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('what comes soon is made ready, and what a start made and nothing needs any more is given back, soon after', async () => {
  let isCollected = false;
  const done: string[] = [];
  const made = new FinalizationRegistry(() => {
    isCollected = true;
  });
  made.register({ of: 'a start' }, undefined);
  settleAfterStart(function* steps() {
    done.push('the first step');
    yield;
    done.push('the last step');
  });
  expect([isCollected, ...done]).toEqual([false]);
  vi.advanceTimersByTime(2500);
  await expect.poll(() => isCollected).toBe(true);
  expect(done).toEqual(['the first step', 'the last step']);
});
