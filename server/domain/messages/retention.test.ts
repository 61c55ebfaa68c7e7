/** Messages are deleted after the days of their channel (contract: create-channel, message_retention_days). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../durations.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { systemActing } from '../acting.ts';
import { deleteExpiredMessages } from './retention.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

async function tidy(): Promise<void> {
  const { services } = world.server;
  while (await services.storage.transaction((tx) => deleteExpiredMessages(systemActing(tx, services, world.url))));
}

const contents = async (): Promise<string[]> =>
  (
    await world.db<{ content: string }>(
      "SELECT content FROM messages WHERE content LIKE 'kept%' OR content LIKE 'gone%' ORDER BY id",
    )
  ).map((row) => row.content);

test('messages past their days are deleted, in their channel only, and their readers are informed', async () => {
  const subscribers = [world.owner.userId, world.member.userId];
  await world.owner.ok.post('/channels/create', { name: 'short memory', subscribers, message_retention_days: '3' });
  await world.owner.ok.post('/channels/create', { name: 'for ever', subscribers, message_retention_days: 'unlimited' });
  const say = async (to: string, content: string) =>
    world.owner.ok.post('/messages', { type: 'channel', to, topic: 't', content });
  await say('short memory', 'gone after three days');
  await say('for ever', 'kept for ever');
  await say('general', 'kept while the organization keeps everything');
  await world.owner.ok.post('/messages', { type: 'direct', to: [world.member.userId], content: 'kept between us' });
  world.clock.advance(2 * dayMs);
  await say('short memory', 'kept because it is young');
  await tidy();
  expect(await contents()).toContain('gone after three days');

  const queue = await world.member.register({
    event_types: ['delete_message'],
    client_capabilities: { bulk_message_deletion: true },
  });
  world.clock.advance(dayMs + 1000);
  await tidy();
  expect(await contents()).toEqual([
    'kept for ever',
    'kept while the organization keeps everything',
    'kept between us',
    'kept because it is young',
  ]);
  expect(await queue.events()).toContainEqual(expect.objectContaining({ message_type: 'stream', topic: 't' }));
});

test("the organization's days hold for direct messages and for channels without days of their own", async () => {
  await world.owner.ok.patch('/realm', { message_retention_days: 5 });
  world.clock.advance(6 * dayMs);
  await tidy();
  expect(await contents()).toEqual(['kept for ever']);
});
