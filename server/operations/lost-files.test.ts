/** Uploads that were removed, shortened or lengthened on disk: no reader, backup, restore or export takes them for whole. */
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unpacked } from '../testing/archives.ts';
import { programArgs } from '../testing/program.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let folder: string;
const paths: Record<string, string> = {};
const said = '1 file is missing, 1 file is shorter than it was, 1 file is longer than it was';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-lost-files-'));
  world = await startWorld();
  for (const name of ['whole', 'gone', 'short', 'long']) {
    const { url } = await world.member.ok.upload('/user_uploads', { name: `${name}.txt`, content: '0123456789' });
    paths[name] = String(url).replace('/user_uploads/', '');
    await world.member.ok.post('/messages', {
      type: 'direct',
      to: [world.admin.userId],
      content: `[${name}](${String(url)})`,
    });
  }
  await rm(onDisk('gone'));
  await truncate(onDisk('short'), 3);
  await appendFile(onDisk('long'), '!');
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
});

const onDisk = (name: string): string => join(world.dataDir, 'uploads', paths[name] ?? '');
const get = (name: string): Promise<Response> =>
  fetch(`${world.url}/user_uploads/${paths[name]}`, { headers: { Authorization: world.member.authorization } });

/** Runs a command of the program to its end. */
function run(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [...programArgs, ...args], (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

test('reading one is an error that names the bytes, and never a part with status 200', async () => {
  expect(await (await get('whole')).text()).toBe('0123456789');
  for (const [name, msg] of [
    ['gone', /does not exist or has been deleted/],
    ['short', /damaged on the server: it has 3 bytes instead of 10/],
    ['long', /damaged on the server: it has 11 bytes instead of 10/],
  ] as const) {
    const answer = await get(name);
    expect([name, answer.status, await answer.json()]).toEqual([
      name,
      404,
      { result: 'error', code: 'NOT_FOUND', msg: expect.stringMatching(msg) },
    ]);
  }
});

test('the list of uploads has the bytes that are on disk', async () => {
  const { attachments } = (await world.member.ok.get('/attachments')) as {
    attachments: { path_id: string; size: number }[];
  };
  const sizes = Object.fromEntries(attachments.map(({ path_id: path, size }) => [path, size]));
  expect(sizes).toEqual({
    [paths['whole'] ?? '']: 10,
    [paths['gone'] ?? '']: 0,
    [paths['short'] ?? '']: 3,
    [paths['long'] ?? '']: 11,
  });
});

test('a backup from the console is made, and the list, the overview and a check say what it lacks', async () => {
  await world.admin.ok.post('/console/backups');
  await world.server.services.backups.settled();
  const { backups } = (await world.owner.ok.get('/console/backups')) as {
    backups: { name: string; lacking: string; counts: { files: number } }[];
  };
  expect(backups).toMatchObject([{ lacking: said, counts: { files: 3 } }]);
  const { attention } = (await world.admin.ok.get('/console/overview')) as {
    attention: { kind: string; message: string }[];
  };
  expect(attention).toMatchObject([{ kind: 'backup_incomplete', message: expect.stringContaining(said) }]);
  const checked = await world.owner.ok.post(`/console/backups/${backups[0]?.name}/check`);
  expect(checked).toMatchObject({ backup: { lacking: said } });
});

test('backup, restore and export on the command line name them, and end with code 3', async () => {
  const file = join(folder, 'team.backup');
  const names = [
    `${paths['gone']} is missing`,
    `${paths['short']} has 3 bytes instead of 10`,
    `${paths['long']} has 11`,
  ];
  const made = await run('backup', '--data-dir', world.dataDir, '--out', file);
  const restored = await run('restore', '--data-dir', join(folder, 'restored'), '--from', file);
  const archive = join(folder, 'team.tar.gz');
  const exported = await run('export', '--data-dir', world.dataDir, '--out', archive);
  for (const { code, output } of [made, restored, exported]) {
    expect([code, output]).toEqual([3, expect.stringContaining(said)]);
    for (const name of names) expect(output).toContain(name);
    expect(output).not.toContain('every count matches');
  }
  expect(made.output).toMatch(/Backed up .+team\.backup/);
  expect(restored.output).toMatch(/Restored the backup of/);

  const entries = await unpacked(archive);
  const kept = [paths['whole']];
  const read = (name: string): unknown => JSON.parse(entries.get(name)?.toString() ?? 'null');
  expect(read('attachment.json')).toMatchObject({ zerver_attachment: kept.map((path) => ({ path_id: path })) });
  expect(read('uploads/records.json')).toMatchObject(kept.map((path) => ({ path })));
  expect([...entries.keys()].filter((name) => name.endsWith('.txt') && name !== 'notes.txt')).toEqual(
    kept.map((path) => `uploads/${path}`),
  );
  for (const name of names) expect(entries.get('notes.txt')?.toString()).toContain(name);
});

test('an upload that its owner deleted is not missed', async () => {
  const { url } = await world.member.ok.upload('/user_uploads', { name: 'old.txt', content: 'old' });
  const { attachments } = (await world.member.ok.get('/attachments')) as {
    attachments: { id: number; path_id: string }[];
  };
  const { id = 0 } = attachments.find(({ path_id: path }) => String(url).endsWith(path)) ?? {};
  await world.member.ok.delete(`/attachments/${id}`);
  const { lacking } = await world.server.services.backups.make('manual');
  expect(lacking).toBe(said);
});
