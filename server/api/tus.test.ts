/** Resumable uploads at /api/v1/tus (api-v1.md, POST /user_uploads; Authentication 7): cut connections, restarts, and the usual limits. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('refuses strangers, and shows nobody the uploads of others', async () => {
    const anonymous = await call(null, 'POST', '/api/v1/tus', { 'Upload-Length': '3' });
    expect([anonymous.status, await anonymous.json()]).toMatchObject([401, { result: 'error', code: 'UNAUTHORIZED' }]);
    const path = location(await create(world.member, 6));
    expect((await call(world.admin, 'HEAD', path)).status).toBe(404);
    expect((await patch(world.admin, path, 0, Buffer.from('abc'))).status).toBe(404);
    expect((await call(world.admin, 'DELETE', path)).status).toBe(404);
    expect((await call(world.member, 'HEAD', '/api/v1/tus/doesnotexist')).status).toBe(404);
    expect((await call(world.member, 'DELETE', path)).status).toBe(204);
  });

  it('cannot be told who the uploader is', async () => {
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

  it('counts begun uploads against the quota, so that nobody fills the disk with beginnings', async () => {
    const starter = await world.newUser('Sam Starter');
    const half = 1024 * 1024;
    const first = await create(starter, half);
    expect([first.status, (await create(starter, half)).status, (await create(starter, 10)).status]).toEqual([
      201, 201, 400,
    ]);
    await call(starter, 'DELETE', location(first));
    expect((await create(starter, 10)).status).toBe(201);
    const endless = await call(starter, 'POST', '/api/v1/tus', { 'Upload-Defer-Length': '1' });
    expect([endless.status, await endless.json()]).toMatchObject([400, { code: 'BAD_REQUEST' }]);
  });

  it('takes a session cookie with its CSRF token, and refuses one without', async () => {
    const { openSession } = await import('../domain/authentication.ts');
    const { findUser } = await import('../domain/users.ts');
    const { systemActing } = await import('../domain/acting.ts');
    const { services } = world.server;
    const session = await services.storage.transaction((tx) => {
      const user = findUser(tx, world.member.userId);
      if (user === undefined) throw new Error('the member is there');
      return openSession(systemActing(tx, services, world.url), user, 'test');
    });
    const headers = { Cookie: `hearth_session=${session.token}`, 'Upload-Length': '3' };
    expect((await call(null, 'POST', '/api/v1/tus', headers)).status).toBe(403);
    expect((await call(null, 'POST', '/api/v1/tus', { ...headers, 'X-CSRF-Token': session.csrfToken })).status).toBe(
      201,
    );
  });

  async function sizeOnDisk(path: string): Promise<number> {
    return (await stat(join(world.dataDir, 'uploads-unfinished', path.split('/').at(-1) ?? ''))).size;
  }
});
