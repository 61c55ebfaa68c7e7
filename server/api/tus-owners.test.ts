/** Resumable uploads belong to the user who began them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('Resumable uploads', () => {
  test('through resumable uploads no one touches files that are not an upload of theirs', async () => {
    const tus = { 'Tus-Resumable': '1.0.0' };
    const response = await fetch(`${world.url}/api/v1/tus`, {
      method: 'POST',
      headers: { ...tus, Authorization: world.member.authorization, 'Upload-Length': '10' },
    });
    const location = response.headers.get('location') ?? '';
    const withdraw = async (who: Client, path: string) =>
      (await fetch(`${world.url}${path}`, { method: 'DELETE', headers: { ...tus, Authorization: who.authorization } }))
        .status;
    expect(await withdraw(world.member2, `${location}.json`)).toBe(404);
    expect(await withdraw(world.member2, location)).toBe(404);
    expect(await withdraw(world.member, location)).toBe(204);
  });
});
