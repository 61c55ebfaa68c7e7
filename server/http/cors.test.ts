/** Calls from pages of other origins: with a key where an owner allows them, with a cookie never; and the old prefix. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password, startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const Origin = 'https://client.example';
const allowing = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));
const asks = async (path: string, headers: Record<string, string>): Promise<Response> =>
  fetch(world.url + path, {
    method: 'OPTIONS',
    headers: { Origin, 'Access-Control-Request-Method': 'POST', ...headers },
  });
/** The first is answered the short way, the second the long one, the third by the protocol of uploads. */
const paths = ['/api/v1/users/me', '/api/v1/users/me/alert_words', '/api/v1/tus', '/json/users/me'];

describe('where it is switched off', () => {
  it('pages of other origins read nothing', async () => {
    const { authorization: Authorization } = world.member;
    for (const path of paths) {
      expect(allowing((await asks(path, {})).headers)).toEqual([]);
      const answer = await fetch(world.url + path, { headers: { Origin, Authorization } });
      expect(allowing(answer.headers)).toEqual([]);
    }
  });
});

describe('where it is switched on', () => {
  beforeAll(async () => {
    await world.owner.ok.patch('/console/network_settings', { settings: { cors_enabled: true } });
  });

  it.each(paths)('a page asks before it calls %s', async (path) => {
    const answer = await asks(path, {
      'Access-Control-Request-Headers': 'authorization,idempotency-key,upload-offset',
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const allowed = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining(['authorization', 'idempotency-key', 'tus-resumable', 'upload-length', 'upload-metadata']),
    );
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
  });

  it('answers and refusals of calls with a key are read', async () => {
    const { authorization: Authorization } = world.member;
    for (const path of paths) {
      const answer = await fetch(world.url + path, { headers: { Origin, Authorization } });
      expect(answer.headers.get('access-control-allow-origin'), path).toBe('*');
      const refused = await fetch(world.url + path, { headers: { Origin } });
      expect([401, 405]).toContain(refused.status);
      expect(refused.headers.get('access-control-allow-origin'), path).toBe('*');
    }
  });

  it('nothing is read that came with a cookie, and nothing but the API', async () => {
    const { signedIn: Cookie } = await session();
    for (const path of paths) {
      const answer = await fetch(world.url + path, { headers: { Origin, Cookie } });
      expect(allowing(answer.headers), path).toEqual([]);
    }
    expect(allowing((await fetch(`${world.url}/health`, { headers: { Origin } })).headers)).toEqual([]);
  });

  it('a program that is no page sees none of it', async () => {
    expect(allowing((await world.member.get('/users/me')).headers)).toEqual([]);
  });

  it('only owners switch it', async () => {
    const settings = { settings: { cors_enabled: false } };
    const refusal = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' };
    await world.admin.fails('PATCH', '/console/network_settings', settings, refusal);
  });
});

describe('the old prefix /json', () => {
  it('answers as /api/v1 does, the short way and the long one', async () => {
    const { authorization: Authorization, userId } = world.member;
    for (const path of ['/users/me', `/users/${userId}`, '/users/me/alert_words', '/server_settings']) {
      const of = async (prefix: string): Promise<unknown> =>
        (await fetch(world.url + prefix + path, { headers: { Authorization } })).json();
      expect(await of('/json'), path).toEqual(await of('/api/v1'));
    }
    const body = new URLSearchParams({ type: 'direct', to: `[${userId}]`, content: 'by the old way' });
    const sent = await fetch(`${world.url}/json/messages`, { method: 'POST', headers: { Authorization }, body });
    expect(await sent.json()).toMatchObject({ result: 'success' });
  });

  it('asks for credentials, and for the token of a session that changes something', async () => {
    expect((await fetch(`${world.url}/json/users/me`)).status).toBe(401);
    const { signedIn, csrfToken } = await session();
    const me = await fetch(`${world.url}/json/users/me`, { headers: { Cookie: signedIn } });
    expect(me.status).toBe(200);
    const write = async (headers: Record<string, string>): Promise<number> =>
      (
        await fetch(`${world.url}/json/users/me/alert_words`, {
          method: 'POST',
          headers: { Cookie: signedIn, ...headers },
          body: new URLSearchParams({ alert_words: '["tea"]' }),
        })
      ).status;
    expect(await write({})).toBe(403);
    expect(await write({ 'X-CSRF-Token': csrfToken })).toBe(200);
  });

  it('has no other pages', async () => {
    expect((await fetch(`${world.url}/json/no/such/operation`)).status).toBe(404);
    expect((await fetch(`${world.url}/json`)).status).toBe(404);
  });
});

async function session(): Promise<{ signedIn: string; csrfToken: string }> {
  const answer = await fetch(`${world.url}/json/console/sign_in`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'member@example.com', password }),
  });
  const { csrf_token: csrfToken } = (await answer.json()) as { csrf_token: string };
  return { signedIn: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', csrfToken };
}
