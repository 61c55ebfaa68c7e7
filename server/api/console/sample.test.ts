/** Sample data at the first run: a user who chooses it is inside at once, it says what it is, and leaving it begins again. */
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Backup, FirstRun } from '../../contract/shapes/backups.ts';
import { demoPassword, emailOf, keyFor } from '../../demo/cast.ts';
import { sessionCookie } from '../../http/auth.ts';
import { startServer } from '../../start.ts';
import { Client } from '../../testing/client.ts';
import { startWorld, World } from '../../testing/world.ts';

/** Sample data is chosen once, and its folder copied for each test, with the session of the user who chose it. */
let root: string;
let token: string;
let inside: Session;
let world: World;
/** Those that the server told a user who started it. */
let setupLinks: string[];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-sample-'));
  world = await startWorld({ empty: true });
  token = world.server.services.setupToken.current ?? '';
  await world.stranger.fails(
    'POST',
    '/console/setup/sample',
    { token: 'guess' },
    { status: 403, code: 'INVALID_SETUP_TOKEN' },
  );
  inside = await enter();
  await expectInside();
  await world.server.stop();
  await cp(world.dataDir, join(root, 'sample'), { recursive: true });
  await world.stop();
});
afterAll(async () => rm(root, { recursive: true, force: true }));
afterEach(async () => world.stop());

/** A user who chose it is inside, also of the very server that put it in the place of what was there. */
async function expectInside(): Promise<void> {
  expect(await firstRun()).toMatchObject({ needs_setup: false, sample_data: { can_leave: true, sign_in: null } });
  expect(await ask('GET', '/console/overview')).toMatchObject({ status: 200 });
}

async function openSample(): Promise<void> {
  setupLinks = [];
  world = new World(await mkdtemp(join(root, 'used-')), { onSetupLink: (link) => setupLinks.push(link) });
  await cp(join(root, 'sample'), world.dataDir, { recursive: true });
  await world.start();
}

const firstRun = async (): Promise<FirstRun> => (await world.stranger.ok.get('/console/setup')) as unknown as FirstRun;

interface Session {
  token: string;
  csrf: string;
}

/** Chooses sample data, as the page does. */
async function enter(): Promise<Session> {
  const response = await fetch(`${world.url}/api/v1/console/setup/sample`, {
    method: 'POST',
    body: new URLSearchParams({ token }),
  });
  const body = (await response.json()) as { csrf_token: string; role: number };
  expect(response.status, JSON.stringify(body)).toBe(200);
  expect(body.role).toBe(100);
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  return { token: cookie?.split('=')[1] ?? '', csrf: body.csrf_token };
}

/** Sends a request in the session of the sample's owner. Each server of a test has a port of its own, which is in the cookie's name. */
async function ask(method: string, path: string): Promise<Record<string, unknown>> {
  const cookie = `${sessionCookie('http', new URL(world.url))}=${inside.token}`;
  const headers = { cookie, 'X-CSRF-Token': inside.csrf };
  const answer = await fetch(`${world.url}/api/v1${path}`, { method, headers });
  return { status: answer.status, ...((await answer.json()) as object) };
}

test('a user who chooses it is its owner, and when they leave it, the server is empty with a new link', async () => {
  await openSample();
  expect(await firstRun()).toMatchObject({ needs_setup: false, sample_data: { can_leave: true, sign_in: null } });
  const { counts, attention } = (await ask('GET', '/console/overview')) as {
    counts: { users: number; messages: number };
    attention: { kind: string }[];
  };
  // Its founding day is invented: no backup of it is overdue.
  expect(attention.map(({ kind }) => kind)).not.toContain('backup_overdue');
  expect(counts.messages).toBeGreaterThan(1000);
  // Its last day is yesterday, by the world's clock.
  const [last] = await world.db<{ at: number }>('SELECT max(timestamp) AS at FROM messages');
  expect(last?.at).toBeLessThan(world.clock.nowMs / 1000);
  expect(last?.at).toBeGreaterThan(world.clock.nowMs / 1000 - 5 * 86_400);

  const left = await ask('POST', '/console/sample/leave');
  expect(left).toMatchObject({ status: 200 });
  const next = world.server.services.setupToken.current ?? '';
  expect(left['setup_path']).toBe(`/console/setup#token=${next}`);
  expect(next).not.toBe(token);
  expect(setupLinks).toEqual([`${world.url}/console/setup#token=${next}`]);
  expect(await firstRun()).toMatchObject({ needs_setup: true, sample_data: null });
  expect(await readdir(world.dataDir)).not.toContain('images');
  expect(
    (await readdir(join(world.dataDir, 'backups'))).filter((name) => name.endsWith('safety.hearth-backup')),
  ).toHaveLength(1);

  // What was done in it is still at hand, marked as what it is.
  await world.stranger.ok.post('/console/setup', {
    token: next,
    organization_name: 'Our own',
    full_name: 'Olga Owner',
    email: 'olga@example.com',
    password: 'a good password',
  });
  const plan = await world.server.services.backups.plan();
  const backups: Backup[] = await world.server.services.backups.list(plan);
  expect(backups).toMatchObject([{ kind: 'safety', is_own: false, counts: { messages: counts.messages } }]);
});

test('what everyone knows of the sample lets no one in; for trainings it does, and there is nothing to go back to', async () => {
  await openSample();
  const amara = new Client(() => world.url, { userId: 4, email: emailOf('amara'), apiKey: keyFor('amara'), name: '' });
  const staysOut = async (): Promise<void> => {
    const known = { username: emailOf('amara'), password: demoPassword };
    expect((await world.stranger.post('/console/sign_in', known)).status).toBe(403);
    await amara.fails('GET', '/users/me', {}, { status: 401, code: 'UNAUTHORIZED' });
  };
  await staysOut();
  const mails = await world.db<{ payload: string }>("SELECT payload FROM deliveries WHERE kind = 'mail'");
  const invited = mails.flatMap(({ payload }) => /\/join\/(\w+)/.exec(payload)?.[1] ?? []);
  expect(invited.length).toBeGreaterThan(0);
  for (const key of invited) expect((await world.stranger.get(`/console/join/${key}`)).status).not.toBe(200);
  expect(await ask('POST', '/console/training/reset?scenario=empty')).toMatchObject({ status: 200 });
  await staysOut();

  await world.server.stop();
  const options = { dataDir: world.dataDir, host: '127.0.0.1', port: 0, logLevel: 'silent', isTraining: true } as const;
  const training = await startServer(options);
  const answer = await fetch(`${training.url}/api/v1/console/setup`);
  expect(await answer.json()).toMatchObject({ needs_setup: false, sample_data: { can_leave: false, sign_in: null } });
  await training.stop();
  await world.start();
});

test('a team of its own has no sample data', async () => {
  world = await startWorld();
  expect(await firstRun()).toMatchObject({ sample_data: null });
  const refused = await world.owner.fails('POST', '/console/sample/leave', {}, { status: 400, code: 'BAD_REQUEST' });
  expect(refused['msg']).toBe('There is no sample data to leave here.');
});
