/** Flags of moved messages, for users who meet them for the first time and for accounts that were deactivated during the move. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../testing/client.ts';
import { fetchOne, makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let count = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const move = async (id: number, to: number): Promise<unknown> =>
  await world.owner.ok.patch(`/messages/${id}`, {
    stream_id: to,
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  });

async function join(channel: string, user: Client): Promise<void> {
  await world.owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: channel }],
    principals: [user.userId],
    send_new_subscription_messages: false,
  });
}

describe('unread messages of a deactivated account', () => {
  it.each([
    ['stay unread when they move to another of its channels', true],
    ['become read when they move to a channel that it is not in', false],
  ])('%s', async (_title, isInBoth) => {
    const { owner } = world;
    count += 1;
    const user = await world.newUser(`Uma ${count}`);
    await makeChannel(owner, `left ${count}`, [owner, user]);
    const to = await makeChannel(owner, `right ${count}`, isInBoth ? [owner, user] : [owner]);
    const id = await say(owner, `left ${count}`, 'plan', 'for later');
    await owner.ok.delete(`/users/${user.userId}`);
    await move(id, to);
    await owner.ok.post(`/users/${user.userId}/reactivate`);
    const { flags } = await fetchOne(user, id);
    expect(flags.includes('read')).toBe(!isInBoth);
  });
});
