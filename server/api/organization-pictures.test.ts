/** Files of the organization's icon and logos: one at most of each, whatever was replaced, removed or refused. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let picture: Buffer;
beforeAll(async () => {
  world = await startWorld();
  picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a52' } })
    .png()
    .toBuffer();
});
afterAll(async () => world.stop());

const files = async (): Promise<string[]> =>
  readdir(join(world.dataDir, 'uploads', 'organization')).catch(() => [] as string[]);
const upload = async (path: string, who = world.admin): Promise<unknown> =>
  (await who.upload(path, { name: 'a.png', content: picture, type: 'image/png' })).status;
/** The picture before goes behind the answer. */
async function left(count: number): Promise<void> {
  await expect.poll(async () => files()).toHaveLength(count);
}

test.each([
  ['/realm/icon', '/realm/icon'],
  ['/realm/logo', '/realm/logo'],
  ['/realm/logo?night=true', '/realm/logo?night=true'],
])('%s leaves no file of the picture before', async (post, remove) => {
  for (let round = 0; round < 3; round += 1) {
    expect(await upload(post)).toBe(200);
    await left(1);
  }
  const [kept] = await world.db<{ path: string }>("SELECT path FROM picture_files WHERE path LIKE 'organization/%'");
  expect(await files()).toEqual([kept?.path.split('/')[1]]);
  expect(await upload(post, world.member)).not.toBe(200);
  await left(1);
  expect((await world.admin.request('DELETE', remove)).status).toBe(200);
  await left(0);
});

test('an icon, a logo and a logo for dark backgrounds are removed apart', async () => {
  for (const path of ['/realm/icon', '/realm/logo', '/realm/logo?night=true', '/realm/icon', '/realm/logo'])
    expect(await upload(path)).toBe(200);
  await left(3);
  await world.restart();
  expect((await fetch(`${world.url}/realm/icon.png`)).status).toBe(200);
  expect(await files()).toHaveLength(3);
});
