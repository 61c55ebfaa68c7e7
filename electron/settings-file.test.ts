/** The app's own small memory: written whole, checked when it is read, and never the reason why the app does not start. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

it('begins with what most people want, and keeps what is changed', () => {
  const settings = open('new/settings.json');
  expect(settings.get()).toMatchObject({ dataDir: null, keepAwake: true, closeToTray: true, openAtLogin: false });
  settings.change({ keepAwake: false, dataDir: '/srv/hearth' });
  expect(open('new/settings.json').get()).toMatchObject({ keepAwake: false, dataDir: '/srv/hearth' });
  expect(readdirSync(join(folder, 'new'))).toEqual(['settings.json']);
  expect(problems).toEqual([]);
});

it.each([
  ['no json', '{"keepAwake":'],
  ['the wrong kind', '{"keepAwake":"often"}'],
  ['a list', '[]'],
])('puts a file with %s aside and begins anew', (_what, text) => {
  writeFileSync(join(folder, 'settings.json'), text);
  expect(open().get().keepAwake).toBe(true);
  expect(readFileSync(join(folder, 'settings.json.damaged'), 'utf8')).toBe(text);
  expect(existsSync(join(folder, 'settings.json'))).toBe(false);
  expect(problems).toHaveLength(1);
});

it('keeps what a newer version wrote out of the way, and what an older one did not know at its usual value', () => {
  writeFileSync(join(folder, 'settings.json'), '{"openAtLogin":true,"somethingNew":1}');
  expect(open().get()).toMatchObject({ openAtLogin: true, updateFeed: null });
});

it('refuses what cannot be with a sentence, and changes nothing then', () => {
  const settings = open();
  expect(() => settings.change({ updateFeed: 'ftp://example.com' })).toThrow('https://');
  expect(() => settings.change({ updateFeed: 'http://example.com/feed' })).toThrow('https://');
  expect(settings.get().updateFeed).toBeNull();
  settings.change({ updateFeed: 'https://example.com/hearth' });
  expect(open().get().updateFeed).toBe('https://example.com/hearth');
  expect(['https://a.org', 'http://127.0.0.1:1/x'].every(isFeed)).toBe(true);
});

it('goes on with a change that the disk does not take', () => {
  writeFileSync(join(folder, 'file'), '');
  const settings = open('file/settings.json');
  settings.change({ keepAwake: false });
  expect(settings.get().keepAwake).toBe(false);
  expect(problems).not.toEqual([]);
});
