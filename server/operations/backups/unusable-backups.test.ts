/** Backups and data folders whose database no one could use: nothing is restored and no server starts on it, with the reason in a sentence. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '../../storage/database.ts';
import { restore } from '../../storage/restore.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { outsideRules } from './queries.ts';

const outside = outsideRules(false);
let world: World;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  folder = mkdtempSync(join(tmpdir(), 'hearth-unusable-'));
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (sql: string): Promise<void> => world.server.services.storage.transaction((tx) => void tx.run(sql));

/** @returns a backup of the database as a statement changes it; the database itself gets back what it had */
async function backupWith(change: string, undo: string): Promise<string> {
  const file = join(folder, 'office.hearth-backup');
  await run(change);
  try {
    await world.server.services.storage.backup(file);
  } finally {
    await run(undo);
  }
  return file;
}

const seq = (table: string, value: string): string =>
  `UPDATE sqlite_sequence SET seq = ${value} WHERE name = '${table}'`;

describe('ids', () => {
  beforeAll(() => world.owner.ok.post('/messages', { type: 'stream', to: 'general', topic: 'a', content: 'hello' }));
  const last = '(SELECT max(id) FROM messages)';

  test.each([
    ['at the largest number of SQLite', seq('messages', '9223372036854775807')],
    ['one before it', seq('messages', '9223372036854775806')],
    ['at the largest whole number of JavaScript', seq('messages', '9007199254740991')],
    ['close below it', seq('messages', '9007199254740000')],
    ['no number', seq('messages', "'many'")],
    ['a fraction', seq('messages', '1.5e300')],
  ])('refuses a backup whose last message id is %s', async (_, change) => {
    const file = await backupWith(change, seq('messages', last));
    const target = join(folder, 'restored');
    await expect(restore(file, target, { outside })).rejects.toMatchObject({
      reason: 'foreign',
      message: `${file} is not a backup that Hearth made. The rows of its table messages have such high numbers that none are left for new rows. Nothing was restored.`,
    });
    expect(existsSync(target)).toBe(false);
  });

  test('refuses a backup with such an id in a table that has no sequence', async () => {
    const file = await backupWith(
      `INSERT INTO alert_words (id, user_id, word, word_key) SELECT 9007199254740991, id, 'a', 'a' FROM users LIMIT 1`,
      'DELETE FROM alert_words',
    );
    const target = join(folder, 'restored');
    await expect(restore(file, target, { outside })).rejects.toThrow(
      /rows of its table alert_words have such high numbers/,
    );
    expect(existsSync(target)).toBe(false);
  });

  test('refuses to start on a data folder with such ids, and leaves it as it was', async () => {
    const dataDir = join(folder, 'data');
    const file = await backupWith(seq('users', 'seq'), seq('users', 'seq'));
    await restore(file, dataDir, { outside });
    const storage = await openStorage({ dataDir });
    await storage.transaction((tx) => tx.run(seq('users', '9007199254740991')));
    await storage.close();
    await expect(openStorage({ dataDir })).rejects.toMatchObject({
      reason: 'foreign',
      message: expect.stringContaining(`${dataDir} cannot be used: the rows of its table users have numbers`) as string,
    });
    rmSync(dataDir, { recursive: true });
  });

  test('sends, lists as unread and finds messages with the highest ids that are taken', async () => {
    const dataDir = join(folder, 'data');
    await restore(await backupWith(seq('messages', String(2 ** 45 - 10)), seq('messages', last)), dataDir, { outside });
    rmSync(dataDir, { recursive: true });
    await run(seq('messages', String(2 ** 45 - 10)));
    const { id } = await world.owner.ok.post('/messages', {
      type: 'stream',
      to: 'general',
      topic: 'high',
      content: 'pomegranate',
    });
    expect(id).toBe(2 ** 45 - 9);
    const { unread_msgs: unread } = await world.member.ok.post('/register', {
      fetch_event_types: '["message","update_message_flags"]',
    });
    expect(JSON.stringify(unread)).toContain(String(id));
    const narrow = JSON.stringify([{ operator: 'search', operand: 'pomegranate' }]);
    const found = await world.member.ok.get('/messages', { narrow, anchor: 'newest', num_before: 5, num_after: 0 });
    expect(found).toMatchObject({ messages: [{ id }] });
  });
});

describe('owners', () => {
  const owner = `role = 100 AND is_bot = 0`;
  const undo = `UPDATE users SET delivery_email = 'owner@example.com', delivery_email_key = 'owner@example.com', is_active = 1 WHERE ${owner}`;

  test.each([
    ['no @', "delivery_email = 'owner', delivery_email_key = 'owner'"],
    ['nothing', "delivery_email = '', delivery_email_key = ''"],
    ['a space within', "delivery_email = 'o wner@example.com', delivery_email_key = 'o wner@example.com'"],
    [
      'a line break',
      "delivery_email = 'owner@example.com' || char(10), delivery_email_key = 'owner@example.com' || char(10)",
    ],
    [
      '400 letters',
      "delivery_email = printf('%.400c@example.com', 'a'), delivery_email_key = printf('%.400c@example.com', 'a')",
    ],
    ['an address that a sign-in does not find', "delivery_email_key = 'other@example.com'"],
  ])('refuses a backup whose only owner has %s as address', async (_, change) => {
    const file = await backupWith(`UPDATE users SET ${change} WHERE ${owner}`, undo);
    const target = join(folder, 'restored');
    await expect(restore(file, target, { outside })).rejects.toMatchObject({
      reason: 'foreign',
      message: expect.stringContaining('It has no active owner with a valid email address') as string,
    });
    expect(existsSync(target)).toBe(false);
  });

  test('takes a backup with such an owner beside one who can sign in', async () => {
    const file = await backupWith(
      `UPDATE users SET role = 100, delivery_email = CASE email WHEN 'owner@example.com' THEN 'owner' ELSE delivery_email END WHERE email IN ('owner@example.com', 'admin@example.com')`,
      `UPDATE users SET role = 200 WHERE email = 'admin@example.com'`,
    );
    await run(undo.replace(' WHERE', " WHERE email = 'owner@example.com' AND"));
    const target = join(folder, 'restored');
    await restore(file, target, { outside });
    expect(existsSync(target)).toBe(true);
  });
});
