/** Interrupted uploads of a killed process: deleted at the next start or by its age, and in no backup. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '../durations.ts';
import { runJob } from '../testing/mailbox.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

function leave(...names: string[]): string {
  const folder = join(world.dataDir, 'uploads', 'incoming');
  mkdirSync(join(folder, 'demo'), { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), 'half of a file');
  return folder;
}

test('deletes files of interrupted requests at the next start, and keeps those of messages', async () => {
  const { url } = await world.member.ok.upload('/user_uploads', { name: 'plan.txt', content: 'the plan' });
  const folder = leave('0b5c', 'demo/picture.png', '.hidden');
  await world.restart();
  expect(readdirSync(folder)).toEqual([]);
  const headers = { authorization: world.member.authorization };
  expect(await (await fetch(world.url + String(url), { headers })).text()).toBe('the plan');
  await world.member.ok.upload('/user_uploads', { name: 'next.txt', content: 'next' });
  expect(readdirSync(folder)).toEqual([]);
});

test('keeps files of interrupted requests out of backups', async () => {
  leave('0b5c');
  const { name } = await world.server.services.backups.make('manual');
  const listed = execFileSync('tar', ['-tf', join(world.dataDir, 'backups', name)], { encoding: 'utf8' });
  expect(listed).toContain('plan.txt');
  expect(listed).not.toContain('incoming');
});

test.each([
  ['without a record', undefined],
  ['with a record that cannot be read', '{"name":'],
])('deletes the parts of an import %s a week after the last came', async (_, record) => {
  const folder = join(world.dataDir, 'imports');
  mkdirSync(folder, { recursive: true });
  const parts = join(folder, 'upload.unfinished');
  writeFileSync(parts, 'half of an export');
  if (record !== undefined) writeFileSync(join(folder, 'upload.json'), record);
  const lastSecs = world.clock.nowMs / 1000;
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), lastSecs, lastSecs);
  await runJob(world, 'uploads of exports');
  expect(existsSync(parts)).toBe(true);
  world.clock.advance(8 * dayMs);
  await runJob(world, 'uploads of exports');
  expect(readdirSync(folder)).toEqual([]);
});
