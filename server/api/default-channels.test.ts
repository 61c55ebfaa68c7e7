/** Default channels: adding, removing, and what new users get. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const badRequest = { status: 400, code: 'BAD_REQUEST' };
const path = '/default_streams';

async function create(name: string, params: Body = {}): Promise<number> {
  return Number(
    (await world.admin.ok.post('/channels/create', { name, subscribers: [world.admin.userId], ...params }))['id'],
  );
}

const defaults = async (client: Client): Promise<unknown> =>
  (await client.ok.post('/register', { fetch_event_types: ['default_streams'], event_types: [] }))[
    'realm_default_streams'
  ];

describe('default channels', () => {
  it('are what new users are subscribed to', async () => {
    const id = await create('for all');
    const [member, guest] = [
      await world.member.register({ event_types: ['default_streams'] }),
      await world.guest.register({ event_types: ['default_streams'] }),
    ];
    await world.admin.ok.post(path, { stream_id: id });
    await world.admin.ok.post(path, { stream_id: id });
    expect(await defaults(world.member)).toContain(id);
    const events = await member.events();
    expect(events).toHaveLength(1);
    expect(events[0]?.['default_streams']).toEqual(await defaults(world.member));
    expect(await guest.events()).toEqual([]);
    expect(await defaults(world.guest)).toEqual([]);
    const newcomer = await world.newUser('Ann Arriving');
    expect(await newcomer.ok.get(`/users/${newcomer.userId}/subscriptions/${id}`)).toMatchObject({
      is_subscribed: true,
    });
  });

  it('stop being so', async () => {
    const id = await create('no longer');
    await world.admin.ok.post(path, { stream_id: id });
    const queue = await world.member.register({ event_types: ['default_streams'] });
    await world.admin.ok.delete(path, { stream_id: id });
    await world.admin.ok.delete(path, { stream_id: id });
    expect(await queue.events()).toHaveLength(1);
    expect(await defaults(world.member)).not.toContain(id);
  });

  it('are public channels that exist, chosen by administrators', async () => {
    const [open, shut] = [await create('open'), await create('shut', { invite_only: true })];
    const before = await world.dump();
    await world.admin.fails('POST', path, { stream_id: shut }, badRequest);
    await world.admin.fails('POST', path, { stream_id: 98_765 }, badRequest);
    await world.admin.fails('DELETE', path, { stream_id: 98_765 }, badRequest);
    await world.admin.fails('POST', path, {}, { status: 400, code: 'REQUEST_VARIABLE_MISSING' });
    for (const client of [world.moderator, world.member, world.guest]) {
      await client.fails('POST', path, { stream_id: open }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
      await client.fails('DELETE', path, { stream_id: open }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    }
    expect(await world.dump()).toBe(before);
  });
});
