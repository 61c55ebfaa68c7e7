/** Users' pictures: GET /avatar/{user_id or email} outside the API prefix, and setting one's own (contract: RealmUserUpdatePerson, avatar). */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../testing/client.ts';
import { unpackingPicture } from '../testing/unpacking-picture.ts';
import { startWorld, type World } from '../testing/world.ts';

const pixels = async (response: Response) => sharp(Buffer.from(await response.arrayBuffer()));

describe('pictures of users', () => {
  let world: World;
  let picture: Buffer;

  beforeAll(async () => {
    world = await startWorld();
    picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer();
  });
  afterAll(() => world.stop());

  const get = async (client: Client, path: string, headers: Record<string, string> = {}) =>
    fetch(world.url + path, { headers: { Authorization: client.authorization, ...headers } });

  it('are drawn here for those who have uploaded none, always the same and not alike', async () => {
    const [one, again, other] = await Promise.all([
      get(world.member, `/avatar/${world.admin.userId}`),
      get(world.guest, `/avatar/${world.admin.email}`),
      get(world.member, `/avatar/${world.owner.userId}`),
    ]);
    expect(one.headers.get('content-type')).toBe('image/png');
    const [a, b, c] = await Promise.all(
      [one, again, other].map(async (response) => Buffer.from(await response.arrayBuffer()).toString('base64')),
    );
    expect(a).toBe(b);
    expect(a).not.toBe(c);
    const medium = await pixels(await get(world.member, `/avatar/${world.admin.userId}/medium`));
    expect(await medium.metadata()).toMatchObject({ width: 500, height: 500 });
    expect(
      (await get(world.member, `/avatar/${world.admin.userId}`, { 'If-None-Match': one.headers.get('etag') ?? '' }))
        .status,
    ).toBe(304);
  });

  it('exist for unknown users too, and need credentials', async () => {
    expect((await get(world.member, '/avatar/99999')).status).toBe(200);
    expect((await fetch(`${world.url}/avatar/${world.member.userId}`)).status).toBe(401);
  });

  it('can be uploaded and removed, and everyone hears of it', async () => {
    const queue = await world.guest.register({ event_types: ['realm_user'] });
    const { avatar_url: url } = await world.member.ok.upload('/users/me/avatar', {
      name: 'me.jpg',
      content: picture as Uint8Array,
    });
    expect(url).toBe(`/avatar/${world.member.userId}?version=2`);
    const shown = await pixels(await get(world.admin, String(url)));
    expect(await shown.metadata()).toMatchObject({ format: 'png', width: 100, height: 100 });
    expect((await shown.stats()).dominant.r).toBeGreaterThan(200);
    await world.member.ok.delete('/users/me/avatar');
    const person = { user_id: world.member.userId };
    expect(await queue.events()).toMatchObject([
      {
        op: 'update',
        person: {
          ...person,
          avatar_url: url,
          avatar_url_medium: `/avatar/${world.member.userId}/medium?version=2`,
          avatar_source: 'U',
          avatar_version: 2,
        },
      },
      { op: 'update', person: { ...person, avatar_source: 'G', avatar_version: 3 } },
    ]);
    expect(
      (await (await pixels(await get(world.admin, `/avatar/${world.member.userId}?version=3`))).stats()).dominant,
    ).not.toMatchObject({ r: 255, g: 0, b: 0 });
  });

  it('must be pictures of at most 5 MiB', async () => {
    const before = await world.dump();
    expect(await world.member.upload('/users/me/avatar', { name: 'me.png', content: 'no picture' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
    expect(
      await world.member.upload('/users/me/avatar', {
        name: 'me.png',
        content: Buffer.alloc(5 * 1024 * 1024 + 1) as Uint8Array,
      }),
    ).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(await world.dump()).toBe(before);
  });

  it('cannot be changed where the organization forbids it, except by administrators', async () => {
    await world.owner.ok.patch('/realm', { avatar_changes_disabled: true });
    expect(
      await world.member.upload('/users/me/avatar', { name: 'me.jpg', content: picture as Uint8Array }),
    ).toMatchObject({ status: 400 });
    await world.member.fails('DELETE', '/users/me/avatar', {}, { status: 400, code: 'BAD_REQUEST' });
    await world.admin.ok.upload('/users/me/avatar', { name: 'me.jpg', content: picture as Uint8Array });
  });

  it('take no gigabytes to be read, however small their files are, nor do other pictures', async () => {
    const content = await unpackingPicture(10_000);
    const large = { name: 'large.png', content };
    expect(content.length).toBeLessThan(1024 * 1024);
    const before = process.resourceUsage().maxRSS;
    const paths = ['/users/me/avatar', '/realm/icon', '/realm/logo', '/realm/emoji/large'];
    const replies = await Promise.all([...paths, ...paths].map(async (path) => world.owner.upload(path, large)));
    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 400,
        body: { code: 'BAD_REQUEST', msg: 'This picture has too many pixels. Please make it smaller first.' },
      });
    const { url } = await world.owner.ok.upload('/user_uploads', large);
    const thumbnail = String(url).replace('/user_uploads/', '/user_uploads/thumbnail/');
    expect((await get(world.owner, `${thumbnail}/300x200.jpg`)).status).toBe(400);
    // Kilobytes: one of them takes eight hundred thousand.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(300_000);
  });

  it('may be as large as cameras make them', async () => {
    const photo = await sharp({ create: { width: 9000, height: 6000, channels: 3, background: '#00ff00' } })
      .jpeg()
      .toBuffer();
    const { avatar_url: url } = await world.admin.ok.upload('/users/me/avatar', {
      name: 'photo.jpg',
      content: photo as Uint8Array,
    });
    for (const [size, side] of [
      ['', 100],
      ['/medium', 500],
    ] as const) {
      const [path, query] = String(url).split('?');
      const shown = await pixels(await get(world.member, `${path}${size}?${query}`));
      expect(await shown.metadata()).toMatchObject({ width: side, height: side });
    }
  });
});
