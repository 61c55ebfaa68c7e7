/** Bodies: multipart as programs send it, what strangers may send, and answers that come before a body has ended. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Agent, request as begin, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Client, Reply } from '../testing/client.ts';
import { dotPicture } from '../testing/dot-picture.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.admin.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
});
afterAll(async () => world.stop());

interface Part {
  head: string;
  content: string | Buffer;
}

/** A multipart body exactly as given: fetch would write other part headers than programs do. */
async function sendParts(client: Client, path: string, parts: readonly Part[]): Promise<Reply> {
  const boundary = 'edge-of-the-part';
  const body = Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return client.request('POST', path, {
    body: body as unknown as string,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
  });
}

const field = (name: string, content: string | Buffer, more = ''): Part => ({
  head: `Content-Disposition: form-data; name="${name}"${more}`,
  content,
});

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');

test('a connection goes on after a packed body that was too large when it was unpacked', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const { authorization } = world.member;
  const send = async (method: string, path: string, body?: Buffer): Promise<[number, boolean]> => {
    const packed = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' };
    const headers = { authorization, ...(body !== undefined && packed) };
    const request = begin(`${world.url}/api/v1${path}`, { agent, method, headers });
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return [response.statusCode ?? 0, request.reusedSocket];
  };
  const large = gzipSync(randomBytes(3 * 1024 * 1024).toString('hex'));
  expect(await send('POST', '/messages', large)).toEqual([413, false]);
  expect(await send('GET', '/users/me')).toEqual([200, true]);
});

describe('Multipart', () => {
  const upload = async (disposition: string, type = ''): Promise<unknown> => {
    const head = `Content-Disposition: form-data; ${disposition}${type}`;
    const reply = await sendParts(world.member, '/user_uploads', [{ head, content: 'some text' }]);
    expect([reply.status, reply.body['msg']]).toEqual([200, '']);
    return reply.body['filename'];
  };

  test('a part with a file name is a file, with and without a type of its own', async () => {
    expect(await upload('name="file"; filename="notes.txt"')).toBe('notes.txt');
    expect(await upload('name="file"; filename="notes.txt"', '\r\nContent-Type: text/plain')).toBe('notes.txt');
    expect(await upload('name=file; filename=notes.txt')).toBe('notes.txt');
    const [row] = await world.db<{ content_type: string; size: number }>(
      "SELECT content_type, size FROM attachments WHERE name = 'notes.txt' ORDER BY id LIMIT 1",
    );
    expect(row).toEqual({ content_type: 'text/plain', size: 9 });
  });

  test.each([
    [`name="f"; filename*=UTF-8''na%C3%AFve%20plan.txt`, 'naïve plan.txt'],
    [`name="f"; filename="plan.txt"; filename*=UTF-8''na%C3%AFve.txt`, 'naïve.txt'],
    [`name="f"; filename*=UTF-8''na%C3%AFve.txt; filename="plan.txt"`, 'naïve.txt'],
    [`name="f"; filename*=iso-8859-1'en'%A3%20rates.txt`, '£ rates.txt'],
    ['name="f"; filename="=?utf-8?B?bmHDr3ZlLnR4dA==?="', 'naïve.txt'],
    ['name="f"; filename="=?UTF-8?Q?na=C3=AFve.txt?="', 'naïve.txt'],
    ['name="f"; filename="naïve.txt"', 'naïve.txt'],
    ['name="f"; filename="C:\\notes\\plan.txt"', 'plan.txt'],
    ['name="f"; filename="C:\\\\notes\\\\plan.txt"', 'plan.txt'],
    ['name="f"; filename="plan.txt";', 'plan.txt'],
  ])('the file name of %s', async (disposition, name) => {
    expect(await upload(disposition)).toBe(name);
  });

  test('every kind of upload takes a file without a type', async () => {
    const picture = [field('file', dotPicture, '; filename="picture.png"')];
    for (const path of [
      '/user_uploads',
      '/users/me/avatar',
      '/realm/emoji/dot',
      '/realm/icon',
      '/realm/logo?night=false',
    ]) {
      const reply = await sendParts(world.owner, path, picture);
      expect([path, reply.status, reply.body['msg']]).toEqual([path, 200, '']);
    }
  });

  test('a text part with a type is text, in its own letters', async () => {
    const type = '\r\nContent-Type: text/plain; charset=';
    const reply = await sendParts(world.admin, '/messages', [
      field('type', 'channel', `${type}utf-8`),
      field('to', 'general', '\r\nContent-Type: text/plain'),
      field('topic', 'grüße'),
      field('topic', 'grün', `${type}UTF-8\r\nContent-Transfer-Encoding: 8bit`),
      field('content', Buffer.from('crème', 'latin1'), `${type}iso-8859-1`),
    ]);
    expect([reply.status, reply.body['msg']]).toEqual([200, '']);
    const { message } = await world.admin.ok.get(`/messages/${String(reply.body['id'])}`, { apply_markdown: false });
    expect(message).toMatchObject({ subject: 'grün', content: 'crème' });
  });

  test.each([
    ['a type that cannot be read', 'Content-Disposition: form-data; name="x"; 0M;"'],
    ['an unknown alphabet', 'Content-Disposition: form-data; name="x"\r\nContent-Type: text/plain; charset=klingon'],
    ['an encoded part', 'Content-Disposition: form-data; name="x"\r\nContent-Transfer-Encoding: base64'],
    ['headers of many kilobytes', `Content-Disposition: form-data; name="x"; filename="${'x'.repeat(20_000)}"`],
  ])('%s is a 400', async (_what, head) => {
    const reply = await sendParts(world.member, '/messages', [{ head, content: 'x' }]);
    expect([reply.status, reply.body['code']]).toEqual([400, 'BAD_REQUEST']);
  });

  test('more parts, text or file than there may be are refused, and leave no file behind', async () => {
    const many = Array.from({ length: 1100 }, (_none, n) => field(`f${n}`, 'x'));
    expect((await sendParts(world.member, '/messages', many)).status).toBe(400);
    expect((await sendParts(world.member, '/messages', [field('content', 'x'.repeat(2_200_000))])).status).toBe(413);
    const file = field('file', 'x'.repeat(100_000), '; filename="a.txt"');
    const broken = await sendParts(world.member, '/user_uploads', [
      file,
      { head: 'Content-Disposition: form-data; "', content: '' },
    ]);
    expect(broken.status).toBe(400);
    expect(await readdir(join(world.dataDir, 'uploads/incoming'))).toEqual([]);
  });

  test('a form in which no file was chosen has none', async () => {
    const reply = await sendParts(world.member, '/user_uploads', [field('file', '', '; filename=""')]);
    expect(reply.status).toBe(400);
  });

  test('the headers of a part cost next to nothing, however they are written', async () => {
    const head = `Content-Disposition: form-data; name="x"; 0${'M;\tFILENAME="I'.repeat(140_000)}`;
    const before = process.cpuUsage();
    const reply = await sendParts(world.member, '/messages', [{ head, content: 'x' }]);
    const { user } = process.cpuUsage(before);
    expect(reply.status).toBe(400);
    // 1.9 MB took minutes where a pattern looked at all of it.
    expect(user).toBeLessThan(2_000_000);
  });
});

describe('What is sent in other letters', () => {
  const send = async (type: string, body: Buffer): Promise<Reply> =>
    world.admin.request('POST', '/messages', {
      body: body as unknown as string,
      headers: { 'Content-Type': type },
    });
  const form = 'type=channel&to=general&topic=letters&content=';
  const json = '{"type":"channel","to":"general","topic":"letters","content":"crème"}';

  test.each([
    ['a form', 'application/x-www-form-urlencoded', Buffer.from(`${form}crème`)],
    ['a form of another charset', 'application/x-www-form-urlencoded; charset=iso-8859-1', latin1(`${form}crème`)],
    ['a form with a mark before it', 'application/x-www-form-urlencoded', Buffer.from(`\uFEFF${form}crème`)],
    ['JSON', 'application/json', Buffer.from(json)],
    ['JSON of another charset', 'application/json; charset=latin1', latin1(json)],
    ['JSON in two bytes a letter', 'application/json; charset="utf-16le"', Buffer.from(json, 'utf16le')],
  ])('%s is kept as it was meant', async (_what, type, body) => {
    const reply = await send(type, body);
    expect([reply.status, reply.body['msg']]).toEqual([200, '']);
    const { message } = await world.admin.ok.get(`/messages/${String(reply.body['id'])}`, { apply_markdown: false });
    expect(message).toMatchObject({ subject: 'letters', content: 'crème' });
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', latin1(`${form}crème`)],
    ['a long form', 'application/x-www-form-urlencoded', latin1(`${form}crème&more=${'x'.repeat(70_000)}`)],
    ['JSON', 'application/json', latin1(json)],
    ['a form of a charset that nobody knows', 'application/x-www-form-urlencoded; charset=klingon', Buffer.from(form)],
    ['a text instead of an object', 'application/json', Buffer.from('"crème"')],
  ])('%s that cannot be read is refused, never kept as something else', async (_what, type, body) => {
    const reply = await send(type, body);
    expect([reply.status, reply.body['code']]).toEqual([400, 'BAD_REQUEST']);
    expect(reply.body['msg']).toMatch(/^Malformed request: /);
  });
});

/** A connection on which bytes are written as they stand. */
async function open({ server } = world): Promise<Socket> {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
}

/** @returns everything that comes until the connection ends; "reset" where it does so. */
async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => {
    socket.once('end', () => resolve(text));
    socket.once('error', () => resolve(`${text}reset`));
    socket.once('close', () => resolve(text));
  });
}

const headOf = (path: string, length: number, more = ''): string =>
  `POST /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n${more}\r\n`;

describe('Strangers', () => {
  test('credentials are looked at before the body', async () => {
    const broken = { body: '{"a":', headers: { 'Content-Type': 'application/json' } };
    // The stranger's key is no one's.
    for (const path of ['/messages', '/users/me/status', '/drafts', '/user_uploads', '/invites'])
      expect((await world.stranger.request('POST', path, broken)).status, path).toBe(401);
    const bare = await open();
    bare.write(`${headOf('/messages', 5, 'Connection: close\r\n')}%zz=1`);
    expect(await answerOf(bare)).toMatch(/^HTTP\/1.1 401/);
    // With a key the body is read.
    expect((await world.member.request('POST', '/messages', broken)).status).toBe(400);
  });

  test('little of what they send is read', async () => {
    const signIn = async (length: number): Promise<number> =>
      (await world.stranger.post('/fetch_api_key', { username: 'x', password: 'y', more: 'x'.repeat(length) })).status;
    expect(await signIn(50_000)).toBe(401);
    expect(await signIn(70_000)).toBe(413);
    const parts = [field('username', 'x'), field('password', 'y'), field('more', 'x'.repeat(70_000))];
    expect((await sendParts(world.stranger, '/fetch_api_key', parts)).status).toBe(413);
  });

  test('half a body holds a connection for a moment only; a user who is signed in has time', async () => {
    // Of its own: on a busy machine what the other tests send as strangers may take longer.
    const hasty = await startWorld({ limits: { strangerPatienceMs: 500 } });
    onTestFinished(() => hasty.stop());
    const { member, member2 } = hasty;
    const body = new URLSearchParams({ type: 'direct', to: `[${member2.userId}]`, content: 'slowly' }).toString();
    const patient = await open(hasty);
    const authorization = `Authorization: ${member.authorization}\r\nConnection: close\r\n`;
    patient.write(headOf('/messages', body.length, authorization) + body.slice(0, 10));
    const later = answerOf(patient);
    const halves = await Promise.all(
      [headOf('/fetch_api_key', 1000), headOf('/messages', 1000), headOf('/nothing', 1000)].map(async (head) => {
        const socket = await open(hasty);
        socket.write(`${head}username=`);
        return answerOf(socket);
      }),
    );
    expect(halves.map((answer) => /^HTTP\/1.1 (\d+)/.exec(answer)?.[1])).toEqual(['408', '401', '404']);
    expect(halves[0]).toContain('"code":"REQUEST_TIMEOUT"');
    patient.write(body.slice(10));
    expect(await later).toMatch(/^HTTP\/1.1 200/);
  });
});

describe('Answers before the body has ended', () => {
  test.each(['', 'Connection: close\r\n'])('413 arrives at the user who sends everything first (%j)', async (more) => {
    const length = 6_000_000;
    const authorization = `Authorization: ${world.member.authorization}\r\n`;
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const socket = await open();
        const head = headOf('/messages', length, authorization + more);
        await new Promise((done) => socket.write(head + 'x'.repeat(length), done));
        socket.end();
        return answerOf(socket);
      }),
    );
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"REQUEST_TOO_LARGE"[^}]*\}$/);
  });

  test('413 arrives for a body without a length too, and the connection serves what follows', async () => {
    const socket = await open();
    const authorization = `Authorization: ${world.member.authorization}\r\n`;
    const chunk = `186a0\r\n${'x'.repeat(100_000)}\r\n`;
    const head = headOf('/messages', 0, `${authorization}Transfer-Encoding: chunked\r\n`).replace(
      'Content-Length: 0\r\n',
      '',
    );
    socket.write(`${head}${chunk.repeat(30)}0\r\n\r\n`);
    socket.write('GET /api/v1/server_settings HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const answer = await answerOf(socket);
    expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  test('a request without a Host, or with an expectation that no one knows, is answered in JSON', async () => {
    const ask = async (head: string): Promise<string> => {
      const socket = await open();
      socket.write(`GET /api/v1/server_settings HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
      return answerOf(socket);
    };
    expect(await ask('')).toMatch(/^HTTP\/1.1 400 [\s\S]*"result":"error"[\s\S]*"code":"BAD_REQUEST"/);
    expect(await ask('Host: localhost\r\nExpect: x\r\n')).toMatch(/^HTTP\/1.1 417 [\s\S]*"code":"EXPECTATION_FAILED"/);
    expect(await ask('Host: localhost\r\n')).toMatch(/^HTTP\/1.1 200/);
  });
});
