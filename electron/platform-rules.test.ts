/** Differences between systems and desktops: the icon of the tray, whether there is a tray, and starting at login. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { holdFiles } from '../server/testing/held-files.ts';
import { openAppLog } from './app-log.ts';
import { isAutostartOn, renewAutostart, setAutostart } from './autostart-file.ts';
import { forgetLastWords, lastWords } from './last-words.ts';
import { canOpenAtLogin, willOpenAtLogin, windowAtStart } from './login-rules.ts';
import { answerSecondStart, explainSecondStart, secondStart } from './second-start.ts';
import { hasTray } from './tray-host.ts';
import { trayIcon } from './tray-icon.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearth-rules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['darwin', '', true, true, 'runningTemplate.png'],
  ['win32', '', false, true, 'running-on-dark.png'],
  ['win32', '', true, false, 'running-on-light.png'],
  ['linux', 'ubuntu:GNOME', false, false, 'running-on-dark.png'],
  ['linux', 'GNOME', true, true, 'running-on-dark.png'],
  ['linux', 'KDE', false, false, 'running-on-light.png'],
  ['linux', 'XFCE', true, false, 'running-on-dark.png'],
  ['linux', '', false, true, 'running-on-light.png'],
] as const)(
  'shows on %s %s with dark windows %s and a dark bar %s the picture %s',
  (platform, desktop, windows, bar, expected) => {
    const theme = { shouldUseDarkColors: windows, shouldUseDarkColorsForSystemIntegratedUI: bar };
    expect(trayIcon('running', platform, desktop, theme)).toBe(expected);
  },
);

it('detects the tray on Linux over D-Bus', () => {
  const path = process.env['PATH'];
  const program = join(folder, 'gdbus');
  process.env['PATH'] = folder;
  try {
    expect(hasTray('linux')).toBe(false);
    for (const [answer, expected] of [
      ["echo '(<true>,)'", true],
      ["echo '(<false>,)'", false],
      ['exit 1', false],
    ] as const) {
      writeFileSync(program, `#!/bin/sh\n${answer}\n`);
      chmodSync(program, 0o755);
      expect([answer, hasTray('linux')]).toEqual([answer, expected]);
    }
  } finally {
    process.env['PATH'] = path;
  }
  expect([hasTray('win32'), hasTray('darwin')]).toEqual([true, true]);
});

it('offers and reports the start at login by platform', () => {
  expect((['darwin', 'win32', 'linux'] as const).map((platform) => canOpenAtLogin(platform, false))).toEqual([
    false,
    true,
    true,
  ]);
  expect(canOpenAtLogin('darwin', true)).toBe(true);
  const item = { openAtLogin: true, executableWillLaunchAtLogin: true, status: 'enabled' };
  expect(willOpenAtLogin('win32', item)).toBe(true);
  expect(willOpenAtLogin('win32', { ...item, executableWillLaunchAtLogin: false })).toBe(false);
  expect(willOpenAtLogin('darwin', { ...item, executableWillLaunchAtLogin: false })).toBe(true);
  expect(willOpenAtLogin('darwin', { ...item, status: 'requires-approval' })).toBe(false);
  expect(willOpenAtLogin('darwin', { ...item, openAtLogin: false })).toBe(false);
});

it('makes a hidden window at login on Windows, a minimized one without a tray, and none elsewhere', () => {
  expect(windowAtStart('win32', true, true)).toBe('hide');
  expect((['linux', 'darwin'] as const).map((platform) => windowAtStart(platform, true, true))).toEqual([
    'none',
    'none',
  ]);
  expect(windowAtStart('linux', true, false)).toBe('minimize');
  expect(windowAtStart('win32', false, true)).toBe('show');
});

it('updates the login entry of a replaced AppImage, and keeps a disabled one', () => {
  const path = join(folder, 'autostart/hearth.desktop');
  const next = ['/opt/hearth-2.0.0.AppImage', '--hidden'];
  renewAutostart(path, next);
  expect(isAutostartOn(path)).toBe(false);
  setAutostart(path, ['/opt/hearth-1.0.0.AppImage', '--hidden'], true);
  writeFileSync(path, `${readFileSync(path, 'utf8')}X-Own=kept\n`);
  renewAutostart(path, next);
  expect(readFileSync(path, 'utf8').match(/^TryExec=.*$/gm)).toEqual(['TryExec=/opt/hearth-2.0.0.AppImage']);
  expect(readFileSync(path, 'utf8')).toMatch(/^Exec=\/opt\/hearth-2\.0\.0\.AppImage --hidden$[^]*^X-Own=kept$/m);
  writeFileSync(path, 'Exec=/opt/hearth-1.0.0.AppImage\nHidden=true\n');
  renewAutostart(path, next);
  expect(readFileSync(path, 'utf8')).toBe('Exec=/opt/hearth-1.0.0.AppImage\nHidden=true\n');
});

it('writes a login entry again that a power cut left empty, and reads a folder in its place as none', () => {
  const path = join(folder, 'autostart/hearth.desktop');
  writeFileSync(path, '');
  renewAutostart(path, ['/opt/hearth', '--hidden']);
  expect(readFileSync(path, 'utf8')).toContain('\nExec=/opt/hearth --hidden\n');
  rmSync(path);
  mkdirSync(path);
  expect(isAutostartOn(path)).toBe(false);
  expect(() => renewAutostart(path, ['/opt/hearth'])).not.toThrow();
  rmSync(path, { recursive: true });
});

it('waits for a program that holds the login entry, the log, the last words or the answer to a second start', async () => {
  const path = join(folder, 'autostart/hearth.desktop');
  const logPath = join(folder, 'app.log');
  const log = openAppLog(logPath, () => 0);
  const second = secondStart(7);
  mkdirSync(join(folder, 'logs'));
  writeFileSync(join(folder, 'logs/last-words.txt'), 'out of memory\n');
  const { refused, release } = holdFiles(folder, 120);
  onTestFinished(release);

  setAutostart(path, ['/opt/hearth-1.AppImage'], true);
  renewAutostart(path, ['/opt/hearth-2.AppImage']);
  expect(readFileSync(path, 'utf8')).toContain('\nExec=/opt/hearth-2.AppImage\n');
  setAutostart(path, [], false);
  expect(isAutostartOn(path)).toBe(false);

  answerSecondStart(folder, second);
  expect(explainSecondStart(folder, second, [])).toBe('Hearth is already running: its window was opened.');

  expect(lastWords(folder)).toEqual(['out of memory']);
  forgetLastWords(folder);
  expect(lastWords(folder)).toEqual([]);

  log.write('one');
  log.write('two');
  await expect
    .poll(() => existsSync(logPath) && readFileSync(logPath, 'utf8').match(/one|two/g))
    .toEqual(['one', 'two']);
  for (const name of ['hearth.desktop', 'second-start-7', 'last-words.txt', 'app.log'])
    expect([name, refused.some((one) => one.includes(name))]).toEqual([name, true]);
});

it('keeps lines of the app log that the disk does not take, up to 1 MB, and writes them with the next line', async () => {
  const logPath = join(folder, 'later/app.log');
  writeFileSync(join(folder, 'later'), 'a file in place of the folder');
  const log = openAppLog(logPath, () => 0);
  log.write('one');
  log.write('x'.repeat(2_000_000));
  rmSync(join(folder, 'later'));
  await new Promise(setImmediate);
  log.write('three');
  const text = readFileSync(logPath, 'utf8');
  expect(text.length).toBeLessThan(1_100_000);
  expect(text).toMatch(/x\n1970-01-01T00:00:00.000Z three\n$/);
});
