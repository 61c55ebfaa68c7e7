/** Differences between systems and desktops: the icon of the tray, whether there is a tray, and starting at login. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isAutostartOn, renewAutostart, setAutostart } from './autostart-file.ts';
import { canOpenAtLogin, willOpenAtLogin, windowAtStart } from './login-rules.ts';
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
