/** Channel data of registration. That events keep it true is the law of state: renderer/client/state/state-law.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../../testing/client.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const types = ['stream', 'subscription', 'default_streams', 'channel_folder', 'channel_folders', 'user_topic'];
const options = { event_types: types, fetch_event_types: types, include_subscribers: 'true' };

describe('what registration reports of channels', () => {
  it('has the fields of each type, and only those asked for', async () => {
    const all = await world.member.ok.post('/register', {
      event_types: [],
      fetch_event_types: [...types, 'default_stream_groups', 'muted_topics'],
    });
    for (const field of [
      'subscriptions',
      'unsubscribed',
      'never_subscribed',
      'streams',
      'realm_default_streams',
      'realm_default_stream_groups',
      'channel_folders',
      'user_topics',
    ]) {
      expect(all).toHaveProperty(field);
    }
    const one = await world.member.ok.post('/register', { event_types: [], fetch_event_types: ['stream'] });
    expect(one).not.toHaveProperty('subscriptions');
  });

  it('has archived channels only for clients that know them', async () => {
    const { id } = await world.member.ok.post('/channels/create', {
      name: 'to the archive',
      subscribers: [world.member.userId],
    });
    await world.owner.ok.delete(`/streams/${String(id)}`);
    const ids = async (capabilities: Body): Promise<unknown[]> => {
      const { streams: channels } = await world.member.ok.post('/register', {
        ...options,
        client_capabilities: capabilities,
      });
      return (channels as Body[]).map((row) => row['stream_id']);
    };
    expect(await ids({})).not.toContain(Number(id));
    expect(await ids({ archived_channels: true })).toContain(Number(id));
  });

  it('has part of the subscribers of a large channel: all bots, and who was active in the last 14 days', async () => {
    const crowd: number[] = [];
    for (let made = 0; made < 255; made += 1) crowd.push((await world.newUser(`Crowd ${made}`)).userId);
    const active = await world.newUser('Ada Active');
    const subscribers = [...crowd, active.userId, world.bot.userId, world.member.userId];
    const { id } = await world.member.ok.post('/channels/create', {
      name: 'crowd',
      subscribers,
      send_new_subscription_messages: false,
    });
    await active.post('/users/me/presence', { status: 'active' });
    const row = async (include: string) => {
      const { subscriptions } = await world.member.ok.get('/users/me/subscriptions', { include_subscribers: include });
      return (subscriptions as Body[]).find((each) => each['stream_id'] === id);
    };
    const partial = await row('partial');
    expect(partial).not.toHaveProperty('subscribers');
    expect(partial?.['partial_subscribers']).toEqual(expect.arrayContaining([world.bot.userId, active.userId]));
    expect(String(partial?.['partial_subscribers']).split(',').length).toBeLessThan(20);
    expect((await row('true'))?.['subscribers']).toHaveLength(257);
  });
});
