/** A server whose disk is full or does not answer: reads, sign-ins and API keys need no write. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorCode } from '../storage/errors.ts';
import { turnOnTwoFactor } from '../testing/authenticator.ts';
import { dotPicture } from '../testing/dot-picture.ts';
import { HangingDisk } from '../testing/hanging-disk.ts';
import { password, startWorld, type World } from '../testing/world.ts';

let disk: HangingDisk;
let world: World;
beforeEach(async () => {
  disk = new HangingDisk();
  world = await startWorld({ disk, compactIn: 'inline' });
});
afterEach(async () => {
  disk.refusal = undefined;
  disk.answer();
  await world.stop();
});

const health = async (): Promise<unknown> =>
  ((await (await fetch(`${world.url}/health`)).json()) as { status: unknown }).status;

/** Signs in to the console. @returns the headers of a page that is signed in. */
async function signIn(): Promise<Record<string, string>> {
  const body = new URLSearchParams({ username: world.member.email, password });
  const answer = await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  const { csrf_token: token } = (await answer.json()) as { csrf_token: string };
  const [, value] = /=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '') ?? [];
  // The name without a port: a restart takes another one.
  return { Cookie: `hearth_session=${value}`, 'X-CSRF-Token': token };
}

const call = (method: string, path: string, headers: Record<string, string>): Promise<Response> =>
  fetch(`${world.url}/api/v1${path}`, { method, headers });

const shownKeys = async (): Promise<Record<string, unknown>[]> =>
  world.db("SELECT at, user_id, address, operation FROM audit_log WHERE action = 'api_key_shown'");

test.each([
  ['Unknown system error -122', 'disk-full'],
  ['Unknown system error -116', 'disk-failing'],
])('a write that ends with %s, as Node says of a quota or a network drive, is refused: %s', async (code, status) => {
  disk.refusal = code;
  const refused = { status: 503, code: 'STORAGE_UNAVAILABLE' } as const;
  await world.member.fails('POST', '/users/me/status', { status_text: 'x' }, refused);
  expect(await health()).toBe(status);
  expect((await signIn())['Cookie']).toBeDefined();
});

test('a full disk lets people sign in and get their key, and stores both once it has room', async () => {
  disk.refusal = 'ENOSPC';
  await world.member.fails(
    'POST',
    '/users/me/status',
    { status_text: 'x' },
    { status: 503, code: 'STORAGE_UNAVAILABLE' },
  );
  expect(await health()).toBe('disk-full');
  const username = world.member.email;
  const at = Math.floor(world.clock.nowMs / 1000);
  expect(await world.stranger.ok.post('/fetch_api_key', { username, password })).toMatchObject({
    api_key: world.member.apiKey,
  });
  const headers = await signIn();
  expect((await call('GET', '/console/session', headers)).status).toBe(200);
  const list = await (await call('GET', '/console/sessions', headers)).json();
  expect(list).toMatchObject({ sessions: [{ is_current: true, created_at: at }] });
  expect(await world.db('SELECT 1 FROM sessions')).toEqual([]);
  expect(await shownKeys()).toEqual([]);

  world.clock.advance(60_000);
  await world.server.services.unwritten.write();
  expect(await world.db('SELECT 1 FROM sessions')).toEqual([]);
  disk.refusal = undefined;
  await world.server.services.unwritten.write();
  expect(world.server.services.unwritten.count).toBe(0);
  expect(await world.db('SELECT user_id, created_at FROM sessions')).toEqual([
    { user_id: world.member.userId, created_at: at },
  ]);
  expect(await shownKeys()).toEqual([
    { at, user_id: world.member.userId, address: '127.0.0.1', operation: 'POST /fetch_api_key' },
  ]);
  await world.restart();
  expect((await call('GET', '/console/session', headers)).status).toBe(200);
});

test('a full disk lets owners download backups and exports, and notes it once it has room', async () => {
  const { unwritten } = world.server.services;
  const backup = 'hearth-1-20231114-221320-daily.hearth-backup';
  mkdirSync(join(world.dataDir, 'backups'), { recursive: true });
  writeFileSync(join(world.dataDir, 'backups', backup), 'all that there was');
  const { id } = await world.owner.ok.post('/export/realm');
  await expect
    .poll(async () => {
      const { exports } = (await world.owner.ok.get('/export/realm')) as {
        exports: { id: number; export_url: string }[];
      };
      return exports.find((each) => each.id === id)?.export_url ?? '';
    })
    .not.toBe('');
  const { exports } = (await world.owner.ok.get('/export/realm')) as { exports: { export_url: string }[] };
  disk.refusal = 'ENOSPC';
  const at = Math.floor(world.clock.nowMs / 1000);
  const headers = { Authorization: world.owner.authorization };
  const places = [`/api/v1/console/backups/${backup}`, new URL(exports[0]?.export_url ?? '', world.url).pathname];
  for (const place of places) {
    const answer = await fetch(`${world.url}${place}`, { headers });
    expect([place, answer.status]).toEqual([place, 200]);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
  }
  const notes = "SELECT at, user_id, action FROM audit_log WHERE action IN ('downloaded', 'exported') ORDER BY id";
  expect(await world.db(notes)).toEqual([]);
  world.clock.advance(60_000);
  disk.refusal = undefined;
  await unwritten.write();
  expect(await world.db(notes)).toEqual(
    ['downloaded', 'downloaded'].map((action) => ({ at, user_id: world.owner.userId, action })),
  );
});

test('registers queues and delivers events on a full disk, and stores the queues once it has room', async () => {
  disk.refusal = 'ENOSPC';
  const { queue_id: queueId, last_event_id: lastEventId } = await world.member.ok.post('/register');
  const second = await world.member.ok.get('/events', { event_types: ['message'], dont_block: true });
  expect(second).toMatchObject({ events: [] });
  await world.member.ok.get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
  await world.server.services.queues.tidy().catch(() => undefined);
  expect(await world.db('SELECT 1 FROM event_queues')).toEqual([]);
  disk.refusal = undefined;
  await world.member2.ok.post('/users/me/status', { status_text: 'at my desk' });
  await world.server.services.queues.tidy();
  expect(await world.db('SELECT id FROM event_queues')).toHaveLength(2);
  await world.restart();
  const poll = { queue_id: queueId, last_event_id: lastEventId, dont_block: true };
  const { events } = (await world.member.ok.get('/events', poll)) as { events: { type: string }[] };
  expect(events).toContainEqual(expect.objectContaining({ type: 'user_status', status_text: 'at my desk' }));
});

test('a disk that does not answer lets people sign in and register, and stores it once it answers', async () => {
  disk.hangs = 'writes';
  const waiting = world.member2.ok.post('/users/me/status', { status_text: 'waits' });
  await expect.poll(health).toBe('disk-hanging');
  const username = world.member.email;
  expect(await world.stranger.ok.post('/fetch_api_key', { username, password })).toMatchObject({
    api_key: world.member.apiKey,
  });
  const headers = await signIn();
  expect((await call('GET', '/console/session', headers)).status).toBe(200);
  const { queue_id: queueId, last_event_id: lastEventId } = await world.member.ok.post('/register');
  expect(world.server.services.unwritten.count).toBeGreaterThan(1);
  disk.answer();
  await waiting;
  await world.server.services.unwritten.write();
  await world.server.services.queues.tidy();
  expect(await world.db('SELECT user_id FROM sessions')).toEqual([{ user_id: world.member.userId }]);
  expect(await shownKeys()).toHaveLength(1);
  // Its state is that before the write, whose event was for nobody: the client registers again.
  const poll = { queue_id: queueId, last_event_id: lastEventId, dont_block: true };
  await world.member.fails('GET', '/events', poll, { status: 400, code: 'BAD_EVENT_QUEUE_ID' });
  await world.restart();
  expect((await call('GET', '/console/session', headers)).status).toBe(200);
});

test('a session that is not stored yet ends by signing out, and is not stored afterwards', async () => {
  disk.refusal = 'ENOSPC';
  const [first, second, third] = [await signIn(), await signIn(), await signIn()];
  expect((await call('POST', '/console/sign_out', first)).status).toBe(200);
  expect((await call('GET', '/console/session', first)).status).toBe(401);
  expect((await call('GET', '/console/session', second)).status).toBe(200);
  disk.refusal = undefined;
  expect((await call('DELETE', '/console/sessions/others', second)).status).toBe(200);
  await world.server.services.unwritten.write();
  expect((await call('GET', '/console/session', third)).status).toBe(401);
  expect((await call('GET', '/console/session', second)).status).toBe(200);
  expect(await world.db('SELECT 1 FROM sessions')).toHaveLength(1);
});

test('a session that is signed out while it is being stored has ended, after a restart too', async () => {
  disk.refusal = 'ENOSPC';
  const headers = await signIn();
  disk.refusal = undefined;
  disk.hangs = 'writes';
  const written = world.server.services.unwritten.write();
  await expect.poll(() => disk.waits).toBe(true);
  const out = call('POST', '/console/sign_out', headers);
  disk.answer();
  await written;
  expect((await out).status).toBe(200);
  expect((await call('GET', '/console/session', headers)).status).toBe(401);
  expect(await world.db('SELECT 1 FROM sessions')).toEqual([]);
  await world.restart();
  expect((await call('GET', '/console/session', headers)).status).toBe(401);
});

test('signing out that the disk refuses is refused, and ends no session', async () => {
  const stored = await signIn();
  disk.refusal = 'ENOSPC';
  const unstored = await signIn();
  const named = unstored['Cookie']?.replace('=', `_${new URL(world.url).port}=`);
  const both = { ...unstored, Cookie: `${stored['Cookie']}; ${named}` };
  for (const [method, path, headers] of [
    ['POST', '/console/sign_out', stored],
    ['POST', '/console/sign_out', both],
    ['POST', '/console/sign_out_everywhere', unstored],
    ['DELETE', '/console/sessions/others', stored],
  ] as const) {
    const answer = await call(method, path, headers);
    expect([path, answer.status]).toEqual([path, 503]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  for (const headers of [stored, unstored]) expect((await call('GET', '/console/session', headers)).status).toBe(200);
  disk.refusal = undefined;
  expect((await call('POST', '/console/sign_out_everywhere', unstored)).status).toBe(200);
  await world.server.services.unwritten.write();
  for (const headers of [stored, unstored]) expect((await call('GET', '/console/session', headers)).status).toBe(401);
});

test('a new password ends the sessions that are not stored yet', async () => {
  disk.refusal = 'ENOSPC';
  const headers = await signIn();
  disk.refusal = undefined;
  await world.member.ok.patch('/settings', { old_password: password, new_password: 'another good password' });
  await world.server.services.unwritten.write();
  expect((await call('GET', '/console/session', headers)).status).toBe(401);
});

test('sign-ins are stored when the server stops', async () => {
  disk.refusal = 'ENOSPC';
  const headers = await signIn();
  disk.refusal = undefined;
  await world.restart();
  expect((await call('GET', '/console/session', headers)).status).toBe(200);
});

test('reads are answered while the disk does not answer a write, and /health reports it', async () => {
  disk.hangs = 'writes';
  const write = world.member.ok.post('/users/me/status', { status_text: 'at my desk' });
  await expect.poll(() => disk.waits).toBe(true);
  let isWritten = false;
  void write.finally(() => (isWritten = true));
  await world.member2.ok.get('/users/me');
  expect(isWritten).toBe(false);
  await expect.poll(async () => health()).toBe('disk-hanging');
  expect(await world.member2.ok.get(`/users/${world.member.userId}/status`)).toMatchObject({ status: {} });
  disk.answer();
  await write;
  expect(await health()).toBe('ok');
  expect(await world.member2.ok.get(`/users/${world.member.userId}/status`)).toMatchObject({
    status: { status_text: 'at my desk' },
  });
});

test('uploads of each kind are refused with 503 on a disk without inodes, and taken once it has some', async (context) => {
  const folder = join(world.dataDir, 'uploads');
  const unfinished = join(world.dataDir, 'uploads-unfinished');
  const folders = [folder, unfinished];
  for (const path of folders) mkdirSync(path, { recursive: true });
  const isMounted = folders.map(
    (path) => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,nr_inodes=40', 'tmpfs', path]).status === 0,
  );
  try {
    if (isMounted.includes(false)) context.skip('a tmpfs cannot be mounted here');
    await world.restart();
    const fillers = folders.flatMap((path) => fill(path));
    const content = dotPicture;
    const calls = [
      () => world.admin.upload('/user_uploads', { name: 'a.png', content }),
      () => world.admin.upload('/users/me/avatar', { name: 'a.png', content }),
      () => world.admin.upload('/realm/emoji/dot', { name: 'a.png', content }),
    ];
    const begin = (): Promise<Response> =>
      call('POST', '/tus', {
        Authorization: world.admin.authorization,
        'Tus-Resumable': '1.0.0',
        'Upload-Length': '3',
      });
    for (const upload of calls)
      expect(await upload()).toMatchObject({ status: 503, body: { code: 'STORAGE_UNAVAILABLE' } });
    expect((await begin()).status).toBe(503);
    for (const path of fillers) rmSync(path);
    for (const upload of calls) expect(await upload()).toMatchObject({ status: 200 });
    expect((await begin()).status).toBe(201);
  } finally {
    for (const [index, path] of folders.entries()) if (isMounted[index] === true) spawnSync('umount', ['-l', path]);
  }
});

/** Makes files until the disk has no inode left. @returns their paths */
function fill(folder: string): string[] {
  const paths: string[] = [];
  for (;;) {
    const path = join(folder, `filler-${paths.length}`);
    try {
      writeFileSync(path, '');
    } catch (error) {
      if (errorCode(error) === 'ENOSPC') return paths;
      throw error;
    }
    paths.push(path);
  }
}

test('a full disk takes each code of two-factor sign-in once, and refuses recovery codes', async () => {
  const phone = await turnOnTwoFactor(world, world.member);
  disk.refusal = 'ENOSPC';
  const send = async (code: string): Promise<number> => {
    const body = new URLSearchParams({ username: world.member.email, password, two_factor_code: code });
    return (await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body })).status;
  };
  const code = phone.fresh();
  expect([await send(code), await send(code)]).toEqual([200, 403]);
  expect(await send(phone.recoveryCodes[0] ?? '')).toBe(503);
  disk.refusal = undefined;
  await world.server.services.unwritten.write();
  await world.restart();
  expect(await send(code)).toBe(403);
  expect(await send(phone.recoveryCodes[0] ?? '')).toBe(200);
});
