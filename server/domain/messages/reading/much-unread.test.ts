/** Thousands of unread messages: registered, marked, left and moved in parts between which others are served, and all of them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Reader } from '../../../storage/database.ts';
import { makeChannel, write } from '../../../testing/scenario.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { systemActing, systemViewing, type Acting } from '../../acting.ts';
import { findChannel, type ChannelRow } from '../../channels/rows.ts';
import { unsubscribeUsers } from '../../channels/subscriptions/subscribe.ts';
import { findUser, type UserRow } from '../../users/rows.ts';
import { accessMessage } from '../access.ts';
import { editMessage, readAheadOfMove, type MessageEdit } from '../edit.ts';
import { markedAtOnce, markRead, type SlicedCall } from '../flags/mark-much.ts';
import type { MessageRow } from '../rows.ts';
import { prepareUnread } from './unread-lists.ts';

let world: World;
let busyId: number;
const count = 5000;

beforeAll(async () => {
  world = await startWorld();
  busyId = await makeChannel(world.owner, 'busy', [world.owner, world.member]);
  await world.server.services.storage.transaction((tx) => {
    const { recipient_id: recipientId } = findChannel(tx, busyId) ?? { recipient_id: 0 };
    const rows = Array.from({ length: count }, (_, index) => [`${index % 14 < 7 ? 'Topic' : 'topic'} ${index % 7}`]);
    tx.run(
      `INSERT INTO messages (sender_id, recipient_id, stream_id, topic, topic_key, content, own_html, timestamp, client)
       SELECT ?, ?, ?, json_extract(value, '$[0]'), lower(json_extract(value, '$[0]')), 'x', '<p>x</p>', 1, 'test' FROM json_each(?)`,
      world.owner.userId,
      recipientId,
      busyId,
      JSON.stringify(rows),
    );
  });
});
afterAll(async () => world.stop());

beforeEach(async () => {
  await world.server.services.storage.transaction((tx) => {
    tx.run('DELETE FROM message_flags WHERE user_id = ?', world.member.userId);
    tx.run(
      'INSERT INTO message_flags (user_id, message_id, flags) SELECT ?, id, 1 FROM messages WHERE stream_id = ?',
      world.member.userId,
      busyId,
    );
  });
});

const stepsOf = async (): Promise<number> =>
  world.server.services.storage.read(
    (db) => [...prepareUnread(db, world.member.userId, { emptyTopic: true, archived: true })].length,
  );

interface Row {
  id: number;
  topic: string;
}
const unreadRows = async (): Promise<Row[]> =>
  world.db(
    'SELECT m.id, m.topic FROM message_flags f JOIN messages m ON m.id = f.message_id WHERE f.user_id = ? AND f.flags & 1 ORDER BY m.id',
    world.member.userId,
  );

interface Registered {
  count: number;
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
}
async function registered(): Promise<Registered> {
  const { state } = await world.member.register({ fetch_event_types: ['message', 'update_message_flags'] });
  const { count: unread, streams } = state['unread_msgs'] as Registered;
  return { count: unread, streams };
}

/** By hand: conversations by their newest message, spelled as it spells them. */
async function walked(): Promise<Registered> {
  const rows = await unreadRows();
  const keys = [...new Set(rows.toReversed().map(({ topic }) => topic.toLowerCase()))].toReversed();
  const streams = keys.map((key) => {
    const own = rows.filter(({ topic }) => topic.toLowerCase() === key);
    return { stream_id: busyId, topic: own.at(-1)?.topic ?? '', unread_message_ids: own.map(({ id }) => id) };
  });
  return { count: rows.length, streams };
}

async function readEvents(queue: Awaited<ReturnType<World['member']['register']>>, until: number): Promise<number[][]> {
  const parts: number[][] = [];
  while (parts.flat().length < until)
    for (const event of await queue.events())
      if (event['type'] === 'update_message_flags') parts.push(event['messages'] as number[]);
  return parts;
}

it('registers with what was never read, prepared in many steps, of which some are made once', async () => {
  const first = await stepsOf();
  expect(first).toBeGreaterThan(count / 400);
  expect(await stepsOf()).toBeLessThan(first - count / 1000);
  expect(await registered()).toEqual(await walked());
});

it('knows where messages went when a topic was renamed, and what was deleted', async () => {
  await registered();
  const { streams } = await walked();
  const [first, second] = streams;
  const id = first?.unread_message_ids[0] ?? 0;
  const gone = second?.unread_message_ids[0] ?? 0;
  await world.owner.ok.patch(`/messages/${id}`, { topic: 'Elsewhere', propagate_mode: 'change_all' });
  await world.owner.ok.delete(`/messages/${gone}`);
  const after = await registered();
  expect(after).toEqual(await walked());
  expect(after.streams.map(({ topic }) => topic)).toContain('Elsewhere');
  expect(after.streams.flatMap((stream) => stream.unread_message_ids)).not.toContain(gone);
});

it('marks a channel in parts, each with its event', async () => {
  const ids = (await unreadRows()).map(({ id }) => id);
  const queue = await world.member.register({ event_types: ['update_message_flags'] });
  await world.member.ok.post('/mark_stream_as_read', { stream_id: busyId });
  const parts = await readEvents(queue, ids.length);
  expect(parts.flat()).toEqual(ids);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(markedAtOnce);
  expect(await unreadRows()).toEqual([]);
});

it('marks one topic whatever its spelling, and nothing else', async () => {
  const rows = await unreadRows();
  await world.member.ok.post('/mark_topic_as_read', { stream_id: busyId, topic_name: 'TOPIC 3' });
  expect(await unreadRows()).toEqual(rows.filter(({ topic }) => topic.toLowerCase() !== 'topic 3'));
});

it('marks everything in parts, of which the last says so', async () => {
  const queue = await world.member.register({ event_types: ['update_message_flags'] });
  await world.member.ok.post('/mark_all_as_read');
  const events = await queue.events();
  expect(events.length).toBeGreaterThan(count / markedAtOnce);
  expect(events.map(({ all }) => all)).toEqual(events.map((_, index) => index === events.length - 1));
  for (const event of events) expect((event['messages'] as number[]).length).toBeLessThanOrEqual(markedAtOnce);
  expect(await unreadRows()).toEqual([]);
});

it('marks very many ids in parts, and none where one of them may not be read', async () => {
  const ids = (await unreadRows()).map(({ id }) => id);
  const hidden = await write(world.owner, [world.owner.userId]);
  const request = { op: 'add', flag: 'read' };
  await world.member.fails(
    'POST',
    '/messages/flags',
    { ...request, messages: [...ids, hidden] },
    { status: 400, code: 'BAD_REQUEST' },
  );
  expect((await unreadRows()).length).toBe(ids.length);
  const queue = await world.member.register({ event_types: ['update_message_flags'] });
  const { messages } = await world.member.ok.post('/messages/flags', { ...request, messages: [...ids, ids[0]] });
  expect(messages).toEqual(ids);
  const parts = await readEvents(queue, ids.length);
  expect(parts.flat()).toEqual(ids);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(markedAtOnce);
  expect(await unreadRows()).toEqual([]);
});

it('leaves a channel by a change of the own list in parts, and marks nothing of a refused one', async () => {
  const ids = (await unreadRows()).map(({ id }) => id);
  await world.member.fails(
    'PATCH',
    '/users/me/subscriptions',
    { delete: ['busy', 'nowhere'] },
    { status: 400, code: 'STREAM_DOES_NOT_EXIST' },
  );
  expect((await unreadRows()).length).toBe(ids.length);
  const queue = await world.member.register({ event_types: ['update_message_flags'] });
  const add = [{ name: 'made here', color: '#123456' }];
  const answer = await world.member.ok.patch('/users/me/subscriptions', { delete: ['busy', 'made here'], add });
  expect(answer).toMatchObject({ removed: ['busy', 'made here'], not_removed: [] });
  const parts = await readEvents(queue, ids.length);
  // After them what the new channel began with.
  expect(parts.flat().slice(0, ids.length)).toEqual(ids);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(markedAtOnce);
  await world.member.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'busy' }] });
});

it('leaves a channel after its messages were marked in parts', async () => {
  const ids = (await unreadRows()).map(({ id }) => id);
  const queue = await world.member.register({ event_types: ['update_message_flags', 'subscription'] });
  await world.owner.ok.delete('/users/me/subscriptions', {
    subscriptions: ['busy'],
    principals: [world.member.userId, world.owner.userId],
  });
  const parts = await readEvents(queue, ids.length);
  expect(parts.flat()).toEqual(ids);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(markedAtOnce);
  expect(await unreadRows()).toEqual([]);
  for (const user of [world.owner, world.member])
    await user.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'busy' }] });
});

it('marks nothing of a channel that one may not be removed from', async () => {
  const rows = await unreadRows();
  await world.member2.fails(
    'DELETE',
    '/users/me/subscriptions',
    { subscriptions: ['busy'], principals: [world.member.userId] },
    { status: 400, code: 'BAD_REQUEST' },
  );
  expect(await unreadRows()).toEqual(rows);
});

it('moves a topic out of the reach of its readers after it was marked in parts, and only what goes', async () => {
  const lonelyId = await makeChannel(world.owner, 'lonely', [world.owner]);
  const rows = await unreadRows();
  const own = rows.filter(({ topic }) => topic.toLowerCase() === 'topic 5').map(({ id }) => id);
  const from = own[100] ?? 0;
  const going = own.slice(100);
  const queue = await world.member.register({ event_types: ['update_message_flags', 'update_message'] });
  await world.owner.ok.patch(`/messages/${from}`, { stream_id: lonelyId, propagate_mode: 'change_later' });
  expect((await unreadRows()).map(({ id }) => id)).toEqual(
    rows.map(({ id }) => id).filter((id) => !going.includes(id)),
  );
  expect((await queue.events()).map(({ type, messages, message_ids: ids }) => [type, messages ?? ids])).toEqual([
    ['update_message_flags', going],
    ['update_message', going],
  ]);
  await world.owner.ok.patch(`/messages/${from}`, { stream_id: busyId, propagate_mode: 'change_all' });
});

/** Reads and writes as requests of this user do. */
function callOf(userId: number): SlicedCall {
  const { services, url } = world.server;
  const { storage } = services;
  const callerOf = (db: Reader): { user: UserRow; client: string } => ({
    user: findUser(db, userId) as UserRow,
    client: 'test',
  });
  return {
    readInSlices: async (start, dependsOn = {}) =>
      storage.readInSlices((db) => start({ ...systemViewing(db, services, url), ...callerOf(db) }), dependsOn),
    write: async (fn) => storage.transaction((tx) => fn({ ...systemActing(tx, services, url), ...callerOf(tx) })),
  };
}

it('leaves nothing unread behind where something became unread again in the meantime', async () => {
  const turns = callOf(world.member.userId);
  const [first] = await unreadRows();
  const ahead = await markRead(turns, [world.member.userId], { channelIds: [busyId] });
  await world.member.ok.post('/messages/flags', { op: 'remove', flag: 'read', messages: [first?.id] });
  expect(await unreadRows()).toEqual([first]);
  await turns.write((acting) => {
    unsubscribeUsers(acting, [findChannel(acting.db, busyId) as ChannelRow], [world.member.userId], ahead);
  });
  expect(await unreadRows()).toEqual([]);
});

it('moves what was marked ahead without a look at every reader again, unless something became unread again', async () => {
  // So many readers that it is worth the while.
  const readers = [world.member, world.member2, world.admin].map(({ userId }) => userId);
  await world.owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'busy' }], principals: readers });
  const turns = callOf(world.owner.userId);
  const quietId = await makeChannel(world.owner, 'quiet', [world.owner]);
  const [first] = await unreadRows();
  const topicOf = async (): Promise<Row[]> => (await unreadRows()).filter(({ topic }) => /^topic 1$/i.test(topic));
  const [moved, other] = await topicOf();
  expect(moved).toBeDefined();
  const editOf = (acting: Acting): [MessageRow, MessageEdit] => [
    accessMessage(acting, moved?.id ?? 0),
    {
      channel: findChannel(acting.db, quietId),
      mode: 'change_all',
      notices: { toOldThread: false, toNewThread: false },
    },
  ];
  const ahead = await readAheadOfMove(turns, editOf);
  expect(ahead?.strangers).toEqual(expect.arrayContaining(readers));
  expect(await topicOf()).toEqual([]);
  await world.member.ok.post('/messages/flags', { op: 'remove', flag: 'read', messages: [other?.id] });
  await turns.write((acting) => {
    const [message, edit] = editOf(acting);
    editMessage(acting, message, { ...edit, ahead });
  });
  expect(await topicOf()).toEqual([]);
  expect(await unreadRows()).toContainEqual(first);
});
