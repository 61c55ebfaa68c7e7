/** The specification, "Authentication": the eight sentences. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { write } from '../../testing/scenario.ts';
import { password, startWorld, type World } from '../../testing/world.ts';
import { bad, listen, notAdministrator, pass, unauthorized } from './kit.ts';

let world: World;
let admin: Client;
let member: Client;
beforeAll(async () => {
  world = await startWorld();
  ({ admin, member } = world);
});
afterAll(() => world.stop());

const basic = (username: string, key: string) => `Basic ${Buffer.from(`${username}:${key}`).toString('base64')}`;
const as = async (authorization: string) =>
  member.request('GET', '/users/me', { headers: { Authorization: authorization } });

describe('Authentication', () => {
  test('1. credentials are the account email and an API key, sent as HTTP Basic authentication', async () => {
    expect((await as(basic(member.email, member.apiKey))).body['user_id']).toBe(member.userId);
    expect((await as(basic(admin.email, member.apiKey))).status).toBe(401);
  });

  test('1. or the bot email', async () => {
    expect((await as(basic(world.bot.email, world.bot.apiKey))).body).toMatchObject({
      user_id: world.bot.userId,
      is_bot: true,
    });
  });

  const login = { username: 'member@example.com', password };
  test('2. POST /fetch_api_key exchanges a username and password for an API key', async () => {
    const { api_key: key } = await world.stranger.ok.post('/fetch_api_key', login);
    expect((await as(basic(member.email, String(key)))).status).toBe(200);
  });

  test('2. only where email/password login is enabled', async () => {
    const { email_auth_enabled: isEnabled } = await world.stranger.ok.get('/server_settings');
    expect(isEnabled).toBe(true);
  });

  test('2. the web login flow with a mobile_flow_otp value gives encrypted credentials through a redirect to a custom-scheme URL', async () => {
    const body = new URLSearchParams({ ...login, mobile_flow_otp: '5c'.repeat(32) });
    const reply = await world.stranger.request('POST', '!/accounts/login/mobile', { body });
    const location = new URL(String(reply.headers.get('location')));
    expect([reply.status, location.protocol.startsWith('http')]).toEqual([302, false]);
    const encrypted = Buffer.from(location.searchParams.get('otp_encrypted_api_key') ?? '', 'hex');
    expect(Buffer.from(encrypted.map((byte) => byte ^ 0x5c)).toString()).toBe(member.apiKey);
  });

  test('3. requests without valid credentials fail with code UNAUTHORIZED', async () => {
    for (const authorization of ['', 'Basic', 'Bearer abc', 'Basic !!!', basic('', '')]) {
      const reply = await as(authorization);
      expect([authorization, reply.status, reply.body['code']]).toEqual([
        authorization,
        unauthorized.status,
        unauthorized.code,
      ]);
    }
  });

  test('3. with a wrong key, a wrong address or the key of someone else they fail alike', async () => {
    const refused = { status: 401, body: { code: 'UNAUTHORIZED', msg: 'Invalid API key' } };
    for (const email of [member.email, 'nobody@example.com'])
      expect(await as(basic(email, 'z'.repeat(32)))).toMatchObject(refused);
    for (const email of [world.owner.email, 'nobody@example.com'])
      expect(await as(basic(email, member.apiKey))).toMatchObject(refused);
  });

  const administratorOnly: [string, Body][] = [
    ['/channel_folders/create', { name: 'Folder', description: '' }],
    ['/realm/profile_fields', { name: 'Field', field_type: 1 }],
    ['/users', { email: 'new@example.com', password, full_name: 'New Nora' }],
  ];
  test.each(administratorOnly)(
    '4. administrator-only: POST %s; others fail with UNAUTHORIZED_PRINCIPAL',
    async (path, params) => {
      for (const who of ['moderator', 'member', 'guest', 'bot'] as const)
        await world[who].fails('POST', path, params, notAdministrator);
      await admin.ok.post(path, params);
    },
  );

  test('4. POST /users also needs can_create_users', async () => {
    await world.owner.ok.patch(`/users/${admin.userId}`, { can_create_users: false });
    await admin.fails('POST', '/users', { email: 'other@example.com', password, full_name: 'Other Otto' }, bad);
    await world.owner.ok.patch(`/users/${admin.userId}`, { can_create_users: true });
  });

  test('5. outgoing-webhook deliveries carry a token, a fixed alphanumeric string per bot', async () => {
    const hook = await listen();
    await world.owner.ok.patch('/console/delivery_settings', {
      settings: { webhook_allowed_networks: ['127.0.0.0/8'] },
    });
    for (const name of ['one', 'two']) {
      const bot = { full_name: `Bot ${name}`, short_name: name, bot_type: 3, payload_url: `${hook.url}/${name}` };
      const { user_id: id } = await member.ok.post('/bots', bot);
      for (const content of ['a', 'b']) await write(member, [id], content);
      await pass(world, 0);
    }
    await hook.stop();
    const tokens = (name: string) =>
      hook.calls.filter(({ path }) => path === `/${name}`).map(({ body }) => String(body['token']));
    const [one, again] = tokens('one');
    expect(one).toMatch(/^[A-Za-z0-9]{16,}$/);
    expect(again).toBe(one);
    expect(tokens('two')[0]).not.toBe(one);
  });

  test('6. a caller can only invite to roles with equal or stricter restrictions than their own', async () => {
    const roles = { owner: 100, admin: 200, moderator: 300, member: 400 } as const;
    for (const [who, own] of Object.entries(roles))
      for (const invite_as of [100, 200, 300, 400, 600]) {
        const params = { invitee_emails: `${who}${invite_as}@example.org`, stream_ids: [], invite_as };
        const { status } = await world[who as 'owner'].post('/invites', params);
        expect([who, invite_as, status]).toEqual([who, invite_as, invite_as >= own ? 200 : 400]);
      }
  });

  const create = async (headers: Record<string, string>) =>
    fetch(`${world.url}/api/v1/tus`, {
      method: 'POST',
      headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '3', ...headers },
    });
  test('7. the tus endpoint accepts the API key in an Authorization header', async () => {
    expect((await create({ Authorization: member.authorization })).status).toBe(201);
    expect((await create({})).status).toBe(401);
  });

  test('7. or browser cookies', async () => {
    const body = new URLSearchParams({ username: member.email, password });
    const signedIn = await world.stranger.request('POST', '/console/sign_in', { body, headers: { Authorization: '' } });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const csrf = String(signedIn.body['csrf_token']);
    expect((await create({ Cookie: cookie, 'X-CSRF-Token': csrf })).status).toBe(201);
  });
});
