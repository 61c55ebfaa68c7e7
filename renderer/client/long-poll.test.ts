/** Retry delays for a server that does not answer. */
import { afterEach, expect, test, vi } from 'vitest';
import { goOnSignedIn, longPoll } from './long-poll.ts';
import { ApiError, unreachable } from './request.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @returns the pauses between so many attempts that all fail, in milliseconds. */
async function pausesOf(attempts: number): Promise<number[]> {
  vi.useFakeTimers();
  const ending = new AbortController();
  const askedAt: number[] = [];
  const ask = (): Promise<void> => {
    askedAt.push(performance.now());
    return Promise.reject(unreachable());
  };
  const polling = longPoll({ ask, onFailure: () => undefined }, ending.signal);
  while (askedAt.length < attempts) await vi.advanceTimersToNextTimerAsync();
  ending.abort();
  await polling;
  return askedAt.slice(1).map((at, index) => Math.round(at - (askedAt[index] ?? 0)));
}

test('the first attempt comes after a quarter of a second, and each pause is twice the last, up to fifteen seconds', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  expect(await pausesOf(9)).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
});

test('clients do not ask all at once', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  expect(await pausesOf(9)).toEqual([187, 375, 750, 1500, 3000, 6000, 11_250, 11_250]);
});

test('a refusal of an old session does not stop the wait for events when it arrives after the next sign-in', async () => {
  const ending = new AbortController();
  const refusals: ((error: Error) => void)[] = [];
  const ask = (): Promise<void> => new Promise((_done, refuse) => refusals.push(refuse));
  const polling = longPoll({ ask, onFailure: () => undefined }, ending.signal);
  const unknown = new ApiError(401, 'UNAUTHORIZED', 'Not logged in');
  goOnSignedIn();
  refusals[0]?.(unknown);
  await expect.poll(() => refusals).toHaveLength(2);
  // One that is asked under the new session waits for another sign-in.
  refusals[1]?.(unknown);
  await expect
    .poll(() => {
      goOnSignedIn();
      return refusals;
    })
    .toHaveLength(3);
  ending.abort();
  refusals[2]?.(unknown);
  await polling;
});
