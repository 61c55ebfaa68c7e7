/** The app's own small memory: written whole, checked when it is read, and never the reason why the app does not start. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isFeed, openSettings } from './settings-file.ts';

let folder: string;
let problems: unknown[];
const open = (name = 'settings.json') => openSettings(join(folder, name), (error) => problems.push(error));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-settings-'));
  problems = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('has defaults, and keeps changes', () => {
  const settings = open('new/settings.json');
  expect(settings.get()).toMatchObject({ dataDir: null, keepAwake: true, closeToTray: true, openAtLogin: false });
  settings.change({ keepAwake: false, dataDir: '/srv/hearth' });
  expect(open('new/settings.json').get()).toMatchObject({ keepAwake: false, dataDir: '/srv/hearth' });
  expect(readdirSync(join(folder, 'new'))).toEqual(['settings.json']);
  expect(problems).toEqual([]);
});

it.each([
  ['no json', '{"keepAwake":'],
  ['a list', '[]'],
  ['a data folder that is none', '{"dataDir":7}'],
])('puts a file with %s aside and no longer knows the data folder', (_what, text) => {
  writeFileSync(join(folder, 'settings.json'), text);
  expect(open().get().keepAwake).toBe(true);
  expect(readFileSync(join(folder, 'settings.json.damaged'), 'utf8')).toBe(text);
  expect(problems).toHaveLength(1);
  expect(open().get().isDataDirUnknown).toBe(true);
  const settings = open();
  settings.change({ dataDir: '/srv/team', isDataDirUnknown: false });
  expect(open().get()).toMatchObject({ dataDir: '/srv/team', isDataDirUnknown: false });
});

it('resets an invalid value only', () => {
  const window = { x: 1.5, y: 0, width: 100, height: 100, isMaximized: false };
  const text = JSON.stringify({
    dataDir: '/srv/team',
    knownDataDir: '/srv/team',
    keepAwake: 'often',
    closeToTray: false,
    window,
  });
  writeFileSync(join(folder, 'settings.json'), text);
  expect(open().get()).toMatchObject({
    dataDir: '/srv/team',
    knownDataDir: '/srv/team',
    isDataDirUnknown: false,
    keepAwake: true,
    closeToTray: false,
    window: null,
  });
  expect(readFileSync(join(folder, 'settings.json.damaged'), 'utf8')).toBe(text);
});

it('does not replace an unreadable file', () => {
  // Reading a folder fails with EISDIR, for every user and on every system.
  mkdirSync(join(folder, 'settings.json'));
  const settings = open();
  expect(settings.get().isDataDirUnknown).toBe(true);
  settings.change({ closeToTray: false });
  expect(statSync(join(folder, 'settings.json')).isDirectory()).toBe(true);
  rmdirSync(join(folder, 'settings.json'));
  writeFileSync(join(folder, 'settings.json'), '{"dataDir":"/srv/team"}');
  settings.readAgain();
  expect(settings.get()).toMatchObject({ dataDir: '/srv/team', isDataDirUnknown: false });
});

it('reads the file of an older version from its former place, and writes to the new one', () => {
  writeFileSync(join(folder, 'old.json'), '{"dataDir":"/srv/team"}');
  const settings = openSettings(join(folder, 'new.json'), () => undefined, join(folder, 'old.json'));
  expect(settings.get().dataDir).toBe('/srv/team');
  settings.change({ keepAwake: false });
  expect(openSettings(join(folder, 'new.json'), () => undefined).get()).toMatchObject({ dataDir: '/srv/team' });
  expect(readFileSync(join(folder, 'old.json'), 'utf8')).toBe('{"dataDir":"/srv/team"}');
});

it('sets aside the file of a newer version, and has defaults for fields an older one lacks', () => {
  writeFileSync(join(folder, 'settings.json'), '{"openAtLogin":true,"somethingNew":1}');
  expect(open().get()).toMatchObject({ openAtLogin: true, updateFeed: null });
});

it('rejects an invalid change with a sentence', () => {
  const settings = open();
  expect(() => settings.change({ updateFeed: 'ftp://example.com' })).toThrow('https://');
  expect(() => settings.change({ updateFeed: 'http://example.com/feed' })).toThrow('https://');
  expect(settings.get().updateFeed).toBeNull();
  settings.change({ updateFeed: 'https://example.com/hearth' });
  expect(open().get().updateFeed).toBe('https://example.com/hearth');
  expect(['https://a.org', 'http://127.0.0.1:1/x'].every(isFeed)).toBe(true);
});

it('applies a change that cannot be written', () => {
  writeFileSync(join(folder, 'file'), '');
  const settings = open('file/settings.json');
  settings.change({ keepAwake: false });
  expect(settings.get().keepAwake).toBe(false);
  expect(problems).not.toEqual([]);
});
