/** The caller's own account. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

describe('GET /users/me', () => {
  it.each(['owner', 'admin', 'member', 'guest', 'bot'] as const)('says to a %s who they are', async (who) => {
    const me = await world[who].ok.get('/users/me');
    expect(me).toMatchObject({
      user_id: world[who].userId,
      full_name: world[who].name,
      is_bot: who === 'bot',
      is_guest: who === 'guest',
      is_owner: who === 'owner',
    });
    expect(me['is_admin']).toBe(who === 'owner' || who === 'admin');
    expect('profile_data' in me).toBe(who !== 'bot');
  });
});

describe('DELETE /users/me', () => {
  it('deactivates the caller, who is refused from then on', async () => {
    const leaver = await world.newUser('Lea Leaver');
    const queue = await world.member.register({ event_types: ['realm_user'] });
    await leaver.ok.delete('/users/me');
    expect(await queue.events()).toMatchObject([
      { op: 'update', person: { user_id: leaver.userId, is_active: false } },
    ]);
    await leaver.fails('GET', '/users/me', {}, { status: 401, code: 'USER_DEACTIVATED' });
  });

  it('fails for the only owner: CANNOT_DEACTIVATE_LAST_USER, is_last_owner true', async () => {
    const before = await world.dump();
    await world.owner.fails(
      'DELETE',
      '/users/me',
      {},
      { status: 400, code: 'CANNOT_DEACTIVATE_LAST_USER', entity: 'organization owner', is_last_owner: true },
    );
    expect(await world.dump()).toBe(before);
  });

  it('succeeds for an owner beside whom there is another', async () => {
    const second = await world.newUser('Oda Owner', 100);
    expect(await second.ok.delete('/users/me')).toEqual({ result: 'success', msg: '' });
  });

  it('fails for the only user: is_last_owner false', async () => {
    const small = await startWorld();
    try {
      for (const who of ['admin', 'moderator', 'member', 'member2', 'guest'] as const)
        await small[who].ok.delete('/users/me');
      await small.owner.fails(
        'DELETE',
        '/users/me',
        {},
        { status: 400, code: 'CANNOT_DEACTIVATE_LAST_USER', entity: 'user', is_last_owner: false },
      );
    } finally {
      await small.stop();
    }
  });
});

describe('POST /users/me/api_key/regenerate', () => {
  it('gives a new key, and the old one stops working', async () => {
    const user = await world.newUser('Kai Key');
    const { api_key: key } = await user.ok.post('/users/me/api_key/regenerate');
    await user.fails('GET', '/users/me', {}, { status: 401, code: 'UNAUTHORIZED' });
    user.apiKey = String(key);
    expect(await user.ok.get('/users/me')).toMatchObject({ user_id: user.userId });
  });
});
