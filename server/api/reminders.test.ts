/** Reminders: contract, reminders. Sent by the notification bot when they are due. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

describe('reminders', () => {
  let world: World;
  let messageId: number;

  beforeAll(async () => {
    world = await startWorld();
    const sent = await world.admin.ok.post('/messages', {
      type: 'direct',
      to: [world.member.userId],
      content: 'Water the **plants**\n```\ncode\n```',
    });
    messageId = sent.id as number;
  });
  afterAll(() => world.stop());

  const now = () => Math.floor(world.clock.nowMs / 1000);
  const remind = async (params: object = {}) =>
    (
      await world.member.ok.post('/reminders', {
        message_id: messageId,
        scheduled_delivery_timestamp: now() + 60,
        ...params,
      })
    ).reminder_id as number;
  const pass = async (seconds: number) => {
    world.clock.advance(seconds * 1000);
    world.server.services.wake.scheduledMessages();
    await world.server.workers.scheduledMessages.settled();
  };

  it('come for a message of a channel that is archived, which can still be read', async () => {
    const { member } = world;
    const { id } = await member.ok.post('/channels/create', { name: 'plants', subscribers: [member.userId] });
    const sent = await member.ok.post('/messages', { type: 'channel', to: 'plants', topic: 'roses', content: 'prune' });
    await world.owner.ok.delete(`/streams/${Number(id)}`);
    await remind({ message_id: sent['id'] });
    await pass(60);
    const [reminder] = await world.db<{ content: string }>('SELECT content FROM messages ORDER BY id DESC LIMIT 1');
    expect(reminder?.content).toContain('prune');
    expect((await member.ok.get('/reminders'))['reminders']).toEqual([]);
  });

  it('are listed, announced and part of registration; deleting one takes it back', async () => {
    const queue = await world.member.register({ event_types: ['reminders'] });
    const id = await remind({ note: 'twice a week' });
    const expected = {
      reminder_id: id,
      type: 'private',
      to: [world.member.userId],
      failed: false,
      reminder_target_message_id: messageId,
      scheduled_delivery_timestamp: now() + 60,
    };
    expect(await world.member.ok.get('/reminders')).toMatchObject({ reminders: [expected] });
    expect((await world.member.register({ fetch_event_types: ['reminders'] })).state['reminders']).toMatchObject([
      expected,
    ]);
    expect((await world.member.ok.get('/scheduled_messages')).scheduled_messages).toEqual([]);
    await world.member.ok.delete(`/reminders/${id}`);
    expect(await queue.events()).toMatchObject([
      { op: 'add', reminders: [expected] },
      { op: 'remove', reminder_id: id },
    ]);
  });

  it('come as a direct message of the notification bot, with the note and the whole message quoted', async () => {
    await remind({ note: 'twice a week' });
    const queue = await world.member.register({ event_types: ['message', 'reminders'], apply_markdown: true });
    await pass(60);
    const events = await queue.events();
    const [message] = events.flatMap((event) =>
      event['type'] === 'message' ? [event['message'] as { content: string; sender_email: string }] : [],
    );
    expect(message?.sender_email).toMatch(/^notification-bot@/);
    expect(message?.content).toContain('twice a week');
    expect(message?.content).toMatch(/<blockquote>[\s\S]*<strong>plants<\/strong>[\s\S]*code[\s\S]*<\/blockquote>/);
    expect(message?.content).toContain(`/near/${messageId}`);
    expect(events.filter(({ type }) => type === 'reminders')).toMatchObject([{ op: 'remove' }]);
  });

  it.each([
    ['as long as messages may be', 'word '.repeat(1999)],
    ['of nothing but fences', '`'.repeat(9000)],
    ['drawn as large as messages may be', '$$x$$ '.repeat(517)],
  ])('come of a message %s', async (_, content) => {
    const { id } = await world.admin.ok.post('/messages', { type: 'direct', to: [world.member.userId], content });
    await remind({ message_id: id, note: 'n'.repeat(500) });
    const queue = await world.member.register({ event_types: ['message', 'reminders'] });
    await pass(60);
    expect(await queue.events()).toMatchObject([
      { message: { content: expect.stringContaining(content.slice(0, 400)) as string } },
      { op: 'remove' },
    ]);
  });

  it('of a message that was deleted do not bring it back', async () => {
    const { id } = await world.admin.ok.post('/messages', {
      type: 'direct',
      to: [world.member.userId],
      content: 'a secret',
    });
    await remind({ message_id: id });
    await world.server.services.storage.transaction((tx) => {
      tx.run('DELETE FROM message_flags WHERE message_id = ?', Number(id));
      tx.run('DELETE FROM messages WHERE id = ?', Number(id));
    });
    await pass(60);
    const [told] = await world.db<{ content: string }>('SELECT content FROM messages ORDER BY id DESC LIMIT 1');
    expect(told?.content).toContain('deleted');
    expect(told?.content).not.toContain('secret');
  });

  it('refuse a message that the caller cannot read, a time that has passed, and a note over 500 characters', async () => {
    const before = await world.dump();
    await world.member2.fails(
      'POST',
      '/reminders',
      { message_id: messageId, scheduled_delivery_timestamp: now() + 60 },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'POST',
      '/reminders',
      { message_id: messageId, scheduled_delivery_timestamp: now() },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'POST',
      '/reminders',
      { message_id: messageId, scheduled_delivery_timestamp: now() + 60, note: 'é'.repeat(501) },
      { status: 400, code: 'BAD_REQUEST' },
    );
    expect(await world.dump()).toBe(before);
  });

  it('of another user are answered like ones that do not exist', async () => {
    const id = await remind();
    await world.admin.fails(
      'DELETE',
      `/reminders/${id}`,
      {},
      { status: 404, code: 'BAD_REQUEST', msg: 'Reminder does not exist' },
    );
  });
});
