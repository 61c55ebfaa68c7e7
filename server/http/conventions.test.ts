/** The seven conventions (spec: Conventions), and what clients in the field send. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld({ limits: { maxBodyBytes: 200_000 } });
});
afterAll(async () => world.stop());

/** A request as raw text, for what fetch would not send. */
async function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(world.server.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('Conventions', () => {
  test('every path is below /api/v1', async () => {
    expect((await world.member.request('GET', '!/api/v1/users/me')).status).toBe(200);
    expect((await world.member.request('GET', '!/users/me')).status).toBe(404);
  });

  test.each([
    ['GET http://chat.example/api/v1/nowhere?a=b', 404, '/api/v1/nowhere'],
    ['GET HTTP://', 404, '/'],
    ['GET http://[', 404, '/'],
    ['GET http://chat.example?a', 404, '/'],
    ['CONNECT chat.example:443', 404, '/chat.example:443'],
    ['CONNECT a:99999', 404, '/a:99999'],
    ['OPTIONS *', 404, '/*'],
    ['GET chat.example:443', 400, null],
  ])('a request for what is no path, as %s, is answered in the form of errors', async (request, status, path) => {
    const answer = await raw(`${request} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const msg = path === null ? 'Malformed HTTP request' : `No such endpoint: ${path}`;
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ result: 'error', msg });
  });

  test('parameters are read from a urlencoded body, a multipart body, a JSON object and the query, for every method', async () => {
    const send = { type: 'channel', to: 'general', topic: 'forms', content: 'hello' };
    const form = new FormData();
    for (const [name, value] of Object.entries(send)) form.set(name, value);
    const json = {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(send),
    };
    const query = new URLSearchParams(send).toString();
    for (const options of [{ body: new URLSearchParams(send) }, { body: form }, json, { query }]) {
      expect((await world.member.request('POST', '/messages', options)).status, JSON.stringify(options)).toBe(200);
    }
    const { id } = await world.member.ok.post('/messages', send);
    expect((await world.member.request('PATCH', `/messages/${String(id)}`, { query: 'content=changed' })).status).toBe(
      200,
    );
    expect(
      (await world.admin.request('DELETE', `/messages/${String(id)}`, { body: new URLSearchParams({}) })).status,
    ).toBe(200);
  });

  test('a DELETE may carry its parameters in the body or in the query', async () => {
    for (const inQuery of [true, false]) {
      const queue = await world.member.register({ event_types: ['message'] });
      const params = new URLSearchParams({ queue_id: queue.queueId });
      const reply = await world.member.request(
        'DELETE',
        '/events',
        inQuery ? { query: params.toString() } : { body: params },
      );
      expect(reply.status).toBe(200);
    }
  });

  test('an array or object is sent as JSON text in its one parameter', async () => {
    await world.member.fails(
      'POST',
      '/messages/flags',
      { messages: '1,2', op: 'add', flag: 'starred' },
      { status: 400, code: 'BAD_REQUEST', msg: 'messages is not valid JSON' },
    );
  });

  test('JSON null counts as absent', async () => {
    const { queue_id: queueId } = await world.member.ok.post('/register', {
      event_types: 'null',
      fetch_event_types: '["message"]',
    });
    expect(queueId).toEqual(expect.any(String));
  });

  test('every response is an object with result and msg, msg empty on success', async () => {
    expect(await world.member.ok.get('/users/me')).toMatchObject({ result: 'success', msg: '' });
  });

  test('parameters an endpoint does not support are named, path parameters and `client` are not', async () => {
    const reply = await world.member.ok.get(`/users/${world.owner.userId}`, {
      user_id: 1,
      colour: 'red',
      client: 'test',
      dont_block: true,
    });
    expect(reply['ignored_parameters_unsupported']).toEqual(['colour', 'dont_block']);
    expect(await world.member.ok.get('/users/me')).not.toHaveProperty('ignored_parameters_unsupported');
  });

  test.each<[string, string, string[]]>([
    ['/messages', 'content', ['report', 'second']],
    ['/user_uploads', 'unused', ['unused', 'second']],
  ])('files that %s does not take are named in the answer', async (path, field, ignored) => {
    const form = new FormData();
    form.set('type', 'direct');
    form.set('to', JSON.stringify([world.owner.userId]));
    form.set(field, 'words');
    if (path === '/user_uploads') for (const name of ['type', 'to']) form.delete(name);
    form.set('report', new Blob(['0123']), 'a.txt');
    form.set('second', new Blob(['0123']), 'b.txt');
    const { authorization } = world.member;
    const sent = await fetch(`${world.url}/api/v1${path}`, { method: 'POST', headers: { authorization }, body: form });
    expect(await sent.json()).toMatchObject({ result: 'success', ignored_parameters_unsupported: ignored });
  });

  test('an error has result, code and a sentence', async () => {
    await world.member.fails(
      'GET',
      '/messages',
      {},
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'num_before' },
    );
  });

  test('who may not call is notified before anything is said of the parameters', async () => {
    for (const [method, path] of [
      ['GET', '/messages?anchor=never'],
      ['POST', '/messages?type=carrier-pigeon'],
      ['POST', '/users/me/alert_words?alert_words=none'],
      ['POST', '/user_uploads'],
    ] as const) {
      expect((await world.stranger.request(method, path)).status, path).toBe(401);
      expect((await world.member.request(method, path)).status, path).toBe(400);
    }
    const guest = await world.guest.request('POST', '/export/realm?export_type=everything');
    expect(guest.body['code']).toBe('UNAUTHORIZED_PRINCIPAL');
  });

  test('an endpoint requires valid credentials', async () => {
    const none = { headers: { Authorization: '' } };
    for (const authorization of [
      '',
      'Bearer abc',
      'Basic !!!',
      'Basic',
      `Basic ${Buffer.from('nocolon').toString('base64')}`,
    ]) {
      const reply = await world.member.request('GET', '/users/me', { headers: { Authorization: authorization } });
      expect(reply.status, authorization).toBe(401);
      expect(reply.body['code'], authorization).toBe('UNAUTHORIZED');
    }
    expect((await world.member.request('POST', '/messages', none)).status).toBe(401);
    const wrongKey = `Basic ${Buffer.from(`${world.member.email}:${'z'.repeat(32)}`).toString('base64')}`;
    expect(
      (await world.member.request('GET', '/users/me', { headers: { Authorization: wrongKey } })).body['code'],
    ).toBe('UNAUTHORIZED');
  });
});

describe('What is not a request of this API', () => {
  test('an unknown path is a JSON 404', async () => {
    for (const path of ['/nothing', '/users/me/nothing', '/messages/12/nothing']) {
      expect((await world.member.request('GET', path)).body).toMatchObject({ result: 'error', code: 'NOT_FOUND' });
    }
    expect((await world.member.request('GET', '!/nothing/at/all')).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('a wrong method is a 405 that names the right ones', async () => {
    const reply = await world.member.request('PUT', '/messages', { body: 'x=1' });
    expect([reply.status, reply.headers.get('allow'), reply.body['code']]).toEqual([
      405,
      'GET, HEAD, POST',
      'METHOD_NOT_ALLOWED',
    ]);
    expect((await world.member.request('OPTIONS', '/messages')).status).toBe(405);
  });

  test('HEAD answers like GET, without a body', async () => {
    const reply = await world.member.request('HEAD', '/server_settings');
    expect([reply.status, reply.body]).toEqual([200, { text: '' }]);
  });

  test('trailing and repeated slashes do not matter', async () => {
    for (const path of ['!/api/v1/users/me/', '!//api/v1//users///me', '!/api/v1/server_settings/']) {
      expect((await world.member.request('GET', path)).status, path).toBe(200);
    }
  });

  test('a body over the limit is a 413', async () => {
    const reply = await world.member.request('POST', '/messages', {
      body: new URLSearchParams({ content: 'x'.repeat(300_000) }),
    });
    expect([reply.status, reply.body['code']]).toEqual([413, 'REQUEST_TOO_LARGE']);
  });

  test('a body without a length is cut off at the limit too', async () => {
    const chunk = 'a'.repeat(50_000);
    const head = `POST /api/v1/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${world.member.authorization}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
    const body = `c350\r\n${chunk}\r\n`.repeat(6);
    expect(await raw(`${head}${body}0\r\n\r\n`)).toContain('"code":"REQUEST_TOO_LARGE"');
  });

  test('a message of the greatest length in a non-Latin script fits in a form', async () => {
    const content = '語'.repeat(10_000);
    const sent = await world.member.post('/messages', { type: 'direct', to: [world.member2.userId], content });
    expect(sent.status).toBe(200);
  });

  test.each(['a=%', 'a=%zz', 'a=%C3%28', '%ff=1'])('malformed percent-encoding is refused: %s', async (form) => {
    const inBody = await world.member.request('POST', '/messages', {
      body: form,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([inBody.status, inBody.body['code']]).toEqual([400, 'BAD_REQUEST']);
    expect((await world.member.request('GET', '/messages', { query: form })).status).toBe(400);
  });

  test('malformed percent-encoding in a path is refused', async () => {
    expect(await raw(`GET /api/v1/users/%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400 [\s\S]*"code":"BAD_REQUEST"/,
    );
  });

  test.each([['application/xml'], ['image/png']])('the content type %s is refused', async (type) => {
    const reply = await world.member.request('POST', '/messages', { body: '<x/>', headers: { 'Content-Type': type } });
    expect([reply.status, reply.body['code']]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('broken JSON and broken multipart bodies are refused', async () => {
    const json = await world.member.request('POST', '/messages', {
      body: '{"a":',
      headers: { 'Content-Type': 'application/json' },
    });
    expect([json.status, json.body['code']]).toEqual([400, 'BAD_REQUEST']);
    const multipart = await world.member.request('POST', '/messages', {
      body: 'no boundary here',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect(multipart.status).toBe(400);
  });

  test('null bytes are refused wherever they hide', async () => {
    const to = [world.member2.userId];
    await world.member.fails(
      'POST',
      '/messages',
      { type: 'direct', to, content: 'a\0b' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'POST',
      '/drafts',
      { drafts: [{ type: '', to: [], topic: '', content: 'a\0b' }] },
      { status: 400, code: 'BAD_REQUEST' },
    );
    expect(await raw(`GET /api/v1/users/%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toContain(
      '400 Bad Request',
    );
  });

  test('what only looks like the escape of a null byte is a text like others', async () => {
    const save = (content: string): Record<string, unknown> => ({ drafts: [{ type: '', to: [], topic: '', content }] });
    await world.member.ok.post('/drafts', save(String.raw`a\u0000b`));
    await world.member.fails('POST', '/drafts', save('a\\\0b'), { status: 400, code: 'BAD_REQUEST' });
    expect((await world.member.ok.get('/drafts'))['drafts']).toMatchObject([{ content: String.raw`a\u0000b` }]);
  });

  test('half a character is refused wherever it hides; a whole one, and what only looks like half, are texts like others', async () => {
    const refused = { status: 400, code: 'BAD_REQUEST' } as const;
    const send = async (content: string): Promise<Reply> =>
      world.member.request('POST', '/messages', {
        body: JSON.stringify({ type: 'direct', to: [world.member2.userId], content }),
        headers: { 'Content-Type': 'application/json' },
      });
    expect(await send('\ud800 alone')).toMatchObject({ status: 400, body: { code: refused.code } });
    const save = (content: string): Record<string, unknown> => ({ drafts: [{ type: '', to: [], topic: '', content }] });
    await world.member.fails('POST', '/drafts', save('alone \udc00'), refused);
    expect((await send('\ud83d\ude00')).status).toBe(200);
    await world.member.ok.post('/drafts', save(String.raw`\ud800 \\ud800 `));
  });

  test('bytes that are none of the charset are refused in a part', async () => {
    const part = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="content"\r\n\r\na\xffb\r\n--x--\r\n',
      'latin1',
    );
    const reply = await world.member.request('POST', '/messages/render', {
      body: part as unknown as string,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect([reply.status, reply.body['code']]).toEqual([400, 'BAD_REQUEST']);
  });

  test('JSON that is nested deeper than anything of the API is refused, wherever the stack of the server would end', async () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    const register = { status: 400, code: 'BAD_REQUEST', msg: 'narrow is nested too deeply' };
    for (const depth of [101, 4000, 20_000])
      await world.member.fails('POST', '/register', { narrow: nested(depth) }, register);
    expect((await world.member.post('/register', { narrow: nested(100) })).body['msg']).toBe('Invalid narrow');
  });

  test('what is not HTTP gets a JSON error and the line is closed', async () => {
    expect(await raw('hello there\r\n\r\n')).toContain('"result":"error"');
  });
});

describe('Trust', () => {
  const asHost = (host: string): Promise<string> =>
    raw(`GET /api/v1/server_settings HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  test('names that rebind to this machine are refused, addresses and configured names are known', async () => {
    expect(await asHost('evil.example')).toMatch(/^HTTP\/1.1 403[\s\S]*HOST_NOT_ALLOWED/);
    expect(await asHost('192.168.0.7.evil.example:7420')).toMatch(/^HTTP\/1.1 403/);
    for (const host of [
      '127.0.0.1:99999',
      '[fe80::1%eth0]',
      'a b.localhost',
      'evil.example/x.localhost',
      'me@x.localhost',
    ])
      expect(await asHost(host), host).toMatch(/^HTTP\/1.1 403[\s\S]*HOST_NOT_ALLOWED/);
    for (const host of ['127.0.0.1', 'localhost:7420', '[::1]:7420', '192.168.1.20:7420'])
      expect(await asHost(host), host).toMatch(/^HTTP\/1.1 200/);
  });

  test('realm_url is the address that the client used', async () => {
    expect(await asHost('192.168.1.20:8080')).toContain('"realm_url":"http://192.168.1.20:8080"');
    expect(await asHost('localhost:7420')).toContain('"realm_uri":"http://localhost:7420"');
  });

  test('a page of another site cannot use the console session', async () => {
    const signIn = await world.stranger.request('POST', '/console/sign_in', {
      body: new URLSearchParams({ username: world.owner.email, password: 'a good password' }),
      headers: { Authorization: '' },
    });
    const setCookie = signIn.headers.get('set-cookie') ?? '';
    expect(setCookie).toMatch(/HttpOnly; SameSite=Strict/);
    const cookie = setCookie.split(';')[0] ?? '';
    const call = async (headers: Record<string, string>): Promise<number> => {
      const response = await fetch(`${world.url}/api/v1/users/me/status`, {
        method: 'POST',
        headers: { Cookie: cookie, ...headers },
        body: new URLSearchParams({ status_text: 'in' }),
      });
      return response.status;
    };
    expect(await call({})).toBe(403);
    expect(await call({ 'X-CSRF-Token': 'guess' })).toBe(403);
    expect(await call({ 'X-CSRF-Token': String(signIn.body['csrf_token']) })).toBe(200);
    await fetch(`${world.url}/api/v1/console/sign_out`, {
      method: 'POST',
      headers: { Cookie: cookie, 'X-CSRF-Token': String(signIn.body['csrf_token']) },
    });
    expect(await call({ 'X-CSRF-Token': String(signIn.body['csrf_token']) })).toBe(401);
  });

  test('a form of a page of another site signs no one in; one of ours does, and so does a program', async () => {
    const signIn = async (headers: Record<string, string>): Promise<[number, boolean]> => {
      const body = new URLSearchParams({ username: world.member.email, password: 'a good password' });
      const response = await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body, headers });
      return [response.status, response.headers.has('set-cookie')];
    };
    for (const origin of ['http://elsewhere.example', 'null', world.url.replace(/:\d+$/, ':1')])
      expect(await signIn({ Origin: origin }), origin).toEqual([403, false]);
    expect(await signIn({ Origin: world.url })).toEqual([200, true]);
    // Behind a proxy the page has another address; no form can send this header.
    expect(await signIn({ Origin: 'https://chat.example', 'X-Requested-With': 'XMLHttpRequest' })).toEqual([200, true]);
    expect(await signIn({})).toEqual([200, true]);
  });

  test('an account has fifty sessions at most, the newest', async () => {
    const user = world.member2;
    await world.server.services.storage.transaction((tx) => {
      for (let at = 0; at < 60; at += 1)
        tx.run(
          'INSERT INTO sessions (token_hash, user_id, csrf_token, created_at, last_used_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
          `old ${at}`,
          user.userId,
          'x',
          at,
          at,
          9e9,
        );
    });
    const body = new URLSearchParams({ username: user.email, password: 'a good password' });
    await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body });
    const kept = await world.db<{ token_hash: string }>(
      'SELECT token_hash FROM sessions WHERE user_id = ? ORDER BY created_at',
      user.userId,
    );
    expect(kept).toHaveLength(50);
    expect(kept[0]?.token_hash).toBe('old 11');
    expect(kept.at(-1)?.token_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('failed sign-ins are limited per account, and a client is informed how long to wait', async () => {
    const attempt = async (password: string) =>
      world.stranger.post('/fetch_api_key', { username: world.moderator.email, password });
    for (let i = 0; i < 10; i += 1) expect((await attempt('wrong')).body['code']).toBe('AUTHENTICATION_FAILED');
    const limited = await attempt('a good password');
    expect([limited.status, limited.body['code']]).toEqual([429, 'RATE_LIMIT_HIT']);
    expect(String(limited.body['retry-after'])).toBe(limited.headers.get('retry-after'));
    expect(
      (await world.stranger.post('/fetch_api_key', { username: world.member.email, password: 'a good password' }))
        .status,
    ).toBe(200);
  });

  test('answers carry a request id and forbid sniffing and framing', async () => {
    const { headers } = await world.member.get('/users/me');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect([headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual(['nosniff', 'DENY']);
  });

  test('a monitor is informed that the server is well', async () => {
    const health = await world.stranger.request('GET', '!/health');
    expect(health.body).toMatchObject({ result: 'success', status: 'ok' });
  });
});
