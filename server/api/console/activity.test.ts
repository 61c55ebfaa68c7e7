/** The live view for administrators: everything is seen as it happens, and nothing that is private. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const badRequest = { status: 400, code: 'BAD_REQUEST' };
let seen = { epoch: 0, since: 0 };

/** What happened since the last call. */
async function news(as: Client, params: Body = {}): Promise<Body[]> {
  const answer = await as.ok.get('/console/activity', { ...seen, dont_block: true, ...params });
  seen = { epoch: Number(answer['epoch']), since: Number(answer['last_seq']) };
  return answer['entries'] as Body[];
}

const ofType = (entries: Body[], type: string): Body[] => entries.filter((entry) => entry['type'] === type);

describe('Activity', () => {
  test('is for administrators', async () => {
    for (const client of [world.member, world.moderator, world.guest, world.bot]) {
      for (const path of ['/console/activity', '/console/event_queues', '/console/presence', '/console/operations'])
        await client.fails('GET', path, {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
      await client.fails('DELETE', '/console/event_queues/x', {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    }
    await world.stranger.fails('GET', '/console/operations', {}, { status: 401, code: 'UNAUTHORIZED' });
  });

  test('a message in a public channel is seen whole, with its request, its queue, and the acknowledgement', async () => {
    const queue = await world.member2.register({ event_types: ['message'] });
    await world.member2.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    await news(world.admin);
    await world.member.ok.post('/messages', { type: 'channel', to: 'general', topic: 'hello', content: 'seen by all' });
    const [event] = await queue.events();
    await queue.events();
    const entries = await news(world.admin);
    const [message] = ofType(entries, 'message');
    expect(message).toMatchObject({
      kind: 'event',
      id: event?.['id'],
      envelope_only: false,
      queues: [{ queue_id: queue.queueId, user_id: world.member2.userId }],
      audience: { public_channel: true },
      event: { message: { content: 'seen by all', subject: 'hello', sender_id: world.member.userId } },
    });
    const sent = entries.find((entry) => entry['route'] === '/messages');
    expect(sent).toMatchObject({
      kind: 'request',
      request_id: message?.['request_id'],
      method: 'POST',
      path: '/api/v1/messages',
      status: 200,
      user_id: world.member.userId,
      params: { content: 'seen by all', topic: 'hello', to: 'general' },
    });
    expect(sent?.['event_ids']).toContain(event?.['id']);
    expect(entries.filter(({ kind }) => kind === 'acknowledgement')).toMatchObject([
      { queue_id: queue.queueId, user_id: world.member2.userId, event_id: event?.['id'] },
    ]);
  });

  test('of what others write in private, only the envelope is shown', async () => {
    const queue = await world.member2.register();
    await world.member.ok.post('/channels/create', {
      name: 'vault',
      subscribers: [world.member.userId, world.member2.userId],
      invite_only: true,
    });
    await news(world.admin);
    const secret = 'the vault opens at nine';
    const { id } = await world.member.ok.post('/messages', {
      type: 'direct',
      to: [world.member2.userId],
      content: secret,
    });
    await world.member.ok.patch(`/messages/${String(id)}`, { content: `${secret}!` });
    await world.member.ok.post('/messages', { type: 'channel', to: 'vault', topic: secret, content: secret });
    await world.member.ok.post('/drafts', {
      drafts: [{ type: 'private', to: [world.member2.userId], topic: '', content: secret, timestamp: 1 }],
    });
    await world.member.ok.post('/users/me/alert_words', { alert_words: [secret] });
    await world.member.get('/messages', {
      narrow: [['search', secret]],
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    });
    const entries = await news(world.admin);
    expect(JSON.stringify(entries)).not.toContain('vault opens');
    const messages = ofType(entries, 'message');
    expect(messages).toHaveLength(2);
    expect(messages[0]).toMatchObject({
      envelope_only: true,
      event: { type: 'message', message: { id, type: 'private', sender_id: world.member.userId } },
    });
    expect(ofType(entries, 'drafts')).toMatchObject([{ envelope_only: true, op: 'add' }]);
    const sent = entries.find((entry) => entry['route'] === '/messages' && entry['method'] === 'POST');
    expect(sent).toMatchObject({ params: { type: 'direct', content: '[private]' } });
    await queue.events();
  });

  test('shows no parameter of a request that was refused before its parameters were parsed', async () => {
    await news(world.admin);
    const secret = 'the heir of the vault';
    await world.member.fails('POST', '/messages', { type: 'secret', to: secret, content: 'x' }, badRequest);
    await world.member.fails('POST', '/messages', { type: secret, to: 'general', content: 'x' }, badRequest);
    await world.member.fails('POST', '/messages/flags', { op: secret, flag: secret, messages: [1] }, badRequest);
    const entries = await news(world.admin);
    expect(entries.filter(({ kind }) => kind === 'request')).toHaveLength(3);
    expect(JSON.stringify(entries)).not.toContain(secret);
    // Nor what takes the place of a name, an emoji, or an anchor that is none.
    const { id } = await world.member.ok.post('/messages', {
      type: 'direct',
      to: [world.member2.userId],
      content: 'x',
    });
    await world.member.request('POST', '/messages', { body: secret, headers: { 'content-type': 'text/plain' } });
    await world.member.post(`/messages/${String(id)}/reactions`, { emoji_name: secret });
    await world.member.get('/messages', { anchor: secret, num_before: 1, num_after: 0 });
    const others = await news(world.admin);
    expect(others.filter(({ kind, status }) => kind === 'request' && status === 400)).toHaveLength(3);
    expect(JSON.stringify(others)).not.toContain(secret);
    // Their own are shown to administrators whole.
    await world.admin.fails('POST', '/messages', { type: 'secret', to: secret, content: 'x' }, badRequest);
    expect(JSON.stringify(await news(world.admin))).toContain(secret);
  });

  test('an administrator sees their own conversations, and no secret of anybody', async () => {
    await news(world.admin);
    await world.member.ok.post('/messages', { type: 'direct', to: [world.admin.userId], content: 'for you' });
    await world.stranger.post('/fetch_api_key', { username: 'owner@example.com', password: 'guess-work' });
    await world.member.ok.post('/bots', { full_name: 'Keyed Bot', short_name: 'keyed', bot_type: 1 });
    const entries = await news(world.admin);
    expect(ofType(entries, 'message')).toMatchObject([
      { envelope_only: false, event: { message: { content: 'for you' } } },
    ]);
    const keys = await world.db<{ api_key: string }>('SELECT api_key FROM users');
    const text = JSON.stringify(entries);
    expect(text).not.toContain('guess-work');
    expect(keys.filter(({ api_key: key }) => text.includes(key))).toEqual([]);
    expect(entries.find((entry) => entry['route'] === '/fetch_api_key')).toMatchObject({
      status: 401,
      code: 'AUTHENTICATION_FAILED',
      params: { password: '[secret]' },
    });
  });

  test('waits for what comes, and passes over what is not asked for', async () => {
    await news(world.admin);
    const waiting = world.admin.ok.get('/console/activity', { ...seen, kinds: ['event'], user_id: world.guest.userId });
    await world.member.ok.post('/messages', { type: 'direct', to: [world.member2.userId], content: 'not yours' });
    await world.member.ok.post('/messages', { type: 'direct', to: [world.guest.userId], content: 'yours' });
    expect((await waiting)['entries']).toMatchObject([{ type: 'message', audience: { user_count: 2 } }]);
  });

  test('gives up waiting in time', async () => {
    const hasty = await startWorld({ limits: { heartbeatMs: 100 } });
    onTestFinished(() => hasty.stop());
    const { epoch, last_seq: since } = await hasty.admin.ok.get('/console/activity', { dont_block: true });
    expect(await hasty.admin.ok.get('/console/activity', { epoch, since })).toMatchObject({
      entries: [],
      last_seq: since,
    });
  });

  test('events that no one waits for are seen too, without an id', async () => {
    for (const queue of world.server.services.queues.list())
      await world.admin.ok.delete(`/console/event_queues/${queue.id}`);
    await news(world.admin);
    await world.member.ok.post('/users/me/alert_words', { alert_words: ['hearth'] });
    expect(ofType(await news(world.admin), 'alert_words')).toMatchObject([{ id: null, queue_count: 0 }]);
  });

  test('begins again after a restart of the server', async () => {
    await world.restart();
    world.clock.advance(1000);
    await world.restart();
    const answer = await world.admin.ok.get('/console/activity', { since: 9999, epoch: 1, dont_block: true });
    expect(Number(answer['last_seq'])).toBeLessThan(100);
  });
});

describe('Event queues', () => {
  test('are listed with their state, and dropped', async () => {
    const queue = await world.member.register({ event_types: ['message'], narrow: [['is', 'dm']] });
    await world.member2.ok.post('/messages', { type: 'direct', to: [world.member.userId], content: 'one' });
    const find = async (): Promise<Body | undefined> =>
      ((await world.admin.ok.get('/console/event_queues'))['queues'] as Body[]).find(
        (one) => one['queue_id'] === queue.queueId,
      );
    expect(await find()).toMatchObject({
      user_id: world.member.userId,
      event_types: ['message'],
      narrow_length: 1,
      backlog: 1,
      last_acknowledged_id: queue.lastEventId,
      last_sent_id: null,
      is_polled: false,
    });
    const [event] = await queue.events();
    await queue.events();
    expect(await find()).toMatchObject({
      backlog: 0,
      last_acknowledged_id: event?.['id'],
      last_sent_id: event?.['id'],
    });

    await world.admin.ok.delete(`/console/event_queues/${queue.queueId}`);
    expect(await find()).toBeUndefined();
    await world.member.fails(
      'GET',
      '/events',
      { queue_id: queue.queueId, last_event_id: -1 },
      { status: 400, code: 'BAD_EVENT_QUEUE_ID' },
    );
    await world.admin.fails(
      'DELETE',
      `/console/event_queues/${queue.queueId}`,
      {},
      { status: 400, code: 'BAD_EVENT_QUEUE_ID' },
    );
  });
});

describe('Presence overview', () => {
  const of = async (client: Client): Promise<Body | undefined> =>
    ((await world.admin.ok.get('/console/presence'))['users'] as Body[]).find(
      (one) => one['user_id'] === client.userId,
    );
  const nowSeconds = (): number => Math.floor(world.clock.nowMs / 1000);

  test('follows a user from active to idle to offline', async () => {
    expect(await of(world.moderator)).toMatchObject({ status: 'offline', since: null, modern: null, legacy: null });
    const came = nowSeconds();
    await world.moderator.ok.post('/users/me/presence', { status: 'active' });
    world.clock.advance(60_000);
    await world.moderator.ok.post('/users/me/presence', { status: 'active' });
    expect(await of(world.moderator)).toMatchObject({
      full_name: 'Mo Moderator',
      status: 'active',
      since: came,
      last_seen: nowSeconds(),
      modern: { active_timestamp: nowSeconds(), idle_timestamp: nowSeconds() },
      legacy: { aggregated: { status: 'active', timestamp: nowSeconds() } },
    });
    world.clock.advance(130_000);
    await world.moderator.ok.post('/users/me/presence', { status: 'idle' });
    expect(await of(world.moderator)).toMatchObject({ status: 'idle', since: nowSeconds() });
    const left = nowSeconds();
    world.clock.advance(600_000);
    expect(await of(world.moderator)).toMatchObject({ status: 'offline', since: left });
  });

  test('says nothing of who is invisible but that', async () => {
    await world.member2.ok.post('/users/me/presence', { status: 'active' });
    await world.member2.register({ event_types: ['message'] });
    await world.member2.ok.patch('/settings', { presence_enabled: false });
    expect(await of(world.member2)).toEqual({
      user_id: world.member2.userId,
      full_name: 'Mia Member',
      status: 'invisible',
      since: null,
      last_seen: null,
      clients: [],
      update_id: null,
      modern: null,
      legacy: null,
    });
  });
});

test("the catalogue has every operation; the OpenAPI document, for everyone, all but the console's own", async () => {
  const { operations } = (await world.admin.ok.get('/console/operations')) as { operations: Body[] };
  expect(operations.find(({ path, method }) => path === '/api/v1/messages' && method === 'POST')).toMatchObject({
    access: 'sender',
    params: expect.arrayContaining([expect.objectContaining({ name: 'content', in: 'body', required: true })]),
  });
  const reply = await world.stranger.request('GET', '!/api/openapi.json');
  const document = JSON.parse(String(reply.body['text'])) as { paths: Record<string, object>; servers: Body[] };
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  expect(document.servers).toEqual([{ url: world.url }]);
  expect(document.paths['/api/v1/messages']).toMatchObject({
    post: { parameters: [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { maxLength: 128 } }] },
  });
  const named = (method: unknown, path: unknown): string => `${String(method).toUpperCase()} ${String(path)}`;
  const shown = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => named(method, path)),
  );
  const expected = operations.filter((one) => one['console'] === false).map((one) => named(one['method'], one['path']));
  expect(shown.toSorted()).toEqual([...new Set(expected)].toSorted());
});
