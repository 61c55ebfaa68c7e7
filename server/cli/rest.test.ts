/** After a start what comes soon is made ready, and garbage is collected once, without anybody waiting for it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isReady } from '../markdown/blocks/grammars.ts';
import { settleAfterStart } from './rest.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('what a start made and nothing needs any more is given back soon after', async () => {
  let isCollected = false;
  const made = new FinalizationRegistry(() => {
    isCollected = true;
  });
  made.register({ of: 'a start' }, undefined);
  settleAfterStart();
  expect([isCollected, isReady('python')]).toEqual([false, false]);
  vi.advanceTimersByTime(2500);
  await expect.poll(() => isCollected).toBe(true);
  expect(isReady('python')).toBe(true);
});
