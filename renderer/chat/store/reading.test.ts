/** Read flags reach the server once they can, and never that of other data. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reading } from './reading.ts';

/** Ids of each request, in their order. */
let told: number[][];
let answer: () => Promise<Response>;
const done = (): Promise<Response> => Promise.resolve(new Response('{"messages":[]}'));
const away = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  answer = done;
  vi.spyOn(globalThis, 'fetch').mockImplementation((_path, { body } = {}) => {
    told.push(JSON.parse((body as URLSearchParams).get('messages') ?? '') as number[]);
    return answer();
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const readingThat = (maySend: () => boolean): Reading => new Reading({ applyLocally: () => undefined, maySend });

test('what the server did not hear is reported again on its own', async () => {
  const reading = readingThat(() => true);
  answer = away;
  reading.mark([3, 4]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([[3, 4]]);
  answer = done;
  await vi.runAllTimersAsync();
  expect(told).toEqual([
    [3, 4],
    [3, 4],
  ]);
});

test('nothing leaves while the server may have other data', async () => {
  let maySend = false;
  const reading = readingThat(() => maySend);
  reading.mark([3]);
  await vi.runAllTimersAsync();
  expect(told).toEqual([]);
  maySend = true;
  reading.send();
  expect(told).toEqual([[3]]);
});

test('what was read of data that are gone is forgotten, also while it is on its way', async () => {
  const reading = readingThat(() => true);
  let lose = (): void => undefined;
  answer = () => new Promise((_, reject) => (lose = () => reject(new TypeError('Failed to fetch'))));
  reading.mark([3]);
  await vi.advanceTimersByTimeAsync(1000);
  reading.mark([4]);
  reading.clear();
  lose();
  answer = done;
  reading.mark([5]);
  await vi.runAllTimersAsync();
  expect(told).toEqual([[3], [5]]);
});
