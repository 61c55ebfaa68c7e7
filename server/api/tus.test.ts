/** Resumable uploads at /api/v1/tus (contract: upload-file; spec: Authentication 7): cut connections, restarts, and the usual limits. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, type OpenedSession } from '../domain/accounts/sessions.ts';
import { systemActing } from '../domain/acting.ts';
import { findUser } from '../domain/users/rows.ts';
import type { Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';
import { unfinishedUploadsDir } from '../uploads/files.ts';

const tus = { 'Tus-Resumable': '1.0.0' };
const encode = (text: string) => Buffer.from(text).toString('base64');

const location = (response: Response) => response.headers.get('location') ?? '';

describe('the tus endpoint', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ limits: { maxFileUploadSizeMib: 1, uploadQuotaMibPerUser: 2 } });
  });
  afterAll(() => world.stop());

  const call = async (
    who: Client | null,
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array,
  ) =>
    fetch(new URL(path, world.url), {
      method,
      headers: { ...tus, ...(who !== null && { Authorization: who.authorization }), ...headers },
      body: body as Uint8Array<ArrayBuffer>,
    });
  const create = async (who: Client, size: number, name = 'film.txt', type = 'text/plain') =>
    call(who, 'POST', '/api/v1/tus', {
      'Upload-Length': String(size),
      'Upload-Metadata': `filename ${encode(name)},filetype ${encode(type)}`,
    });
  const patch = async (who: Client, path: string, offset: number, body: Uint8Array) =>
    call(
      who,
      'PATCH',
      path,
      { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body,
    );
  const offsetOf = async (who: Client, path: string) =>
    Number((await call(who, 'HEAD', path)).headers.get('upload-offset'));

  it('takes a file in parts and makes it an attachment of its uploader', async () => {
    const queue = await world.member.register({ event_types: ['attachment'] });
    const created = await create(world.member, 10, 'Grüße.txt');
    expect(created.status).toBe(201);
    const path = location(created);
    expect(path).toMatch(/^\/api\/v1\/tus\/\w+$/);
    expect((await patch(world.member, path, 0, Buffer.from('01234'))).headers.get('upload-offset')).toBe('5');
    const finished = await patch(world.member, path, 5, Buffer.from('56789'));
    const answer = (await finished.json()) as { url: string; uri: string; filename: string };
    expect([finished.status, answer.uri, answer.filename]).toEqual([200, answer.url, 'Grüße.txt']);
    expect(
      await (await fetch(world.url + answer.url, { headers: { Authorization: world.member.authorization } })).text(),
    ).toBe('0123456789');
    expect(
      (await fetch(world.url + answer.url, { headers: { Authorization: world.admin.authorization } })).status,
    ).toBe(404);
    expect(await queue.events()).toMatchObject([{ op: 'add', attachment: { name: 'Grüße.txt', size: 10 } }]);
  });

  it('leaves nothing of a finished upload behind when its attachment is deleted', async () => {
    const path = location(await create(world.member2, 3, 'gone.txt'));
    await patch(world.member2, path, 0, Buffer.from('abc'));
    const { attachments } = (await world.member2.ok.get('/attachments')) as { attachments: { id: number }[] };
    await world.member2.ok.delete(`/attachments/${attachments[0]?.id}`);
    await expect.poll(async () => (await call(world.member2, 'HEAD', path)).status).toBe(404);
  });

  it('gives the same attachment again when the last answer was lost', async () => {
    const path = location(await create(world.member, 3));
    const first = await (await patch(world.member, path, 0, Buffer.from('abc'))).json();
    expect(await offsetOf(world.member, path)).toBe(3);
    expect(await (await patch(world.member, path, 3, new Uint8Array())).json()).toEqual(first);
  });

  it('begins no more than two hundred uploads for one user, however small they are', async () => {
    const id =
      location(await create(world.moderator, 1))
        .split('/')
        .at(-1) ?? '';
    const folder = unfinishedUploadsDir(world.dataDir);
    const config = await readFile(join(folder, `${id}.json`), 'utf8');
    for (let at = 1; at < 200; at += 1) {
      await writeFile(join(folder, `${id}${at}`), '');
      await writeFile(join(folder, `${id}${at}.json`), config.replaceAll(id, `${id}${at}`));
    }
    const refused = await create(world.moderator, 1);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'BAD_REQUEST' }]);
    await call(world.moderator, 'DELETE', `/api/v1/tus/${id}7`);
    expect((await create(world.moderator, 1)).status).toBe(201);
  });

  it('goes on where a cut connection left off', async () => {
    const path = location(await create(world.member, 10));
    await new Promise<void>((resolve) => {
      const cut = request(new URL(path, world.url), {
        method: 'PATCH',
        headers: {
          ...tus,
          Authorization: world.member.authorization,
          'Upload-Offset': '0',
          'Content-Type': 'application/offset+octet-stream',
          'Content-Length': '10',
        },
      });
      cut.on('error', () => resolve());
      cut.write('0123');
      const look = async (): Promise<void> => {
        // The part is on disk once its size shows; only then the connection goes.
        const [known] = await Promise.all([
          world.server.services.storage.read(() => true),
          new Promise((next) => setImmediate(next)),
        ]);
        if (known && (await sizeOnDisk(path)) === 4) cut.destroy();
        else await look();
      };
      void look();
    });
    await expect.poll(async () => offsetOf(world.member, path)).toBe(4);
    const finished = await patch(world.member, path, 4, Buffer.from('456789'));
    const { url } = (await finished.json()) as { url: string };
    expect(
      await (await fetch(world.url + url, { headers: { Authorization: world.member.authorization } })).text(),
    ).toBe('0123456789');
  });

  it('goes on after a restart of the server', async () => {
    const path = location(await create(world.member, 6));
    await patch(world.member, path, 0, Buffer.from('abc'));
    await world.restart();
    expect(await offsetOf(world.member, path)).toBe(3);
    const finished = await patch(world.member, path, 3, Buffer.from('def'));
    const { url } = (await finished.json()) as { url: string };
    expect(
      await (await fetch(world.url + url, { headers: { Authorization: world.member.authorization } })).text(),
    ).toBe('abcdef');
  });

  it('refuses strangers, and shows no one the uploads of others', async () => {
    const anonymous = await call(null, 'POST', '/api/v1/tus', { 'Upload-Length': '3' });
    expect([anonymous.status, await anonymous.json()]).toMatchObject([401, { result: 'error', code: 'UNAUTHORIZED' }]);
    const path = location(await create(world.member, 6));
    expect((await call(world.admin, 'HEAD', path)).status).toBe(404);
    expect((await patch(world.admin, path, 0, Buffer.from('abc'))).status).toBe(404);
    expect((await call(world.admin, 'DELETE', path)).status).toBe(404);
    expect((await call(world.member, 'HEAD', '/api/v1/tus/doesnotexist')).status).toBe(404);
    expect((await call(world.member, 'DELETE', path)).status).toBe(204);
  });

  it('cannot be reported who the uploader is', async () => {
    const response = await call(world.member, 'POST', '/api/v1/tus', {
      'Upload-Length': '3',
      'Upload-Metadata': `filename ${encode('a.txt')},uploader ${encode(String(world.admin.userId))}`,
    });
    expect((await call(world.admin, 'HEAD', location(response))).status).toBe(404);
    expect((await call(world.member, 'HEAD', location(response))).status).toBe(200);
  });

  it('keeps the size limit and the quota of POST /user_uploads', async () => {
    const before = await world.dump();
    expect((await create(world.admin, 1024 * 1024 + 1)).status).toBe(413);
    const full = await world.newUser('Fay Full');
    for (let i = 0; i < 2; i += 1)
      await full.ok.upload('/user_uploads', { name: 'x.bin', content: Buffer.alloc(1024 * 1024 - 10) as Uint8Array });
    const refused = await create(full, 1000);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'BAD_REQUEST', msg: 'Upload would exceed your upload quota.' },
    ]);
    expect(
      (await patch(world.member, location(await create(world.member, 3)), 0, Buffer.from('abcdef'))).status,
    ).toBeGreaterThanOrEqual(400);
    expect(before.match(/x\.bin/g)).toBeNull();
  });

  it('counts begun uploads against the quota, so that no one fills the disk with beginnings', async () => {
    const starter = await world.newUser('Sam Starter');
    const half = 1024 * 1024;
    const first = await create(starter, half);
    expect([first.status, (await create(starter, half)).status, (await create(starter, 10)).status]).toEqual([
      201, 201, 400,
    ]);
    await call(starter, 'DELETE', location(first));
    expect((await create(starter, 10)).status).toBe(201);
  });

  it('lets an upload of unknown length grow to what its uploader has left, and no further', async () => {
    const starter = await world.newUser('Una Unknown');
    const begin = async () => call(starter, 'POST', '/api/v1/tus', { 'Upload-Defer-Length': '1' });
    await create(starter, 1024 * 1024 - 10);
    await create(starter, 1024 * 1024 - 10);
    const path = location(await begin());
    const [head, none] = [await call(starter, 'HEAD', path), await begin()];
    expect([head.headers.get('upload-defer-length'), head.headers.get('upload-length')]).toEqual(['1', null]);
    expect([none.status, await none.json()]).toMatchObject([
      400,
      { code: 'BAD_REQUEST', msg: 'Upload would exceed your upload quota.' },
    ]);
    expect((await patch(starter, path, 0, Buffer.alloc(21))).status).toBe(413);
    expect((await patch(starter, path, 0, Buffer.alloc(15))).status).toBe(204);
    const ended = async (size: number, body: string) =>
      call(
        starter,
        'PATCH',
        path,
        { 'Upload-Offset': '15', 'Upload-Length': String(size), 'Content-Type': 'application/offset+octet-stream' },
        Buffer.from(body),
      );
    expect((await ended(21, 'abcdef')).status).toBe(413);
    const done = await ended(20, 'abcde');
    const { url } = (await done.json()) as { url: string };
    expect(done.status).toBe(200);
    const file = await fetch(world.url + url, { headers: { Authorization: starter.authorization } });
    expect((await file.arrayBuffer()).byteLength).toBe(20);
  });

  it('refuses a body that is longer than it said, in the form of the API', async () => {
    const path = location(await create(world.member, 3));
    const headers = { ...tus, Authorization: world.member.authorization, 'Upload-Offset': '0' };
    const reply = await fetch(new URL(path, world.url), {
      method: 'PATCH',
      headers: { ...headers, 'Content-Type': 'application/offset+octet-stream' },
      // Without a length, as a stream is sent.
      body: new Blob(['abcdef']).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect([reply.status, await reply.json()]).toMatchObject([413, { result: 'error', code: 'REQUEST_TOO_LARGE' }]);
    await call(world.member, 'DELETE', path);
  });

  it('reports to a program that it refuses a part, even one that looks only when it has sent all of it', async () => {
    const path = location(await create(world.member, 3));
    const { hostname, port } = new URL(world.url);
    const socket = connect(Number(port), hostname);
    // More than the system keeps for a server that does not read.
    const size = 24 * 1024 * 1024;
    const head = [
      `PATCH ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: ${world.member.authorization}`,
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 2',
      'Content-Type: application/offset+octet-stream',
      `Content-Length: ${size}`,
    ];
    const answered = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
    socket.pause();
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await new Promise((sent) => socket.write(Buffer.alloc(size), sent));
    socket.resume();
    expect(await answered).toMatch(/^HTTP\/1\.1 409 /);
    socket.destroy();
  });

  it('gives a file at the address of its attachment only, and nothing of a request to a pattern that takes its square', async () => {
    const sly = await world.newUser('Sly Slow');
    const path = location(await create(sly, 1, 'a.txt', `text/plain;a="${'.'.repeat(30)};`));
    const { url } = (await (await patch(sly, path, 0, Buffer.from('x'))).json()) as { url: string };
    const before = process.cpuUsage();
    for (const address of [path, `/api/v1/tus/x?${'a'.repeat(60_000)}//`]) {
      const reply = await call(sly, 'GET', address);
      expect([reply.status, await reply.json()]).toMatchObject([405, { code: 'METHOD_NOT_ALLOWED' }]);
    }
    expect((await call(sly, 'HEAD', `/api/v1/tus/x?${'a'.repeat(60_000)}//`)).status).toBe(404);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
    const file = await fetch(world.url + url, { headers: { Authorization: sly.authorization } });
    expect([file.headers.get('content-type'), await file.text()]).toEqual(['text/plain; charset=utf-8', 'x']);
  });

  it('takes a type that is none for unknown bytes, and refuses metadata without an end', async () => {
    const typed = async (type: string) => {
      const path = location(await create(world.member, 1, 'file', type));
      const { url } = (await (await patch(world.member, path, 0, Buffer.from('x'))).json()) as { url: string };
      const reply = await fetch(world.url + url, { headers: { Authorization: world.member.authorization } });
      return reply.headers.get('content-type');
    };
    expect(await typed('Application/PDF; a=b')).toBe('application/pdf');
    for (const none of ['pdf', `x/${'y'.repeat(200)}`, 'text/plain\r\nX-Injected: 1', ''])
      expect(await typed(none)).toBe('application/octet-stream');
    const reply = await create(world.member, 1, 'n'.repeat(7000));
    expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'BAD_REQUEST' }]);
  });

  it('gives the metadata back as it came, and nothing of its own', async () => {
    const metadata = `filename ${encode('a.txt')},flag,empty ,bytes ${Buffer.from([255, 254]).toString('base64')}`;
    const path = location(
      await call(world.member, 'POST', '/api/v1/tus', { 'Upload-Length': '3', 'Upload-Metadata': metadata }),
    );
    const bare = location(await call(world.member, 'POST', '/api/v1/tus', { 'Upload-Length': '3' }));
    expect((await call(world.member, 'HEAD', path)).headers.get('upload-metadata')).toBe(metadata);
    expect((await call(world.member, 'HEAD', bare)).headers.get('upload-metadata')).toBeNull();
    for (const one of [path, bare]) await call(world.member, 'DELETE', one);
  });

  it('names its version to a client of another one, and promises no end that it does not tell', async () => {
    for (const sent of ['0.2.2', '']) {
      const reply = await call(world.member, 'POST', '/api/v1/tus', { 'Upload-Length': '3', 'Tus-Resumable': sent });
      expect([reply.status, reply.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    }
    const options = await call(world.member, 'OPTIONS', '/api/v1/tus');
    expect(options.headers.get('tus-extension')?.split(',')).toEqual([
      'creation',
      'creation-with-upload',
      'creation-defer-length',
      'termination',
    ]);
    expect(options.headers.get('tus-max-size')).toBe(String(1024 * 1024));
  });

  it('does what X-HTTP-Method-Override says, with the CSRF token that this needs', async () => {
    const path = location(await create(world.member, 3));
    const as = async (method: string, meant: string) =>
      call(world.member, method, path, { 'X-HTTP-Method-Override': meant });
    expect((await as('POST', 'HEAD')).headers.get('upload-offset')).toBe('0');
    expect((await as('GET', 'DELETE')).status).toBe(204);
    expect((await as('POST', 'HEAD')).status).toBe(404);
    expect((await as('POST', 'TRACE')).status).toBe(405);
    const headers = { Cookie: `hearth_session=${(await session()).token}`, 'X-HTTP-Method-Override': 'POST' };
    expect((await call(null, 'GET', '/api/v1/tus', { ...headers, 'Upload-Length': '3' })).status).toBe(403);
  });

  it('leaves the processor to others while one request waits for another', async () => {
    const path = location(await create(world.member, 10));
    const slow = request(new URL(path, world.url), {
      method: 'PATCH',
      headers: {
        ...tus,
        Authorization: world.member.authorization,
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': '10',
      },
    });
    slow.on('error', () => undefined);
    slow.write('0123');
    await expect.poll(async () => sizeOnDisk(path)).toBe(4);
    const before = process.cpuUsage();
    const waiting = Array.from({ length: 10 }, async () => offsetOf(world.member, path));
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 4));
    const { user, system } = process.cpuUsage(before);
    slow.destroy();
    expect((user + system) / 1000).toBeLessThan(1000);
  });

  it('is not stopped by a record that a full disk left half written', async () => {
    const path = location(await create(world.member, 3));
    await writeFile(join(unfinishedUploadsDir(world.dataDir), `${path.split('/').at(-1)}.json`), '{"uploader":');
    expect((await call(world.member, 'HEAD', path)).status).toBe(404);
    expect((await create(world.member, 3)).status).toBe(201);
  });

  it('makes one attachment of a last part that comes twice at once', async () => {
    const twice = await world.newUser('Tia Twice');
    const path = location(await create(twice, 3));
    await patch(twice, path, 0, Buffer.from('abc'));
    const replies = await Promise.all([1, 2, 3].map(async () => patch(twice, path, 3, new Uint8Array())));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(((await twice.ok.get('/attachments')) as { attachments: unknown[] }).attachments).toHaveLength(1);
  });

  it('takes a session cookie with its CSRF token, and refuses one without', async () => {
    const { token, row } = await session();
    const headers = { Cookie: `hearth_session=${token}`, 'Upload-Length': '3' };
    expect((await call(null, 'POST', '/api/v1/tus', headers)).status).toBe(403);
    expect((await call(null, 'POST', '/api/v1/tus', { ...headers, 'X-CSRF-Token': row.csrf_token })).status).toBe(201);
  });

  async function session(): Promise<OpenedSession> {
    const { services } = world.server;
    return services.storage.transaction((tx) => {
      const user = findUser(tx, world.member.userId);
      if (user === undefined) throw new Error('the member is there');
      return openSession(systemActing(tx, services, world.url), user, 'test');
    });
  }

  async function sizeOnDisk(path: string): Promise<number> {
    return (await stat(join(world.dataDir, 'uploads-unfinished', path.split('/').at(-1) ?? ''))).size;
  }
});
