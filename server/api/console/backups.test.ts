/** Backups on their own and by hand: when they are made, which stay, what is in them, who may have them, and why there is none. */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { dayMs, hourMs } from '../../durations.ts';
import { folderMark } from '../../operations/backups/folder.ts';
import { BackupKeeper } from '../../operations/backups/keeper.ts';
import { checkBackup } from '../../storage/check-backup.ts';
import { restore } from '../../storage/restore.ts';
import type { Client } from '../../testing/client.ts';
import { startWorld, type World } from '../../testing/world.ts';

interface Listed {
  backups: { name: string; kind: string; made_at: number; size: number; counts: Record<string, number> | null }[];
  running: { kind: string } | null;
  last_failure: { kind: string; code: string; message: string; at: number } | null;
  next_at: number | null;
  problem: string | null;
  settings: Record<string, unknown>;
}

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => world.stop());

const keeper = (): BackupKeeper => world.server.services.backups;
const listed = async (who: Client = world.owner): Promise<Listed> =>
  (await who.ok.get('/console/backups')) as unknown as Listed;
const change = async (settings: Record<string, unknown>) =>
  world.owner.ok.patch('/console/backup_settings', { settings });

/** What the job of every ten minutes does. */
async function tick(): Promise<boolean> {
  const started = await keeper().startIfDue();
  await keeper().settled();
  return started;
}

async function backUpNow(): Promise<string> {
  expect(await world.admin.ok.post('/console/backups')).toMatchObject({ started: true });
  await keeper().settled();
  return (await listed()).backups[0]?.name ?? 'none';
}

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-backups-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A keeper whose disk has this much room. */
function withRoom(free: number): void {
  const { services } = world.server;
  services.backups = new BackupKeeper({
    storage: services.storage,
    dataDir: world.dataDir,
    nowMs: () => world.clock.nowMs,
    log: services.log,
    diskRoom: async () => ({ free, total: 1e12 }),
  });
}

async function download(name: string, who: Client = world.owner): Promise<Response> {
  return fetch(`${world.url}/api/v1/console/backups/${name}`, { headers: { Authorization: who.authorization } });
}

describe('On its own', () => {
  test('there is a backup a day, the oldest of which go when there are more than are to be kept', async () => {
    await change({ backup_keep: 2 });
    const byHand = await backUpNow();
    // Not right after the one that someone made.
    expect(await tick()).toBe(false);
    world.clock.advance(hourMs);
    expect(await tick()).toBe(true);
    expect(await tick()).toBe(false);
    world.clock.advance(dayMs - 1000);
    expect(await tick()).toBe(false);
    for (const expected of [2, 2]) {
      world.clock.advance(dayMs);
      expect(await tick()).toBe(true);
      expect((await listed()).backups.filter(({ kind }) => kind === 'daily')).toHaveLength(expected);
    }
    const { backups, next_at } = await listed();
    expect(backups.map(({ kind }) => kind)).toEqual(['daily', 'daily', 'manual']);
    expect(backups[0]?.made_at).toBe(world.clock.nowMs / 1000);
    expect(next_at).toBe((world.clock.nowMs + dayMs) / 1000);
    expect(backups.at(-1)?.name).toBe(byHand);
  });

  test('there is none before there is an organization, and none when that is switched off', async () => {
    await change({ backup_daily: false });
    expect(await tick()).toBe(false);
    expect((await listed()).next_at).toBeNull();
    const empty = await startWorld({ empty: true });
    expect(await empty.server.services.backups.startIfDue()).toBe(false);
    await empty.stop();
  });

  test('a start after a day finds that one is due', async () => {
    await tick();
    world.clock.advance(dayMs);
    await world.restart();
    expect(await tick()).toBe(true);
    expect((await listed()).backups).toHaveLength(2);
  });

  test('those made before a restore are kept up to the same number, and the one that is restored stays', async () => {
    await change({ backup_keep: 2 });
    const byHand = await backUpNow();
    const safety = async (spared?: string): Promise<string[]> => {
      world.clock.advance(hourMs);
      await keeper().make('safety', spared);
      return (await listed()).backups.filter(({ kind }) => kind === 'safety').map(({ name }) => name);
    };
    const [first = ''] = await safety();
    expect(await safety()).toHaveLength(2);
    const three = await safety(first);
    expect([three.length, three[2]]).toEqual([3, first]);
    const two = await safety();
    expect([two.length, two[1]]).toEqual([2, three[0]]);
    expect((await listed()).backups.at(-1)?.name).toBe(byHand);
  });

  test('those of organizations that were here before are kept up to the same number, too', async () => {
    await change({ backup_keep: 2 });
    const former = ['a', 'b', 'c', 'd'].map(
      (word, at) => `hearth-${word}-2025010${at + 1}-080000-safety.hearth-backup`,
    );
    const others = ['manual', 'daily'].flatMap((kind) =>
      ['1', '2', '3'].map((day) => `hearth-a-2025010${day}-080000-${kind}.hearth-backup`),
    );
    await mkdir(join(world.dataDir, 'backups'), { recursive: true });
    for (const name of [...former, ...others]) await writeFile(join(world.dataDir, 'backups', name), '');
    const [spared = ''] = former;
    const left = async (): Promise<string[]> =>
      (await listed()).backups.map(({ name }) => name).filter((name) => /^hearth-[a-d]-/.test(name));
    await keeper().make('safety', spared);
    expect((await left()).toSorted()).toEqual([...others, spared, ...former.slice(2)].toSorted());
    world.clock.advance(hourMs);
    await keeper().make('safety');
    expect((await left()).toSorted()).toEqual([...others, ...former.slice(2)].toSorted());
  });

  test('one is made although old ones cannot be deleted, which is reported apart until they are', async () => {
    await change({ backup_keep: 1 });
    await tick();
    const [first] = (await listed()).backups;
    // A folder in the place of its note is not deleted as a file is.
    const note = join(world.dataDir, 'backups', `${first?.name}.json`);
    await rm(note);
    await mkdir(join(note, 'more'), { recursive: true });
    const attention = async (): Promise<string[]> =>
      ((await world.owner.ok.get('/console/status'))['attention'] as { kind: string }[]).map(({ kind }) => kind);
    for (const round of [1, 2]) {
      world.clock.advance(dayMs);
      expect([round, await tick()]).toEqual([round, true]);
      const { last_failure: failure, backups } = await listed();
      expect(failure).toBeNull();
      expect(backups[0]?.made_at).toBe(world.clock.nowMs / 1000);
      expect(await attention()).toContain('backups_not_deleted');
      await writeFile(join(world.dataDir, 'backups', `${first?.name}`), 'again');
    }
    await rm(note, { recursive: true });
    world.clock.advance(dayMs);
    await tick();
    expect((await listed()).backups).toHaveLength(1);
    expect(await attention()).not.toContain('backups_not_deleted');
  });

  test('none is made without room; the reason is reported until one succeeds, and older ones stay', async () => {
    await change({ backup_keep: 1 });
    await tick();
    world.clock.advance(dayMs);
    withRoom(1_000_000);
    expect(await tick()).toBe(true);
    const { last_failure, backups } = await listed();
    expect(last_failure).toMatchObject({ kind: 'daily', code: 'no_room', at: world.clock.nowMs / 1000 });
    expect(last_failure?.message).toMatch(/too little room on the disk: \d+ MB are needed, 1 MB are free/);
    expect(backups).toHaveLength(1);
    expect(await tick()).toBe(false);

    await world.restart();
    expect((await listed()).last_failure).toEqual(last_failure);
    world.clock.advance(hourMs);
    expect(await tick()).toBe(true);
    const after = await listed();
    expect(after.last_failure).toBeNull();
    expect(after.backups.map(({ made_at }) => made_at)).toEqual([world.clock.nowMs / 1000]);
  });

  test('never two at once: a second start joins the first', async () => {
    expect(keeper().start('daily')).toBe(true);
    expect(keeper().start('manual')).toBe(false);
    expect((await listed(world.admin)).running).toMatchObject({ kind: 'daily', started_at: world.clock.nowMs / 1000 });
    expect(await world.admin.ok.post('/console/backups')).toMatchObject({ started: false });
    await keeper().settled();
    const { backups, running } = await listed();
    expect([backups.length, running]).toEqual([1, null]);
  });

  test('what a server left half-made goes with the next backup, and nothing else in the folder is touched', async () => {
    const name = await backUpNow();
    const folder = join(world.dataDir, 'backups');
    const half = name.replace('manual', 'daily');
    for (const file of [`${half}.unchecked.unfinished`, `${half}.unchecked`, 'mine.tar', 'other.unchecked'])
      await writeFile(join(folder, file), 'x');
    world.clock.advance(1000);
    await backUpNow();
    const names = await readdir(folder);
    expect(names).toHaveLength(6);
    expect(names).toEqual(expect.arrayContaining(['mine.tar', 'other.unchecked', name]));
  });
});

describe('A backup', () => {
  test('is downloaded whole, and restoring it gives the counts that the list shows', async () => {
    await world.owner.ok.post('/messages', { type: 'direct', to: [world.admin.userId], content: 'kept' });
    const name = await backUpNow();
    const { size, counts } = (await listed()).backups[0] ?? { size: 0, counts: null };
    const response = await download(name);
    const content = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect([response.status, content.length]).toEqual([200, size]);

    const folder = await freshFolder();
    await writeFile(join(folder, 'b'), content);
    const { restored } = await restore(join(folder, 'b'), join(folder, 'data'));
    expect(counts).toEqual({
      users: restored.tables['users'],
      channels: restored.tables['streams'],
      messages: restored.tables['messages'],
      files: restored.files,
      file_bytes: restored.fileBytes,
    });
    expect(counts?.['messages']).toBeGreaterThan(0);
  });

  test('may be read by no one else on the machine', async () => {
    const name = await backUpNow();
    expect((await stat(join(world.dataDir, 'backups', name))).mode & 0o077).toBe(0);
  });

  test('that is cut off is not called good', async () => {
    const path = join(world.dataDir, 'backups', await backUpNow());
    expect((await checkBackup(path)).tables['users']).toBeGreaterThan(0);
    const bytes = await readFile(path);
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    await writeFile(path, bytes);
    await expect(checkBackup(path)).rejects.toMatchObject({ reason: 'damaged' });
    await truncate(path, 8000);
    await expect(checkBackup(path)).rejects.toMatchObject({ reason: 'damaged' });
  });

  test('is deleted with its note, by owners; what is no backup of the list is neither read nor deleted', async () => {
    const name = await backUpNow();
    const refused = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' };
    await world.admin.fails('DELETE', `/console/backups/${name}`, {}, refused);
    expect((await download(name, world.admin)).status).toBe(400);
    const missing = { status: 404, code: 'BACKUP_NOT_FOUND' };
    for (const other of [`${name}.json`, '..%2Fin-use.lock', `..%2Fbackups%2F${name}`, 'mine.tar'])
      for (const method of ['GET', 'DELETE']) await world.owner.fails(method, `/console/backups/${other}`, {}, missing);
    await world.owner.ok.delete(`/console/backups/${name}`);
    expect(await readdir(join(world.dataDir, 'backups'))).toEqual([]);
    await world.owner.fails('DELETE', `/console/backups/${name}`, {}, missing);
  });
});

describe('Another folder', () => {
  test('takes the backups; two servers may share it, and each sees and keeps its own', async () => {
    const folder = await freshFolder();
    await change({ backup_dir: folder, backup_keep: 1 });
    const stranger = 'hearth-other1-20200101-000000-daily.hearth-backup';
    await writeFile(join(folder, stranger), 'x');
    await tick();
    world.clock.advance(dayMs);
    await tick();
    expect((await listed()).backups).toHaveLength(1);
    expect((await readdir(folder)).filter((name) => name !== folderMark)).toHaveLength(3);
    expect(await readdir(folder)).toContain(stranger);
  });

  test('pushes out the oldest copies made before a restore in folders of before, and nothing else there', async () => {
    const [first, second] = [await freshFolder(), await freshFolder()];
    const own = join(world.dataDir, 'backups');
    await change({ backup_keep: 2 });
    const safety = async (): Promise<string> => {
      world.clock.advance(hourMs);
      return (await keeper().make('safety')).name;
    };
    const left = async (folder: string): Promise<string[]> =>
      (await readdir(folder)).filter((name) => name.endsWith('-safety.hearth-backup')).toSorted();
    const oldest = await safety();
    await change({ backup_dir: first });
    const stranger = 'hearth-other1-20200101-000000-safety.hearth-backup';
    await writeFile(join(first, stranger), 'x');
    const daily = (await keeper().make('daily')).name;
    const inFirst = await safety();
    expect([await left(own), await left(first)]).toEqual([[oldest], [inFirst, stranger].toSorted()]);
    const newer = await safety();
    expect([await left(own), await left(first)]).toEqual([[], [inFirst, newer, stranger].toSorted()]);
    await change({ backup_dir: second });
    const inSecond = await safety();
    expect([await left(first), await left(second)]).toEqual([[newer, stranger].toSorted(), [inSecond]]);
    expect(await readdir(first)).toContain(daily);
    await rm(first, { recursive: true });
    const last = await safety();
    expect(await left(second)).toEqual([inSecond, last]);
    expect(keeper().pruneProblem).toBeNull();
  });

  test('that is one of before under another name counts each copy once', async () => {
    const first = await freshFolder();
    const alias = join(await freshFolder(), 'alias');
    await symlink(first, alias);
    await change({ backup_keep: 2, backup_dir: first });
    const safety = async (): Promise<string> => {
      world.clock.advance(hourMs);
      return (await keeper().make('safety')).name;
    };
    await safety();
    const second = await safety();
    await change({ backup_dir: alias });
    const third = await safety();
    const left = (await readdir(first)).filter((name) => name.endsWith('-safety.hearth-backup'));
    expect(left.toSorted()).toEqual([second, third].toSorted());
  });

  test('that has gone is named as the reason, and is not made', async () => {
    const parent = await freshFolder();
    const folder = join(parent, 'drive');
    await mkdir(folder);
    await change({ backup_dir: folder });
    await rename(folder, join(parent, 'elsewhere'));
    await tick();
    const { problem, last_failure, backups } = await listed();
    expect(backups).toEqual([]);
    expect(problem).toMatch(/There is no folder .*drive\. Is the drive plugged in\?/);
    expect(last_failure).toMatchObject({ code: 'folder', message: problem });
    expect(await readdir(parent)).toEqual(['elsewhere']);
  });

  test('that is a file, or a link into the data folder, is refused', async () => {
    const parent = await freshFolder();
    const [file, link] = [join(parent, 'file'), join(parent, 'link')];
    await writeFile(file, 'x');
    await symlink(join(world.dataDir, 'journal'), link);
    for (const [backup_dir, msg] of [
      [file, `${file} is a file, not a folder.`],
      [link, 'The folder for backups must not be inside the data folder.'],
      [join(link, 'new'), 'The folder for backups must not be inside the data folder.'],
      [join(world.dataDir, '..backups'), 'The folder for backups must not be inside the data folder.'],
    ] as const)
      await world.owner.fails(
        'PATCH',
        '/console/backup_settings',
        { settings: { backup_dir } },
        { status: 400, code: 'BAD_REQUEST', msg },
      );
  });

  test('that the server makes, and that is a file, is named as the reason', async () => {
    await writeFile(join(world.dataDir, 'backups'), 'x');
    await tick();
    const { problem, last_failure } = await listed();
    expect(problem).toMatch(/backups is no folder: move it away/);
    expect(last_failure).toMatchObject({ code: 'folder', message: problem });
  });

  test('that is the empty place of a drive which is not mounted gets no backup, until it is chosen again', async () => {
    const parent = await freshFolder();
    const folder = join(parent, 'drive');
    await mkdir(folder);
    await change({ backup_dir: folder });
    await backUpNow();
    world.clock.advance(dayMs);
    await rename(folder, join(parent, 'unmounted'));
    await mkdir(folder);
    await tick();
    const { problem, last_failure, backups } = await listed();
    expect(backups).toEqual([]);
    expect(problem).toMatch(
      /drive is there, but it has none of the earlier backups\. Is the drive plugged in and mounted/,
    );
    expect(last_failure).toMatchObject({ kind: 'daily', code: 'folder', message: problem });
    expect(await readdir(folder)).toEqual([]);
    const { attention } = (await world.admin.ok.get('/console/overview')) as { attention: { kind: string }[] };
    expect(attention).toMatchObject([{ kind: 'backup_failed', message: expect.stringContaining(problem ?? 'none') }]);

    await world.restart();
    expect((await listed()).problem).toBe(problem);
    await rm(folder, { recursive: true });
    await rename(join(parent, 'unmounted'), folder);
    world.clock.advance(hourMs);
    await tick();
    expect(await listed()).toMatchObject({ problem: null, last_failure: null, backups: [{}, {}] });

    // A new drive in its place.
    await rm(folder, { recursive: true });
    await mkdir(folder);
    await change({ backup_dir: '' });
    await change({ backup_dir: folder });
    await backUpNow();
    expect(await listed()).toMatchObject({ problem: null, backups: [{}] });
    for (const { name } of (await listed()).backups) await world.owner.ok.delete(`/console/backups/${name}`);
    expect(await readdir(folder)).toEqual([folderMark]);
    expect((await listed()).problem).toBeNull();
  });

  test('must be there, a full path, and outside the data folder', async () => {
    const wrong: [string, RegExp][] = [
      ['backups', /full path/],
      ['/no/such/folder/at/all', /no folder/],
      [world.dataDir, /inside the data folder/],
      [join(world.dataDir, 'uploads'), /inside the data folder/],
      [join(world.dataDir, '..', world.dataDir.split('/').at(-1) ?? '', 'x'), /inside the data folder/],
    ];
    for (const [backup_dir, reason] of wrong) {
      const body = await world.owner.fails(
        'PATCH',
        '/console/backup_settings',
        { settings: { backup_dir } },
        { status: 400, code: 'BAD_REQUEST' },
      );
      expect(body['msg']).toMatch(reason);
    }
    expect((await listed()).settings).toEqual({ backup_daily: true, backup_keep: 14, backup_dir: '' });
  });
});

test('consoles of administrators are informed when a backup begins, ends and goes', async () => {
  const queue = await world.admin.register({ event_types: ['console'] });
  const name = await backUpNow();
  await world.owner.ok.delete(`/console/backups/${name}`);
  const told: unknown[] = [];
  while (told.length < 3) told.push(...(await queue.next()).map((event) => event['about']));
  expect(told).toEqual(['backups', 'backups', 'backups']);
});

describe('The overview', () => {
  const overview = async () =>
    (await world.admin.ok.get('/console/overview')) as {
      last_backup: { name: string } | null;
      attention: { kind: string; message: string }[];
    };

  test('names the last backup, and says when one is overdue, has failed, or the disk is nearly full', async () => {
    withRoom(1e11);
    expect(await overview()).toMatchObject({ last_backup: null, attention: [] });
    world.clock.advance(2 * dayMs + 1000);
    expect((await overview()).attention).toMatchObject([
      { kind: 'backup_overdue', message: 'No backup exists yet. Create one now under Backups.' },
    ]);
    const name = await backUpNow();
    expect(await overview()).toMatchObject({ last_backup: { name }, attention: [] });
    world.clock.advance(3 * dayMs);
    expect((await overview()).attention[0]?.message).toMatch(/^The last backup is 3 days old/);
    withRoom(1_000_000);
    await tick();
    expect((await overview()).attention.map(({ kind }) => kind)).toEqual([
      'backup_overdue',
      'backup_failed',
      'disk_nearly_full',
    ]);
  });
});

test('the log bundle has logs, versions, storage and settings, and no key or password', async () => {
  await world.owner.ok.patch('/console/delivery_settings', { settings: { smtp_password: 'hunter2-the-secret' } });
  const logs = join(world.dataDir, 'logs');
  await mkdir(logs, { recursive: true });
  const key = 'Ab3dEf6hIj9lMnOpQrStUvWxYz012345';
  const request = '0b1e0a6e-0a5b-4c51-9d5e-2f0a3a1c9f11';
  const line = JSON.stringify({ request, path: `/api/v1/console/join/${key}`, status: 200 });
  await writeFile(
    join(logs, 'access.log'),
    `${line}\n${JSON.stringify({ msg: `see /join/${key}?a=b and /new-password/${key}` })}\n`,
  );

  const response = await fetch(`${world.url}/api/v1/console/log_bundle`, {
    headers: { Authorization: world.admin.authorization },
  });
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="hearth-logs-20260105-090000.tar.gz"');
  const files = new Map<string, string>();
  const archive = extract();
  archive.end(gunzipSync(Buffer.from(await response.arrayBuffer())));
  for await (const entry of archive) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry) chunks.push(chunk as Uint8Array);
    files.set(entry.header.name, Buffer.concat(chunks).toString());
  }
  expect([...files.keys()]).toEqual(['versions.json', 'storage.json', 'settings.json', 'logs/access.log']);
  const all = [...files.values()].join('\n');
  for (const secret of [key, 'hunter2', world.owner.apiKey]) expect(all).not.toContain(secret);
  expect(files.get('logs/access.log')).toContain(request);
  expect(JSON.parse(files.get('storage.json') ?? '')).toMatchObject({ state: 'ok', last_backup_failure: null });
  expect(JSON.parse(files.get('settings.json') ?? '')).toMatchObject({ delivery: { smtp_password_set: true } });
});
