/** Custom emoji: uploading, showing, deactivating (contract: /realm/emoji). */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

const bad = { status: 400, code: 'BAD_REQUEST' };
interface Emoji {
  id: string;
  name: string;
  source_url: string;
  still_url: string | null;
  deactivated: boolean;
  author_id: number;
}

const frame = (background: string) => ({ create: { width: 200, height: 100, channels: 4 as const, background } });

describe('custom emoji', () => {
  let world: World;
  let still: Buffer;
  let moving: Buffer;
  beforeAll(async () => {
    world = await startWorld();
    still = await sharp(frame('#0a0')).png().toBuffer();
    const frames = await Promise.all(['#f00', '#00f'].map((colour) => sharp(frame(colour)).png().toBuffer()));
    moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
  });
  afterAll(() => world.stop());

  const list = async () => Object.values((await world.guest.ok.get('/realm/emoji'))['emoji'] as Record<string, Emoji>);
  const upload = async (name: string, content: Buffer | string, by = world.member) =>
    by.upload(`/realm/emoji/${name}`, { name: 'a.png', content });
  const fetched = async (path: string) =>
    sharp(Buffer.from(await (await fetch(world.url + path)).arrayBuffer()), { animated: true }).metadata();

  it('are uploaded by members, drawn to a bounded size, and told to everyone', async () => {
    const queue = await world.guest.register({ event_types: ['realm_emoji'] });
    expect((await upload('Green%20Box', still)).status).toBe(200);
    const [emoji] = await list();
    expect(emoji).toMatchObject({
      name: 'green_box',
      still_url: null,
      deactivated: false,
      author_id: world.member.userId,
    });
    const { width, height } = await fetched(emoji?.source_url ?? '');
    expect([width, height]).toEqual([64, 64]);
    expect(await queue.events()).toMatchObject([{ type: 'realm_emoji', op: 'update' }]);
  });

  it('that move keep moving, and have a still', async () => {
    expect((await upload('blink', moving)).status).toBe(200);
    const emoji = (await list()).find((each) => each.name === 'blink');
    expect((await fetched(emoji?.source_url ?? '')).pages).toBe(2);
    expect((await fetched(emoji?.still_url ?? '')).pages ?? 1).toBe(1);
  });

  it('refuse what is no picture, no name, or a name in use, and nothing changes', async () => {
    const before = await world.dump();
    for (const [name, content] of [
      ['fresh', 'no picture'],
      ['blink', still],
      ['no.dots', still],
      ['ends-', still],
      ['smile', still],
    ] as const) {
      const reply = await upload(name, content);
      expect([name, reply.status, reply.body['code']]).toEqual([name, 400, 'BAD_REQUEST']);
    }
    await world.member.fails('POST', '/realm/emoji/fresh', {}, { status: 400, code: 'REQUEST_VARIABLE_MISSING' });
    expect((await upload('fresh', still, world.guest)).status).toBe(400);
    expect(await world.dump()).toBe(before);
  });

  it('are deactivated by their uploader or an administrator, and stay listed', async () => {
    await world.member2.fails('DELETE', '/realm/emoji/blink', {}, bad);
    await world.member.ok.delete('/realm/emoji/blink');
    await world.admin.ok.delete('/realm/emoji/green_box');
    expect((await list()).every((emoji) => emoji.deactivated)).toBe(true);
    await world.admin.fails('DELETE', '/realm/emoji/blink', {}, { status: 404, code: 'BAD_REQUEST' });
  });

  it('have no other files beside them', async () => {
    for (const path of [
      '/realm/emoji/..%2f..%2fsnapshot.sqlite',
      '/realm/emoji/nothing.png',
      `/realm/emoji/${'a'.repeat(32)}.png`,
    ]) {
      expect([path, (await fetch(world.url + path)).status]).toEqual([path, 404]);
    }
  });
});
