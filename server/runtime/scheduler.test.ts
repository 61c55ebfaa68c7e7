/** Jobs run at their own pace, work with due times when it is due or woken, and none of them beside itself. */
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { minuteMs } from '../durations.ts';
import { ManualTimers } from '../testing/timers.ts';
import { startWorld, TestClock } from '../testing/world.ts';
import { Scheduler, type JobTimes } from './scheduler.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clock = new TestClock(Date.UTC(2026, 0, 5, 9));
let stored: JobTimes = {};
/** Of a server that starts now. */
const tools = () => ({
  log: pino({ level: 'silent' }),
  nowMs: () => clock.nowMs,
  times: stored,
  store: async (times: JobTimes) => void (stored = structuredClone(times)),
});
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= minuteMs) {
    clock.advance(Math.min(left, minuteMs));
    await vi.advanceTimersByTimeAsync(Math.min(left, minuteMs));
  }
}

test('a kept job runs soon after a start when it is due by the clock, however short the server runs each time', async () => {
  let runs = 0;
  const job = { name: 'kept', everyMs: 60 * minuteMs, isKept: true, run: async () => void (runs += 1) };
  const servers = async (hours: number, forMinutes: number): Promise<void> => {
    for (let start = 0; start < hours; start += 1) {
      const scheduler = new Scheduler(tools());
      scheduler.start([job]);
      await pass(forMinutes * minuteMs);
      await scheduler.stop();
      clock.advance((60 - forMinutes) * minuteMs);
    }
  };
  await servers(1, 1);
  expect(runs).toBe(1);
  await servers(5, 2);
  expect(runs, 'once an hour, as if it had never been switched off').toBe(6);
  // Started again and again within the hour, it waits for its turn; then it comes every hour.
  clock.advance(-30 * minuteMs);
  for (let start = 0; start < 3; start += 1) {
    const scheduler = new Scheduler(tools());
    scheduler.start([job]);
    await pass(5 * minuteMs);
    await scheduler.stop();
  }
  expect(runs).toBe(6);
  const scheduler = new Scheduler(tools());
  scheduler.start([job]);
  await pass(150 * minuteMs);
  await scheduler.stop();
  expect(runs).toBe(9);
});

test('a kept job that fails waits for its turn, and is due again after a restart; so it is of a clock that was set back', async () => {
  stored = {};
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    throw new Error('not now');
  };
  const job = { name: 'failing', everyMs: 60 * minuteMs, isKept: true, run };
  for (const expected of [1, 2]) {
    const scheduler = new Scheduler(tools());
    scheduler.start([job]);
    await pass(10 * minuteMs);
    await scheduler.stop();
    expect(runs).toBe(expected);
  }
  stored = { failing: clock.nowMs + 86_400_000 };
  const scheduler = new Scheduler(tools());
  scheduler.start([job]);
  await pass(10 * minuteMs);
  await scheduler.stop();
  expect(runs).toBe(3);
});

test('a job runs first when it says, then at its pace, and not while it is still running', async () => {
  const scheduler = new Scheduler(tools());
  let runs = 0;
  let finish = (): void => undefined;
  const run = async (): Promise<void> => {
    runs += 1;
    await new Promise<void>((resolve) => (finish = resolve));
  };
  scheduler.start([{ name: 'test', everyMs: 1000, firstMs: 100, run }]);
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
  await scheduler.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(2);
});

test('a job that fails runs again', async () => {
  const scheduler = new Scheduler(tools());
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    throw new Error('not now');
  };
  scheduler.start([{ name: 'test', everyMs: 1000, run }]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toBe(2);
  await scheduler.stop();
});

test('a server that is switched on for two minutes at a time deletes what is due, and keeps when it did', async () => {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const world = await startWorld({ timers: undefined });
  onTestFinished(() => world.stop());
  const { id } = await world.owner.ok.post('/channels/create', {
    name: 'short',
    subscribers: [world.member.userId],
    message_retention_days: 1,
  });
  await world.member.ok.post('/messages', { type: 'channel', to: Number(id), topic: 'old', content: 'soon gone' });
  const left = async () => (await world.db("SELECT 1 FROM messages WHERE content = 'soon gone'")).length;
  const ran = async () => (await world.db("SELECT value FROM realm_settings WHERE name = 'housekeeping_times'")).length;
  world.clock.advance(2 * 86_400_000);
  await world.restart();
  expect(await left()).toBe(1);
  vi.advanceTimersByTime(2 * minuteMs);
  await expect.poll(left).toBe(0);
  await expect.poll(ran).toBe(1);
});

describe('work that is due', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'and is woken %i turns of the queue after a run began is looked for once more',
    async (wait) => {
      let looks = 0;
      const run = async (): Promise<null> => {
        looks += 1;
        await Promise.resolve();
        return null;
      };
      const turns = new Scheduler({ ...tools(), timers: new ManualTimers() }).due({ name: 'test', run });
      turns.start();
      for (let turn = 0; turn < wait; turn += 1) await Promise.resolve();
      turns.wake();
      await turns.settled();
      expect(looks).toBe(2);
      await setImmediate();
      expect(looks).toBe(2);
      await turns.stop();
    },
  );

  it('sets its timer to the next due time, looks at the clock at least every second, and stops', async () => {
    const timers = new ManualTimers();
    let runs = 0;
    let next: number | null = 10_300;
    const run = async () => {
      runs += 1;
      return next;
    };
    const turns = new Scheduler({ ...tools(), nowMs: () => 10_000, timers }).due({ name: 'test', run });
    turns.start();
    await turns.settled();
    expect(timers.waiting.map(({ ms }) => ms)).toEqual([300]);
    next = 99_000;
    timers.fire();
    await turns.settled();
    expect(timers.waiting.map(({ ms }) => ms)).toEqual([1000]);
    next = null;
    timers.fire();
    await turns.settled();
    expect(timers.waiting).toEqual([]);
    await turns.stop();
    turns.wake();
    expect(runs).toBe(3);
  });

  it('is tried again after an error', async () => {
    const timers = new ManualTimers();
    const errors: unknown[] = [];
    const log = { error: (fields: { err?: unknown }) => void errors.push(fields.err) };
    const run = async () => {
      throw new Error('no disk');
    };
    const turns = new Scheduler({ ...tools(), log, timers }).due({ name: 'test', run });
    turns.start();
    await turns.settled();
    timers.fire();
    await turns.settled();
    expect(errors).toHaveLength(2);
    await turns.stop();
  });

  it('ends with the scheduler, which waits for the run under way', async () => {
    const scheduler = new Scheduler(tools());
    let finish = (): void => undefined;
    let isDone = false;
    const run = async (): Promise<null> => {
      await new Promise<void>((resolve) => (finish = resolve));
      isDone = true;
      return null;
    };
    const turns = scheduler.due({ name: 'test', run });
    turns.start();
    const stopped = scheduler.stop();
    turns.wake();
    finish();
    await stopped;
    expect(isDone).toBe(true);
  });
});
