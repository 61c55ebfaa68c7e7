/** Expiring data while the clock of the computer jumps, and after it was corrected. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts';
import { makeCertificate } from '../network/certificate.ts';
import { codeAt } from '../testing/authenticator.ts';
import { runEverything, startJumpingWorld } from '../testing/jumping-world.ts';
import { Browser, clientId, clientSecret, startOpenIdProvider } from '../testing/openid-provider.ts';
import { password, type World } from '../testing/world.ts';

const jumps = [10 * minuteMs, 365 * dayMs, 20 * 365 * dayMs, -10 * minuteMs, -365 * dayMs];
const login = '/accounts/login/social/oidc/office';

/** Signs in a browser. @returns the cookies that open its session */
async function signIn(world: World, email: string): Promise<string> {
  const body = new URLSearchParams({ username: email, password });
  const answer = await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

/** Restarts take another port, which is part of the cookie's name. */
async function sessionStatus(world: World, cookie: string): Promise<number> {
  const now = cookie.replaceAll(/_\d+=/g, `_${world.server.port}=`);
  return (await fetch(`${world.url}/api/v1/console/session`, { headers: { cookie: now } })).status;
}

async function resetKey(world: World, userId: number): Promise<string> {
  const { link_url: link } = await world.owner.ok.post(`/console/users/${userId}/password_link`);
  return String(link).split('/').at(-1) ?? '';
}

async function startEmailChange(world: World, name: string): Promise<string> {
  const user = await world.newUser(name);
  await user.ok.patch('/settings', { email: `${name}@elsewhere.example` });
  const [row] = await world.db<{ key: string }>('SELECT key FROM email_changes WHERE user_id = ?', user.userId);
  return `/confirm-email/${row?.key}`;
}

/** Hands in a backup of what is here. */
async function handInBackup(world: World): Promise<void> {
  const { name } = await world.server.services.backups.make('manual');
  const body = await readFile(join(world.dataDir, 'backups', name));
  const headers = { authorization: world.owner.authorization, 'content-type': 'application/octet-stream' };
  const answer = await fetch(`${world.url}/api/v1/console/restores`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

async function beginUpload(world: World): Promise<string> {
  const headers = {
    authorization: world.member.authorization,
    'tus-resumable': '1.0.0',
    'upload-length': '6',
    'upload-metadata': 'filename YS50eHQ=',
  };
  const upload = await fetch(`${world.url}/api/v1/tus`, { method: 'POST', headers });
  return new URL(String(upload.headers.get('location')), world.url).pathname;
}

async function uploadStatus(world: World, path: string): Promise<number> {
  const headers = { authorization: world.member.authorization, 'tus-resumable': '1.0.0' };
  return (await fetch(world.url + path, { method: 'HEAD', headers })).status;
}

/** A service that calls a bot wrongly. @returns how many notices the bot's owner has. */
async function noticesAfterWrongCall(world: World, apiKey: string): Promise<number> {
  const query = new URLSearchParams({ api_key: apiKey, stream: 'nirvana' });
  const headers = { 'content-type': 'application/json' };
  const url = `${world.url}/api/v1/external/json?${query.toString()}`;
  await fetch(url, { method: 'POST', headers, body: '{"a":1}' });
  return (await world.db("SELECT 1 FROM messages WHERE content LIKE '%nirvana%' AND stream_id IS NULL")).length;
}

const straysOf = async (world: World): Promise<string[]> =>
  (await readdir(join(world.dataDir, 'uploads-stray'), { recursive: true })).toSorted();

/** What people have begun and what is kept for a time. @returns its state, and what can be done with it but once. */
async function beginEverything(world: World) {
  const { member, owner, admin, guest } = world;
  const cookie = await signIn(world, member.email);
  const keys = { admin: await resetKey(world, admin.userId) };
  const changes = [await startEmailChange(world, 'mia'), await startEmailChange(world, 'ben')];
  await handInBackup(world);
  await mkdir(join(world.dataDir, 'uploads-stray', '2025-12-20', '1'), { recursive: true });
  await writeFile(join(world.dataDir, 'uploads-stray', '2025-12-20', '1', 'a.txt'), 'lost and found');
  const certificate = await makeCertificate(['127.0.0.1', 'localhost'], world.clock.nowMs);
  await owner.ok.post('/console/network/certificate', {
    certificate: certificate.certificate,
    private_key: certificate.key,
  });
  const made = await member.ok.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 });
  const notices = await noticesAfterWrongCall(world, String(made['api_key']));
  const state = async (): Promise<unknown> => ({
    session: await sessionStatus(world, cookie),
    passwordLink: (await fetch(`${world.url}/api/v1/console/new_password/${keys.admin}`)).status,
    received: (await readdir(join(world.dataDir, 'backups'))).filter((name) => name.startsWith('received')).length,
    strays: await straysOf(world),
    fingerprint: (
      (await owner.ok.get('/console/network'))['network'] as { https: { certificate: { fingerprint: string } } }
    ).https.certificate.fingerprint,
    notices: await noticesAfterWrongCall(world, String(made['api_key'])),
    deliveries: (await world.db("SELECT 1 FROM deliveries WHERE status <> 'pending'")).length > 0,
  });
  return {
    state,
    notices,
    /** Others sign in and get links, which is when what has ended used to be deleted. */
    others: async (): Promise<void> => {
      await signIn(world, world.moderator.email);
      await resetKey(world, guest.userId);
      await startEmailChange(world, `other${world.clock.nowMs}`);
    },
    confirm: async (): Promise<number> => (await world.stranger.request('GET', `!${String(changes.shift())}`)).status,
  };
}

/** Lets the clock jump and be corrected, while others use the server. @returns the state of everything, before, during and after */
async function jumpAndBack(jumpMs: number, isRestarted: boolean) {
  const { world, jump } = await startJumpingWorld();
  const begun = await beginEverything(world);
  await runEverything(world);
  const before = await begun.state();
  expect(before).toMatchObject({ session: 200, passwordLink: 200, received: 1, notices: begun.notices });
  const jumpBy = async (ms: number): Promise<{ state: unknown; confirmed: number }> => {
    jump(ms);
    if (isRestarted) await world.restart();
    await runEverything(world);
    world.clock.advance(90 * secondMs);
    await begun.others();
    await runEverything(world);
    return { state: await begun.state(), confirmed: await begun.confirm() };
  };
  return { before, during: await jumpBy(jumpMs), after: await jumpBy(-jumpMs) };
}

test.each(jumps.flatMap((jumpMs) => [false, true].map((isRestarted) => [jumpMs, isRestarted] as const)))(
  'links, sessions and kept files outlive a clock that jumps by %d ms (between two starts: %s)',
  async (jumpMs, isRestarted) => {
    const { before, during, after } = await jumpAndBack(jumpMs, isRestarted);
    expect(during).toEqual({ state: before, confirmed: 200 });
    expect(after).toEqual({ state: before, confirmed: 200 });
  },
);

// Believed at once, because a computer may be off for so long.
test.each([20 * dayMs, 50 * dayMs])(
  'links, sessions and kept files are back when a clock that was %d ms ahead between two starts is corrected',
  async (jumpMs) => {
    const { before, after } = await jumpAndBack(jumpMs, true);
    expect(after).toEqual({ state: before, confirmed: 200 });
  },
);

test.each(jumps)(
  'temporary links, sign-ins at a provider and two-factor set-ups go on when the clock jumps by %d ms',
  async (jumpMs) => {
    const { world, jump } = await startJumpingWorld(Date.now());
    const provider = await startOpenIdProvider([`${world.url}${login}/callback`]);
    onTestFinished(async () => provider.stop());
    const settings = {
      slug: 'office',
      name: 'Office',
      issuer: provider.issuer,
      client_id: clientId,
      client_secret: clientSecret,
      join_policy: 'domains',
      join_domains: ['example.com'],
    };
    await world.owner.ok.post('/console/sign_in_providers', { provider: JSON.stringify(settings) });
    provider.accounts.set('nina', { email: 'nina@example.com', email_verified: true, name: 'Nina New' });
    const browser = new Browser();
    const begun = await browser.open(`${world.url}${login}`);
    const back = await browser.signInAt(String(begun.headers.get('location')), 'nina', provider.issuer);
    const { url } = (await world.member.upload('/user_uploads', { name: 'a.mp4', content: 'film' })).body;
    const { url: ticket } = await world.member.ok.get(String(url));
    const { secret, setup_token: token } = await world.member2.ok.post('/console/two_factor/setup', { password });
    await world.owner.ok.post('/console/network/reach_test');
    jump(jumpMs);
    world.clock.advance(5 * secondMs);
    expect((await browser.open(back)).status).toBe(302);
    expect((await fetch(world.url + String(ticket))).status).toBe(200);
    const { network } = (await world.owner.ok.get('/console/network')) as {
      network: { reach_test: { expires_at: number } };
    };
    expect(network.reach_test).toMatchObject({ code: expect.any(String) as string });
    const code = codeAt(String(secret), world.clock.nowMs);
    await world.member2.ok.post('/console/two_factor', { setup_token: String(token), two_factor_code: code });
    // They still end when their time has really passed.
    world.clock.advance(61 * secondMs);
    expect((await fetch(world.url + String(ticket))).status).toBe(404);
  },
);

test('uploads and backups that came in under a wrong clock are not old when it is corrected', async () => {
  const { world, jump } = await startJumpingWorld();
  world.clock.advance(2 * dayMs);
  jump(-365 * dayMs);
  const path = await beginUpload(world);
  await handInBackup(world);
  // As the system dates files by the computer's clock.
  const folder = join(world.dataDir, 'uploads-unfinished');
  const dates = async (): Promise<number[]> => {
    const names = (await readdir(folder)).map((name) => join(folder, name));
    return Promise.all(names.map(async (name) => (await stat(name)).mtimeMs));
  };
  expect(await dates()).toEqual([world.clock.nowMs, world.clock.nowMs]);
  jump(365 * dayMs);
  world.clock.advance(hourMs);
  await runEverything(world);
  expect(await uploadStatus(world, path)).toBe(200);
  expect((await readdir(join(world.dataDir, 'backups'))).filter((name) => name.startsWith('received'))).toHaveLength(1);
  world.clock.advance(8 * dayMs);
  await runEverything(world);
  expect(await uploadStatus(world, path)).toBe(404);
  expect((await readdir(join(world.dataDir, 'backups'))).filter((name) => name.startsWith('received'))).toEqual([]);
});
