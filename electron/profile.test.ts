/** The profile of the window and the data never share a folder, on no file system; what was mixed by older versions is found. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { expect, it, onTestFinished } from 'vitest';
import { isSharedWithProfile, profileName } from './profile.ts';
import { answerSecondStart, explainSecondStart, secondStart } from './second-start.ts';
import { appDataOf } from './testing/stand-in/app-data.ts';

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-profile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const person = '/home/x';
const comparable = (path: string): string => path.replaceAll('\\', '/').toLowerCase();
/** The folders of env-paths on each system, beside Electron's. */
const usual = {
  darwin: { appData: appDataOf('darwin', {}, person), data: `${person}/Library/Application Support/Hearth` },
  win32: { appData: appDataOf('win32', {}, person), data: String.raw`\home\x\AppData\Local\Hearth\Data` },
  'Windows with one folder for all': {
    appData: appDataOf('win32', { APPDATA: String.raw`\home\x` }, person),
    data: String.raw`\home\x\Hearth`,
  },
  linux: { appData: appDataOf('linux', {}, person), data: `${person}/.local/share/Hearth` },
  'Linux with one folder for all': {
    appData: appDataOf('linux', { XDG_CONFIG_HOME: person }, person),
    data: `${person}/Hearth`,
  },
};

it.each(Object.entries(usual))(
  'keeps the profile and the data apart on %s, without regard to case',
  (_name, { appData, data }) => {
    for (const isPackaged of [true, false]) {
      expect(isSharedWithProfile(data, join(appData, profileName(isPackaged)))).toBe(false);
      expect(isSharedWithProfile(data, join(appData, 'hearth'))).toBe(
        comparable(data).startsWith(comparable(join(appData, 'hearth'))),
      );
    }
  },
);

it('is named Hearth, and has another profile in a checkout', () => {
  const { productName } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as Record<
    string,
    string
  >;
  expect(productName).toBe('Hearth');
  expect(profileName(false)).not.toBe(profileName(true));
  expect(envPaths('Hearth', { suffix: '' }).data.toLowerCase()).not.toContain(profileName(true));
});

it('detects nested folders through links, and profile files in a data folder', () => {
  const home = freshFolder();
  mkdirSync(join(home, 'profile/data'), { recursive: true });
  mkdirSync(join(home, 'data'));
  symlinkSync(join(home, 'profile'), join(home, 'link'));
  const shared = (data: string): boolean => isSharedWithProfile(join(home, data), join(home, 'profile'));
  expect(['profile', 'PROFILE', 'profile/data', 'link', 'link/later', '.'].map(shared)).toEqual(Array(6).fill(true));
  expect(['data', 'profiles', 'elsewhere'].map(shared)).toEqual([false, false, false]);
  writeFileSync(join(home, 'data/Cookies'), '');
  expect(shared('data')).toBe(true);
});

it('reports ignored arguments of a second start, and a stale lock', () => {
  const profile = freshFolder();
  const second = secondStart(7);
  answerSecondStart(profile, second);
  expect(explainSecondStart(profile, second, ['--data-dir', '/x'])).toBe(
    'Hearth is already running: its window was opened. These arguments were ignored: --data-dir /x. Quit Hearth first to use them.',
  );
  expect(explainSecondStart(profile, second, [])).toContain('does not answer');
  for (const data of [null, 'x', {}, { answer: '../../etc/passwd' }, { answer: 7 }]) answerSecondStart(profile, data);
  expect(explainSecondStart(profile, secondStart(8), [])).toContain('SingletonLock');
});
