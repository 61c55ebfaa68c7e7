/** Signing in with an account of a real provider, and what a dishonest browser or provider may try. */
import { createDecipheriv } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findProvider } from '../../domain/single-sign-on/rows.ts';
import { turnOnTwoFactor } from '../../testing/authenticator.ts';
import {
  Browser,
  clientId,
  clientSecret,
  startOpenIdProvider,
  type OpenIdProvider,
} from '../../testing/openid-provider.ts';
import { password, startWorld, type World } from '../../testing/world.ts';
import { flowCookie } from './sign-in-with.ts';

let world: World;
let provider: OpenIdProvider;
let providerId: number;
let browser: Browser;
const login = '/accounts/login/social/oidc';

beforeAll(async () => {
  world = await startWorld();
  world.clock.nowMs = Date.now();
  provider = await startOpenIdProvider(['office', 'other'].map((slug) => `${world.url}${login}/${slug}/callback`));
  providerId = await addProvider('office', provider.issuer);
});
afterAll(async () => {
  await provider.stop();
  await world.stop();
});
beforeEach(() => {
  browser = new Browser();
});
afterEach(async () => {
  world.clock.nowMs = Date.now();
  await change({ links_automatically: false, join_policy: 'none', groups_claim: '', group_mappings: [] });
});

async function addProvider(slug: string, issuer: string): Promise<number> {
  const settings = { slug, name: 'Office', issuer, client_id: clientId, client_secret: clientSecret };
  const { id } = await world.owner.ok.post('/console/sign_in_providers', { provider: JSON.stringify(settings) });
  return Number(id);
}

const change = async (changes: object): Promise<unknown> =>
  world.owner.ok.patch(`/console/sign_in_providers/${providerId}`, { provider: JSON.stringify(changes) });

/** @returns where the browser is after the provider, without having followed it. */
async function toCallback(subject: string, query = '', slug = 'office'): Promise<string> {
  const begun = await browser.open(`${world.url}${login}/${slug}${query}`);
  expect(begun.status).toBe(302);
  return browser.signInAt(String(begun.headers.get('location')), subject, provider.issuer);
}

const signIn = async (subject: string, query = ''): Promise<Response> => browser.open(await toCallback(subject, query));

async function refusal(response: Response): Promise<string> {
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  const page = await response.text();
  return /role="alert"[^>]*><b>([^<]+)/.exec(page)?.[1]?.replaceAll('&#39;', "'") ?? page;
}

async function session(): Promise<Record<string, unknown>> {
  const response = await fetch(`${world.url}/api/v1/console/session`, {
    headers: { cookie: browser.cookiesOf(world.url) },
  });
  return (await response.json()) as Record<string, unknown>;
}

describe('joining an existing account', () => {
  test('asks for its password, and signs in with the provider from then on', async () => {
    provider.accounts.set('max', { email: world.member.email, email_verified: true, name: 'Max Member' });
    const asked = await signIn('max');
    const page = await asked.text();
    const pending = /name="pending" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const wrong = await browser.open(`${world.url}${login}/password`, { pending, password: 'wrong' });
    expect(wrong.status).toBeGreaterThanOrEqual(400);
    expect((await session())['result']).toBe('error');
    const right = await browser.open(`${world.url}${login}/password`, { pending, password });
    expect([right.status, right.headers.get('location')]).toEqual([302, '/chat/']);
    expect(await session()).toMatchObject({ user_id: world.member.userId });
    expect(await refusal(await browser.open(`${world.url}${login}/password`, { pending, password }))).toMatch(/used/);
    browser = new Browser();
    expect((await signIn('max', '?next=%2Fconsole%2Fusers')).headers.get('location')).toBe('/console/users');
    expect(await session()).toMatchObject({ user_id: world.member.userId });
  });

  test('asks for the second factor, too, and not again after it was joined', async () => {
    const phone = await turnOnTwoFactor(world, world.moderator);
    provider.accounts.set('mo', { email: world.moderator.email, email_verified: true, name: 'Mo Moderator' });
    const page = await (await signIn('mo')).text();
    expect(page).not.toContain('two_factor_code');
    const pending = /name="pending" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const send = async (fields: Record<string, string>): Promise<Response> =>
      browser.open(`${world.url}${login}/password`, { pending, password, ...fields });
    const asked = await send({});
    expect([asked.status, await asked.text()]).toEqual([403, expect.stringContaining('name="two_factor_code"')]);
    expect((await send({ two_factor_code: '000000' })).status).toBe(403);
    expect((await send({ password: 'wrong', two_factor_code: phone.fresh() })).status).toBe(403);
    expect((await session())['result']).toBe('error');
    expect((await send({ two_factor_code: phone.code() })).status).toBe(302);
    browser = new Browser();
    expect((await signIn('mo')).headers.get('location')).toBe('/chat/');
  });

  test('asks for no second factor where the organization requires it: the provider asks for its own', async () => {
    await world.owner.ok.patch('/console/two_factor_users', { require_two_factor: 'everyone' });
    await change({ links_automatically: true });
    provider.accounts.set('gus', { email: world.guest.email, email_verified: true, name: 'Gus Guest' });
    expect((await signIn('gus')).headers.get('location')).toBe('/chat/');
    expect(await session()).toMatchObject({ user_id: world.guest.userId });
    await world.owner.ok.patch('/console/two_factor_users', { require_two_factor: 'nobody' });
  });

  test('is refused for an address that the provider does not confirm, also where linking is automatic', async () => {
    await change({ links_automatically: true });
    for (const email_verified of [false, undefined]) {
      browser = new Browser();
      provider.accounts.set('fake', { email: world.owner.email, ...(email_verified === false && { email_verified }) });
      expect(await refusal(await signIn('fake'))).toMatch(/does not confirm/);
      expect((await session())['result']).toBe('error');
    }
  });

  test.each(['true', 1, 'yes', null, {}, [], [true], 'TRUE', 0, { value: true }])(
    'takes only the value true as a confirmed address, not %j',
    async (email_verified) => {
      await change({ links_automatically: true });
      provider.accounts.set('fake', { email: world.member2.email, email_verified });
      expect(await refusal(await signIn('fake'))).toMatch(/does not confirm/);
    },
  );

  test('takes no address that only looks like the one of an account in another case', async () => {
    await change({ links_automatically: true, join_policy: 'domains', join_domains: ['key.example'] });
    await world.newUser('Kim Key');
    await world.server.services.storage.transaction((tx) =>
      tx.run(
        "UPDATE users SET delivery_email = 'kim@key.example', delivery_email_key = 'kim@key.example' WHERE full_name = 'Kim Key'",
      ),
    );
    for (const email of ['\u212Aim@key.example', 'kim@\u212Aey.example', 'new@\u212Aey.example']) {
      browser = new Browser();
      provider.accounts.set('fake', { email, email_verified: true });
      expect(await refusal(await signIn('fake'))).toMatch(/looks like|invitation/);
    }
  });

  test('needs no password where an owner allows automatic linking', async () => {
    await change({ links_automatically: true });
    provider.accounts.set('mia', { email: world.member2.email, email_verified: true, name: 'Mia Renamed' });
    await signIn('mia');
    expect(await session()).toMatchObject({ user_id: world.member2.userId, full_name: 'Mia Renamed' });
  });
});

describe('joining without an account', () => {
  test('is refused unless a rule or an invitation lets the person in', async () => {
    provider.accounts.set('new', { email: 'new@example.org', email_verified: true, name: 'Nora New' });
    expect(await refusal(await signIn('new'))).toMatch(/invitation/);
    await change({ join_policy: 'domains', join_domains: ['example.org'] });
    provider.accounts.set('new', { email: 'new@example.org', name: 'Nora New' });
    browser = new Browser();
    expect(await refusal(await signIn('new'))).toMatch(/invitation/);
    provider.accounts.set('new', { email: 'new@example.org', email_verified: true, name: 'Nora New' });
    browser = new Browser();
    await signIn('new');
    expect(await session()).toMatchObject({ full_name: 'Nora New', role: 400 });
  });

  test('takes what is possible of a name that could not be written here', async () => {
    await change({ join_policy: 'domains', join_domains: ['example.org'] });
    const names = {
      'pat@example.org': 'pat example.org',
      'Q\u200buinn | Ops': 'Quinn Ops',
      everyone: 'everyone9',
      '\u200b': '3',
    };
    for (const [at, [name, shown]] of Object.entries(names).entries()) {
      const email = at === 2 ? 'everyone9@example.org' : `${at}@example.org`;
      provider.accounts.set(`odd-${at}`, { email, email_verified: true, name });
      browser = new Browser();
      await signIn(`odd-${at}`);
      expect(await session(), name).toMatchObject({ full_name: shown });
    }
  });

  test('takes an invitation link', async () => {
    const { invite_link: link } = await world.owner.ok.post('/invites/multiuse', { stream_ids: '[]' });
    const key = String(link).split('/').at(-1);
    provider.accounts.set('guest', { email: 'invited@example.org', email_verified: true, name: 'Ivy Invited' });
    await signIn('guest', `?invitation=${key}`);
    expect(await session()).toMatchObject({ full_name: 'Ivy Invited' });
  });

  test('gives members of a group their role and user groups, and takes them with the group; never makes owners', async () => {
    await world.owner.ok.post('/user_groups/create', { name: 'desk', description: '', members: '[]' });
    const { user_groups: groups } = await world.owner.ok.get('/user_groups');
    const desk = (groups as { id: number; name: string }[]).find(({ name }) => name === 'desk')?.id;
    const mapping = { group: 'Admins', role: 200, channel_ids: [], user_group_ids: [desk] };
    await change({ join_policy: 'group', join_group: 'staff', groups_claim: 'groups', group_mappings: [mapping] });
    provider.accounts.set('ann', { email: 'ann@example.org', name: 'Ann', groups: ['other'] });
    expect(await refusal(await signIn('ann'))).toMatch(/invitation/);
    provider.accounts.set('ann', { email: 'ann@example.org', name: 'Ann', groups: ['Staff', 'admins'] });
    browser = new Browser();
    await signIn('ann');
    const { user_id: id, role } = await session();
    expect(role).toBe(200);
    const members = async (): Promise<unknown> => (await world.owner.ok.get(`/user_groups/${desk}/members`))['members'];
    expect(await members()).toContain(id);
    provider.accounts.set('ann', { email: 'ann@example.org', name: 'Ann', groups: ['staff'] });
    browser = new Browser();
    await signIn('ann');
    expect(await session()).toMatchObject({ user_id: id, role: 400 });
    expect(await members()).not.toContain(id);
    await world.owner.fails(
      'PATCH',
      `/console/sign_in_providers/${providerId}`,
      { provider: JSON.stringify({ group_mappings: [{ ...mapping, role: 100 }] }) },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });
});

describe('a test as a user', () => {
  /** Begins as an owner does, and signs in as a user of the provider. @returns the page that the owner sees. */
  async function tried(subject: string): Promise<string> {
    browser = new Browser();
    const begun = await world.owner.request('POST', `/console/sign_in_providers/${providerId}/test`, {
      body: new URLSearchParams(),
    });
    browser.keepCookie(world.url, String(begun.headers.get('set-cookie')));
    const { location } = begun.body as { location: string };
    const page = await browser.open(await browser.signInAt(location, subject, provider.issuer));
    expect(page.status).toBe(200);
    return (await page.text()).replaceAll(/<[^>]+>/g, '\n').replaceAll('&#39;', "'");
  }

  test('shows what was found and what would happen, changes nothing, and signs no one in', async () => {
    const rules = [{ group: 'admins', role: 200, channel_ids: [], user_group_ids: [] }];
    await change({ groups_claim: 'groups', group_mappings: rules, join_policy: 'group', join_group: 'admins' });
    provider.accounts.set('tess', { email: 'tess@example.org', name: 'Tess', groups: ['admins', 'all'] });
    provider.accounts.set('tom', { email: 'tom@example.org', email_verified: true, name: 'Tom' });
    provider.accounts.set('omar', { email: world.moderator.email, email_verified: true, name: 'Omar' });
    const before = await world.dump();
    const joins = await tried('tess');
    for (const text of [
      'Name: Tess',
      'Address: tess@example.org, not confirmed by the provider',
      'Groups (groups): admins; all',
      'Create an account for Tess, tess@example.org.',
      'Make Tess an administrator.',
    ])
      expect(joins).toContain(text);
    expect((await session())['result']).toBe('error');
    expect(await tried('tom')).toContain('No account here has the address tom@example.org.');
    expect(await tried('omar')).toMatch(/Ask for the password of the account of/);
    expect(await tried('max')).toMatch(/Sign in as Max Member, whose account is linked\./);
    expect(await world.dump()).toBe(before);
  });

  test('works before the provider is switched on', async () => {
    await change({ is_enabled: false });
    expect(await tried('max')).toContain('whose account is linked');
    await change({ is_enabled: true });
  });
});

describe('clients', () => {
  test('a phone gets its key under its pad', async () => {
    const location = new URL(
      String((await signIn('max', `?mobile_flow_otp=${'ab'.repeat(32)}`)).headers.get('location')),
    );
    expect([location.protocol, location.host]).toEqual(['zulip:', 'login']);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      realm: world.url,
      email: world.member.email,
      user_id: String(world.member.userId),
    });
    const sealed = Buffer.from(String(location.searchParams.get('otp_encrypted_api_key')), 'hex');
    expect(Buffer.from(sealed.map((byte) => byte ^ 0xab)).toString()).toBe(world.member.apiKey);
  });

  test('a desktop app gets a token under its pad, which works once', async () => {
    const pad = 'cd'.repeat(32);
    const page = await (await signIn('max', `?desktop_flow_otp=${pad}`)).text();
    const sealed = Buffer.from(/<code class="big">([0-9a-f]+)</.exec(page)?.[1] ?? '', 'hex');
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(pad, 'hex'), sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const token = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString();
    expect((await session())['result']).toBe('error');
    const answer = await world.stranger.ok.post('/console/sign_in_with_token', { token });
    expect(answer).toMatchObject({ user_id: world.member.userId });
    await world.stranger.fails(
      'POST',
      '/console/sign_in_with_token',
      { token },
      { status: 403, code: 'AUTHENTICATION_FAILED' },
    );
  });

  test('see the button in the server settings, with addresses that they complete', async () => {
    expect(await world.stranger.ok.get('/server_settings')).toMatchObject({
      authentication_methods: { 'openid connect': true },
      external_authentication_methods: [
        {
          name: 'oidc:office',
          display_name: 'Office',
          display_icon: `${world.url}${login}/office/icon.png?version=other`,
          login_url: `${login}/office`,
          signup_url: `${login}/office`,
        },
      ],
    });
  });

  test('show the drawing of each kind of provider, or the picture that an owner uploaded', async () => {
    const icon = async (): Promise<Buffer> => {
      const { external_authentication_methods: methods } = await world.stranger.ok.get('/server_settings');
      const [method] = methods as { display_icon: string }[];
      const answer = await fetch(String(method?.display_icon));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      return Buffer.from(await answer.arrayBuffer());
    };
    const drawings = new Set<string>();
    for (const kind of ['entra', 'google', 'keycloak', 'authentik', 'gitlab', 'other']) {
      await change({ kind });
      const drawing = await icon();
      expect(await sharp(drawing).metadata()).toMatchObject({ format: 'png', width: 96, height: 96 });
      drawings.add(drawing.toString('base64'));
    }
    expect(drawings.size).toBe(6);
    const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer();
    const path = `/console/sign_in_providers/${providerId}/icon`;
    await world.owner.ok.upload(path, { name: 'icon.jpg', content: picture });
    const { data } = await sharp(await icon())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(
      [...data.subarray((48 * 96 + 48) * 4, (48 * 96 + 48) * 4 + 4)].map((part) => Math.round(part / 128)),
    ).toEqual([2, 0, 0, 2]);
    const refused = await world.owner.upload(path, { name: 'icon.png', content: 'not a picture' });
    expect([refused.status, refused.body['code']]).toEqual([400, 'BAD_REQUEST']);
    expect((await world.admin.upload(path, { name: 'icon.jpg', content: picture })).status).toBe(400);
    await world.owner.ok.delete(path);
    expect(drawings.has((await icon()).toString('base64'))).toBe(true);
    expect((await fetch(`${world.url}${login}/none/icon.png`)).status).toBe(404);
  });
});

describe('attacks', () => {
  test('a callback works in the browser that began, once', async () => {
    const callback = await toCallback('max');
    expect(await refusal(await new Browser().open(callback))).toMatch(/not begun in this browser/);
    expect((await browser.open(callback)).status).toBe(302);
    expect(await refusal(await browser.open(callback))).toMatch(/used already/);
  });

  test('the provider refuses a code in another sign-in', async () => {
    const code = String(new URL(await toCallback('max')).searchParams.get('code'));
    const second = new URL(await toCallback('max'));
    second.searchParams.set('code', code);
    expect(await refusal(await browser.open(second.href))).toMatch(/no longer accepts/);
  });

  test('a forged state, and an answer of another issuer are refused', async () => {
    const forged = new URL(await toCallback('max'));
    forged.searchParams.set('state', 'forged');
    expect(await refusal(await browser.open(forged.href))).toMatch(/not begun in this browser/);
    const mixed = new URL(await toCallback('max'));
    mixed.searchParams.set('iss', 'https://evil.example.com');
    expect(await refusal(await browser.open(mixed.href))).toMatch(/another provider/);
    const without = new URL(await toCallback('max'));
    without.searchParams.delete('iss');
    expect(await refusal(await browser.open(without.href))).toMatch(/another provider/);
  });

  test('a sign-in that began at one provider does not end at another', async () => {
    const other = await addProvider('other', provider.issuer);
    const callback = await toCallback('max');
    expect(await refusal(await browser.open(callback.replace('/office/', '/other/')))).toMatch(/not begun/);
    await world.owner.ok.delete(`/console/sign_in_providers/${other}`);
  });

  test('a provider that calls itself otherwise is refused', async () => {
    const other = await addProvider('renamed', provider.issuer.replace('127.0.0.1', 'localhost'));
    expect(await refusal(await browser.open(`${world.url}${login}/renamed`))).toMatch(/another provider|calls itself/);
    await world.owner.ok.delete(`/console/sign_in_providers/${other}`);
  });

  test('a page elsewhere cannot sign a browser in with a token of its own', async () => {
    const answer = await fetch(`${world.url}/api/v1/console/sign_in_with_token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example.com' },
      body: new URLSearchParams({ token: 'any' }),
    });
    expect(await answer.json()).toMatchObject({ code: 'CSRF_FAILED' });
  });

  test('leads to pages of this server only', async () => {
    for (const next of [
      'https://evil.example.com/',
      '//evil.example.com',
      '/chat//evil',
      '/chat/\\evil',
      '/\\evil',
      'x',
      '///evil.example.com',
      '/chat',
      '/chatevil/',
      '/chat/\u2603',
      '/chat/\r\nSet-Cookie: a=b',
      '/chat/\t/evil.example.com',
      ' /chat/',
      '/console//evil.example.com',
      '/chat@evil.example.com/',
      'javascript:alert(1)',
      '/CHAT/',
    ]) {
      browser = new Browser();
      expect((await signIn('max', `?next=${encodeURIComponent(next)}`)).headers.get('location')).toBe('/chat/');
    }
  });

  test('clocks may differ by five minutes, and not by more', async () => {
    const tokenLifetimeMs = 3_600_000;
    for (const ms of [-290_000, tokenLifetimeMs + 290_000]) {
      browser = new Browser();
      world.clock.nowMs = Date.now() + ms;
      expect((await signIn('max')).status).toBe(302);
    }
    for (const ms of [-330_000, tokenLifetimeMs + 330_000]) {
      browser = new Browser();
      world.clock.nowMs = Date.now() + ms;
      expect(await refusal(await signIn('max'))).toMatch(/more than five minutes/);
    }
  });

  test('a sign-in ends after ten minutes', async () => {
    const callback = await toCallback('max');
    world.clock.nowMs += 601_000;
    expect(await refusal(await browser.open(callback))).toMatch(/took too long/);
  });
});

describe('the account', () => {
  test('links and unlinks in its settings, and keeps one way in', async () => {
    provider.accounts.set('ada', { email: 'other@example.net', name: 'Ada' });
    const begun = await world.admin.request('POST', '/console/sign_in_links', {
      body: new URLSearchParams({ provider_id: String(providerId) }),
    });
    browser.keepCookie(world.url, String(begun.headers.get('set-cookie')));
    const { location } = begun.body as { location: string };
    const back = await browser.open(await browser.signInAt(location, 'ada', provider.issuer));
    expect(back.headers.get('location')).toMatch(/^\/chat\/#settings/);
    const { links } = (await world.admin.ok.get('/console/sign_in_links')) as {
      links: { id: number; email: string }[];
    };
    expect(links).toMatchObject([{ provider: 'Office', email: 'other@example.net' }]);
    browser = new Browser();
    await signIn('ada');
    expect(await session()).toMatchObject({ user_id: world.admin.userId });
    await world.member.fails(
      'DELETE',
      `/console/sign_in_links/${links[0]?.id}`,
      {},
      { status: 404, code: 'NOT_FOUND' },
    );
    await world.admin.ok.delete(`/console/sign_in_links/${links[0]?.id}`);
    browser = new Browser();
    expect(await refusal(await signIn('ada'))).toMatch(/invitation/);
  });

  test('loses what groups gave when it is unlinked, and channels when the group is left', async () => {
    const { id: channel } = await world.owner.ok.post('/channels/create', {
      name: 'Mapped',
      subscribers: [world.owner.userId],
    });
    const rules = [{ group: 'leads', role: 300, channel_ids: [channel], user_group_ids: [] }];
    await change({ links_automatically: true, groups_claim: 'groups', group_mappings: rules });
    const account = { email: world.member2.email, email_verified: true };
    const isIn = async (): Promise<unknown> =>
      (await world.owner.ok.get(`/users/${world.member2.userId}/subscriptions/${String(channel)}`))['is_subscribed'];
    provider.accounts.set('mia', { ...account, groups: ['leads'] });
    await signIn('mia');
    expect([(await session())['role'], await isIn()]).toEqual([300, true]);
    browser = new Browser();
    provider.accounts.set('mia', { ...account, groups: [] });
    await signIn('mia');
    expect([(await session())['role'], await isIn()]).toEqual([400, false]);
    browser = new Browser();
    provider.accounts.set('mia', { ...account, groups: ['leads'] });
    await signIn('mia');
    const { links } = (await world.member2.ok.get('/console/sign_in_links')) as { links: { id: number }[] };
    await world.member2.ok.delete(`/console/sign_in_links/${links[0]?.id}`);
    expect([(await session())['role'], await isIn()]).toEqual([400, false]);
    browser = new Browser();
    await signIn('mia');
  });

  test('is not entered once it is deactivated', async () => {
    await world.owner.ok.delete(`/users/${world.member2.userId}`);
    expect(await refusal(await signIn('mia'))).toMatch(/deactivated/i);
    expect((await session())['result']).toBe('error');
  });
});

describe('the provider', () => {
  test('keeps its secret: no answer, event or entry of the audit log has it', async () => {
    const listed = await world.owner.ok.get('/console/sign_in_providers');
    expect(listed['providers']).toMatchObject([
      { slug: 'office', client_secret_set: true, redirect_uris: [`${world.url}${login}/office/callback`] },
    ]);
    const { entries } = await world.owner.ok.get('/console/audit_log', { limit: 500 });
    expect(JSON.stringify(entries)).toMatch(/sign_in_provider/);
    expect(JSON.stringify([listed, entries, await world.owner.ok.get('/console/activity')])).not.toContain(
      clientSecret,
    );
    const reasons = (listed['failures'] as { reason: string }[]).map(({ reason }) => reason).join(' ');
    expect(reasons).toMatch(/took too long/);
  });

  test('loses its secret when the issuer changes, so that no other server gets it', async () => {
    const id = await addProvider('moved', 'https://one.example.com');
    await world.owner.ok.patch(`/console/sign_in_providers/${id}`, {
      provider: JSON.stringify({ issuer: 'https://two.example.com' }),
    });
    const stored = await world.server.services.storage.read((db) => findProvider(db, id));
    expect(stored?.client_secret).toBe('');
    await world.owner.ok.delete(`/console/sign_in_providers/${id}`);
  });

  test('needs https, and a wrong secret is reported in plain words', async () => {
    const settings = { slug: 'plain', name: 'P', issuer: 'http://intranet.example.com', client_id: 'x' };
    await world.owner.fails(
      'POST',
      '/console/sign_in_providers',
      { provider: JSON.stringify(settings) },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await change({ client_secret: 'wrong' });
    expect(await refusal(await signIn('max'))).toMatch(/client ID or the secret/);
    await change({ client_secret: clientSecret });
  });
});

test('ties a flow that began over HTTPS to a cookie that browsers do not accept over HTTP', () => {
  const services = { singleSignOn: { sealFlow: () => 'sealed' } } as never;
  const flow = { state: 'state-of-this-flow' } as never;
  expect(flowCookie(services, flow, 'https://chat.office.lan')).toMatch(
    /^__Secure-hearth_sign_in_\S+=sealed; .*; Secure$/,
  );
  expect(flowCookie(services, flow, 'http://chat.office.lan')).toMatch(/^hearth_sign_in_\S+=sealed; (?!.*Secure)/);
});
