/** Events and notices about messages and channels reach only those who may know of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

/** Every text in an answer, wherever it is. */
const textOf = (body: unknown): string => JSON.stringify(body);

describe('What happens to messages is told to those who may know of them', () => {
  let channelId: number;
  let late: Client;
  let outsider: Client;

  beforeAll(async () => {
    late = await world.newUser('Lara Late');
    outsider = await world.newUser('Otto Outsider');
    const made = await world.owner.ok.post('/channels/create', {
      name: 'protected plans',
      subscribers: [world.owner.userId, world.member.userId],
      invite_only: true,
      history_public_to_subscribers: false,
    });
    channelId = Number(made['id']);
  });

  const say = async (topic: string, content: string): Promise<number> =>
    Number((await world.owner.ok.post('/messages', { type: 'channel', to: channelId, topic, content }))['id']);
  const letLateIn = async (): Promise<void> => {
    await world.owner.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'protected plans' }],
      principals: [late.userId],
    });
  };

  test('in a channel with protected history, newcomers hear nothing of what was before them', async () => {
    const old = await say('the takeover', 'no one may know');
    const before = await say('budget', 'before Lara');
    await letLateIn();
    const after = await say('budget', 'with Lara');
    const types = ['delete_message', 'update_message'];
    const queue = await late.register({ event_types: types, client_capabilities: { bulk_message_deletion: true } });
    const full = await world.member.register({
      event_types: types,
      client_capabilities: { bulk_message_deletion: true },
    });
    await world.owner.ok.patch(`/messages/${before}`, { topic: 'money', propagate_mode: 'change_all' });
    await world.owner.ok.delete(`/messages/${old}`);
    await world.owner.ok.post(`/streams/${channelId}/delete_topic`, { topic_name: 'money' });
    expect(await queue.events()).toMatchObject([
      { type: 'update_message', message_id: after, message_ids: [after], orig_subject: 'budget', subject: 'money' },
      { type: 'delete_message', message_ids: [after, expect.any(Number)], topic: 'money' },
    ]);
    expect(await full.events()).toMatchObject([
      { type: 'update_message', message_id: before, message_ids: [before, after] },
      { type: 'delete_message', message_ids: [old], topic: 'the takeover' },
      { type: 'delete_message', message_ids: [before, after, expect.any(Number)] },
    ]);
  });

  test('a user who left a private channel is reported that a starred message went, and no more', async () => {
    const leaver = await world.newUser('Lou Leaver');
    const names = { subscriptions: [{ name: 'protected plans' }], principals: [leaver.userId] };
    await world.owner.ok.post('/users/me/subscriptions', names);
    const id = await say('starred', 'keep this');
    await leaver.ok.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await leaver.ok.delete('/users/me/subscriptions', { subscriptions: ['protected plans'] });
    await world.owner.ok.patch(`/messages/${id}`, { topic: 'renamed since', propagate_mode: 'change_all' });
    const capabilities = { bulk_message_deletion: true };
    const queue = await leaver.register({ event_types: ['delete_message'], client_capabilities: capabilities });
    await world.owner.ok.delete(`/messages/${id}`);
    const events = await queue.events();
    expect(events).toMatchObject([{ type: 'delete_message', message_ids: [id] }]);
    expect(textOf(events)).not.toContain('renamed since');
  });

  test('another rank is reported which addresses it sees now, and which no more', async () => {
    const shy = await world.newUser('Sally Shy');
    await shy.ok.patch('/settings', { email_address_visibility: 3 });
    const riser = await world.newUser('Rita Riser');
    const queue = await riser.register({ event_types: ['realm_user'] });
    const told = async () =>
      (await queue.eventsOf('realm_user'))
        .map((event) => event['person'] as Body)
        .filter((person) => person['user_id'] === shy.userId);
    await world.owner.ok.patch(`/users/${riser.userId}`, { role: 200 });
    expect(await told()).toEqual([{ user_id: shy.userId, delivery_email: 'sally.shy@example.com' }]);
    await world.owner.ok.patch(`/users/${riser.userId}`, { role: 400 });
    expect(await told()).toEqual([{ user_id: shy.userId, delivery_email: null }]);
    await world.owner.ok.patch(`/users/${riser.userId}`, { role: 600 });
    expect(textOf(await queue.events())).not.toContain('Notification Bot');
  });

  test('no notice or event names a private channel to people who do not know it', async () => {
    await outsider.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const id = await say('out of hiding', 'this goes public');
    const queue = await outsider.register();
    const general = Number((await world.owner.ok.get('/get_stream_id', { stream: 'general' }))['stream_id']);
    const moved = { stream_id: general, send_notification_to_new_thread: true, send_notification_to_old_thread: true };
    await world.owner.ok.patch(`/messages/${id}`, { ...moved, propagate_mode: 'change_all' });
    const events = await queue.events();
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['update_message', 'message']));
    expect(textOf(events)).not.toContain('protected plans');
    const range = { narrow: [['channel', 'general']], anchor: 'newest', num_before: 10, num_after: 0 };
    expect(textOf(await outsider.ok.get('/messages', range))).not.toContain('protected plans');
    const back = { ...moved, stream_id: channelId, propagate_mode: 'change_one' };
    await world.owner.ok.patch(`/messages/${id}`, back);
    expect(textOf(await outsider.ok.get('/messages', range))).not.toContain('protected plans');
    expect(textOf(await queue.events())).not.toContain('protected plans');
  });

  test('nor a public one to guests who are not in it', async () => {
    const { owner, guest, member } = world;
    for (const name of ['for members', 'for everyone'])
      await owner.ok.post('/channels/create', { name, subscribers: [owner.userId, member.userId] });
    const names = { subscriptions: [{ name: 'for everyone' }], principals: [guest.userId] };
    await owner.ok.post('/users/me/subscriptions', names);
    const { stream_id } = await owner.ok.get('/get_stream_id', { stream: 'for everyone' });
    const sent = await owner.ok.post('/messages', { type: 'channel', to: 'for members', topic: 't', content: 'x' });
    const [queue, full] = [await guest.register(), await member.register()];
    await owner.ok.patch(`/messages/${String(sent['id'])}`, { stream_id, send_notification_to_new_thread: false });
    expect(textOf(await queue.events())).not.toContain('for members');
    expect(await full.eventsOf('update_message')).toMatchObject([{ stream_name: 'for members' }]);
  });

  test('a member who becomes a guest no longer listens to all public channels', async () => {
    const former = await world.newUser('Fritz Former');
    await former.ok.delete('/users/me/subscriptions', { subscriptions: ['general', 'sandbox'] });
    const queue = await former.register({ event_types: ['message'], all_public_streams: true });
    const quiet = await former.register({ event_types: ['message'] });
    const message = { type: 'channel', to: 'general', topic: 'open', content: 'for members' };
    await world.owner.ok.post('/messages', message);
    expect(await queue.eventsOf('message')).toHaveLength(1);
    await world.owner.ok.patch(`/users/${former.userId}`, { role: 600 });
    await world.owner.ok.post('/messages', message);
    const poll = { queue_id: queue.queueId, dont_block: true };
    await former.fails('GET', '/events', poll, { status: 400, code: 'BAD_EVENT_QUEUE_ID' });
    expect(await quiet.events()).toEqual([]);
  });
});

describe('A channel that a user left or lost', () => {
  test('older clients are given no name of a private channel that was left', async () => {
    const former = await world.newUser('Lena Left');
    const { id } = await world.owner.ok.post('/channels/create', {
      name: 'old name',
      subscribers: [world.owner.userId, former.userId],
      invite_only: true,
    });
    await former.ok.post('/user_topics', { stream_id: id, topic: 'noise', visibility_policy: 1 });
    const asked = { event_types: [], fetch_event_types: ['muted_topics'] };
    expect(textOf(await former.ok.post('/register', asked))).toContain('old name');
    await former.ok.delete('/users/me/subscriptions', { subscriptions: ['old name'] });
    await world.owner.ok.patch(`/streams/${Number(id)}`, { new_name: 'new secret' });
    expect(textOf(await former.ok.post('/register', asked))).not.toContain('new secret');
  });

  test('a scheduled message that fails names no channel that its author sees no more', async () => {
    const author = await world.newUser('Sam Scheduler');
    const { id } = await world.owner.ok.post('/channels/create', {
      name: 'for now',
      subscribers: [world.owner.userId, author.userId],
      invite_only: true,
    });
    const at = Math.floor(world.clock.nowMs / 1000) + 60;
    const message = { type: 'channel', to: id, topic: 't', content: 'later', scheduled_delivery_timestamp: at };
    await author.ok.post('/scheduled_messages', message);
    await world.owner.ok.delete('/users/me/subscriptions', { subscriptions: ['for now'], principals: [author.userId] });
    await world.owner.ok.patch(`/streams/${Number(id)}`, { new_name: 'hidden since' });
    const queue = await author.register({ event_types: ['message'] });
    world.clock.advance(61_000);
    world.server.services.wake.scheduledMessages();
    const told: Body[] = [];
    await expect.poll(async () => told.push(...(await queue.events())), { interval: 10 }).toBeGreaterThan(0);
    expect(textOf(told)).toContain('was not sent');
    expect(textOf(told)).not.toContain('hidden since');
  });
});
