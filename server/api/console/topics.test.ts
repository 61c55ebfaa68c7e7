/** GET /console/channels/{stream_id}/topics: sizes and times of topics, as much of them as the caller may read. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../testing/client.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const channel = async (by: Client, params: object) =>
  (await by.ok.post('/channels/create', { subscribers: [], ...params })).id as number;
const write = async (by: Client, to: number, topic: string) =>
  (await by.ok.post('/messages', { type: 'channel', to, topic, content: 'hello' })).id as number;
/** Without the notice of the channel's creation. */
const topics = async (by: Client, id: number) =>
  ((await by.ok.get(`/console/channels/${id}/topics`))['topics'] as { name: string; message_count: number }[]).filter(
    ({ name }) => name !== 'channel events',
  );

test('topics have the number of their messages, the time of the newest and its sender', async () => {
  const id = await channel(world.member, { name: 'garden', subscribers: [world.member.userId, world.member2.userId] });
  const started = world.clock.nowMs / 1000;
  await write(world.member, id, 'Roses');
  await write(world.member, id, 'tools');
  world.clock.advance(60_000);
  const newest = await write(world.member2, id, 'roses');
  expect(await topics(world.admin, id)).toMatchObject([
    {
      name: 'roses',
      max_id: newest,
      message_count: 2,
      last_message_at: started + 60,
      last_sender_id: world.member2.userId,
      last_sender_full_name: 'Mia Member',
    },
    { name: 'tools', message_count: 1, last_message_at: started, last_sender_id: world.member.userId },
  ]);
});

test('a channel without messages has none', async () => {
  expect(await topics(world.member, await channel(world.member, { name: 'silent' }))).toEqual([]);
});

test('where history is not for newcomers, only what came while they were subscribed is counted, once', async () => {
  const id = await channel(world.member, {
    name: 'closed',
    invite_only: true,
    history_public_to_subscribers: false,
    subscribers: [world.member.userId],
  });
  await write(world.member, id, 'before');
  await write(world.member, id, 'both');
  const principals = [world.member2.userId];
  const subscriptions = [{ name: 'closed' }];
  await world.member.ok.post('/users/me/subscriptions', { subscriptions, principals });
  await write(world.member, id, 'both');
  await world.member.ok.delete('/users/me/subscriptions', { subscriptions: ['closed'], principals });
  await write(world.member, id, 'between');
  await world.member.ok.post('/users/me/subscriptions', { subscriptions, principals });
  const seen = await topics(world.member2, id);
  expect(seen.map(({ name, message_count: count }) => [name, count])).toEqual([['both', 1]]);
  expect(await topics(world.member, id)).toHaveLength(3);
});

test('a private channel of others is not told of, not even to administrators who are not in it', async () => {
  const id = await channel(world.member, { name: 'secret', invite_only: true, subscribers: [world.member.userId] });
  for (const who of [world.admin, world.member2])
    await who.fails('GET', `/console/channels/${id}/topics`, {}, { status: 400, code: 'BAD_REQUEST' });
});

test('a guest is not told who wrote last where that is someone whom the guest does not see', async () => {
  const guest = await world.newUser('Gil Guest', 600);
  const defaults = await guest.ok.get('/users/me/subscriptions');
  const subscriptions = (defaults['subscriptions'] as { name: string }[]).map(({ name }) => name);
  await guest.ok.delete('/users/me/subscriptions', { subscriptions });
  const id = await channel(world.member, { name: 'porch', subscribers: [guest.userId, world.member.userId] });
  await write(world.member, id, 'seen');
  await write(world.member2, id, 'unseen');
  expect(await topics(guest, id)).toMatchObject([
    { name: 'unseen', last_sender_id: world.member2.userId, last_sender_full_name: 'Unknown user' },
    { name: 'seen', last_sender_id: world.member.userId, last_sender_full_name: world.member.name },
  ]);
});
