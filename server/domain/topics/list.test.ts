/** The list of a channel's topics, which is read in parts: whole, and in the order of the newest messages. */
import { expect, onTestFinished, test } from 'vitest';
import { makeChannel } from '../../testing/scenario.ts';
import { startWorld } from '../../testing/world.ts';
import { findChannel, type ChannelRow } from '../channels/rows.ts';
import { insertMessage } from '../messages/rows.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { topicSizes } from './list.ts';

test('lists every one of many topics once, those of messages that the reader received where history is closed', async () => {
  const world = await startWorld();
  onTestFinished(() => world.stop());
  const closed = { invite_only: true, history_public_to_subscribers: false };
  await makeChannel(world.owner, 'open', [world.owner]);
  await makeChannel(world.owner, 'closed', [world.owner], closed);
  const channels = await world.db<{ id: number; recipient_id: number; name: string }>(
    "SELECT id, recipient_id, name FROM streams WHERE name IN ('open', 'closed')",
  );
  const write = async (topics: readonly string[]): Promise<void> => {
    for (const channel of channels)
      await world.server.services.storage.transaction((tx) => {
        for (const topic of topics)
          insertMessage(tx, {
            sender_id: world.owner.userId,
            recipient_id: channel.recipient_id,
            stream_id: channel.id,
            topic,
            timestamp: 1,
            client: 'test',
            content: 'x',
            rendered_content: '<p>x</p>',
            is_me_message: 0,
            has_link: 0,
            has_image: 0,
            has_attachment: 0,
          });
      });
  };
  // The number of topics is a whole number of parts, and then one more.
  const names = Array.from({ length: 500 }, (_, at) => `topic ${(at * 7) % 500}`);
  await write(names);
  await world.owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'closed' }],
    principals: [world.member.userId],
  });
  const topicsFor = async (who: typeof world.owner, name: string): Promise<unknown[]> => {
    const id = channels.find((channel) => channel.name === name)?.id;
    const { topics } = (await who.ok.get(`/users/me/${id}/topics`)) as { topics: { name: string }[] };
    // The server's own note on the new channel is in a topic of its own.
    return topics.map((topic) => topic.name).filter((topic) => topic !== 'channel events');
  };
  expect(await topicsFor(world.member, 'open')).toEqual(names.toReversed());
  expect(await topicsFor(world.member, 'closed')).toEqual([]);
  await write(['', 'topic 7']);
  const rest = names.filter((name) => name !== 'topic 7').toReversed();
  expect(await topicsFor(world.owner, 'open')).toEqual(['topic 7', 'general chat', ...rest]);
  expect(await topicsFor(world.owner, 'closed')).toEqual(['topic 7', 'general chat', ...rest]);
  expect(await topicsFor(world.member, 'closed')).toEqual(['topic 7', 'general chat']);
  // The console counts the messages of each, in parts, too.
  const { total, topics: sizes } = (await world.owner.ok.get(
    `/console/channels/${channels.find(({ name }) => name === 'closed')?.id}/topics`,
  )) as {
    total: number;
    topics: { name: string; message_count: number }[];
  };
  const counted = sizes.filter(({ name }) => name !== 'channel events');
  expect(counted.map(({ name }) => name)).toEqual(['topic 7', '', ...rest]);
  expect(counted.map(({ message_count: count }) => count)).toEqual([2, ...Array<number>(500).fill(1)]);
  expect(total).toBe(sizes.length);
  const steps = await world.server.services.storage.read((db) => {
    const user = findUser(db, world.owner.userId) as UserRow;
    const channel = findChannel(db, channels[0]?.id ?? 0) as ChannelRow;
    let count = 1;
    for (const work = topicSizes({ db, user }, channel); work.next().done !== true;) count += 1;
    return count;
  });
  expect(steps).toBeGreaterThan(4);
});
