/** Messages before the notification part is loaded. */
import { expect, test } from 'vitest';
import type { Message } from '../store/message.ts';
import { EarlyArrivals } from './early-arrivals.ts';

const message = (id: number): Message => ({ id }) as Message;

/** @returns the ids that it had */
const taken = (early: EarlyArrivals): number[] => early.take().map(({ id }) => id);

test('keeps messages until they are taken, each once, and none that comes after', () => {
  const arrivals = new Set<(messages: readonly Message[]) => void>();
  const arrive = (...ids: number[]): void => arrivals.forEach((listener) => listener(ids.map(message)));
  const early = new EarlyArrivals();
  const end = early.collect({ arrivals });
  arrive(1, 2);
  arrive(3);
  expect(taken(early)).toEqual([1, 2, 3]);
  expect(arrivals.size).toBe(0);
  arrive(4);
  expect(taken(early)).toEqual([]);
  end();
});

test('goes on when its component mounts a second time, as React does in development', () => {
  const arrivals = new Set<(messages: readonly Message[]) => void>();
  const early = new EarlyArrivals();
  early.collect({ arrivals })();
  expect(arrivals.size).toBe(0);
  early.collect({ arrivals });
  arrivals.forEach((listener) => listener([message(5)]));
  expect(taken(early)).toEqual([5]);
  early.collect({ arrivals });
  expect(arrivals.size).toBe(0);
});
