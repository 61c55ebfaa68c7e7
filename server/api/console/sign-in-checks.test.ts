/** The hourly question to a real provider: which answer signs users out, and which change nothing. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportTeam } from '../../operations/team-export/team-export.ts';
import { unpacked } from '../../testing/archives.ts';
import { Mailbox, runJob } from '../../testing/mailbox.ts';
import {
  Browser,
  clientId,
  clientSecret,
  startOpenIdProvider,
  withRefreshTokens,
  type OpenIdProvider,
} from '../../testing/openid-provider.ts';
import { password, startWorld, type World } from '../../testing/world.ts';

let world: World;
let provider: OpenIdProvider;
let providerId: number;
const browsers = new Map<string, Browser>();
/** Credentials of programs that got their key before. */
const keys = new Map<string, string>();
const login = '/accounts/login/social/oidc/office';
const names = ['ann', 'ben', 'cleo', 'dan', 'eve', 'finn'];

beforeEach(async () => {
  world = await startWorld();
  world.clock.nowMs = Date.now();
  provider = await startOpenIdProvider([`${world.url}${login}/callback`], withRefreshTokens);
  const settings = {
    slug: 'office',
    name: 'Office',
    issuer: provider.issuer,
    client_id: clientId,
    client_secret: clientSecret,
    join_policy: 'group',
    join_group: 'staff',
    groups_claim: 'groups',
    links_automatically: true,
  };
  const { id } = await world.owner.ok.post('/console/sign_in_providers', { provider: JSON.stringify(settings) });
  providerId = Number(id);
  for (const name of names) hire(name, ['staff']);
  for (const name of names) await signIn(name);
});
afterEach(async () => {
  await provider.stop();
  await world.stop();
  browsers.clear();
  keys.clear();
});

const hire = (name: string, groups: string[]): unknown =>
  provider.accounts.set(name, { email: `${name}@office.example`, email_verified: true, name, groups });

async function signIn(name: string): Promise<Response> {
  const browser = new Browser();
  browsers.set(name, browser);
  const begun = await browser.open(`${world.url}${login}`);
  return browser.open(await browser.signInAt(String(begun.headers.get('location')), name, provider.issuer));
}

const change = async (changes: object): Promise<unknown> =>
  world.owner.ok.patch(`/console/sign_in_providers/${providerId}`, { provider: JSON.stringify(changes) });

const hourly = async (): Promise<void> => runJob(world, 'sign-in checks');

/** Names of users who are deactivated. */
const out = async (): Promise<unknown[]> =>
  (await world.db<{ full_name: string }>('SELECT full_name FROM users WHERE is_active = 0 ORDER BY id')).map(
    ({ full_name: name }) => name,
  );

const tokens = async (): Promise<string[]> =>
  (
    await world.db<{ refresh_token: string }>(
      "SELECT refresh_token FROM sign_in_checks WHERE refresh_token <> '' ORDER BY link_id",
    )
  ).map(({ refresh_token: token }) => token);

/** The sentence of the alert about providers; undefined without one. */
async function alert(): Promise<unknown> {
  const { attention } = (await world.owner.ok.get('/console/overview')) as { attention: Record<string, unknown>[] };
  return attention.find(({ kind }) => kind === 'sign_in_provider_failing')?.['message'];
}

/** Whether the session of a browser and the API key of an account work. */
async function works(name: string): Promise<unknown[]> {
  const { id, email, key } = await accountOf(name);
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const answers = await Promise.all([
    fetch(`${world.url}/api/v1/console/session`, {
      headers: { cookie: browsers.get(name)?.cookiesOf(world.url) ?? '' },
    }),
    fetch(`${world.url}/api/v1/users/me`, { headers: { authorization: keys.get(name) ?? authorization } }),
  ]);
  return [...answers.map(({ ok }) => ok), world.server.services.queues.ofUser(id).length];
}

async function accountOf(name: string): Promise<{ id: number; email: string; key: string }> {
  const [row] = await world.db<{ id: number; delivery_email: string; api_key: string }>(
    'SELECT id, delivery_email, api_key FROM users WHERE full_name = ?',
    name,
  );
  return { id: Number(row?.id), email: row?.delivery_email ?? '', key: row?.api_key ?? '' };
}

/** Names of users whom the provider has signed out. */
const signedOut = async (): Promise<unknown[]> =>
  (
    await world.db<{ full_name: string }>(
      'SELECT full_name FROM users WHERE id IN (SELECT user_id FROM sign_in_checks WHERE is_ended = 1) ORDER BY id',
    )
  ).map(({ full_name: name }) => name);

/** Chooses a password by a link. @param mailbox gets the link that a user asks for; without it an administrator makes one. */
async function setPassword(name: string, mailbox?: Mailbox): Promise<void> {
  const { id, email } = await accountOf(name);
  let link: unknown;
  if (mailbox === undefined) link = (await world.owner.ok.post(`/console/users/${id}/password_link`))['link_url'];
  else {
    mailbox.mails = [];
    await world.stranger.ok.post('/console/forgotten_password', { email });
    await runJob(world, 'presence');
    link = /\/new-password\/[\w-]+/.exec(mailbox.to(email)[0]?.text ?? '')?.[0];
  }
  await world.stranger.ok.post(`/console/new_password/${String(link).split('/').at(-1)}`, {
    password: 'a good password',
  });
}

const byPassword = async (name: string): Promise<{ status: number; msg: string }> => {
  const { email } = await accountOf(name);
  const answer = await fetch(`${world.url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password: 'a good password' }),
  });
  return { status: answer.status, msg: ((await answer.json()) as { msg: string }).msg };
};

test('signs out a user who is disabled there, keeps the account, and takes the user back with a sign-in', async () => {
  expect(await tokens()).toHaveLength(6);
  for (const name of ['ben', 'cleo']) {
    const { email, key } = await accountOf(name);
    keys.set(name, `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`);
    await fetch(`${world.url}/api/v1/register`, { method: 'POST', headers: { authorization: keys.get(name) ?? '' } });
    expect(await works(name)).toEqual([true, true, 1]);
  }
  provider.accounts.delete('ben');
  await hourly();
  expect(await works('ben')).toEqual([false, false, 0]);
  expect(await works('cleo')).toEqual([true, true, 1]);
  expect([await out(), await signedOut(), await alert()]).toEqual([[], ['ben'], undefined]);
  const { entries } = (await world.owner.ok.get('/console/audit_log')) as { entries: Record<string, unknown>[] };
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'user', action: 'provider_signed_out', subject: 'ben', via: 'server' }),
  );
  expect(await tokens()).toHaveLength(5);
  await expect(signIn('ben')).rejects.toThrow('the provider');
  await hourly();
  expect(await signedOut()).toEqual(['ben']);
  hire('ben', ['staff']);
  expect((await signIn('ben')).status).toBe(302);
  keys.delete('ben');
  expect([await signedOut(), (await tokens()).length, await works('ben')]).toEqual([[], 6, [true, true, 0]]);
});

test('lets no password in for a user whom the provider signed out, until the provider or an administrator does', async () => {
  const mailbox = new Mailbox();
  await mailbox.open(world);
  await setPassword('ben');
  expect((await byPassword('ben')).status).toBe(200);
  provider.accounts.delete('ben');
  await hourly();
  const refused = { status: 401, msg: expect.stringContaining('Office no longer accepts your former sign-in') };
  expect(await byPassword('ben')).toEqual(refused);
  await setPassword('ben', mailbox);
  expect(await byPassword('ben')).toEqual(refused);
  await setPassword('ben');
  expect((await byPassword('ben')).status).toBe(200);
  hire('ben', ['staff']);
  await signIn('ben');
  provider.accounts.delete('ben');
  await hourly();
  expect(await byPassword('ben')).toEqual(refused);
  await change({ is_enabled: false });
  expect((await byPassword('ben')).status).toBe(200);
  await mailbox.close();
});

test('lets no other provider in for a user whom one has signed out', async () => {
  const other = await startOpenIdProvider([`${world.url}/accounts/login/social/oidc/private/callback`]);
  const settings = {
    slug: 'private',
    name: 'Private',
    issuer: other.issuer,
    client_id: clientId,
    client_secret: clientSecret,
  };
  await world.owner.ok.post('/console/sign_in_providers', {
    provider: JSON.stringify({ ...settings, links_automatically: true }),
  });
  other.accounts.set('benny', { email: 'ben@office.example', email_verified: true, name: 'ben' });
  const through = async (): Promise<number> => {
    const browser = new Browser();
    const begun = await browser.open(`${world.url}/accounts/login/social/oidc/private`);
    return (await browser.open(await browser.signInAt(String(begun.headers.get('location')), 'benny', other.issuer)))
      .status;
  };
  expect(await through()).toBe(302);
  provider.accounts.delete('ben');
  await hourly();
  expect(await through()).toBe(403);
  hire('ben', ['staff']);
  await signIn('ben');
  expect(await through()).toBe(302);
  await other.stop();
});

test('sends no mail about missed messages to a user whom the provider signed out', async () => {
  const { id, email } = await accountOf('ben');
  const mailed = async (): Promise<number> =>
    (
      await world.db(
        "SELECT 1 FROM deliveries WHERE kind = 'mail' AND payload LIKE ? AND payload LIKE '%secret plan%'",
        `%${email}%`,
      )
    ).length;
  const mailbox = new Mailbox();
  await mailbox.open(world);
  provider.accounts.delete('ben');
  await hourly();
  await world.owner.ok.post('/messages', { type: 'direct', to: [id], content: 'the secret plan' });
  world.clock.advance(20 * 60_000);
  await runJob(world, 'missed messages');
  expect(await mailed()).toBe(0);
  hire('ben', ['staff']);
  await signIn('ben');
  world.clock.advance(20 * 60_000);
  await runJob(world, 'missed messages');
  expect(mailbox.to(email)).toHaveLength(1);
  await mailbox.close();
});

test('keeps out a user who was deactivated here', async () => {
  const [ben] = await world.db<{ id: number }>("SELECT id FROM users WHERE full_name = 'ben'");
  await world.owner.ok.delete(`/users/${ben?.id}`);
  expect(await tokens()).toHaveLength(5);
  await hourly();
  expect([(await signIn('ben')).status, await out()]).toEqual([403, ['ben']]);
});

test.each([503, 429, 500, 404])(
  'changes nothing while the provider answers %i, and raises an alert',
  async (status) => {
    provider.accounts.delete('ben');
    const before = await tokens();
    provider.failsWith = status;
    await hourly();
    expect([await out(), await tokens(), typeof (await alert())]).toEqual([[], before, 'string']);
    provider.failsWith = null;
    await hourly();
    expect([await out(), await signedOut(), await alert()]).toEqual([[], ['ben'], undefined]);
  },
);

test('changes nothing while the provider is unreachable, or refuses the client', async () => {
  await change({ client_secret: 'wrong' });
  provider.accounts.clear();
  await hourly();
  expect([await out(), await signedOut(), typeof (await alert())]).toEqual([[], [], 'string']);
  await change({ client_secret: clientSecret });
  await provider.stop();
  await hourly();
  expect([await out(), await signedOut(), await alert()]).toEqual([
    [],
    [],
    expect.stringContaining('cannot be reached'),
  ]);
});

test('changes nothing where more than half would be out at once, and raises an alert', async () => {
  for (const name of names.slice(0, 4)) provider.accounts.delete(name);
  await hourly();
  expect([await signedOut(), await alert()]).toEqual([[], expect.stringContaining('4 of 6 users')]);
  await hourly();
  expect(await signedOut()).toEqual([]);
  hire('ann', ['staff']);
  await hourly();
  expect([await out(), await signedOut(), await alert()]).toEqual([[], ['ben', 'cleo', 'dan'], undefined]);
});

test('signs out a few users whose answer was lost on the way, and no one where many were lost', async () => {
  const more = Array.from({ length: 14 }, (_one, index) => `user${index}`);
  for (const name of more) {
    hire(name, ['staff']);
    await signIn(name);
  }
  provider.losesAnswers = true;
  await hourly();
  provider.losesAnswers = false;
  await hourly();
  // The provider replaced four tokens; the server never got the new ones.
  expect([await out(), await signedOut(), await alert()]).toEqual([[], ['ann', 'ben', 'cleo', 'dan'], undefined]);
  for (const name of ['ann', 'ben', 'cleo', 'dan']) await signIn(name);
  provider.losesAnswers = true;
  await hourly();
  await hourly();
  provider.losesAnswers = false;
  await hourly();
  expect([await signedOut(), await alert()]).toEqual([[], expect.stringContaining('8 users cannot be checked')]);
  provider.accounts.delete('user13');
  await hourly();
  expect([await out(), await signedOut()]).toEqual([[], ['user13']]);
});

test('signs no one out after a backup with former tokens was put back, and checks again after the next sign-in', async () => {
  await world.owner.ok.post('/console/backups');
  await world.server.services.backups.settled();
  const { backups } = (await world.owner.ok.get('/console/backups')) as { backups: { name: string }[] };
  await hourly();
  await world.owner.ok.post(`/console/backups/${backups[0]?.name}/restore`, { password });
  expect(await tokens()).toEqual([]);
  await hourly();
  expect([await out(), await signedOut(), await alert()]).toEqual([[], [], undefined]);
  expect(await works('ben')).toEqual([true, true, 0]);
  await signIn('ben');
  provider.accounts.delete('ben');
  await hourly();
  expect(await signedOut()).toEqual(['ben']);
});

test('signs no one out by tokens of a folder that was copied back', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'hearth-sign-in-copy-'));
  await world.server.stop();
  await cp(world.dataDir, copy, { recursive: true });
  await world.start();
  await hourly();
  await world.server.stop();
  await rm(world.dataDir, { recursive: true });
  await cp(copy, world.dataDir, { recursive: true });
  await rm(copy, { recursive: true });
  await world.start();
  await hourly();
  expect([await out(), await signedOut(), await alert()]).toEqual([[], [], expect.stringContaining('6 of 6 users')]);
});

test('goes on with new tokens after a restart', async () => {
  const first = await tokens();
  await hourly();
  const second = await tokens();
  expect(second.filter((token) => first.includes(token))).toEqual([]);
  await world.restart();
  await hourly();
  await hourly();
  expect([await out(), (await tokens()).length, await alert()]).toEqual([[], 6, undefined]);
  expect((await tokens()).filter((token) => second.includes(token))).toEqual([]);
});

test('gives and takes what groups call for, and deactivates a user who left the group that let them in', async () => {
  await change({ group_mappings: [{ group: 'leads', role: 300, channel_ids: [], user_group_ids: [] }] });
  const roleOf = async (name: string): Promise<unknown> =>
    (await world.db('SELECT role FROM users WHERE full_name = ?', name))[0]?.['role'];
  hire('ann', ['staff', 'leads']);
  hire('ben', ['others']);
  await hourly();
  expect([await roleOf('ann'), await out()]).toEqual([300, ['ben']]);
  expect((await signIn('ben')).status).toBe(403);
  hire('ann', ['staff']);
  hire('ben', ['staff']);
  await hourly();
  expect((await signIn('ben')).status).toBe(302);
  expect([await roleOf('ann'), await out()]).toEqual([400, []]);
  await change({ join_group: 'another' });
  await hourly();
  expect(await out()).toEqual([]);
});

test('leaves an owner the password, and never deactivates one who has a password', async () => {
  provider.accounts.set('olga', { email: world.owner.email, email_verified: true, name: 'Olga', groups: ['staff'] });
  await signIn('olga');
  provider.accounts.set('olga', { email: world.owner.email, email_verified: true, name: 'Olga', groups: [] });
  await hourly();
  expect([await out(), await alert()]).toEqual([[], expect.stringContaining('is an owner')]);
  provider.accounts.delete('olga');
  await hourly();
  const entered = await fetch(`${world.url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: world.owner.email, password }),
  });
  expect([entered.status, await out(), await signedOut()]).toEqual([200, [], []]);
});

test('asks with the link no longer after a user unlinked the provider', async () => {
  await setPassword('ben');
  const { id, email, key } = await accountOf('ben');
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
  const own = (await (
    await fetch(`${world.url}/api/v1/console/sign_in_links`, { headers: { authorization } })
  ).json()) as { links: { id: number }[] };
  const gone = await fetch(`${world.url}/api/v1/console/sign_in_links/${own.links[0]?.id}`, {
    method: 'DELETE',
    headers: { authorization },
  });
  expect(gone.status).toBe(200);
  expect(await world.db('SELECT 1 FROM sign_in_checks WHERE user_id = ?', id)).toEqual([]);
  provider.accounts.delete('ben');
  await hourly();
  expect([await out(), await signedOut(), (await byPassword('ben')).status]).toEqual([[], [], 200]);
});

test('shows tokens nowhere, and forgets them with the link and with the provider', async () => {
  const kept = await tokens();
  expect(kept).toHaveLength(6);
  const folder = await mkdtemp(join(tmpdir(), 'hearth-sign-in-checks-'));
  await exportTeam(world.dataDir, join(folder, 'team.tar.gz'));
  const files = [...(await unpacked(join(folder, 'team.tar.gz'))).values()].map((file) => file.toString('latin1'));
  await rm(folder, { recursive: true });
  const answers = await Promise.all(
    ['/console/sign_in_providers', '/console/audit_log', '/console/sign_in_links', '/users'].map(async (path) =>
      JSON.stringify(await world.owner.ok.get(path)),
    ),
  );
  for (const token of kept)
    expect([...files, ...answers].filter((text) => text.includes(token) || text.includes('refresh_token'))).toEqual([]);
  const listed = async (): Promise<unknown> =>
    ((await world.owner.ok.get('/console/sign_in_providers'))['providers'] as Record<string, unknown>[])[0]?.[
      'unchecked_users'
    ];
  expect(await listed()).toBe(0);
  await change({ is_enabled: false });
  expect([await tokens(), await listed()]).toEqual([[], 6]);
});

test('signs people in without a token where the provider refuses the scope to the client', async () => {
  await provider.stop();
  const client = { client_id: clientId, client_secret: clientSecret, redirect_uris: [`${world.url}${login}/callback`] };
  provider = await startOpenIdProvider(client.redirect_uris, {
    ...withRefreshTokens,
    clients: [{ ...client, scope: 'openid email profile groups' }],
  });
  await change({ issuer: provider.issuer, client_secret: clientSecret });
  hire('gil', ['staff']);
  expect((await signIn('gil')).headers.get('location')).toBe('/chat/');
  expect(await tokens()).toEqual([]);
  await hourly();
  expect(await out()).toEqual([]);
});
