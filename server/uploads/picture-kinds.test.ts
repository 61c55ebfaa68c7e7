/** Kinds of pictures that the server takes for people, emoji and the organization. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('Pictures', () => {
  test('a drawing is no picture of a person, an emoji or the organization', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="other.png"/></svg>';
    const drawing = { name: 'me.png', content: svg, type: 'image/png' };
    for (const path of ['/users/me/avatar', '/realm/icon', '/realm/logo', '/realm/emoji/drawn'])
      expect((await world.owner.upload(path, drawing)).status, path).toBe(400);
  });
});
