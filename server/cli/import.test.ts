/** The command `import`: the preview that people read, without the names of what is private. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packTo, teamFiles } from '../testing/team-archives.ts';
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
