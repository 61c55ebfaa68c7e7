/** What makes the app stay: awake while somebody is connected, honest about sleep, started at login. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { autostartEntry, autostartPath, isAutostartOn, setAutostart } from './autostart-file.ts';
import { parseCommandLine } from './command-line.ts';
import { createCrashGuard } from './crash-guard.ts';
import { createKeepAwake } from './keep-awake.ts';
import { beatMs, createSleepWatch, type Sleep } from './sleep-watch.ts';

it('keeps the machine awake only while somebody is connected and it is wanted, with one blocker at a time', () => {
  const calls: string[] = [];
  let last = 0;
  const awake = createKeepAwake({
    start: () => (calls.push('start'), (last += 1)),
    stop: (id) => void calls.push(`stop ${id}`),
  });
  awake.update({ clients: 0, isWanted: true });
  expect(awake.isOn()).toBe(false);
  for (const clients of [1, 3, 2]) awake.update({ clients, isWanted: true });
  expect(awake.isOn()).toBe(true);
  awake.update({ clients: 2, isWanted: false });
  awake.update({ clients: 2, isWanted: true });
  awake.update({ clients: 0, isWanted: true });
  expect(calls).toEqual(['start', 'stop 1', 'start', 'stop 2']);
});

describe('sleep', () => {
  function setUp() {
    const told: Sleep[] = [];
    const clock = { now: 1_000_000 };
    const watch = createSleepWatch(
      () => clock.now,
      (sleep) => told.push(sleep),
    );
    return { told, clock, watch };
  }

  it('lasts from the system saying so until it says that it woke', () => {
    const { told, clock, watch } = setUp();
    watch.suspended();
    clock.now += 3_600_000;
    watch.beat();
    clock.now += 1000;
    watch.resumed();
    expect(told).toEqual([{ from: 1_000_000, until: 4_601_000 }]);
    watch.beat();
    expect(told).toHaveLength(1);
  });

  it('is seen by the clock where the system says nothing, and is told once where it speaks late', () => {
    const { told, clock, watch } = setUp();
    clock.now += beatMs;
    watch.beat();
    const from = clock.now;
    clock.now += 7_200_000;
    watch.beat();
    watch.resumed();
    expect(told).toEqual([{ from, until: from + 7_200_000 }]);
  });

  it('is none when it was short, or the machine was only busy', () => {
    const { told, clock, watch } = setUp();
    watch.suspended();
    clock.now += 20_000;
    watch.resumed();
    clock.now += beatMs * 3;
    watch.beat();
    expect(told).toEqual([]);
  });
});

it('gives a page that dies a second chance, and a third, and then says so', () => {
  let now = 0;
  const crashGuard = createCrashGuard(() => now);
  expect([crashGuard.crashed(), crashGuard.crashed(), crashGuard.crashed()]).toEqual(['same', 'same', 'status']);
  now = 1000;
  expect(crashGuard.crashed()).toBe('same');
  now = 100_000;
  expect([crashGuard.crashed(), crashGuard.crashed()]).toEqual(['same', 'same']);
});

describe('the file that starts the app at login on Linux', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-autostart-'));
  const path = autostartPath(folder);

  it('comes and goes, also when it is told twice', () => {
    expect(isAutostartOn(path)).toBe(false);
    for (const isOn of [true, true, false, false]) {
      setAutostart(path, ['/opt/Hearth/hearth', '--hidden'], isOn);
      expect([isAutostartOn(path), existsSync(path)]).toEqual([isOn, isOn]);
    }
  });

  it('is off when the desktop has switched it off', () => {
    setAutostart(path, ['/opt/hearth'], true);
    writeFileSync(path, `${readFileSync(path, 'utf8')}Hidden=true\n`);
    expect(isAutostartOn(path)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('quotes what its specification wants quoted', () => {
    expect(autostartEntry(['/opt/My Apps/hearth', '--hidden'])).toContain('Exec="/opt/My Apps/hearth" --hidden\n');
    expect(autostartEntry(['/a"b$c', '100%'])).toContain('Exec="/a\\\\"b\\\\$c" "100%%"\n');
  });
});

it.each([
  [['hearth'], {}, { dataDir: null, serverArgs: [] }],
  [['hearth', '--hidden', '--', '--data-dir', '/d', '--port', '1'], {}, { dataDir: '/d', serverArgs: ['--port', '1'] }],
  [
    ['hearth', '--', '--port', '1', '--data-dir=/d'],
    { HEARTH_DATA_DIR: '/e' },
    { dataDir: '/d', serverArgs: ['--port', '1'] },
  ],
  [['hearth', '--data-dir', '/d'], { HEARTH_DATA_DIR: '/e' }, { dataDir: '/e', serverArgs: [] }],
])('reads the command line %j with %j', (argv, env, expected) => {
  expect(parseCommandLine(argv, env)).toEqual(expected);
});
