/** Avatars, custom emoji, icon and logos that were removed or shortened on disk: a backup, a restore and an export name them. */
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupFolder } from '../storage/backup.ts';
import { describeLackingFile } from '../storage/lacking.ts';
import { restore } from '../storage/restore.ts';
import { runJob } from '../testing/mailbox.ts';
import { startWorld, type World } from '../testing/world.ts';
import { backupQueries } from './backups/queries.ts';
import { exportTeam } from './team-export/team-export.ts';

let world: World;
let folder: string;
let picture: { name: string; content: Uint8Array };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-lost-pictures-'));
  world = await startWorld();
  const create = { width: 300, height: 200, channels: 3, background: '#ff0000' } as const;
  picture = { name: 'one.png', content: await sharp({ create }).png().toBuffer() };
  await world.owner.ok.upload('/realm/icon', picture);
  await world.owner.ok.upload('/realm/logo', picture);
  for (const name of ['gone', 'cut', 'kept']) await world.owner.ok.upload(`/realm/emoji/${name}`, picture);
  for (const client of [world.owner, world.admin, world.member]) await client.ok.upload('/users/me/avatar', picture);
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const uploads = (path: string): string => join(world.dataDir, 'uploads', path);
const avatarOf = async (id: number): Promise<string> => {
  const [row] = await world.db<{ avatar_file: string }>('SELECT avatar_file FROM users WHERE id = ?', id);
  return `avatars/${row?.avatar_file}`;
};
const emojiOf = async (name: string): Promise<string> => {
  const [row] = await world.db<{ file_name: string }>('SELECT file_name FROM realm_emoji WHERE name = ?', name);
  return `emoji/${row?.file_name}`;
};
const pictureOf = async (name: string): Promise<string> => {
  const [row] = await world.db<{ file: string }>(
    "SELECT json_extract(value, '$') AS file FROM realm_settings WHERE name = ?",
    `${name}_file`,
  );
  return `organization/${row?.file}`;
};
const lackingNow = async (): Promise<string[]> => {
  const { lacking = [] } = await backupFolder(world.dataDir, join(folder, 'team.backup'), backupQueries);
  return lacking.map(describeLackingFile).toSorted();
};
const get = (path: string): Promise<Response> =>
  fetch(world.url + path, { headers: { Authorization: world.member.authorization } });

test('misses no picture that is there, was replaced or was removed', async () => {
  await world.owner.ok.upload('/realm/icon', picture);
  await world.member.ok.upload('/users/me/avatar', picture);
  await world.member2.ok.upload('/users/me/avatar', picture);
  await world.member2.ok.delete('/users/me/avatar');
  expect(await world.owner.upload('/realm/logo', picture, { night: true })).toMatchObject({ status: 200 });
  await world.owner.ok.delete('/realm/logo', { night: true });
  expect(await lackingNow()).toEqual([]);
  const [count] = await world.db<{ files: number }>('SELECT count(*) AS files FROM picture_files');
  expect(count).toEqual({ files: 3 * 2 + 3 + 2 });
});

test('names those that are missing, empty or cut off in backups, restores and exports', async () => {
  const [gone, cut, icon, logo] = await Promise.all([
    emojiOf('gone'),
    emojiOf('cut'),
    pictureOf('icon'),
    pictureOf('logo'),
  ]);
  const [owner, admin] = await Promise.all([avatarOf(world.owner.userId), avatarOf(world.admin.userId)]);
  await rm(uploads(gone));
  await truncate(uploads(cut), 20);
  await rm(uploads(icon));
  await truncate(uploads(logo), 0);
  await rm(uploads(owner), { recursive: true });
  await truncate(uploads(`${admin}/medium.png`), 9);
  const said = [
    `uploads/${gone} is missing`,
    `uploads/${icon} is missing`,
    `uploads/${owner}/medium.png is missing`,
    `uploads/${owner}/small.png is missing`,
    expect.stringMatching(`uploads/${cut} has 20 bytes instead of \\d+`),
    expect.stringMatching(`uploads/${logo} has 0 bytes instead of \\d+`),
    expect.stringMatching(`uploads/${admin}/medium.png has 9 bytes instead of \\d+`),
  ];
  const sorted = (lines: readonly string[]): unknown => {
    expect(lines).toHaveLength(said.length);
    return expect(lines).toEqual(expect.arrayContaining(said));
  };
  sorted(await lackingNow());
  const { filesSql } = backupQueries;
  const restored = await restore(join(folder, 'team.backup'), join(folder, 'restored'), { filesSql });
  sorted(restored.lacking.map(describeLackingFile));

  const exported = await exportTeam(world.dataDir, join(folder, 'team.tar.gz'));
  // Of an avatar one size is exported.
  expect(exported.lacking.map(describeLackingFile)).toHaveLength(said.length - 1);
  expect(exported.lacking.map(({ path }) => path)).toContain(`uploads/${cut}`);
});

test('the console reports them for a backup, in the list and in the overview', async () => {
  await world.admin.ok.post('/console/backups');
  await world.server.services.backups.settled();
  const lacking = '4 files are missing, 3 files are shorter than they were';
  expect(await world.owner.ok.get('/console/backups')).toMatchObject({ backups: [{ lacking }] });
  const { attention } = (await world.admin.ok.get('/console/overview')) as { attention: object[] };
  expect(attention).toMatchObject([{ kind: 'backup_incomplete', message: expect.stringContaining(lacking) }]);
});

test('draws the default in place of a lost avatar, icon or logo, and has no part of an emoji', async () => {
  for (const path of [
    '/realm/icon.png',
    '/realm/logo.png',
    `/avatar/${world.owner.userId}`,
    `/avatar/${world.admin.userId}/medium`,
  ]) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
    const { format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect(format).toBe('png');
  }
  for (const name of ['gone', 'cut']) {
    const answer = await get(`/realm/${await emojiOf(name)}`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
  }
  expect((await get(`/realm/${await emojiOf('kept')}`)).status).toBe(200);
});

test('of pictures kept before their bytes were recorded it names those that are missing or empty', async () => {
  await world.server.services.storage.transaction((tx) => tx.run('DELETE FROM picture_files'));
  const lines = await lackingNow();
  expect(lines.filter((line) => line.endsWith('is missing'))).toHaveLength(4);
  expect(lines.filter((line) => line.endsWith('is empty'))).toEqual([`uploads/${await pictureOf('logo')} is empty`]);
  expect(lines).toHaveLength(5);
});

test('puts pictures without a record aside, a day after they came, and reports them', async () => {
  const alertKinds = async (): Promise<string[]> => {
    const { attention } = (await world.owner.ok.get('/console/status')) as { attention: { kind: string }[] };
    return attention.map(({ kind }) => kind);
  };
  const listed = async (): Promise<string[]> =>
    (await readdir(uploads(''), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
  await runJob(world, 'uploads');
  const before = await listed();
  expect(await alertKinds()).not.toContain('stray_uploads');
  const lost = [
    'emoji/0123456789abcdef.png',
    'organization/fedcba9876543210.png',
    'avatars/77-0123456789abcdef/small.png',
  ];
  for (const path of [...lost, 'emoji/00000000000000ff.png']) {
    await mkdir(dirname(uploads(path)), { recursive: true });
    await writeFile(uploads(path), picture.content);
    const at = world.clock.nowMs / 1000 - (lost.includes(path) ? 2 * 86_400 : 60);
    await utimes(uploads(path), at, at);
  }
  for (const path of before) await utimes(path, 1, 1);
  await runJob(world, 'uploads');
  expect(await listed()).toEqual([...before, uploads('emoji/00000000000000ff.png')].toSorted());
  expect(await alertKinds()).toContain('stray_uploads');
  const day = new Date(world.clock.nowMs).toISOString().slice(0, 10);
  for (const path of lost)
    expect(await readFile(join(world.dataDir, 'uploads-stray', day, path))).toEqual(Buffer.from(picture.content));
});
