/** The specification, "Endpoints": GET /events and PATCH /scheduled_messages/{scheduled_message_id}. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { makeChannel, say } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { bad, channelId, nowOf, pass, stateOf } from './kit.ts';

let world: World;
let owner: Client;
let member: Client;
let general: number;
beforeAll(async () => {
  world = await startWorld();
  ({ owner, member } = world);
  general = await channelId(member, 'general');
});
afterAll(() => world.stop());

describe('GET /events', () => {
  const poll = async (params: Body) =>
    (await member.ok.get('/events', { dont_block: true, ...params }))['events'] as Body[];

  test('queue_id: id of a queue registered via POST /register', async () => {
    const { queue_id } = await member.ok.post('/register', { event_types: ['message'] });
    await say(owner, 'general', 'x');
    expect(await poll({ queue_id })).toMatchObject([{ type: 'message' }]);
    await member.fails(
      'GET',
      '/events',
      { queue_id: 'none' },
      { status: 400, code: 'BAD_EVENT_QUEUE_ID', queue_id: 'none' },
    );
  });

  test('last_event_id: highest event id the client has received and acknowledges', async () => {
    const { queue_id } = await member.ok.post('/register', { event_types: ['message'] });
    for (const topic of ['a', 'b', 'c']) await say(owner, 'general', topic);
    const [first, second] = await poll({ queue_id });
    const acknowledged = await poll({ queue_id, last_event_id: second?.['id'] });
    expect(acknowledged).toMatchObject([{ message: { subject: 'c' } }]);
    expect(await poll({ queue_id, last_event_id: first?.['id'] })).toEqual(acknowledged);
  });

  test('dont_block: when true, reply at once (the events array may be empty)', async () => {
    const { queue_id } = await member.ok.post('/register', { event_types: ['message'] });
    // A request that had waited would have come back with a heartbeat.
    expect(await poll({ queue_id })).toEqual([]);
  });

  test('dont_block: default false: the request blocks until an event is available', async () => {
    const queue = await member.register({ event_types: ['message'] });
    const polled = queue.next();
    const id = await say(owner, 'general', 'x');
    expect(await polled).toMatchObject([{ type: 'message', message: { id } }]);
  });

  test('or a while passes, then a heartbeat event is sent', async () => {
    const heartbeatMs = 500;
    // Of its own: where heartbeats come soon, one comes before an event on a busy machine.
    const hasty = await startWorld({ limits: { heartbeatMs } });
    onTestFinished(() => hasty.stop());
    const queue = await hasty.member.register({ event_types: ['message'] });
    const started = performance.now();
    expect(await queue.next()).toEqual([{ type: 'heartbeat', id: expect.any(Number) }]);
    expect(performance.now() - started).toBeGreaterThan(heartbeatMs * 0.9);
  });

  test('if queue_id is omitted, the registration parameters of POST /register may be passed and a queue is registered', async () => {
    const { queue_id } = await member.ok.get('/events', { event_types: ['alert_words'], dont_block: true });
    await say(owner, 'general', 'x');
    await member.ok.post('/users/me/alert_words', { alert_words: ['tea'] });
    expect(await poll({ queue_id })).toMatchObject([{ type: 'alert_words' }]);
  });

  test('response: events with ids newer than last_event_id, increasing; queue_id', async () => {
    const { queue_id } = await member.ok.post('/register', { event_types: ['message'] });
    for (const topic of ['a', 'b', 'c']) await say(owner, 'general', topic);
    const answer = await member.ok.get('/events', { queue_id, last_event_id: -1 });
    const ids = (answer['events'] as { id: number }[]).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
    expect(answer['queue_id']).toBe(queue_id);
  });

  test('event_queue_longpoll_timeout_seconds of POST /register exceeds the heartbeat period', async () => {
    const { event_queue_longpoll_timeout_seconds: timeout } = await stateOf(member, ['realm']);
    expect(Number(timeout) * 1000).toBeGreaterThan(world.server.services.options.limits.heartbeatMs);
  });
});

describe('PATCH /scheduled_messages/{scheduled_message_id}', () => {
  const toChannel = { type: 'channel', topic: 'lunch', content: 'soup' };
  const schedule = async (message: Body): Promise<number> => {
    const timed = { scheduled_delivery_timestamp: nowOf(world) + 60, ...message };
    return Number((await member.ok.post('/scheduled_messages', timed))['scheduled_message_id']);
  };
  const channelMessage = async () => schedule({ ...toChannel, to: general });
  const directMessage = async () => schedule({ type: 'direct', to: [owner.userId], content: 'psst' });
  const find = async (id: number): Promise<Body> => {
    const all = (await member.ok.get('/scheduled_messages'))['scheduled_messages'] as Body[];
    return all.find((each) => each['scheduled_message_id'] === id) ?? {};
  };
  const edit = async (id: number, change: Body): Promise<Body> => {
    await member.ok.patch(`/scheduled_messages/${id}`, change);
    return find(id);
  };
  const refuse = async (id: number, change: Body, expected: Body & { status: number; code: string } = bad) =>
    member.fails('PATCH', `/scheduled_messages/${id}`, change, expected);

  test('scheduled_message_id: id of the scheduled message (not the eventual message id)', async () => {
    const id = await channelMessage();
    expect(await edit(id, { content: 'stew' })).toMatchObject({ scheduled_message_id: id, content: 'stew' });
  });

  test.each(['direct', 'private'])('type: %s makes it a direct message', async (type) => {
    expect(await edit(await channelMessage(), { type, to: [owner.userId] })).toMatchObject({ type: 'private' });
  });

  test.each(['channel', 'stream'])('type: %s makes it a channel message', async (type) => {
    expect(await edit(await directMessage(), { type, to: general, topic: 'x' })).toMatchObject({ type: 'stream' });
  });

  test('type: one of these', async () => {
    await refuse(await channelMessage(), { type: 'mail', to: general, topic: 'x' });
  });

  test('to: channel id for channel messages', async () => {
    const other = await makeChannel(member, 'other', [member]);
    expect(await edit(await channelMessage(), { to: other })).toMatchObject({ to: other });
  });

  test('to: list of user ids for direct messages', async () => {
    const to = [owner.userId, world.member2.userId];
    expect(await edit(await directMessage(), { to })).toMatchObject({ to });
  });

  test('to: required when type is updated', async () => {
    await refuse(await channelMessage(), { type: 'direct' });
    await refuse(await directMessage(), { type: 'channel', topic: 'x' });
  });

  test('content: new content; bounded by max_message_length', async () => {
    const { max_message_length: max } = await stateOf(member, ['realm']);
    const id = await channelMessage();
    const longest = 'é'.repeat(Number(max));
    expect(await edit(id, { content: longest })).toMatchObject({ content: longest });
    await refuse(id, { content: `${longest}é` });
  });

  test.each(['stream', 'channel'])('topic: required when type is updated to %s', async (type) => {
    await refuse(await directMessage(), { type, to: general });
  });

  test('topic: ignored when the existing or new type is direct', async () => {
    expect(await edit(await directMessage(), { topic: 'x' })).not.toHaveProperty('topic');
    expect(await edit(await channelMessage(), { type: 'direct', to: [owner.userId], topic: 'x' })).not.toHaveProperty(
      'topic',
    );
  });

  test('topic: bounded by max_topic_length', async () => {
    const { max_topic_length: max } = await stateOf(member, ['realm']);
    const id = await channelMessage();
    expect(await edit(id, { topic: 'é'.repeat(Number(max)) })).toMatchObject({ topic: 'é'.repeat(Number(max)) });
    await refuse(id, { topic: 'é'.repeat(Number(max) + 1) });
  });

  const displayName = async () => String((await stateOf(member, ['realm']))['realm_empty_topic_display_name']);
  test('topic: (no topic) and realm_empty_topic_display_name are read as the empty string', async () => {
    for (const topic of ['(no topic)', await displayName(), ''])
      expect(await edit(await channelMessage(), { topic })).toMatchObject({ topic: '' });
  });

  test('topic: where a topic is required, it cannot be empty, (no topic) or realm_empty_topic_display_name', async () => {
    const strict = await makeChannel(owner, 'strict', [owner, member], { topics_policy: 'disable_empty_topic' });
    for (const topic of ['', '(no topic)', await displayName()]) {
      await refuse(await schedule({ ...toChannel, to: strict }), { topic });
      await refuse(await directMessage(), { type: 'channel', to: strict, topic });
    }
  });

  test('scheduled_delivery_timestamp: UTC seconds', async () => {
    const change = { scheduled_delivery_timestamp: nowOf(world) + 120 };
    expect(await edit(await channelMessage(), change)).toMatchObject(change);
  });

  test('scheduled_delivery_timestamp: required when the server already failed to send the message', async () => {
    const room = await makeChannel(member, 'room', [member]);
    const id = await schedule({ ...toChannel, to: room });
    await owner.ok.delete(`/streams/${room}`);
    await pass(world, 60);
    expect(await find(id)).toMatchObject({ failed: true });
    await refuse(id, { content: 'again' });
    const again = { to: general, type: 'channel', topic: 'x', scheduled_delivery_timestamp: nowOf(world) + 60 };
    expect(await edit(id, again)).toMatchObject({ failed: false });
  });

  test('success: envelope only', async () => {
    const answer = await member.ok.patch(`/scheduled_messages/${await channelMessage()}`, { content: 'x' });
    expect(answer).toEqual({ result: 'success', msg: '' });
  });

  test('error BAD_REQUEST: scheduled message does not exist', async () => {
    await refuse(4711, { content: 'x' }, { status: 404, code: 'BAD_REQUEST' });
  });

  test('error BAD_REQUEST: invalid user id in a direct target', async () => {
    await refuse(await directMessage(), { to: [4711] });
  });

  test('error STREAM_DOES_NOT_EXIST: target channel does not exist; includes stream_id', async () => {
    await refuse(await channelMessage(), { to: 4711 }, { status: 400, code: 'STREAM_DOES_NOT_EXIST', stream_id: 4711 });
  });
});
