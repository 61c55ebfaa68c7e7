/** When polls that wait are released: at once, or together with what follows. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WaitingPolls } from './waiting-polls.ts';

let told: string[];
let isBehind: boolean;
let polls: WaitingPolls;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  told = [];
  isBehind = false;
  polls = new WaitingPolls(60_000, () => isBehind);
});
afterEach(() => void vi.useRealTimers());

const wait = (name: string): void =>
  polls.wait(
    name,
    () => undefined,
    (reason) => told.push(`${name}: ${reason}`),
  );
/** What is told once the turn is over. */
const toldNow = async (): Promise<string[]> => Promise.resolve().then(() => told);

test('a poll is released at once when nothing more is about to come', async () => {
  wait('queue');
  polls.notify('queue');
  expect(await toldNow()).toEqual(['queue: event']);
  expect(polls.has('queue')).toBe(false);
});

test('while more follows, polls are kept for 20 ms from the first that was notified, and released once', async () => {
  isBehind = true;
  wait('one');
  wait('other');
  polls.notify('one');
  polls.notify('other');
  vi.advanceTimersByTime(15);
  // What is there by now is not kept longer than what came first, even where nothing more follows.
  isBehind = false;
  wait('third');
  polls.notify('third');
  polls.notify('one');
  expect(await toldNow()).toEqual([]);
  expect(['one', 'other', 'third'].every((name) => polls.has(name))).toBe(true);
  vi.advanceTimersByTime(5);
  expect(await toldNow()).toEqual(['one: event', 'other: event', 'third: event']);
  wait('one');
  polls.notify('one');
  expect(await toldNow()).toHaveLength(4);
});

test('a newer poll and a stop release a poll that is kept', async () => {
  isBehind = true;
  wait('queue');
  polls.notify('queue');
  wait('queue');
  expect(await toldNow()).toEqual(['queue: event']);
  polls.wakeAll();
  expect(await toldNow()).toEqual(['queue: event', 'queue: event']);
  vi.advanceTimersByTime(20);
  expect(await toldNow()).toHaveLength(2);
});
