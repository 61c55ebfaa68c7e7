/** Starred messages in the registration, in events and in the narrow: always the same ones, those that their reader may read. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client, TestQueue } from '../../../testing/client.ts';
import { fetched, makeChannel, say } from '../../../testing/scenario.ts';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
let reader: Client;
let queue: TestQueue;
let known: Set<number>;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());
beforeEach(async () => {
  count += 1;
  reader = await world.newUser(`Stella ${count}`);
  queue = await reader.register({ event_types: ['update_message_flags'] });
  known = new Set();
});

const star = async (ids: readonly number[]): Promise<unknown> =>
  reader.ok.post('/messages/flags', { op: 'add', flag: 'starred', messages: ids });

/** What a client knows by its events, what a new one is reported, and what the narrow finds. */
async function starred(): Promise<number[]> {
  for (const event of await queue.events()) {
    if (event['flag'] !== 'starred') continue;
    const ids = event['messages'] as number[];
    known = new Set(event['op'] === 'add' ? [...known, ...ids] : [...known].filter((id) => !ids.includes(id)));
  }
  const { starred_messages: again } = (await reader.register({ event_types: ['starred_messages'] })).state;
  const found = (await fetched(reader, { narrow: [['is', 'starred']] })).map(({ id }) => id);
  const ids = [...known].toSorted((a, b) => a - b);
  expect([again, found]).toEqual([ids, ids]);
  return found;
}

/** A private channel of the owner, with the reader in it. */
async function privateChannel(params: object = {}): Promise<{ id: number; name: string }> {
  const name = `den ${(count += 1)}`;
  const subscribers = [world.owner.userId, reader.userId];
  const { id } = await world.owner.ok.post('/channels/create', { name, subscribers, invite_only: true, ...params });
  return { id: Number(id), name };
}

it('are gone with the way into a private channel, and back with it', async () => {
  const { name } = await privateChannel();
  const [there, here] = [await say(world.owner, name, 'a', 'one'), await say(world.owner, 'general', 'a', 'two')];
  await star([there, here]);
  expect(await starred()).toEqual([there, here]);
  await reader.ok.delete('/users/me/subscriptions', { subscriptions: [name] });
  expect(await starred()).toEqual([here]);
  const invited = { subscriptions: [{ name }], principals: [reader.userId] };
  await world.owner.ok.post('/users/me/subscriptions', invited);
  expect(await starred()).toEqual([there, here]);
});

it('follow who may read a channel by a group, and whether it is private', async () => {
  const { group_id: group } = await world.owner.ok.post('/user_groups/create', {
    name: `Readers ${count}`,
    description: '',
    members: [world.owner.userId],
  });
  const id = await makeChannel(world.owner, 'open', [world.owner]);
  const message = await say(world.owner, 'open', 'a', 'one');
  await star([message]);
  expect(await starred()).toEqual([message]);
  await world.owner.ok.patch(`/streams/${id}`, { is_private: true, can_subscribe_group: { new: group } });
  expect(await starred()).toEqual([]);
  await world.owner.ok.post(`/user_groups/${String(group)}/members`, { add: [reader.userId] });
  await world.owner.ok.patch(`/streams/${id}`, { history_public_to_subscribers: true });
  expect(await starred()).toEqual([message]);
  await world.owner.ok.post(`/user_groups/${String(group)}/members`, { delete: [reader.userId] });
  expect(await starred()).toEqual([]);
});

it('follow the role of their reader', async () => {
  const message = await say(world.owner, 'general', 'a', 'one');
  await reader.ok.delete('/users/me/subscriptions', { subscriptions: ['general'] });
  await star([message]);
  await world.owner.ok.patch(`/users/${reader.userId}`, { role: 600 });
  expect(await starred()).toEqual([]);
  await world.owner.ok.patch(`/users/${reader.userId}`, { role: 400 });
  expect(await starred()).toEqual([message]);
});

it('follow a message to where it is moved', async () => {
  const { id, name } = await privateChannel();
  const message = await say(world.owner, name, 'a', 'one');
  const open = await makeChannel(world.owner, 'plaza', [world.owner]);
  await star([message]);
  await reader.ok.delete('/users/me/subscriptions', { subscriptions: [name] });
  expect(await starred()).toEqual([]);
  await world.owner.ok.patch(`/messages/${message}`, { stream_id: open });
  expect(await starred()).toEqual([message]);
  await world.owner.ok.patch(`/messages/${message}`, { stream_id: id });
  expect(await starred()).toEqual([]);
});
