/** Lists of unread messages that are made ahead of a registration: what is brought into them, and when they are made again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { complete } from '../../../narrow/work.ts';
import type { Reader } from '../../../storage/database.ts';
import { makeChannel, say, write } from '../../../testing/scenario.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { systemViewing, type Viewing } from '../../acting.ts';
import { findUser, type UserRow } from '../../users/rows.ts';
import { caughtUp, prepareUnread } from './unread-lists.ts';
import { unreadMessages } from './unread.ts';

let world: World;
let busyId: number;
/** Several texts of `streams` are written of so many topics. */
const topics = 600;
const knows = { emptyTopic: false, archived: false };

beforeAll(async () => {
  world = await startWorld();
  busyId = await makeChannel(world.owner, 'busy', [world.owner, world.member]);
  await say(world.owner, 'busy', 'topic 0', 'the first');
  await world.server.services.storage.transaction((tx) => {
    const rows = Array.from({ length: topics * 2 }, (_, index) => [
      `${index % 14 < 7 ? 'Topic' : 'topic'} ${index % topics}`,
    ]);
    tx.run(
      `INSERT INTO messages (sender_id, recipient_id, stream_id, topic, topic_key, content, own_html, timestamp, client)
       SELECT ?, streams.recipient_id, streams.id, json_extract(value, '$[0]'), lower(json_extract(value, '$[0]')), 'x', '<p>x</p>', 1, 'test'
       FROM streams, json_each(?) WHERE streams.id = ?`,
      world.owner.userId,
      JSON.stringify(rows),
      busyId,
    );
    tx.run(
      'INSERT OR IGNORE INTO message_flags (user_id, message_id, flags) SELECT ?, id, 1 FROM messages WHERE stream_id = ?',
      world.member.userId,
      busyId,
    );
  });
});
afterAll(async () => world.stop());

const unreadIds = async (): Promise<number[]> => {
  const sql = 'SELECT message_id AS id FROM message_flags WHERE user_id = ? AND flags & 1 ORDER BY 1';
  return (await world.db<{ id: number }>(sql, world.member.userId)).map(({ id }) => id);
};

it('brings into lists that were prepared what has changed since, and makes them again after a move', async () => {
  const { services, url } = world.server;
  const viewingOf = (db: Reader): Viewing => ({
    ...systemViewing(db, services, url),
    user: findUser(db, world.member.userId) as UserRow,
    client: 'test',
  });
  /** @returns whether the lists from before the change could be used; what is answered is the same in either case. */
  const isCaughtUpAfter = async (change: () => Promise<unknown>): Promise<boolean> => {
    const prepared = await services.storage.read((db) => complete(prepareUnread(db, world.member.userId, knows)));
    await change();
    return services.storage.read((db) => {
      expect(unreadMessages(viewingOf(db), knows, prepared).text).toEqual(unreadMessages(viewingOf(db), knows).text);
      return caughtUp(db, world.member.userId, prepared) !== undefined;
    });
  };
  const ids = await unreadIds();
  const ask = world.member.ok;
  const sent = async (topic: string, content: string): Promise<number> => say(world.owner, 'busy', topic, content);
  // Whether what is there already stays as it is.
  const changes: [boolean, () => Promise<unknown>][] = [
    [true, async () => undefined],
    // The newest of a topic, which gives its spelling and its place among the others; and one in between.
    [false, async () => ask.post('/messages/flags', { op: 'add', flag: 'read', messages: [ids.at(-1), ids[17]] })],
    [false, async () => ask.post('/mark_topic_as_read', { stream_id: busyId, topic_name: 'topic 2' })],
    [true, async () => sent('TOPIC 2', 'again')],
    [true, async () => sent('', 'without a topic')],
    [true, async () => sent('new', '@**Max Member**')],
    [true, async () => write(world.owner, [world.member.userId])],
    [true, async () => Promise.all([sent('topic 1', 'one'), sent('Topic 3', 'two'), sent('TOPIC 1', '@**all**')])],
    [false, async () => ask.post('/messages/flags', { op: 'remove', flag: 'read', messages: [ids[17]] })],
    [false, async () => world.owner.ok.delete(`/messages/${ids[33]}`)],
    [false, async () => ask.post('/mark_all_as_read')],
    [true, async () => ask.post('/user_topics', { stream_id: busyId, topic: 'topic 4', visibility_policy: 1 })],
  ];
  const used: boolean[] = [];
  for (const [, change] of changes) used.push(await isCaughtUpAfter(change));
  expect(used.filter((isUsed, index) => isUsed && changes[index]?.[0] === false)).toEqual([]);
  // The storage forgets now and then what it remembers, and then they are made again.
  expect(used.filter(Boolean).length).toBeGreaterThan(3);
  const move = async (): Promise<unknown> =>
    world.owner.ok.patch(`/messages/${ids[40]}`, { topic: 'moved', propagate_mode: 'change_one' });
  expect(await isCaughtUpAfter(move)).toBe(false);
  expect(await isCaughtUpAfter(async () => world.owner.ok.delete(`/streams/${busyId}`))).toBe(false);
  const back = { is_archived: false };
  expect(await isCaughtUpAfter(async () => world.owner.ok.patch(`/streams/${busyId}`, back))).toBe(false);
});

it('registers while others write and the same person reads, and events go on from there', async () => {
  const ids = await unreadIds();
  const read = async (part: number): Promise<unknown> =>
    world.member.ok.post('/messages/flags', {
      op: 'add',
      flag: 'read',
      messages: ids.slice(part * 100, part * 100 + 50),
    });
  const types = ['message', 'update_message_flags'];
  const unreadOf = async (): Promise<Set<number>> => {
    const queue = await world.member.register({ event_types: types });
    const { streams } = queue.state['unread_msgs'] as { streams: { unread_message_ids: number[] }[] };
    const unread = new Set(streams.flatMap((stream) => stream.unread_message_ids));
    await ended;
    for (const event of await queue.events()) {
      if (event['type'] === 'message') unread.add((event['message'] as { id: number }).id);
      else for (const id of event['messages'] as number[]) unread.delete(id);
    }
    return unread;
  };
  const changes = Array.from({ length: 12 }, async (_, part) => {
    await read(part);
    await say(world.owner, 'busy', `topic ${part}`, 'more');
  });
  const ended = Promise.all(changes);
  const seen = await Promise.all(Array.from({ length: 6 }, unreadOf));
  const left = await unreadIds();
  for (const unread of seen) expect([...unread].toSorted((a, b) => a - b)).toEqual(left);
});
