/** Status texts and emoji. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

const refused = { status: 400, code: 'BAD_REQUEST' } as const;
const status = async (userId: number): Promise<unknown> =>
  (await world.admin.ok.get(`/users/${userId}/status`))['status'];

describe('POST /users/me/status', () => {
  it('sets a text and an emoji, each alone, and notifies everyone the whole', async () => {
    const queue = await world.guest.register({ event_types: ['user_status'] });
    await world.member.ok.post('/users/me/status', { status_text: ' at lunch ' });
    await world.member.ok.post('/users/me/status', { emoji_name: 'car' });
    const emoji = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };
    expect(await status(world.member.userId)).toEqual({ status_text: 'at lunch', ...emoji });
    expect(await queue.events()).toMatchObject([
      {
        user_id: world.member.userId,
        away: false,
        status_text: 'at lunch',
        emoji_name: '',
        emoji_code: '',
        reaction_type: '',
      },
      { user_id: world.member.userId, status_text: 'at lunch', ...emoji },
    ]);
    await world.member.ok.post('/users/me/status', { status_text: '', emoji_name: '' });
    expect(await status(world.member.userId)).toEqual({});
  });

  it.each([
    ['nothing', {}],
    ['a text of 61 characters', { status_text: 'x'.repeat(61) }],
    ['a code without a name', { emoji_code: '1f697' }],
    ['a kind without a name', { reaction_type: 'unicode_emoji' }],
    ['an unknown name', { emoji_name: 'no_such_emoji' }],
    ['a malformed name', { emoji_name: 'a/b' }],
    ['a name that is not of the code', { emoji_name: 'car', emoji_code: '1f600', reaction_type: 'unicode_emoji' }],
    ['a custom emoji that is none', { emoji_name: 'car', emoji_code: '999', reaction_type: 'realm_emoji' }],
    ['an unknown kind', { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'picture' }],
  ])('refuses %s', async (_what, params) => {
    const before = await world.dump();
    await world.member.fails('POST', '/users/me/status', params, refused);
    expect(await world.dump()).toBe(before);
  });

  it('reads away as the opposite of presence_enabled', async () => {
    await world.member2.ok.post('/users/me/status', { away: true });
    expect(await status(world.member2.userId)).toEqual({ away: true });
    const { state } = await world.member2.register({ event_types: ['user_status', 'user_settings'] });
    expect(state).toMatchObject({
      user_status: { [world.member2.userId]: { away: true } },
      user_settings: { presence_enabled: false },
    });
    await world.member2.ok.post('/users/me/status', { away: false });
    expect(await status(world.member2.userId)).toEqual({});
  });
});

describe('POST /users/{user_id}/status', () => {
  it('is for administrators', async () => {
    await world.admin.ok.post(`/users/${world.guest.userId}/status`, { status_text: 'Visitor' });
    expect(await status(world.guest.userId)).toEqual({ status_text: 'Visitor' });
    await world.moderator.fails(
      'POST',
      `/users/${world.guest.userId}/status`,
      { status_text: 'x' },
      { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
    );
    await world.admin.fails('POST', '/users/99999/status', { status_text: 'x' }, { ...refused, msg: 'No such user' });
    // What the server says on its own is no one's to describe.
    const [bot] = await world.db<{ id: number }>('SELECT id FROM users WHERE is_system_bot = 1');
    await world.admin.fails('POST', `/users/${bot?.id}/status`, { status_text: 'x' }, refused);
    await world.member.fails('GET', '/users/99999/status', {}, { ...refused, msg: 'No such user' });
  });
});
