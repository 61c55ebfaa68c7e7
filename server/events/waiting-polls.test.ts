/** Release of waiting polls: at once, or together with what follows. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { restAfter, WaitingPolls } from './waiting-polls.ts';

/** Of a queue that has been reported nothing yet. */
const never = -Infinity;
let told: string[];
let isBehind: boolean;
let polls: WaitingPolls;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  told = [];
  isBehind = false;
  polls = new WaitingPolls(60_000, () => isBehind);
});
afterEach(() => void vi.useRealTimers());

const wait = (name: string): void =>
  polls.wait(
    name,
    () => undefined,
    () => told.push(name),
  );
/** What is reported once the turn is over. */
const toldNow = async (): Promise<string[]> => Promise.resolve().then(() => told);

test('a poll is released at once when nothing more is about to come', async () => {
  wait('queue');
  polls.notify('queue', never);
  expect(await toldNow()).toEqual(['queue']);
  expect(polls.has('queue')).toBe(false);
});

test('while more follows, polls are kept for 20 ms from the first that was notified, and released once', async () => {
  isBehind = true;
  wait('one');
  wait('other');
  polls.notify('one', never);
  polls.notify('other', never);
  vi.advanceTimersByTime(15);
  // What is there by now is not kept longer than what came first, even where nothing more follows.
  isBehind = false;
  wait('third');
  polls.notify('third', never);
  polls.notify('one', never);
  expect(await toldNow()).toEqual([]);
  expect(['one', 'other', 'third'].every((name) => polls.has(name))).toBe(true);
  vi.advanceTimersByTime(5);
  expect(await toldNow()).toEqual(['one', 'other', 'third']);
  wait('one');
  polls.notify('one', never);
  expect(await toldNow()).toHaveLength(4);
});

test('of what comes for one queue within 20 ms of its last answer its poll is informed together, other polls at once', async () => {
  const restsUntilMs = restAfter(1);
  expect(polls.keeps(restsUntilMs)).toBe(true);
  expect(polls.keeps(restsUntilMs - 20)).toBe(false);
  wait('other');
  polls.notify('other', restsUntilMs - 20);
  expect(await toldNow()).toEqual(['other']);
  wait('queue');
  polls.notify('queue', restsUntilMs);
  expect(await toldNow()).toEqual(['other']);
  vi.advanceTimersByTime(20);
  expect(await toldNow()).toEqual(['other', 'queue']);
});

test('a queue that was reported much rests for up to 100 ms; others that were notified meanwhile wait for 20 at most', async () => {
  const restMs = [1, 4, 10, 20, 500].map((events) => restAfter(events) - performance.now());
  expect(restMs).toEqual([20, 20, 50, 100, 100]);
  wait('busy');
  polls.notify('busy', restAfter(500));
  wait('calm');
  polls.notify('calm', never);
  vi.advanceTimersByTime(20);
  expect(await toldNow()).toEqual(['calm']);
  vi.advanceTimersByTime(60);
  expect(await toldNow()).toEqual(['calm']);
  vi.advanceTimersByTime(20);
  expect(await toldNow()).toEqual(['calm', 'busy']);
  // Nothing is kept any more, so the next is reported at once.
  wait('calm');
  polls.notify('calm', never);
  expect(await toldNow()).toHaveLength(3);
});

test('a newer poll and a stop release a poll that is kept', async () => {
  isBehind = true;
  wait('queue');
  polls.notify('queue', never);
  wait('queue');
  expect(await toldNow()).toEqual(['queue']);
  polls.wakeAll();
  expect(await toldNow()).toEqual(['queue', 'queue']);
  vi.advanceTimersByTime(20);
  expect(await toldNow()).toHaveLength(2);
});
