/** GET /console/scheduled_messages: why one's own failed, and what administrators learn of everyone's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test('the author learns why a message failed; administrators see that it did, and never what it says', async () => {
  const at = Math.floor(world.clock.nowMs / 1000);
  const { id: channel } = await world.member.ok.post('/channels/create', { name: 'short-lived', subscribers: [] });
  const content = 'the surprise party';
  const { scheduled_message_id: failed } = await world.member.ok.post('/scheduled_messages', {
    type: 'channel',
    to: channel,
    topic: 'party',
    content,
    scheduled_delivery_timestamp: at + 60,
  });
  const { scheduled_message_id: waiting } = await world.member2.ok.post('/scheduled_messages', {
    type: 'direct',
    to: [world.member.userId],
    content,
    scheduled_delivery_timestamp: at + 3600,
  });
  await world.admin.ok.delete(`/streams/${Number(channel)}`);
  world.clock.advance(61_000);
  world.server.services.wake.scheduledMessages();
  await world.server.workers.scheduledMessages.settled();

  expect(await world.member.ok.get('/console/scheduled_messages')).toMatchObject({
    failures: [{ scheduled_message_id: failed, reason: expect.stringMatching(/\w/) }],
    everybody: null,
  });
  const seen = await world.admin.ok.get('/console/scheduled_messages');
  expect(seen).toMatchObject({
    failures: [],
    everybody: {
      waiting: 1,
      failed: 1,
      next_delivery_at: at + 3600,
      scheduled_messages: [
        { scheduled_message_id: failed, sender_id: world.member.userId, type: 'stream', failed: true },
        {
          scheduled_message_id: waiting,
          sender_id: world.member2.userId,
          type: 'private',
          failed: false,
          reason: null,
        },
      ],
    },
  });
  expect(JSON.stringify(seen)).not.toContain('party');
});
