/** Requests through a reverse proxy: its word counts where the proxy is trusted, and from nowhere else. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password, startWorld, type World } from '../testing/world.ts';
import { TrustedProxies } from './proxies.ts';

let world: World;
let plain: World;
beforeAll(async () => {
  const allowedHosts = ['chat.office.lan'];
  [world, plain] = [
    await startWorld({ allowedHosts, trustedProxies: ['127.0.0.1'] }),
    await startWorld({ allowedHosts, trustedProxies: ['10.9.0.0/16'] }),
  ];
});
afterAll(async () => {
  await world.stop();
  await plain.stop();
});

interface Answered {
  status: number | undefined;
  cookie: string;
  text: string;
}

/** Sends a request as a proxy passes it on. */
async function send(
  to: World,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<Answered> {
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(
      to.url + path,
      { method, headers: { host: 'chat.office.lan', ...(body === '' ? {} : type), ...headers } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        const cookie = String(answer.headers['set-cookie']);
        answer.on('end', () => resolve({ status: answer.statusCode, cookie, text }));
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** Signs in through a proxy. */
async function signIn(to: World, headers: Record<string, string>): Promise<{ cookie: string; realmUrl: unknown }> {
  const form = new URLSearchParams({ username: to.owner.email, password }).toString();
  const { cookie } = await send(to, 'POST', '/api/v1/console/sign_in', headers, form);
  const { authorization } = to.owner;
  const registering = 'fetch_event_types=["realm"]';
  const { text } = await send(to, 'POST', '/api/v1/register', { ...headers, authorization }, registering);
  return { cookie, realmUrl: (JSON.parse(text) as Record<string, unknown>)['realm_url'] };
}

test('links are https and the cookie is secure where a trusted proxy says https', async () => {
  const { cookie, realmUrl } = await signIn(world, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.1.2.3' });
  expect(cookie).toMatch(/^__Host-hearth_session_\d+=.*; Secure$/);
  expect(realmUrl).toBe('https://chat.office.lan');
});

test.each<[Record<string, string>, string]>([
  [{ origin: 'https://chat.office.lan:8443' }, 'https://chat.office.lan:8443'],
  [{ referer: 'https://chat.office.lan:8443/chat/' }, 'https://chat.office.lan:8443'],
  [{ host: 'Chat.office.lan', origin: 'https://chat.office.lan:8443' }, 'https://Chat.office.lan:8443'],
  [{ 'x-forwarded-host': 'chat.office.lan:8443' }, 'https://chat.office.lan:8443'],
  [{ 'x-forwarded-host': 'chat.office.lan:443' }, 'https://chat.office.lan'],
  [{ 'x-forwarded-host': 'other.office.lan:8443' }, 'https://chat.office.lan'],
  [{ 'x-forwarded-port': '8443' }, 'https://chat.office.lan'],
  [{ host: 'chat.office.lan:9443', origin: 'https://chat.office.lan:8443' }, 'https://chat.office.lan:9443'],
  [{ origin: 'https://chat.office.lan' }, 'https://chat.office.lan'],
  [{ origin: 'https://chat.office.lan:8443', 'sec-fetch-site': 'same-site' }, 'https://chat.office.lan'],
  [{ origin: 'http://chat.office.lan:8080' }, 'https://chat.office.lan'],
  [{ origin: 'https://chat.office.lan:99999' }, 'https://chat.office.lan'],
  [{ origin: 'https://chat.office.lan:8443@example.com' }, 'https://chat.office.lan'],
  [{ origin: 'https://chat.office.lan.example.com:8443' }, 'https://chat.office.lan'],
])('links have the port of a client whose proxy passes the name alone: %o', async (headers, realmUrl) => {
  const { authorization } = world.owner;
  const proxy = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.1.2.3', authorization };
  const registering = 'fetch_event_types=["realm"]';
  const { text } = await send(world, 'POST', '/api/v1/register', { ...proxy, ...headers }, registering);
  expect((JSON.parse(text) as Record<string, unknown>)['realm_url']).toBe(realmUrl);
});

test('a session of HTTPS counts behind a trusted proxy, both ways, and not where the client came over HTTP', async () => {
  const secure = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.1.2.3' };
  const { cookie } = await signIn(world, secure);
  const headers = { cookie: String(cookie.split(';')[0]) };
  // The first path has the short way, the second has not.
  for (const path of ['/users/me', `/users/${world.owner.userId}`]) {
    expect((await send(world, 'GET', `/api/v1${path}`, { ...headers, ...secure })).status).toBe(200);
    for (const proto of ['http', '', 'http, https'])
      expect((await send(world, 'GET', `/api/v1${path}`, { ...headers, 'x-forwarded-proto': proto })).status).toBe(401);
    expect((await send(plain, 'GET', `/api/v1${path}`, { ...headers, ...secure })).status).toBe(401);
  }
});

test('a session of HTTP does not count over HTTPS, and signing out over HTTPS ends it', async () => {
  const secure = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.1.2.3' };
  const plainly = String((await signIn(world, {})).cookie.split(';')[0]);
  const own = String((await signIn(world, secure)).cookie.split(';')[0]);
  const statusOf = async (cookie: string, headers = {}): Promise<number | undefined> =>
    (await send(world, 'GET', '/api/v1/users/me', { ...headers, cookie })).status;
  expect(await statusOf(plainly)).toBe(200);
  expect(await statusOf(plainly, secure)).toBe(401);
  // Names that only HTTPS had before they got the prefix.
  expect(await statusOf(plainly.replace('hearth_session', 'hearth_session_https'), secure)).toBe(401);
  for (const cookie of [
    `${plainly}; ${own}`,
    `${own};${plainly}`,
    `hearth_session=; ${own}`,
    `a=b;\t${own} ;${plainly}`,
  ])
    expect(await statusOf(cookie, secure), cookie).toBe(200);
  const planted = plainly.replace('hearth_session', '__Host-hearth_session').replace(/=.*/, '=planted');
  for (const cookie of [`${planted}; ${plainly}`, `${plainly};${planted}`, `\t${planted};a=b; ${plainly}; ${planted}`])
    expect(await statusOf(cookie), cookie).toBe(200);
  const session = await send(world, 'GET', '/api/v1/console/session', { ...secure, cookie: own });
  const token = String((JSON.parse(session.text) as Record<string, unknown>)['csrf_token']);
  const both = { cookie: `${plainly}; ${own}`, 'x-csrf-token': token };
  expect((await send(world, 'POST', '/api/v1/console/sign_out', { ...secure, ...both })).status).toBe(200);
  expect([await statusOf(plainly), await statusOf(own, secure)]).toEqual([401, 401]);
});

test('pages name the address by which the client came', async () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.1.2.3' };
  expect((await send(world, 'GET', '/help', headers)).text).toContain('https://chat.office.lan');
});

test('what others claim, and what is no protocol, changes nothing', async () => {
  for (const [to, proto] of [
    [plain, 'https'],
    [world, 'javascript'],
    [world, ''],
    [world, 'http, https'],
    [world, 'javascript, https'],
  ] as const) {
    const { cookie, realmUrl } = await signIn(to, { 'x-forwarded-proto': proto });
    expect(cookie).toMatch(/^hearth_session_\d+=(?!.*Secure)/);
    expect(realmUrl).toBe('http://chat.office.lan');
  }
});

test.each([
  ['https, http', undefined, 'https'],
  ['https,http,http', undefined, 'https'],
  [' HTTPS , http', undefined, 'https'],
  ['http, https', undefined, 'http'],
  ['https, http', '203.0.113.9, 10.1.2.3', 'https'],
  // The client sent a value of its own, to which each proxy added what it saw.
  ['https, http, https', '6.6.6.6, 203.0.113.9, 10.1.2.3', 'http'],
  ['http, https, http', '6.6.6.6, 203.0.113.9, 10.1.2.3', 'https'],
  ['https, http', 'unknown, unknown', 'https'],
  [['https', 'http'], undefined, 'https'],
  [', https', undefined, 'https'],
  ['wss, http', undefined, 'http'],
])('of the protocols %j, with the addresses %s, the client used %s', (proto, forwarded, expected) => {
  const headers = { 'x-forwarded-proto': proto, 'x-forwarded-for': forwarded };
  const came = { socket: { remoteAddress: '127.0.0.1' }, headers };
  expect(new TrustedProxies(['127.0.0.1', '10.0.0.0/8']).protocolOf(came as never)).toBe(expected);
});

test.each([
  [['127.0.0.1'], '::ffff:127.0.0.1', '10.1.2.3', '10.1.2.3'],
  [['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '6.6.6.6, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
  [['127.0.0.1'], '127.0.0.1', 'unknown', '127.0.0.1'],
  [['fd00::/8'], 'fd00::1', '2001:db8::5', '2001:db8::5'],
  [['127.0.0.1'], '127.0.0.1', '203.0.113.9:51000', '203.0.113.9'],
  [['127.0.0.1'], '127.0.0.1', '[2001:db8::5]:51000', '2001:db8::5'],
  [['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '203.0.113.9:51000, 10.1.2.3:80', '203.0.113.9'],
  [['127.0.0.1'], '10.1.1.1', '203.0.113.9', '10.1.1.1'],
  [[], '127.0.0.1', '203.0.113.9', '127.0.0.1'],
])('with %j trusted, a request from %s for %s is of %s', (trusted, remoteAddress, forwarded, expected) => {
  const came = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
  expect(new TrustedProxies(trusted).addressOf(came as never)).toBe(expected);
});

test.each(['nonsense', '10.0.0.0/33', '10.0.0.0/', '::1/129', '10.0.0.0/8/8', ''])('"%s" is no proxy', (text) => {
  expect(() => new TrustedProxies([text])).toThrow('is no IP address or network');
});

describe('the header Forwarded', () => {
  const trusting = new TrustedProxies(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  const came = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    ({ socket: { remoteAddress }, headers }) as never;

  test.each([
    ['for=203.0.113.9;proto=https;by=10.0.0.1', '203.0.113.9', 'https'],
    ['For="203.0.113.9:51000" ; Proto=HTTPS', '203.0.113.9', 'https'],
    ['for="[2001:db8:cafe::17]:4711";proto=https', '2001:db8:cafe::17', 'https'],
    ['for=[2001:db8::5];proto=https', '2001:db8::5', 'https'],
    ['proto=https;host="chat.example, or \\"another\\"";for=203.0.113.9', '203.0.113.9', 'https'],
    ['for=203.0.113.9;proto=https, for=10.1.2.3;proto=http', '203.0.113.9', 'https'],
    ['for=6.6.6.6;proto=http, for=203.0.113.9;proto=https, for=10.1.2.3;proto=http', '203.0.113.9', 'https'],
    ['for=unknown;proto=https', '127.0.0.1', 'https'],
    ['for=_hidden, for=10.1.2.3', '10.1.2.3', 'http'],
    ['proto=https', '127.0.0.1', 'https'],
    [',for=203.0.113.9;proto=https,', '203.0.113.9', 'https'],
    ['for=203.0.113.9;proto=gopher', '203.0.113.9', 'http'],
    // What is malformed counts as nothing.
    ['for="203.0.113.9;proto=https', '127.0.0.1', 'http'],
    ['for 203.0.113.9', '127.0.0.1', 'http'],
    ['', '127.0.0.1', 'http'],
  ])('%s names the client %s by %s', (forwarded, address, protocol) => {
    expect(trusting.addressOf(came({ forwarded }))).toBe(address);
    expect(trusting.protocolOf(came({ forwarded }))).toBe(protocol);
  });

  test('counts from a trusted proxy only, and after X-Forwarded-*', () => {
    const forwarded = 'for=6.6.6.6;proto=https';
    expect(trusting.addressOf(came({ forwarded }, '192.0.2.1'))).toBe('192.0.2.1');
    expect(trusting.protocolOf(came({ forwarded }, '192.0.2.1'))).toBe('http');
    expect(trusting.addressOf(came({ forwarded, 'x-forwarded-for': '203.0.113.9' }))).toBe('203.0.113.9');
    expect(trusting.protocolOf(came({ forwarded, 'x-forwarded-for': '203.0.113.9' }))).toBe('http');
    expect(trusting.addressOf(came({ forwarded, 'x-forwarded-proto': 'http' }))).toBe('127.0.0.1');
  });

  test.each([' '.repeat(50_000), `for="${'\\'.repeat(50_000)}`, `${'for=a;'.repeat(9000)}?`])(
    'reads a long header that is malformed, as nothing',
    (forwarded) => {
      expect(trusting.addressOf(came({ forwarded }))).toBe('127.0.0.1');
    },
  );

  test('makes links of https', async () => {
    expect((await signIn(world, { forwarded: 'for=10.1.2.3;proto=https' })).realmUrl).toBe('https://chat.office.lan');
  });
});

test.each([
  ['https', 'chat.office.lan:443', 'https://chat.office.lan'],
  ['http', 'chat.office.lan:80', 'http://chat.office.lan'],
  ['https', 'chat.office.lan:80', 'https://chat.office.lan:80'],
  ['http', 'chat.office.lan:443', 'http://chat.office.lan:443'],
  ['https', 'chat.office.lan:8443', 'https://chat.office.lan:8443'],
  ['https', 'chat.office.lan:4430', 'https://chat.office.lan:4430'],
])('over %s, the host %s makes addresses with %s', async (proto, host, expected) => {
  expect((await signIn(world, { 'x-forwarded-proto': proto, host })).realmUrl).toBe(expected);
});
