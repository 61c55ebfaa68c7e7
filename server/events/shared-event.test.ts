/** An event is serialized once for all queues that get the same: they share the bytes, and no one gets what is another's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';
import type { EventForm } from './queue.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

/** What waits in a queue, as it will leave. */
function waiting(client: Client, queueId: string): EventForm[] {
  return world.server.services.queues.access(queueId, client.userId).newerThan(-1, Infinity);
}

test('queues of one variant share the text of an event, also those of different people', async () => {
  const { member, member2, owner } = world;
  const html = { event_types: ['message'], apply_markdown: true };
  const queues = [
    await member.register(html),
    await member.register(html),
    await member2.register(html),
    await member2.register({ ...html, apply_markdown: false }),
    await owner.register(html),
  ];
  const own = { queue_id: queues[4]?.queueId, local_id: 'mine' };
  await owner.ok.post('/messages', {
    type: 'channel',
    to: 'general',
    topic: 'bytes',
    content: '**Grüße** 世界',
    read_by_sender: true,
    ...own,
  });
  const readers = [member, member, member2, member2, owner];
  const [first, second, third, raw, sender] = queues.map(
    ({ queueId }, index) => waiting(readers[index] ?? owner, queueId)[0]?.json,
  );
  expect(second).toBe(first);
  expect(third).toBe(first);
  expect(raw?.text).toContain('**Grüße** 世界');
  expect(first?.text).toContain('<strong>Grüße</strong> 世界');
  expect(sender?.text).toContain('"local_message_id":"mine"');
  expect(first?.text).not.toContain('local_message_id');
  // What differs for some of them, here that it is read, parts them as well.
  expect(sender?.text).toContain('"flags":["read"]');
  expect(first?.text).toContain('"flags":[]');
});

test.each([
  ['as one text', ''],
  ['in pieces', ' 世界'.repeat(2000)],
])('an answer with several events is whole, whichever way it is asked for: %s', async (_how, rest) => {
  const queue = await world.member.register({ event_types: ['message'], apply_markdown: false });
  const contents = ['one', 'zwölf', '三'].map((word) => word + rest);
  for (const content of contents)
    await world.owner.ok.post('/messages', { type: 'channel', to: 'general', topic: 'several', content });
  const events = await queue.events();
  expect(events.map(({ message }) => (message as { content: string }).content)).toEqual(contents);
});
