/** Addresses of accounts that are reserved. */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

describe('Addresses of accounts', () => {
  test('no one joins under the address that stands for an account yet to come', async () => {
    const [{ next = 0 } = {}] = await world.db<{ next: number }>('SELECT max(id) + 5 AS next FROM users');
    const form = { full_name: 'Sly Squatter', password: 'a good password', email: `user${next}@hearth.invalid` };
    await world.owner.fails('POST', '/users', form, { status: 400, code: 'BAD_REQUEST' });
  });
});
