/** POST /register: what every client finds in the answer, for each role, with data and without (client-requirements.md 5). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

describe('registration', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it('works', async () => {
    const body = await world.member.ok.post('/register');
    console.log(Object.keys(body).length, Object.keys(body).join(' '));
    expect(body['queue_id']).toBeTypeOf('string');
  });
});
