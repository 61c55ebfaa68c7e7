/** Files of the data folder that were lost, cut, or replaced by something else: each request about them has an answer, none is a 500. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let picture: Uint8Array;
beforeAll(async () => {
  world = await startWorld();
  const create = { width: 900, height: 700, channels: 3, background: '#ff8800' } as const;
  const noise = { type: 'gaussian', mean: 120, sigma: 40 } as const;
  picture = await sharp({ create: { ...create, noise } as never })
    .png()
    .toBuffer();
});
afterAll(() => world.stop());

const fetchAs = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(world.url + path, { method, headers: { Authorization: world.member.authorization, ...headers } });

/** What may be found in the place of a file. */
const damages: Record<string, (path: string) => void> = {
  gone: () => undefined,
  folder: (path) => mkdirSync(join(path, 'below'), { recursive: true }),
  loop: (path) => symlinkSync(path, path),
  dangling: (path) => symlinkSync('/nowhere/at/all', path),
  empty: (path) => writeFileSync(path, ''),
};

function damage(path: string, kind: string): void {
  rmSync(path, { recursive: true, force: true });
  damages[kind]?.(path);
}

async function uploaded(name: string, content: string | Uint8Array): Promise<{ url: string; path: string }> {
  const { url } = await world.member.ok.upload('/user_uploads', { name, content });
  return { url: String(url), path: join(world.dataDir, 'uploads', String(url).replace('/user_uploads/', '')) };
}

test.each(Object.keys(damages))('answers for an upload that is %s, and lists no bytes of it', async (kind) => {
  const { url, path } = await uploaded('notes.txt', 'some text');
  const { url: ticket } = await world.member.ok.get(url);
  damage(path, kind);
  for (const one of [url, String(ticket), `${url}?download=1`])
    for (const method of ['GET', 'HEAD'])
      expect([one, (await fetchAs(one, { Range: 'bytes=0-3', 'If-None-Match': '*' }, method)).status]).toEqual([
        one,
        404,
      ]);
  const { attachments } = (await world.member.ok.get('/attachments')) as {
    attachments: { id: number; path_id: string; size: number }[];
  };
  const listed = attachments.find(({ path_id: id }) => url.endsWith(id));
  expect(listed?.size).toBe(0);
  await world.member.ok.delete(`/attachments/${listed?.id}`);
  await expect.poll(() => existsSync(dirname(path))).toBe(false);
});

test('answers for an upload below a folder that became a file', async () => {
  const { url, path } = await uploaded('notes.txt', 'some text');
  rmSync(dirname(path), { recursive: true });
  writeFileSync(dirname(path), 'a file');
  expect((await fetchAs(url)).status).toBe(404);
  expect((await world.member.get('/attachments')).status).toBe(200);
});

test.each(['gone', 'folder', 'loop', 'empty', 'cut'])('draws a thumbnail again that is %s', async (kind) => {
  const { url } = await uploaded('map.png', picture);
  for (const format of ['840x560.webp', '300x200.jpg', '840x560-anim.webp']) {
    const thumbnail = `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/${format}`;
    const whole = Buffer.from(await (await fetchAs(thumbnail)).arrayBuffer());
    const path = join(world.dataDir, 'thumbnails', url.replace('/user_uploads/', ''), format);
    expect(readFileSync(path).equals(whole)).toBe(true);
    if (kind === 'cut') truncateSync(path, Math.floor(whole.length / 2));
    else damage(path, kind);
    const again = await fetchAs(thumbnail);
    expect([format, again.status]).toEqual([format, 200]);
    expect(Buffer.from(await again.arrayBuffer()).equals(whole)).toBe(true);
  }
});

test.each(Object.keys(damages))(
  'draws the picture of a user and of the organization whose file is %s',
  async (kind) => {
    await world.member.ok.upload('/users/me/avatar', { name: 'me.png', content: picture });
    await world.owner.ok.upload('/realm/icon', { name: 'icon.png', content: picture });
    const avatars = join(world.dataDir, 'uploads/avatars');
    for (const folder of readdirSync(avatars))
      for (const size of ['small.png', 'medium.png']) damage(join(avatars, folder, size), kind);
    const icons = join(world.dataDir, 'uploads/organization');
    for (const name of readdirSync(icons)) damage(join(icons, name), kind);
    for (const path of [`/avatar/${world.member.userId}`, `/avatar/${world.member.userId}/medium`, '/realm/icon.png']) {
      const answer = await fetchAs(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    await world.member.ok.delete('/users/me/avatar');
    await world.member.ok.upload('/users/me/avatar', { name: 'me.png', content: picture });
  },
);

test.each(Object.keys(damages))('answers for a custom emoji whose file is %s', async (kind) => {
  await world.owner.ok.upload(`/realm/emoji/lost_${kind}`, { name: 'x.png', content: picture });
  const { emoji } = (await world.owner.ok.get('/realm/emoji')) as {
    emoji: Record<string, { name: string; source_url: string }>;
  };
  const { source_url: url = '' } = Object.values(emoji).find(({ name }) => name === `lost_${kind}`) ?? {};
  damage(join(world.dataDir, 'uploads/emoji', url.split('/').at(-1) ?? ''), kind);
  expect((await fetchAs(url)).status).toBe(404);
  await world.owner.ok.delete(`/realm/emoji/lost_${kind}`);
});

test.each(Object.keys(damages))('answers for an export, a mail and a log whose file is %s', async (kind) => {
  await world.owner.ok.post('/export/realm');
  const url = async (): Promise<string> => {
    const { exports } = (await world.owner.ok.get('/export/realm')) as { exports: { export_url: string | null }[] };
    return exports[0]?.export_url ?? '';
  };
  await expect.poll(url).toContain('/exports/');
  const path = new URL(await url()).pathname;
  const get = (): Promise<Response> =>
    fetch(world.url + path, { headers: { Authorization: world.owner.authorization } });
  expect((await get()).status).toBe(200);
  damage(join(world.dataDir, path), kind);
  expect((await get()).status).toBe(kind === 'empty' ? 200 : 404);
  const outbox = join(world.dataDir, 'outbox');
  mkdirSync(outbox, { recursive: true });
  damage(join(outbox, '2026-01-05-000099.eml'), kind);
  expect((await world.owner.get('/console/outbox')).status).toBe(200);
  const logs = join(world.dataDir, 'logs');
  mkdirSync(logs, { recursive: true });
  damage(join(logs, 'access.7.log'), kind);
  const bundle = await fetch(`${world.url}/api/v1/console/log_bundle`, {
    headers: { Authorization: world.owner.authorization },
  });
  expect([bundle.status, (await bundle.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  rmSync(join(logs, 'access.7.log'), { recursive: true, force: true });
  rmSync(join(outbox, '2026-01-05-000099.eml'), { recursive: true, force: true });
});

test.each([
  ['bytes=0-0', 206, 's'],
  ['bytes=-3', 206, 'ext'],
  ['bytes=5-', 206, 'text'],
  ['bytes=5-999999999999999999', 206, 'text'],
  ['bytes=9-', 416, ''],
  ['bytes=5-2', 416, ''],
  ['bytes=-0', 416, ''],
  ['bytes=abc', 200, 'some text'],
  ['lines=1-2', 200, 'some text'],
  ['bytes=0-1,7-8', 200, 'some text'],
  ['bytes=0-3,4-8', 206, 'some text'],
  ['bytes=0-1,0-1,0-1', 206, 'so'],
  ['', 200, 'some text'],
])('answers the range "%s" of a file with %i', async (range, status, text) => {
  const { url } = await uploaded('notes.txt', 'some text');
  const answer = await fetchAs(url, { Range: range });
  expect([answer.status, await answer.text()]).toEqual([status, text]);
  const head = await fetchAs(url, { Range: range }, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([status, String(text.length)]);
});
