/** Muting users. */
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

describe('POST and DELETE /users/me/muted_users/{muted_user_id}', () => {
  it("mute and unmute, and tell the user's clients the whole list", async () => {
    const queue = await world.member.register({ event_types: ['muted_users'] });
    const other = await world.admin.register({ event_types: ['muted_users'] });
    const path = `/users/me/muted_users/${world.admin.userId}`;
    await world.member.ok.post(path);
    const muted = [{ id: world.admin.userId, timestamp: Math.floor(world.clock.nowMs / 1000) }];
    const { state } = await world.member.register({ event_types: ['muted_users'] });
    expect(state['muted_users']).toEqual(muted);
    await world.member.fails('POST', path, {}, { ...refused, msg: 'User already muted' });
    await world.member.ok.delete(path);
    await world.member.fails('DELETE', path, {}, { ...refused, msg: 'User is not muted' });
    expect((await queue.events()).map((event) => event['muted_users'])).toEqual([muted, []]);
    expect(await other.events()).toEqual([]);
  });

  it('reads what a muted user wrote, before and after', async () => {
    const say = async (by: typeof world.admin): Promise<number> => {
      const { id } = await by.ok.post('/messages', { type: 'channel', to: 'general', topic: 'noise', content: 'x' });
      return Number(id);
    };
    const unread = async (): Promise<number[]> => {
      const narrow = [
        ['is', 'unread'],
        ['topic', 'noise'],
      ];
      const { messages } = await world.member.ok.get('/messages', { anchor: 0, num_before: 0, num_after: 9, narrow });
      return (messages as { id: number }[]).map(({ id }) => id);
    };
    const [before, other] = [await say(world.admin), await say(world.owner)];
    expect(await unread()).toEqual([before, other]);
    const queue = await world.member.register({ event_types: ['update_message_flags'] });
    await world.member.ok.post(`/users/me/muted_users/${world.admin.userId}`);
    expect(await queue.events()).toMatchObject([{ op: 'add', flag: 'read', messages: [before] }]);
    await say(world.admin);
    expect(await unread()).toEqual([other]);
  });

  it('refuse oneself and no one', async () => {
    await world.member.fails(
      'POST',
      `/users/me/muted_users/${world.member.userId}`,
      {},
      { ...refused, msg: 'Cannot mute self' },
    );
    await world.member.fails('POST', '/users/me/muted_users/99999', {}, { ...refused, msg: 'No such user' });
    await world.member.fails('DELETE', '/users/me/muted_users/99999', {}, { ...refused, msg: 'No such user' });
  });
});
