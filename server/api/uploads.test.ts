/** POST /user_uploads, the files it stores, and GET/DELETE /attachments (contract: upload-file, get-attachments). */
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import { organizationId } from '../domain/organization/rows.ts';
import type { Body, Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';
import { straysRoot } from '../uploads/strays.ts';

const day = 24 * 60 * 60 * 1000;

const upload = async (client: Client, name: string, content: string | Buffer, type?: string) =>
  (await client.ok.upload('/user_uploads', { name, content: content as Uint8Array, type })) as {
    url: string;
    uri: string;
    filename: string;
  };
const attachments = async (client: Client) =>
  (await client.ok.get('/attachments')) as { attachments: (Body & { id: number })[]; upload_space_used: number };

test('all together keep to the quota of the organization, which clients are informed', async () => {
  const world = await startWorld({ limits: { maxFileUploadSizeMib: 1, uploadQuotaMib: 2 } });
  onTestFinished(() => world.stop());
  const { state } = await world.member.register({ fetch_event_types: ['realm'] });
  expect(state['realm_upload_quota_mib']).toBe(2);
  const content = 'x'.repeat(900_000);
  await world.member.ok.upload('/user_uploads', { name: 'one.txt', content });
  await world.admin.ok.upload('/user_uploads', { name: 'two.txt', content });
  const third = await world.guest.upload('/user_uploads', { name: 'three.txt', content });
  expect(third).toMatchObject({ status: 400, body: { msg: 'Upload would exceed your upload quota.' } });
});

describe('uploads', () => {
  let world: World;
  let picture: Buffer;

  beforeAll(async () => {
    world = await startWorld({ limits: { maxFileUploadSizeMib: 1, uploadQuotaMibPerUser: 3 } });
    picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
  });
  afterAll(() => world.stop());

  const read = async (client: Client, url: string, headers: Record<string, string> = {}) =>
    fetch(world.url + url, { headers: { Authorization: client.authorization, ...headers } });
  const onDisk = (url: string) => join(world.dataDir, 'uploads', decodeURIComponent(url.replace('/user_uploads/', '')));
  const tidy = async () => world.server.workers.jobs.find(({ name }) => name === 'uploads')?.run();
  const realmFolder = () => join(world.dataDir, 'uploads', String(organizationId));
  const share = async (url: string, to: number[]) =>
    (await world.member.ok.post('/messages', { type: 'direct', to, content: `look: [file](${url})` })).id as number;

  describe('when received', () => {
    it('answer with url, its deprecated alias uri, and the stored name; the file is on disk then', async () => {
      const { url, uri, filename } = await upload(world.member, 'notes.txt', 'remember');
      expect(url).toMatch(/^\/user_uploads\/\d+\/[A-Za-z0-9]{20,}\/notes\.txt$/);
      expect(uri).toBe(url);
      expect(filename).toBe('notes.txt');
      expect(readFileSync(onDisk(url), 'utf8')).toBe('remember');
    });

    it('may have a name of a few kilobytes; a longer one is refused, and holds up no one', async () => {
      const { filename } = await upload(world.member, `a${'.'.repeat(7000)}txt`, 'x');
      expect(filename).toBe('txt');
      expect((await upload(world.member, `${'a'.repeat(7000)}.txt`, 'x')).filename).toBe(`${'a'.repeat(146)}.txt`);
      // Half a million dots took minutes, in which the server did nothing else.
      const long = { name: `a${'.'.repeat(500_000)}txt`, content: 'x' };
      expect((await world.member.upload('/user_uploads', long)).status).toBe(400);
    });

    it('are the first file part, whatever its field name', async () => {
      const form = new FormData();
      form.set('/home/me/odd.txt', new File(['odd'], 'odd.txt'));
      form.set('later', new File(['later'], 'later.txt'));
      const reply = await world.member.request('POST', '/user_uploads', { body: form });
      expect(reply.body).toMatchObject({ filename: 'odd.txt' });
    });

    const names: [string, string, RegExp][] = [
      ['../../etc/passwd', 'passwd', /\/passwd$/],
      ['C:\\Users\\me\\a b.txt', 'a b.txt', /\/a-b\.txt$/],
      ['日本語.txt', '日本語.txt', /\/file\.txt$/],
      ['.htaccess', 'htaccess', /\/htaccess$/],
      ['evil\u202Egnp.exe', 'evilgnp.exe', /\/evilgnp\.exe$/],
      ['a<b>|c?.txt', 'abc.txt', /\/abc\.txt$/],
      [`${'x'.repeat(300)}.tar`, `${'x'.repeat(146)}.tar`, /\/x{146}\.tar$/],
    ];
    it.each(names)('are stored under a harmless name: %s', async (sent, stored, path) => {
      const { url, filename } = await upload(world.member, sent, 'x');
      expect(filename).toBe(stored);
      expect(url).toMatch(path);
    });

    it('refuse a request without a file, and a stranger', async () => {
      const missing = { status: 400, code: 'REQUEST_VARIABLE_MISSING', msg: 'You must specify a file to upload' };
      await world.member.fails('POST', '/user_uploads', {}, missing);
      const reply = await world.stranger.upload('/user_uploads', { name: 'x', content: 'x' });
      expect(reply.status).toBe(401);
    });

    it('refuse a file over max_file_upload_size_mib, and leave nothing behind', async () => {
      const before = await world.dump();
      const reply = await world.admin.upload('/user_uploads', {
        name: 'big.bin',
        content: Buffer.alloc(1024 * 1024 + 1),
      });
      expect([400, 413]).toContain(reply.status);
      expect(await world.dump()).toBe(before);
    });

    it('refuse a file over the quota of its user, and leave nothing behind', async () => {
      const full = await world.newUser('Fay Full');
      for (let i = 0; i < 3; i += 1) await upload(full, 'part.bin', Buffer.alloc(1024 * 1024 - 100));
      const folders = await readdir(realmFolder());
      const reply = await full.upload('/user_uploads', { name: 'more.bin', content: Buffer.alloc(1000) });
      expect(reply).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', msg: 'Upload would exceed your upload quota.' },
      });
      expect(await readdir(realmFolder())).toEqual(folders);
    });
  });

  describe('may be read', () => {
    it('only by their uploader until a message shares them, then by the user who may read such a message', async () => {
      const { url } = await upload(world.member, 'secret.txt', 'secret');
      expect((await read(world.member, url)).status).toBe(200);
      for (const other of [world.admin, world.owner, world.bot]) expect((await read(other, url)).status).toBe(404);
      await share(url, [world.admin.userId]);
      expect(await (await read(world.admin, url)).text()).toBe('secret');
      expect((await read(world.owner, url)).status).toBe(404);
    });

    it('not through a message of someone who may not read them', async () => {
      const { url } = await upload(world.member, 'secret.txt', 'secret');
      await world.member2.ok.post('/messages', { type: 'direct', to: [world.admin.userId], content: `[file](${url})` });
      expect((await read(world.admin, url)).status).toBe(404);
    });

    it('not without credentials', async () => {
      const { url } = await upload(world.member, 'secret.txt', 'secret');
      expect((await fetch(world.url + url)).status).toBe(401);
    });

    it('for a minute without credentials, at a temporary address', async () => {
      const { url } = await upload(world.member, 'film.mp4', 'film');
      await world.admin.fails('GET', url, {}, { status: 404, code: 'NOT_FOUND' });
      const { url: temporary } = (await world.member.ok.get(url)) as { url: string };
      expect(await (await fetch(world.url + temporary)).text()).toBe('film');
      expect((await fetch(world.url + temporary.replace(/.mp4$/, '.mp3'))).status).toBe(404);
      world.clock.advance(61_000);
      expect((await fetch(world.url + temporary)).status).toBe(404);
    });

    it('for a browser that opens a file in vain, as a page in its language', async () => {
      const { url } = await upload(world.member, 'film.mp4', 'film');
      const temporary = `/user_uploads/temporary/1-${'0'.repeat(64)}/${url.split('/').slice(2).join('/')}`;
      const thumbnail = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/300x200.jpg`;
      const open = async (path: string, headers: Record<string, string>) => {
        const answer = await fetch(world.url + path, { headers });
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      };
      const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'de-DE,de;q=0.9' };
      const signedIn = { ...browser, authorization: world.member.authorization };
      const stranger = { ...browser, authorization: world.admin.authorization };
      for (const [path, headers, status, title] of [
        [temporary, browser, 404, 'Nicht gefunden'],
        [url, browser, 401, 'Zuerst anmelden'],
        // The account says English.
        [url, stranger, 404, 'Not found'],
        [thumbnail, browser, 401, 'Zuerst anmelden'],
        [url.replace('film', 'gone'), signedIn, 404, 'Not found'],
        ['/avatar/999999', browser, 401, 'Zuerst anmelden'],
      ] as const) {
        const page = await open(path, headers);
        expect([path, page.status, page.headers.get('content-type')]).toEqual([
          path,
          status,
          'text/html; charset=utf-8',
        ]);
        expect(page.text).toContain(`<h1>${title}</h1>`);
        expect(page.text).toContain('href="/chat/"');
        // A browser would ask for a password in a window of its own.
        expect(page.headers.get('www-authenticate')).toBeNull();
      }
      // Programs, and pictures in pages, get JSON.
      for (const accept of ['*/*', 'application/json', 'image/avif,image/webp,*/*'])
        expect(JSON.parse((await open(temporary, { accept })).text)).toMatchObject({
          result: 'error',
          code: 'NOT_FOUND',
        });
      const api = await open('/api/v1/users/me', browser);
      expect([api.status, JSON.parse(api.text).code]).toEqual([401, 'UNAUTHORIZED']);
    });

    it('at no path that leads elsewhere', async () => {
      for (const path of [
        '/user_uploads/1/..%2f..%2fsnapshot',
        '/user_uploads/1/a/..%2f..%2f..%2fx',
        '/user_uploads/1/x/y',
        '/user_uploads/99999/x/y.txt',
        '/user_uploads/1/%2e%2e/x',
      ]) {
        expect([path, (await read(world.member, path)).status]).toEqual([path, 404]);
      }
    });
  });

  describe('are served', () => {
    const shown: [string, string | null, string, 'inline' | 'attachment'][] = [
      ['a.txt', null, 'text/plain; charset=utf-8', 'inline'],
      ['a.html', null, 'text/html; charset=utf-8', 'attachment'],
      ['a.svg', null, 'image/svg+xml', 'attachment'],
      ['a.pdf', null, 'application/pdf', 'inline'],
      ['a.mp4', null, 'video/mp4', 'inline'],
      ['a.js', null, 'application/octet-stream', 'attachment'],
      ['fake.png', null, 'application/octet-stream', 'attachment'],
      ['a', 'application/x-own', 'application/x-own', 'attachment'],
    ];
    it.each(shown)(
      '%s with the right type, and shown in place only when harmless',
      async (name, sent, type, disposition) => {
        const { url } = await upload(world.member, name, '<script>alert(1)</script>', sent ?? undefined);
        const { headers } = await read(world.member, url);
        expect(headers.get('content-type')).toBe(type);
        expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
      },
    );

    it('as an attachment when that is asked for, with unicode names after RFC 6266', async () => {
      const { url } = await upload(world.member, 'Grüße "日本".png', picture);
      expect((await read(world.member, url)).headers.get('content-type')).toBe('image/png');
      const header = (await read(world.member, `${url}?download=true`)).headers.get('content-disposition');
      expect(header).toMatch(/^attachment; /);
      expect(header).toContain(`filename*=UTF-8''${encodeURIComponent('Grüße 日本.png')}`);
      expect(header).toMatch(/^[\x20-\x7e]*$/);
    });

    it('in ranges, and not again when nothing changed', async () => {
      const { url } = await upload(world.member, 'digits.txt', '0123456789');
      const ranges: [string, number, string, string | null][] = [
        ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
        ['bytes=-3', 206, '789', 'bytes 7-9/10'],
        ['bytes=8-', 206, '89', 'bytes 8-9/10'],
        ['bytes=0-1,5-6', 200, '0123456789', null],
        ['lines=1-2', 200, '0123456789', null],
        ['bytes=20-', 416, '', 'bytes */10'],
      ];
      for (const [range, status, text, contentRange] of ranges) {
        const response = await read(world.member, url, { Range: range });
        expect([range, response.status, await response.text(), response.headers.get('content-range')]).toEqual([
          range,
          status,
          text,
          contentRange,
        ]);
      }
      const whole = await read(world.member, url);
      const etag = whole.headers.get('etag') ?? '';
      expect(whole.headers.get('accept-ranges')).toBe('bytes');
      expect((await read(world.member, url, { 'If-None-Match': etag })).status).toBe(304);
      expect((await read(world.member, url, { Range: 'bytes=2-4', 'If-Range': '"other"' })).status).toBe(200);
      expect((await read(world.member, url, { Range: 'bytes=2-4', 'If-Range': etag })).status).toBe(206);
      const head = await fetch(world.url + url, {
        method: 'HEAD',
        headers: { Authorization: world.member.authorization },
      });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
    });

    it('as thumbnails, for pictures only and for those who may read them', async () => {
      const { url } = await upload(world.member, 'wall.png', picture);
      const thumbnail = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
      const response = await read(world.member, thumbnail);
      expect(response.headers.get('content-type')).toBe('image/webp');
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([width, height]).toEqual([747, 560]);
      expect((await read(world.admin, thumbnail)).status).toBe(404);
      expect((await read(world.member, thumbnail.replace('840x560', '9x9'))).status).toBe(404);
      const { url: text } = await upload(world.member, 'a.txt', 'x');
      expect(
        (await read(world.member, `${text.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`)).status,
      ).toBe(404);
    });
  });

  describe('as attachments', () => {
    it('are listed with their messages and the space that all uploads take', async () => {
      const user = await world.newUser('Ann Attached');
      const { url, filename } = await upload(user, 'list.txt', '12345');
      const before = await attachments(user);
      expect(before.attachments).toEqual([
        {
          id: expect.any(Number),
          name: filename,
          path_id: url.replace('/user_uploads/', ''),
          size: 5,
          create_time: Math.floor(world.clock.nowMs / 1000) * 1000,
          messages: [],
        },
      ]);
      const { id } = await user.ok.post('/messages', {
        type: 'direct',
        to: [world.admin.userId],
        content: `[list](${url})`,
      });
      const after = await attachments(user);
      expect(after.attachments).toMatchObject([
        { messages: [{ id, date_sent: Math.floor(world.clock.nowMs / 1000) * 1000 }] },
      ]);
      const [{ total }] = (await world.db<{ total: number }>('SELECT sum(size) AS total FROM attachments')) as [
        { total: number },
      ];
      expect(after.upload_space_used).toBe(total);
    });

    it('tell their uploader when they are added, shared and removed', async () => {
      const queue = await world.admin.register({ event_types: ['attachment'] });
      const { url } = await upload(world.admin, 'told.txt', 'told');
      const [{ id }] = (await attachments(world.admin)).attachments as [{ id: number }];
      const { id: messageId } = await world.admin.ok.post('/messages', {
        type: 'direct',
        to: [world.member.userId],
        content: `[told](${url})`,
      });
      await world.admin.ok.delete(`/attachments/${id}`);
      expect(await queue.events()).toMatchObject([
        { op: 'add', attachment: { id, messages: [] }, upload_space_used: expect.any(Number) },
        { op: 'update', attachment: { id, messages: [{ id: messageId }] } },
        { op: 'remove', attachment: { id } },
      ]);
    });

    it('go with their file when deleted', async () => {
      const { url } = await upload(world.owner, 'gone.txt', 'gone');
      const [{ id }] = (await attachments(world.owner)).attachments as [{ id: number }];
      await world.owner.ok.delete(`/attachments/${id}`);
      expect((await read(world.owner, url)).status).toBe(404);
      await expect.poll(() => existsSync(onDisk(url))).toBe(false);
      await world.owner.fails(
        'DELETE',
        `/attachments/${id}`,
        {},
        { status: 400, code: 'BAD_REQUEST', msg: 'Invalid attachment' },
      );
    });

    it('go with the last message that shares them, and stay while another does', async () => {
      const { url } = await upload(world.member, 'shared.txt', 'shared');
      const first = await share(url, [world.admin.userId]);
      const second = await share(url, [world.moderator.userId]);
      await world.member.ok.delete(`/messages/${first}`);
      expect((await read(world.member, url)).status).toBe(200);
      expect((await read(world.admin, url)).status).toBe(404);
      await world.member.ok.delete(`/messages/${second}`);
      expect((await read(world.member, url)).status).toBe(404);
      await expect.poll(() => existsSync(onDisk(url))).toBe(false);
    });

    it('taken out of a message by an edit are named as detached, and only their uploader reads them then', async () => {
      const { url } = await upload(world.member, 'detached.txt', 'detached');
      const id = await share(url, [world.admin.userId]);
      const answer = await world.member.ok.patch(`/messages/${id}`, { content: 'never mind' });
      expect(answer['detached_uploads']).toMatchObject([{ name: 'detached.txt', messages: [] }]);
      expect((await read(world.admin, url)).status).toBe(404);
      expect((await read(world.member, url)).status).toBe(200);
    });

    it('taken out of a message by an edit are not named as detached when they are of others', async () => {
      const { url } = await upload(world.member, 'quoted.txt', 'quoted');
      const shared = await share(url, [world.admin.userId]);
      const quote = { type: 'direct', to: [world.member.userId], content: `[quoted.txt](${url})` };
      const { id } = await world.admin.ok.post('/messages', quote);
      await world.member.ok.patch(`/messages/${shared}`, { content: 'taken out' });
      const answer = await world.admin.ok.patch(`/messages/${String(id)}`, { content: 'taken out, too' });
      expect(answer['detached_uploads']).toEqual([]);
    });

    it('take their thumbnails with them', async () => {
      const { url } = await upload(world.moderator, 'wall.png', picture);
      const folder = join(world.dataDir, 'thumbnails', ...url.split('/').slice(2, 4));
      await read(world.moderator, `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/300x200.jpg`);
      expect(existsSync(folder)).toBe(true);
      const [{ id }] = (await attachments(world.moderator)).attachments as [{ id: number }];
      await world.moderator.ok.delete(`/attachments/${id}`);
      await expect.poll(() => existsSync(folder)).toBe(false);
    });

    it('of others cannot be deleted', async () => {
      await upload(world.member2, 'mine.txt', 'mine');
      const [{ id }] = (await attachments(world.member2)).attachments as [{ id: number }];
      const before = await world.dump();
      await world.owner.fails(
        'DELETE',
        `/attachments/${id}`,
        {},
        { status: 400, code: 'BAD_REQUEST', msg: 'Invalid attachment' },
      );
      await world.stranger.fails('DELETE', `/attachments/${id}`, {}, { status: 401, code: 'UNAUTHORIZED' });
      expect(await world.dump()).toBe(before);
    });
  });

  describe('housekeeping', () => {
    it('removes uploads that no message used within the retention time, and keeps those that are used or scheduled', async () => {
      const used = await upload(world.member2, 'used.txt', 'used');
      await world.member2.ok.post('/messages', {
        type: 'direct',
        to: [world.admin.userId],
        content: `[used](${used.url})`,
      });
      const unused = await upload(world.member2, 'unused.txt', 'unused');
      const planned = await upload(world.member2, 'planned.txt', 'planned');
      await world.member2.ok.post('/scheduled_messages', {
        type: 'direct',
        to: [world.admin.userId],
        content: `[planned](${planned.url})`,
        scheduled_delivery_timestamp: Math.floor((world.clock.nowMs + 40 * day) / 1000),
      });
      world.clock.advance(27 * day);
      await tidy();
      expect((await read(world.member2, unused.url)).status).toBe(200);
      world.clock.advance(2 * day);
      await tidy();
      expect((await read(world.member2, unused.url)).status).toBe(404);
      await expect.poll(() => existsSync(onDisk(unused.url))).toBe(false);
      for (const { url } of [used, planned]) expect((await read(world.member2, url)).status).toBe(200);
    });

    it('puts files aside that no row knows, once they are a day old, and deletes them after 90 days', async () => {
      const folder = join(realmFolder(), 'straystraystraystray');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'stray.txt'), 'stray');
      const at = (ms: number) => utimes(join(folder, 'stray.txt'), ms / 1000, ms / 1000);
      await at(world.clock.nowMs - day / 2);
      await tidy();
      expect(existsSync(folder)).toBe(true);
      await at(world.clock.nowMs - 2 * day);
      await tidy();
      expect(existsSync(folder)).toBe(false);
      const aside = join(straysRoot(world.dataDir), new Date(world.clock.nowMs).toISOString().slice(0, 10));
      const kept = join(aside, String(organizationId), 'straystraystraystray', 'stray.txt');
      expect(readFileSync(kept, 'utf8')).toBe('stray');
      const { attention } = (await world.owner.ok.get('/console/status')) as { attention: { kind: string }[] };
      expect(attention).toContainEqual(expect.objectContaining({ kind: 'stray_uploads' }));
      world.clock.advance(92 * day);
      await tidy();
      expect(existsSync(aside)).toBe(false);
    });

    it('leaves a file with a row in its place when another one in its folder is put aside', async () => {
      const { url } = await upload(world.member, 'beside.txt', 'kept');
      await share(url, [world.admin.userId]);
      const other = `${onDisk(url)}~ copy`;
      await writeFile(other, 'stray');
      const seconds = world.clock.nowMs / 1000 - 2 * 86_400;
      await utimes(other, seconds, seconds);
      await tidy();
      expect(existsSync(other)).toBe(false);
      expect(readFileSync(onDisk(url), 'utf8')).toBe('kept');
    });

    it('removes a resumable upload a week after its last part, and not what it began with before', async () => {
      const folder = join(world.dataDir, 'uploads-unfinished');
      await mkdir(folder, { recursive: true });
      const names = ['begun.json', 'begun'];
      const at = async (name: string, ms: number) => {
        await writeFile(join(folder, name), '');
        await utimes(join(folder, name), ms / 1000, ms / 1000);
      };
      await at('begun.json', world.clock.nowMs - 9 * day);
      await at('begun', world.clock.nowMs - 6 * day);
      await tidy();
      expect(names.filter((name) => existsSync(join(folder, name)))).toEqual(names);
      world.clock.advance(2 * day);
      await tidy();
      expect(names.filter((name) => existsSync(join(folder, name)))).toEqual([]);
    });
  });
});
