/** The command `import`: the preview that people read, without the names of what is private. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mattermostExport } from '../../e2e/import/mattermost-export.ts';
import { slackExport } from '../../e2e/import/slack-export.ts';
import { zipTo, type ExportFiles } from '../../e2e/import/zip.ts';
import { packTo, teamFiles } from '../../e2e/import/zulip-export.ts';
import { posixQuoted, windowsQuoted } from '../shell-words.ts';
import { backup, restore } from './backup.ts';
import { importCommand } from './import.ts';
import { UsageError } from './usage.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-import-command-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('shows counts, public channels and missing addresses, and lists what would change', async () => {
  const from = join(folder, 'team.tar.gz');
  const files = teamFiles({ seed: 1, users: 10, channels: 2, messages: 40, files: 1 });
  files.set('messages-000001.json', String(files.get('messages-000001.json')).replace('"Message 1"', 'null'));
  await packTo(from, files);
  const lines: string[] = [];
  await importCommand.run({ from, preview: true }, (line) => lines.push(line));
  expect(lines.slice(0, 5)).toEqual([
    'Office (Zulip 11.4)',
    '  9 users, 1 bot, of both 1 deactivated',
    '  2 channels, 1 of them private',
    '  39 messages, 10 of them direct',
    '  1 file (6 bytes)',
  ]);
  const text = lines.join('\n');
  expect(text).toMatch(/Public channels:\n {2}channel 1: \d+ messages\nUsers without an address/);
  expect(text).not.toContain('channel 2');
  expect(lines.slice(-2)).toEqual(['The message has no content. Left out: 1.', '  messages-000001.json, line 1']);
});

test.each([
  [{ preview: true }, '--from is missing'],
  [{ from: '/missing.tar.gz', preview: true }, 'There is no file'],
  [{ from: tmpdir(), preview: true }, 'There is no file'],
  [{ from: '/missing.tar.gz' }, 'There is no file'],
])('refuses flags %j', async (flags, message) => {
  const refused = await importCommand.run(flags, () => undefined).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UsageError);
  expect((refused as Error).message).toContain(message);
});

test('refuses a file that is no archive in one line', async () => {
  const from = join(folder, 'notes.tar.gz');
  await writeFile(from, 'hello');
  await expect(importCommand.run({ from, preview: true }, () => undefined)).rejects.toThrow(UsageError);
});

test.each<[string, () => ExportFiles, string]>([
  ['Slack', () => slackExport({ seed: 1, users: 10, channels: 3, messages: 60, files: 2 }), 'Office (Slack)'],
  [
    'Mattermost',
    () => mattermostExport({ seed: 1, teams: 2, users: 10, channels: 2, messages: 60, files: 2 }),
    'Team 1, Team 2 (Mattermost)',
  ],
])('shows a team of %s, and brings it into an empty folder', async (_, files, title) => {
  const from = join(folder, 'Office Slack export Jan 1 2024 - Jan 20 2024.zip');
  await zipTo(from, files());
  const lines: string[] = [];
  await importCommand.run({ from, preview: true }, (line) => lines.push(line));
  expect(lines[0]).toBe(title);
  const messages = /^ {2}(\d+) messages/.exec(lines[3] ?? '')?.[1];
  const done: string[] = [];
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const flags = { from, 'data-dir': dataDir, 'owner-email': 'owner@office.example', 'main-topic': 'general' };
  await importCommand.run(flags, (line) => done.push(line));
  expect(Number(/^ {2}Messages: (\d+)$/m.exec(done.join('\n'))?.[1])).toBeGreaterThanOrEqual(Number(messages));
  expect(done).toContain('  Files: 2');
  await expect(
    importCommand.run({ from, 'data-dir': dataDir, 'leave-out': 'nothing' }, () => undefined),
  ).rejects.toThrow('The file has no public channel nothing.');
});

test('an import and a restore say how an owner without a password gets in', async () => {
  const from = join(folder, 'owners.tar.gz');
  await packTo(from, teamFiles({ seed: 2, users: 5, channels: 1, messages: 5, files: 0 }));
  const dataDir = await mkdtemp(join(folder, "owner's data-"));
  const said: string[] = [];
  const flags = { from, 'data-dir': dataDir, 'owner-email': 'owner@office.example' };
  await importCommand.run(flags, (line) => said.push(line));
  const quoted = process.platform === 'win32' ? windowsQuoted : posixQuoted;
  expect(said.at(-1)).toBe(
    `The owner gets in with: npm run serve -- --data-dir ${quoted(dataDir)} --password-link ${quoted('owner@office.example')}`,
  );
  const out = join(folder, 'owners.hearth-backup');
  await backup.run({ 'data-dir': dataDir, out }, () => undefined);
  const restored: string[] = [];
  await restore.run({ from: out, 'data-dir': join(folder, 'restored') }, (line) => restored.push(line));
  expect(restored.at(-1)).toMatch(
    /^No owner has a password\. To get a link with which (\S+@office\.example) chooses one, start the server with: npm run serve -- --data-dir \S+ --password-link ["']\1["']$/,
  );
});
