/** Names of session cookies: browsers send the cookies of a host to all of its ports. */
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { password, startWorld, type World } from '../testing/world.ts';
import { sessionCookie, sessionTokens } from './auth.ts';

test('two servers on one host keep their sessions in one browser', async () => {
  const worlds = [await startWorld(), await startWorld()];
  const jar: string[] = [];
  for (const { url, member } of worlds) {
    const answer = await fetch(`${url}/api/v1/console/sign_in`, {
      method: 'POST',
      body: new URLSearchParams({ username: member.email, password }),
    });
    jar.push(String(answer.headers.get('set-cookie')?.split(';')[0]));
  }
  expect(new Set(jar.map((cookie) => cookie.split('=')[0])).size).toBe(2);
  for (const { url } of worlds)
    expect((await fetch(`${url}/api/v1/console/session`, { headers: { cookie: jar.join('; ') } })).status).toBe(200);
  for (const one of worlds) await one.stop();
});

test('a session from before names had ports goes on', () => {
  const host = 'office:7420';
  expect(sessionTokens({ host, cookie: 'hearth_session=old' })).toEqual(['old']);
  expect(sessionTokens({ host, cookie: `hearth_session=old; ${sessionCookie('http', { host })}=new` })).toEqual([
    'new',
    'old',
  ]);
  expect(sessionTokens({ host, cookie: `${sessionCookie('http', { host: 'office:7421' })}=other` })).toEqual([]);
});

describe('two servers behind one host name', () => {
  let worlds: World[];
  beforeAll(async () => {
    const options = { allowedHosts: ['office.lan'], trustedProxies: ['127.0.0.1'] };
    worlds = [await startWorld(options), await startWorld(options)];
  });
  afterAll(async () => {
    for (const one of worlds) await one.stop();
  });

  /** A browser: cookies by name, over HTTPS and HTTP, sent to every port of the host. */
  class Browser {
    readonly jar = new Map<string, string>();

    async send(world: World, path: string, headers: Record<string, string>, form?: Record<string, string>) {
      const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await request(`${world.url}/api/v1${path}`, {
        method: form ? 'POST' : 'GET',
        ...(form && { body: new URLSearchParams(form).toString() }),
        headers: { ...headers, ...(form && type), ...(cookie !== '' && { cookie }) },
      });
      const status = answer.statusCode;
      const body = (await answer.body.json()) as Record<string, unknown>;
      for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (line.includes('Max-Age=0')) this.jar.delete(name);
        else this.jar.set(name, value);
      }
      return { status, body };
    }
  }

  const secure = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.1.2.3' };
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['HTTP, without ports', { host: 'office.lan' }, { host: 'office.lan' }],
    ['HTTPS, without ports', { host: 'office.lan', ...secure }, { host: 'OFFICE.lan', ...secure }],
    ['HTTPS, with the usual port', { host: 'office.lan:443', ...secure }, { host: 'office.lan', ...secure }],
    ['HTTP and HTTPS', { host: 'office.lan' }, { host: 'office.lan', ...secure }],
    ['one with a port', { host: 'office.lan:8443', ...secure }, { host: 'office.lan', ...secure }],
    ['an address of IPv6', { host: '[::1]:8001' }, { host: '[::1]' }],
  ])('keep their sessions and sign out alone: %s', async (_title, first, second) => {
    const browser = new Browser();
    const ways = [first, second].map((headers, at) => ({ world: worlds[at] as World, headers }));
    const statuses = () =>
      Promise.all(
        ways.map(async ({ world, headers }) => (await browser.send(world, '/console/session', headers)).status),
      );
    for (const { world, headers } of ways)
      await browser.send(world, '/console/sign_in', headers, { username: world.member.email, password });
    expect(await statuses()).toEqual([200, 200]);
    const { world, headers } = ways[0] as (typeof ways)[0];
    const { body } = await browser.send(world, '/console/session', headers);
    const other = ways[1] as (typeof ways)[0];
    const token = { 'x-csrf-token': String(body['csrf_token']) };
    expect((await browser.send(other.world, '/console/sign_out', { ...other.headers, ...token }, {})).status).toBe(403);
    expect((await browser.send(world, '/console/sign_out', { ...headers, ...token }, {})).status).toBe(200);
    expect(await statuses()).toEqual([401, 200]);
  });

  test.each<[string, string, Record<string, string>, number]>([
    ['office.lan:443', 'https://office.lan', {}, 200],
    ['office.lan', 'https://OFFICE.lan:443', {}, 200],
    ['office.lan:8443', 'https://office.lan:8443', {}, 200],
    ['office.lan', 'https://office.lan:8443', {}, 200],
    ['office.lan', 'https://office.lan:8443', { 'sec-fetch-site': 'same-origin' }, 200],
    ['127.0.0.1', 'https://office.lan:8443', { 'sec-fetch-site': 'same-origin' }, 200],
    ['office.lan', 'https://office.lan:8443', { 'sec-fetch-site': 'same-site' }, 403],
    ['office.lan', 'https://office.lan', { 'sec-fetch-site': 'cross-site' }, 403],
    ['office.lan:8443', 'https://office.lan', {}, 403],
    ['office.lan:8443', 'https://office.lan:8444', {}, 403],
    ['office.lan', 'https://office.lan.example:8443', {}, 403],
    ['office.lan', 'null', {}, 403],
  ])('a form for the host %s from a page of %s %o: %i', async (host, origin, site, status) => {
    const [world] = worlds as [World];
    const form = { username: world.member.email, password };
    const headers = { host, origin, ...secure, ...site };
    expect((await new Browser().send(world, '/console/sign_in', headers, form)).status).toBe(status);
  });

  test('a session that began under the name without a port goes on', async () => {
    const [world] = worlds as [World];
    const browser = new Browser();
    const headers = { host: 'office.lan' };
    await browser.send(world, '/console/sign_in', headers, { username: world.member.email, password });
    const [[name, token] = ['', '']] = [...browser.jar];
    expect(name).toBe(`hearth_session_${world.server.port}`);
    browser.jar.clear();
    browser.jar.set('hearth_session', token);
    expect((await browser.send(world, '/console/session', headers)).status).toBe(200);
  });
});
