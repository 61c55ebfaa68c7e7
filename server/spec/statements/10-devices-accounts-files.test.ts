/** The specification, "Endpoints": from POST /mobile_push/register to the end of the section. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { fetchOne, say, write } from '../../testing/scenario.ts';
import { password, startWorld, type World } from '../../testing/world.ts';
import {
  bad,
  day,
  listen,
  missing,
  notAdministrator,
  pass,
  runJob,
  unauthorized,
  userSeenBy,
  type Listener,
} from './kit.ts';

let world: World;
let admin: Client;
let member: Client;
let member2: Client;
beforeAll(async () => {
  world = await startWorld({ limits: { maxFileUploadSizeMib: 1 } });
  ({ admin, member, member2 } = world);
});
afterAll(() => world.stop());

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('POST /mobile_push/register', () => {
  const registration = {
    token_kind: 'fcm',
    push_account_id: 1,
    push_public_key: Buffer.alloc(32, 7).toString('base64'),
    bouncer_public_key: 'key 3',
    encrypted_push_registration: base64('sealed'),
  };
  const refuse = async (change: Body, expected: Body & { status: number; code: string } = bad) =>
    member.fails('POST', '/mobile_push/register', { ...registration, ...change }, expected);

  test('error: PUSH_SERVICE_NOT_CONFIGURED', async () => {
    await refuse({}, { status: 400, code: 'PUSH_SERVICE_NOT_CONFIGURED' });
  });

  describe('with a relay', () => {
    let relay: Listener;
    beforeAll(async () => {
      relay = await listen();
      await world.owner.ok.patch('/console/delivery_settings', { settings: { push_relay_url: relay.url } });
    });
    afterAll(() => relay.stop());
    const register = async (change: Body = {}): Promise<Body | undefined> => {
      await member.ok.post('/mobile_push/register', { ...registration, ...change });
      await pass(world, 0);
      return relay.calls.at(-1)?.body;
    };

    test('token_kind: required; fcm or apns', async () => {
      for (const [index, token_kind] of ['fcm', 'apns'].entries())
        expect(await register({ token_kind, push_account_id: 10 + index })).toMatchObject({ token_kind });
      await refuse({ token_kind: 'web' });
      await refuse({ token_kind: undefined }, missing('token_kind'));
    });

    test('push_account_id: required; client-generated random integer, included in pushes to tie them to this registration', async () => {
      await register({ push_account_id: 4711 });
      await write(member2, [member.userId], 'ping');
      await pass(world, 0);
      const pushes = relay.calls
        .filter(({ path }) => path.endsWith('/notify'))
        .map(({ body }) => body['push_account_id']);
      expect(pushes).toContain(4711);
      await refuse({ push_account_id: undefined }, missing('push_account_id'));
      await refuse({ push_account_id: 'x' }, { status: 400, code: 'BAD_REQUEST' });
    });

    test('push_public_key: required; RFC 4648 standard base64; used to encrypt notifications', async () => {
      await refuse({ push_public_key: '!!' });
      await refuse({ push_public_key: undefined }, missing('push_public_key'));
      await write(member2, [member.userId], 'nobody else reads this');
      await pass(world, 0);
      expect(JSON.stringify(relay.calls)).not.toContain('nobody else');
    });

    test('bouncer_public_key: required; which public key of the push relay the client used', async () => {
      expect(await register({ push_account_id: 20, bouncer_public_key: 'key 4' })).toMatchObject({
        bouncer_public_key: 'key 4',
      });
      await refuse({ bouncer_public_key: undefined }, missing('bouncer_public_key'));
    });

    test('encrypted_push_registration: required; RFC 4648 standard base64', async () => {
      const sent = { push_account_id: 21, encrypted_push_registration: base64('another') };
      expect(await register(sent)).toMatchObject({ encrypted_push_registration: base64('another') });
      await refuse({ encrypted_push_registration: 'a' });
      await refuse({ encrypted_push_registration: undefined }, missing('encrypted_push_registration'));
    });

    test('response: envelope', async () => {
      const answer = await member.ok.post('/mobile_push/register', { ...registration, push_account_id: 22 });
      expect(answer).toEqual({ result: 'success', msg: '' });
    });
  });
});

describe('POST /users/me/mobile_push_reg_id', () => {
  const path = '/users/me/mobile_push_reg_id';

  test('token: required; the device token', async () => {
    await member.ok.post(path, { token: 'abcd' });
    await member.fails('POST', path, {}, missing('token'));
  });

  test('error BAD_REQUEST when the token is empty or of invalid length', async () => {
    for (const token of ['', 'x'.repeat(5000)]) await member.fails('POST', path, { token }, bad);
  });
});

describe('POST /users', () => {
  const account = (name: string) => ({ email: `${name}@example.com`, password, full_name: `New ${name}` });

  test('create a user: email, password, full_name required; response: user_id', async () => {
    const { user_id: id } = await admin.ok.post('/users', account('nia'));
    expect(await userSeenBy(member, Number(id))).toMatchObject({ email: 'nia@example.com', full_name: 'New nia' });
    await world.stranger.ok.post('/fetch_api_key', { username: 'nia@example.com', password });
    for (const name of ['email', 'password', 'full_name'])
      await admin.fails('POST', '/users', { ...account('noa'), [name]: undefined }, missing(name));
  });

  test('organization administrators only', async () => {
    for (const who of ['moderator', 'member', 'guest', 'bot'] as const)
      await world[who].fails('POST', '/users', account('ned'), notAdministrator);
  });

  test('the caller also needs the can_create_users permission', async () => {
    await world.owner.ok.patch(`/users/${admin.userId}`, { can_create_users: false });
    await admin.fails('POST', '/users', account('ned'), bad);
    await world.owner.ok.patch(`/users/${admin.userId}`, { can_create_users: true });
    await admin.ok.post('/users', account('ned'));
  });

  test('error BAD_REQUEST when the email is already in use in the organization', async () => {
    await admin.fails('POST', '/users', { ...account('max'), email: member.email }, bad);
  });
});

describe('PATCH /realm/filters/{filter_id}', () => {
  const filter = { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };
  let id: number;
  beforeAll(async () => {
    id = Number((await admin.ok.post('/realm/filters', filter))['id']);
  });

  test('filter_id: path, required; update a linkifier', async () => {
    await admin.ok.patch(`/realm/filters/${id}`, { ...filter, pattern: 'U(?P<id>[0-9]+)' });
    const { content } = await fetchOne(member, await say(member, 'general', 'x', 'T1 U2'));
    expect(content).toBe('<p>T1 <a href="https://example.com/2">U2</a></p>');
    await admin.fails('PATCH', '/realm/filters/4711', filter, bad);
  });

  test('pattern, url_template: required', async () => {
    for (const name of ['pattern', 'url_template'])
      await admin.fails('PATCH', `/realm/filters/${id}`, { ...filter, [name]: undefined }, missing(name));
  });

  test('url_template: RFC 6570 template', async () => {
    await admin.ok.patch(`/realm/filters/${id}`, { ...filter, url_template: 'https://example.com/{?id}' });
    expect((await fetchOne(member, await say(member, 'general', 'x', 'T1'))).content).toContain(
      'https://example.com/?id=1',
    );
    await admin.fails('PATCH', `/realm/filters/${id}`, { ...filter, url_template: 'https://example.com/{id' }, bad);
  });

  test('url_template replaces the older format-string parameter url_format_string', async () => {
    const older = { pattern: filter.pattern, url_format_string: 'https://example.com/%(id)s' };
    await admin.fails('PATCH', `/realm/filters/${id}`, older, missing('url_template'));
  });

  test('response: envelope', async () => {
    expect(await admin.ok.patch(`/realm/filters/${id}`, filter)).toEqual({ result: 'success', msg: '' });
  });
});

const upload = async (who: Client, name = 'a.txt', content = 'content') => {
  const { url, uri, filename } = await who.ok.upload('/user_uploads', { name, content });
  const { attachments } = (await who.ok.get('/attachments')) as { attachments: { id: number; path_id: string }[] };
  const found = attachments.find(({ path_id }) => url === `/user_uploads/${path_id}`);
  return { url: String(url), uri, filename, id: found?.id ?? 0 };
};
const statusOf = async (who: Client, url: string): Promise<number> =>
  (await fetch(world.url + url, { headers: { Authorization: who.authorization } })).status;

describe('DELETE /attachments/{attachment_id}', () => {
  test('attachment_id: path, required; attachment ids come from GET /attachments; response: envelope', async () => {
    const { id, url } = await upload(member);
    expect(await member.ok.delete(`/attachments/${id}`)).toEqual({ result: 'success', msg: '' });
    expect(await statusOf(member, url)).toBe(404);
  });

  test('error BAD_REQUEST (invalid attachment)', async () => {
    await member.fails('DELETE', '/attachments/4711', {}, bad);
    await member.fails('DELETE', `/attachments/${(await upload(member2)).id}`, {}, bad);
  });

  test('error UNAUTHORIZED (not logged in)', async () => {
    const { id } = await upload(member);
    const reply = await world.stranger.request('DELETE', `/attachments/${id}`, { headers: { Authorization: '' } });
    expect([reply.status, reply.body['code']]).toEqual([unauthorized.status, unauthorized.code]);
  });

  test('uploaded files referenced in a message are deleted automatically after the last message linking them is deleted (directly)', async () => {
    const { url } = await upload(member);
    const [first, second] = [
      await say(member, 'general', 'x', `[a](${url})`),
      await say(member, 'general', 'x', `[a](${url})`),
    ];
    await member.ok.delete(`/messages/${first}`);
    expect(await statusOf(member, url)).toBe(200);
    await member.ok.delete(`/messages/${second}`);
    expect(await statusOf(member, url)).toBe(404);
  });

  test('or by retention policy', async () => {
    const { url } = await upload(member);
    await say(member, 'general', 'x', `[a](${url})`);
    await world.owner.ok.patch('/realm', { message_retention_days: 1 });
    world.clock.advance(2 * day * 1000);
    await runJob(world, 'retention');
    await world.owner.ok.patch('/realm', { message_retention_days: 'unlimited' });
    expect(await statusOf(member, url)).toBe(404);
  });

  test('never-used uploads are deleted some weeks after upload', async () => {
    const { url } = await upload(member);
    world.clock.advance(14 * day * 1000);
    await runJob(world, 'uploads');
    expect(await statusOf(member, url)).toBe(200);
    world.clock.advance(15 * day * 1000);
    await runJob(world, 'uploads');
    expect(await statusOf(member, url)).toBe(404);
  });
});

describe('DELETE /users/me', () => {
  test('deactivate the caller’s own account; no parameters; response: envelope', async () => {
    const leaver = await world.newUser('Lea Leaver');
    expect(await leaver.ok.delete('/users/me')).toEqual({ result: 'success', msg: '' });
    expect(await userSeenBy(member, leaver.userId)).toMatchObject({ is_active: false });
    expect((await leaver.get('/users/me')).status).toBe(401);
  });

  test('error: CANNOT_DEACTIVATE_LAST_USER', async () => {
    await world.owner.fails('DELETE', '/users/me', {}, { status: 400, code: 'CANNOT_DEACTIVATE_LAST_USER' });
  });
});

describe('POST /user_uploads', () => {
  test('the file is the multipart request body (a form part named filename in the example)', async () => {
    for (const part of ['filename', 'other']) {
      const form = new FormData();
      form.set(part, new File(['content'], 'a.txt'));
      expect((await member.request('POST', '/user_uploads', { body: form })).status).toBe(200);
    }
  });

  test('initially only the uploader can access the link', async () => {
    const { url } = await upload(member);
    expect([await statusOf(member, url), await statusOf(admin, url)]).toEqual([200, 404]);
    await write(member, [admin.userId], `[a](${url})`);
    expect(await statusOf(admin, url)).toBe(200);
  });

  test('response: url; uri (deprecated alias of url)', async () => {
    const { url, uri } = await upload(member);
    expect(uri).toBe(url);
  });

  test('response: filename (the stored name, may differ from the URL basename)', async () => {
    const { url, filename } = await upload(member, 'Grüße an alle.txt');
    expect(filename).toBe('Grüße an alle.txt');
    expect(url.endsWith(String(filename))).toBe(false);
  });

  test('a client builds a Markdown link as [filename](url) after removing [ and ] from the filename', async () => {
    const { url, filename } = await upload(member, 'plan [v2].txt');
    const name = String(filename).replaceAll(/[[\]]/g, '');
    const { content } = await fetchOne(member, await say(member, 'general', 'x', `[${name}](${url})`));
    expect(content).toContain(`>${name}</a>`);
    expect(content).toMatch(/href="[^"]*\/user_uploads\//);
  });

  test('size limit: see Limits', async () => {
    const reply = await member.upload('/user_uploads', { name: 'large.bin', content: new Uint8Array(1024 * 1024 + 1) });
    expect(reply.status).toBe(413);
  });

  test('a resumable-upload endpoint at /api/v1/tus implementing the tus protocol exists for large files', async () => {
    const { url } = await uploadResumably({ Authorization: member.authorization });
    expect(await (await fetch(world.url + url, { headers: { Authorization: member.authorization } })).text()).toBe(
      '01234',
    );
  });
});

/** Two pieces by the tus protocol, which a client may send at any time after each other. */
async function uploadResumably(headers: Record<string, string>): Promise<{ url: string }> {
  const all = { ...headers, 'Tus-Resumable': '1.0.0' };
  const metadata = `filename ${base64('film.txt')},filetype ${base64('text/plain')}`;
  const created = await fetch(`${world.url}/api/v1/tus`, {
    method: 'POST',
    headers: { ...all, 'Upload-Length': '5', 'Upload-Metadata': metadata },
  });
  const place = new URL(created.headers.get('location') ?? '', world.url);
  let last = created;
  for (const [offset, body] of [
    [0, '012'],
    [3, '34'],
  ] as const) {
    const sent = { ...all, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    last = await fetch(place, { method: 'PATCH', headers: sent, body });
  }
  return (await last.json()) as { url: string };
}

describe('Outgoing webhook delivery: POST /service-outgoing-webhook', () => {
  test('the payload the service sends to a bot’s configured URL when a message triggers the bot', async () => {
    const hook = await listen();
    await world.owner.ok.patch('/console/delivery_settings', {
      settings: { webhook_allowed_networks: ['127.0.0.0/8'] },
    });
    const bot = { full_name: 'Echo', short_name: 'echo', bot_type: 3, payload_url: `${hook.url}/hook` };
    const { user_id: id } = await member.ok.post('/bots', bot);
    await write(member2, [id], 'hello');
    await pass(world, 0);
    await hook.stop();
    expect(hook.calls).toMatchObject([{ path: '/hook', body: { data: 'hello', trigger: 'direct_message' } }]);
  });
});

describe('Endpoints referenced but without a shape here', () => {
  test.each([
    ['POST', '/register', {}],
    ['POST', '/subscribe', { subscriptions: [{ name: 'general' }] }],
    ['GET', '/scheduled_messages', {}],
    ['GET', '/attachments', {}],
    ['GET', '/server_settings', {}],
    ['POST', '/messages/flags', { messages: [], op: 'add', flag: 'starred' }],
  ] as [string, string, Body][])('%s %s answers as the contract says', async (method, path, params) => {
    const reply = await (method === 'GET' ? member.get(path) : member.post(path, params));
    expect(reply.status).toBe(200);
  });

  test('the tus endpoint describes itself', async () => {
    const reply = await fetch(`${world.url}/api/v1/tus`, {
      method: 'OPTIONS',
      headers: { Authorization: member.authorization },
    });
    expect(reply.headers.get('tus-resumable')).toBe('1.0.0');
  });
});
