/** Read state of messages whose channel, topic or reader changes: nothing that a user has not seen counts as read, and no count grows by what is out of reach. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Role } from '../permissions/roles.ts';
import type { Body, Client } from '../testing/client.ts';
import { fetchOne, makeChannel, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let count = 0;
/** A reader of their own for each test. */
let reader: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

async function places(options: Body = {}): Promise<{ from: number; to: number; names: [string, string] }> {
  count += 1;
  reader = await world.newUser(`Reader ${count}`);
  const names: [string, string] = [`from ${count}`, `to ${count}`];
  const from = await makeChannel(world.owner, names[0], [world.owner, reader]);
  const to = await makeChannel(world.owner, names[1], [world.owner, reader], options);
  return { from, to, names };
}

const silent = { send_notification_to_new_thread: false, propagate_mode: 'change_all' };
const read = (messages: number[]) => reader.ok.post('/messages/flags', { op: 'add', flag: 'read', messages });
const flags = async (id: number): Promise<string[]> => (await fetchOne(reader, id)).flags;

/** Unread messages by "channel topic", as a new registration counts them. */
async function unread(): Promise<Record<string, number[]>> {
  const { unread_msgs: state } = await reader.ok.post('/register', {
    fetch_event_types: ['message', 'update_message_flags'],
  });
  const { streams } = state as { streams: { stream_id: number; topic: string; unread_message_ids: number[] }[] };
  const own = streams.filter(({ topic }) => topic !== 'channel events');
  return Object.fromEntries(own.map((one) => [`${one.stream_id} ${one.topic}`, one.unread_message_ids]));
}

it('keeps what is unread when a part of a topic moves, in both topics', async () => {
  const { from, to } = await places();
  const [a, b, c] = [
    await say(world.owner, from, 't'),
    await say(world.owner, from, 't'),
    await say(world.owner, from, 't'),
  ];
  await read([b]);
  await world.owner.ok.patch(`/messages/${b}`, { topic: 'u', ...silent, propagate_mode: 'change_later' });
  expect(await unread()).toEqual({ [`${from} t`]: [a], [`${from} u`]: [c] });
  await world.owner.ok.patch(`/messages/${c}`, { stream_id: to, ...silent, propagate_mode: 'change_one' });
  expect(await unread()).toEqual({ [`${from} t`]: [a], [`${to} u`]: [c] });
  expect(await flags(b)).toEqual(['read']);
});

it('keeps what is unread of muted topics and channels, wherever it moves', async () => {
  const { from, to, names } = await places();
  await reader.ok.post('/user_topics', { stream_id: from, topic: 't', visibility_policy: 1 });
  await reader.ok.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: to, property: 'is_muted', value: true }],
  });
  const a = await say(world.owner, names[0], 't');
  const b = await say(world.owner, names[0], 't', `@**${reader.name}** see`);
  await world.owner.ok.patch(`/messages/${a}`, { stream_id: to, ...silent });
  expect(await unread()).toEqual({ [`${to} t`]: [a, b] });
  await world.owner.ok.patch(`/messages/${a}`, { stream_id: from, topic: 'v', ...silent });
  expect([await unread(), await flags(b)]).toEqual([{ [`${from} v`]: [a, b] }, ['mentioned']]);
});

it('counts what moves out of reach as read, and what comes back as unread', async () => {
  const { from, names } = await places();
  const vault = await makeChannel(world.owner, `vault ${count}`, [world.owner], { invite_only: true });
  const a = await say(world.owner, names[0], 't');
  await world.owner.ok.patch(`/messages/${a}`, { stream_id: vault, ...silent });
  expect(await unread()).toEqual({});
  await world.owner.ok.patch(`/messages/${a}`, { stream_id: from, ...silent });
  expect(await unread()).toEqual({ [`${from} t`]: [a] });
});

it('mentions a reader who meets a message by a move, by name and by group, and not in silence', async () => {
  const { to } = await places();
  await world.owner.ok.post('/user_groups/create', {
    name: `team ${count}`,
    description: 'x',
    members: [reader.userId],
  });
  const hall = await makeChannel(world.owner, `hall ${count}`, [world.owner]);
  const texts = [
    `@**${reader.name}** see`,
    `@*team ${count}* see`,
    `@_**${reader.name}** see`,
    '`@**' + reader.name + '**`',
    'see',
  ];
  const ids: number[] = [];
  for (const text of texts) ids.push(await say(world.owner, hall, 't', text));
  const queue = await reader.register({ event_types: ['update_message_flags'] });
  await world.owner.ok.patch(`/messages/${ids[0]}`, { stream_id: to, ...silent });
  const found = await Promise.all(ids.map((id) => flags(id)));
  expect(found).toEqual([['mentioned'], ['mentioned'], [], [], []]);
  const { unread_msgs: state } = await reader.ok.post('/register', {
    fetch_event_types: ['message', 'update_message_flags'],
  });
  expect((state as Body)['mentions']).toEqual(ids.slice(0, 2));
  expect(await queue.events()).toMatchObject([{ message_details: { [ids[0] ?? 0]: { mentioned: true } } }]);
});

it('leaves read state alone when a channel becomes private, protected and public again', async () => {
  const { from, names } = await places();
  const [a, b] = [await say(world.owner, names[0], 't'), await say(world.owner, names[0], 't')];
  await read([b]);
  for (const change of [
    { is_private: true, history_public_to_subscribers: false },
    { is_private: true, history_public_to_subscribers: true },
    { is_private: false },
  ]) {
    await world.owner.ok.patch(`/streams/${from}`, change);
    expect([await unread(), await flags(b)], JSON.stringify(change)).toEqual([{ [`${from} t`]: [a] }, ['read']]);
  }
});

it('marks as read what a user leaves, and does not count it when they join again, but counts what comes then', async () => {
  const { from, names } = await places();
  const a = await say(world.owner, names[0], 't');
  await reader.ok.delete('/users/me/subscriptions', { subscriptions: [names[0]] });
  const b = await say(world.owner, names[0], 't');
  await reader.ok.post('/users/me/subscriptions', { subscriptions: [{ name: names[0] }] });
  expect(await unread()).toEqual({});
  expect([await flags(a), await flags(b)]).toEqual([['read'], ['read', 'historical']]);
  const c = await say(world.owner, names[0], 't');
  expect(await unread()).toEqual({ [`${from} t`]: [c] });
  await world.owner.ok.patch(`/messages/${a}`, { topic: 'w', ...silent });
  expect(await unread()).toEqual({ [`${from} w`]: [c] });
});

it('counts unread messages of an archived channel again when it is unarchived', async () => {
  const { from, names } = await places();
  const [a, b] = [await say(world.owner, names[0], 't'), await say(world.owner, names[0], 't', `@**${reader.name}**`)];
  await read([a]);
  await world.owner.ok.delete(`/streams/${from}`);
  const archived = await unread();
  await world.owner.ok.patch(`/streams/${from}`, { is_archived: false });
  expect([archived, await unread()]).toEqual([{}, { [`${from} t`]: [b] }]);
  expect(await flags(b)).toEqual(['mentioned']);
});

it('counts nothing in a channel whose history a newcomer does not see', async () => {
  const { names } = await places();
  const closed = await makeChannel(world.owner, `closed ${count}`, [world.owner], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  await say(world.owner, closed, 't');
  await world.owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: `closed ${count}` }],
    principals: [reader.userId],
  });
  expect(await unread()).toEqual({});
  const b = await say(world.owner, names[0], 'x');
  await world.owner.ok.patch(`/messages/${b}`, { stream_id: closed, ...silent });
  expect(await unread()).toEqual({ [`${closed} x`]: [b] });
});

it('marks a moved message unread for a guest, and read for a reader who muted its sender', async () => {
  const { names, to } = await places();
  const guest = await world.newUser(`Guest ${count}`, Role.guest);
  const sender = await world.newUser(`Sender ${count}`);
  const hall = await makeChannel(world.owner, `hall ${count}`, [world.owner, sender]);
  await reader.ok.post(`/users/me/muted_users/${sender.userId}`);
  await world.owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: names[1] }],
    principals: [guest.userId, sender.userId],
  });
  const a = await say(sender, hall, 't');
  await world.owner.ok.patch(`/messages/${a}`, { stream_id: to, ...silent });
  expect((await fetchOne(guest, a)).flags).not.toContain('read');
  expect(await flags(a)).toContain('read');
});
