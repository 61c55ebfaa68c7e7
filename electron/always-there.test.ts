/** Background operation of the app: awake while a client is connected, honest about sleep, started at login. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { autostartEntry, autostartPath, isAutostartOn, setAutostart } from './autostart-file.ts';
import { parseCommandLine } from './command-line.ts';
import { createCrashGuard } from './crash-guard.ts';
import { createKeepAwake } from './keep-awake.ts';
import { beatMs, createSleepWatch, type Sleep } from './sleep-watch.ts';

it('keeps the computer awake while a client is connected and the setting is on, with one blocker', () => {
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

  it('lasts from the suspend event to the resume event', () => {
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

  it('is detected from the clock without a suspend event, and reported once when the event comes late', () => {
    const { told, clock, watch } = setUp();
    clock.now += beatMs;
    watch.beat();
    const from = clock.now;
    clock.now += 7_200_000;
    watch.beat();
    watch.resumed();
    expect(told).toEqual([{ from, until: from + 7_200_000 }]);
  });

  it('ignores short gaps and a busy computer', () => {
    const { told, clock, watch } = setUp();
    watch.suspended();
    clock.now += 20_000;
    watch.resumed();
    clock.now += beatMs * 3;
    watch.beat();
    expect(told).toEqual([]);
  });
});

it('reloads a crashed page twice, then shows the status page', () => {
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

  it('is written and removed, also when called twice', () => {
    expect(isAutostartOn(path)).toBe(false);
    for (const isOn of [true, true, false, false]) {
      setAutostart(path, ['/opt/Hearth/hearth', '--hidden'], isOn);
      expect([isAutostartOn(path), existsSync(path)]).toEqual([isOn, isOn]);
    }
  });

  it('is off when the desktop disabled it', () => {
    setAutostart(path, ['/opt/hearth'], true);
    writeFileSync(path, `${readFileSync(path, 'utf8')}Hidden=true\n`);
    expect(isAutostartOn(path)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  it('quotes arguments as the specification requires', () => {
    expect(autostartEntry(['/opt/My Apps/hearth', '--hidden'])).toContain(
      'TryExec=/opt/My Apps/hearth\nExec="/opt/My Apps/hearth" --hidden\n',
    );
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
