/** The server's clock under jumps of the computer's clock, while it runs and between two starts. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts';
import type { ClockSource } from '../options.ts';
import { ServerClock } from './server-clock.ts';

const begin = Date.UTC(2026, 0, 5, 9);

/** A computer whose clocks a test sets. */
class Computer implements ClockSource {
  wall = begin;
  elapsed = 0;
  uptime = 7_000_000;
  bootId = 'first';
  earliestMs = begin - 30 * dayMs;
  wallMs = (): number => this.wall;
  elapsedMs = (): number => this.elapsed;
  uptimeMs = (): number => this.uptime;

  /** Time passes, and the server looks at its clock as it does with every request. */
  run(ms: number, clock: ServerClock): void {
    const step = Math.min(ms, hourMs);
    for (let left = ms; left > 0; left -= step) {
      const part = Math.min(step, left);
      this.wall += part;
      this.elapsed += part;
      this.uptime += part;
      clock.now();
    }
  }

  /** The computer sleeps, or its server is off. */
  pass(ms: number): void {
    this.wall += ms;
    this.uptime += ms;
  }

  reboot(offMs: number): void {
    this.wall += offMs;
    this.uptime = 20_000;
    this.bootId += '+';
  }
}

let folder: string;
let computer: Computer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-clock-'));
  computer = new Computer();
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

const start = (isTrusted = false): ServerClock => new ServerClock(folder, computer, isTrusted);

test('follows the computer through small corrections, sleep and restarts without an alert', async () => {
  let clock = start();
  computer.run(2 * dayMs, clock);
  for (const step of [1500, -1500]) {
    computer.wall += step;
    computer.run(minuteMs, clock);
  }
  computer.pass(60 * hourMs);
  expect(clock.now()).toBe(computer.wall);
  await clock.keep();
  computer.pass(20 * dayMs);
  clock = start();
  expect(clock.now()).toBe(computer.wall);
  expect(clock).toMatchObject({ problem: null, isSettled: true });
});

test.each([
  ['two years ahead', 730 * dayMs],
  ['a month ahead', 31 * dayMs],
  ['three years back', -3 * 365 * dayMs],
  ['back to 1970', -begin],
  ['five hours back', -5 * hourMs],
])('goes on with its own time when the clock jumps %s, and nothing is left once it is corrected', async (_, jump) => {
  for (const isRestarted of [false, true]) {
    let clock = start();
    computer.run(2 * dayMs, clock);
    if (isRestarted) await clock.keep();
    computer.wall += jump;
    if (isRestarted) clock = start();
    computer.run(90 * secondMs, clock);
    expect(clock.now()).toBe(computer.wall - jump);
    expect(clock.isSettled).toBe(false);
    expect(clock.problem).toMatchObject({ isFollowed: false, gapMs: jump });
    if (isRestarted) await clock.keep();
    computer.wall -= jump;
    if (isRestarted) clock = start();
    computer.run(minuteMs, clock);
    expect(clock.now()).toBe(computer.wall);
    expect(clock).toMatchObject({ problem: null, isSettled: true });
  }
});

test.each([10 * minuteMs, 3 * hourMs, 20 * hourMs, 3 * dayMs])(
  'lets deleting wait after a jump of %d ms ahead, and is back when it is corrected',
  (jump) => {
    const clock = start();
    computer.run(2 * dayMs, clock);
    computer.wall += jump;
    expect(clock.now()).toBe(computer.wall);
    expect(clock.isSettled).toBe(false);
    computer.run(5 * minuteMs, clock);
    computer.wall -= jump;
    computer.run(2 * hourMs, clock);
    expect(Math.abs(clock.now() - computer.wall)).toBeLessThan(2000);
  },
);

test('never goes back by a clock that is set back by minutes', () => {
  const clock = start();
  computer.run(2 * dayMs, clock);
  const before = clock.now();
  computer.wall -= 10 * minuteMs;
  expect(clock.now()).toBe(before);
  computer.run(30 * minuteMs, clock);
  expect(clock.now()).toBe(computer.wall);
  expect(clock.problem).toBeNull();
});

test('believes a clock that goes on saying the same for a day, and then waits a week before it deletes', () => {
  const clock = start();
  computer.run(2 * dayMs, clock);
  computer.wall += 400 * dayMs;
  computer.run(25 * hourMs, clock);
  expect(clock.now()).toBe(computer.wall);
  expect(clock.problem).toMatchObject({ isFollowed: true });
  computer.run(6 * dayMs, clock);
  expect(clock.isSettled).toBe(false);
  computer.run(25 * hourMs, clock);
  expect(clock).toMatchObject({ isSettled: true, problem: null });
});

test('never believes a time before the program was installed', () => {
  const clock = start();
  computer.run(2 * dayMs, clock);
  computer.wall = 0;
  computer.run(10 * dayMs, clock);
  expect(clock.problem).toMatchObject({ isFollowed: false });
});

test('follows a clock at once that corrects a time before the program was installed', () => {
  computer.wall = 0;
  const clock = start();
  computer.run(minuteMs, clock);
  computer.wall = begin;
  expect(clock.now()).toBe(begin);
});

test('follows back a clock that was wrong from the first start on', async () => {
  computer.wall += 730 * dayMs;
  let clock = start();
  computer.run(hourMs, clock);
  await clock.keep();
  computer.wall -= 730 * dayMs;
  clock = start();
  expect(clock.now()).toBe(computer.wall);
  expect(clock.isSettled).toBe(false);
});

test('follows the clock after a computer was off for weeks, and lets deleting wait for a day', async () => {
  let clock = start();
  computer.run(2 * dayMs, clock);
  await clock.keep();
  computer.reboot(20 * dayMs);
  clock = start();
  expect(clock.now()).toBe(computer.wall);
  expect(clock).toMatchObject({ isSettled: false, problem: { isFollowed: true } });
  computer.run(25 * hourMs, clock);
  expect(clock).toMatchObject({ isSettled: true, problem: null });
});

test('does not believe a computer that was off for years, unless it is asked to', async () => {
  let clock = start();
  computer.run(2 * dayMs, clock);
  await clock.keep();
  computer.reboot(3 * 365 * dayMs);
  clock = start();
  expect(clock.problem).toMatchObject({ isFollowed: false });
  clock = start(true);
  expect(clock.now()).toBe(computer.wall);
  expect(clock.isSettled).toBe(false);
});

test('starts on a file of another shape as on a folder without one', async () => {
  for (const text of ['', '{}', '{"timeMs":"x"}', 'null', '[]']) {
    await writeFile(join(folder, 'clock.json'), text);
    expect(start().now()).toBe(computer.wall);
  }
});

test('compares a folder of an earlier version with the time it was last written', () => {
  const clock = new ServerClock(folder, computer, false, () => begin - 730 * dayMs);
  expect(clock.problem).toMatchObject({ isFollowed: true });
  const other = new ServerClock(folder, { ...computer, wallMs: () => begin + 730 * dayMs }, false, () => begin);
  expect(other.problem).toMatchObject({ isFollowed: false });
});

test('deleting waits for a day when the stored time cannot be read', async () => {
  const file = join(folder, 'clock.json');
  await mkdir(file);
  const clock = new ServerClock(folder, computer, false, () => begin - hourMs);
  expect([clock.now(), clock.isSettled]).toEqual([begin, false]);
  computer.run(dayMs + minuteMs, clock);
  expect(clock.isSettled).toBe(true);
  await rm(file, { recursive: true });
  expect(new ServerClock(folder, computer, false, () => computer.wall).isSettled).toBe(true);
});
