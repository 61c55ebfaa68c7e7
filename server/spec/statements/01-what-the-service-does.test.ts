/** The specification, "What the service does" and "Conventions that hold for every endpoint". */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchOne, makeChannel, say, write } from '../../testing/scenario.ts';
import { password, startWorld, type World } from '../../testing/world.ts';
import { channelId, directMessagesFrom, listen, nowOf, pass, unauthorized } from './kit.ts';

let world: World;
let general: number;
beforeAll(async () => {
  world = await startWorld();
  general = await channelId(world.member, 'general');
});
afterAll(() => world.stop());

describe('What the service does', () => {
  test('users and bots exchange messages in channels and in direct messages (one-to-one or group)', async () => {
    const { member, member2, bot, owner } = world;
    await say(bot, 'general', 'builds', 'green');
    await write(bot, [member.userId], 'to one');
    await write(member2, [member.userId, owner.userId], 'to a group');
    expect(await directMessagesFrom(member, bot.email)).toEqual(['to one']);
    expect(await directMessagesFrom(member, `${member2.email},${owner.email}`)).toEqual(['to a group']);
  });

  test('every channel message belongs to a topic', async () => {
    expect((await fetchOne(world.member, await say(world.member, 'general', 'lunch'))).subject).toBe('lunch');
    await world.member.fails(
      'POST',
      '/messages',
      { type: 'stream', to: general, content: 'of no topic' },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'topic' },
    );
  });

  const narrow = [{ operator: 'channel', operand: 'general' }];
  const range = { anchor: 'newest', num_before: 1, num_after: 0 };
  test('a client can fetch messages (a range around an anchor, or a list of ids), fetch one message, test whether messages match a narrow, and flag a range of messages', async () => {
    const id = await say(world.member, 'general', 'lunch');
    await world.member.ok.get('/messages', range);
    await world.member.ok.get('/messages', { message_ids: [id] });
    await world.member.ok.get(`/messages/${id}`);
    await world.member.ok.get('/messages/matches_narrow', { msg_ids: [id], narrow });
    await world.member.ok.post('/messages/flags/narrow', { ...range, narrow, op: 'add', flag: 'starred' });
    expect((await fetchOne(world.member, id)).flags).toContain('starred');
  });

  test('a client can receive changes by long-polling an event queue', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    const polled = queue.next();
    const id = await say(world.owner, 'general', 'lunch');
    expect(await polled).toMatchObject([{ type: 'message', message: { id } }]);
  });

  test('a client can create channels and channel folders, edit scheduled messages, edit drafts', async () => {
    await makeChannel(world.member, 'ideas', [world.member]);
    await world.admin.ok.post('/channel_folders/create', { name: 'Projects', description: '' });
    const later = nowOf(world) + 60;
    const message = { type: 'direct', to: [world.owner.userId], content: 'a', scheduled_delivery_timestamp: later };
    const scheduled = await world.member.ok.post('/scheduled_messages', message);
    await world.member.ok.patch(`/scheduled_messages/${Number(scheduled['scheduled_message_id'])}`, { content: 'b' });
    const draft = { type: '', to: [], topic: '', content: 'a' };
    const [id] = (await world.member.ok.post('/drafts', { drafts: [draft] }))['ids'] as number[];
    await world.member.ok.patch(`/drafts/${id}`, { draft: { ...draft, content: 'b' } });
    expect((await world.member.ok.get('/drafts'))['drafts']).toMatchObject([{ content: 'b' }]);
  });

  test('a client can create users, deactivate its own account, send email invitations, define custom profile fields', async () => {
    await world.owner.ok.post('/users', { email: 'new@example.com', password, full_name: 'New Nora' });
    await (await world.newUser('Leaving Lea')).ok.delete('/users/me');
    await world.member.ok.post('/invites', { invitee_emails: 'friend@example.com', stream_ids: [] });
    await world.admin.ok.post('/realm/profile_fields', { name: 'Room', field_type: 1 });
    expect((await world.member.ok.get('/invites'))['invites']).toMatchObject([{ email: 'friend@example.com' }]);
  });

  test('a client can report its presence and read the presence of other users', async () => {
    await world.member.ok.post('/users/me/presence', { status: 'active' });
    expect((await world.member2.ok.get('/realm/presence'))['presences']).toHaveProperty([world.member.email]);
  });

  test('a client can upload files and delete attachments', async () => {
    await world.member.ok.upload('/user_uploads', { name: 'a.txt', content: 'a' });
    const { attachments } = (await world.member.ok.get('/attachments')) as { attachments: { id: number }[] };
    await world.member.ok.delete(`/attachments/${attachments[0]?.id}`);
    expect((await world.member.ok.get('/attachments'))['attachments']).toEqual([]);
  });

  test('a client can register devices for push notifications', async () => {
    const relay = await listen();
    await world.owner.ok.patch('/console/delivery_settings', { settings: { push_relay_url: relay.url } });
    await world.member.ok.post('/users/me/mobile_push_reg_id', { token: 'abcd' });
    await pass(world, 0);
    await relay.stop();
    expect(relay.calls).toMatchObject([{ body: { token: 'abcd' } }]);
  });

  test('a client can be the target of outgoing-webhook deliveries, when the client is a bot user', async () => {
    const hook = await listen();
    const settings = { webhook_allowed_networks: ['127.0.0.0/8'] };
    await world.owner.ok.patch('/console/delivery_settings', { settings });
    const bot = { full_name: 'Echo', short_name: 'echo', bot_type: 3, payload_url: hook.url };
    const { user_id: id } = await world.member.ok.post('/bots', bot);
    await write(world.member2, [id], 'are you there?');
    await pass(world, 0);
    await hook.stop();
    expect(hook.calls).toMatchObject([{ body: { data: 'are you there?' } }]);
  });

  test('a client can update linkifiers', async () => {
    const filter = { pattern: 'AB(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };
    const { id } = await world.admin.ok.post('/realm/filters', filter);
    await world.admin.ok.patch(`/realm/filters/${Number(id)}`, { ...filter, pattern: 'BC(?P<id>[0-9]+)' });
    expect((await world.member.ok.get('/realm/linkifiers'))['linkifiers']).toMatchObject([
      { pattern: 'BC(?P<id>[0-9]+)' },
    ]);
  });

  test('a client can obtain an API key from a username and password', async () => {
    const given = await world.stranger.ok.post('/fetch_api_key', { username: world.member.email, password });
    expect(given['api_key']).toBe(world.member.apiKey);
  });

  test('channel and stream name the same thing: both spellings occur in values (message type) and in field names', async () => {
    const ids = [];
    for (const type of ['channel', 'stream'])
      ids.push((await world.member.ok.post('/messages', { type, to: general, topic: 'x', content: 'x' }))['id']);
    for (const id of ids)
      expect(await fetchOne(world.member, Number(id))).toMatchObject({ type: 'stream', stream_id: general });
  });

  test('a narrow is a list of filter objects, each with an operator and an operand', async () => {
    const topic = (operand: string) => ({ operator: 'topic', operand });
    const id = await say(world.member, 'general', 'narrow');
    const found = async (of: object[]) => {
      const body = await world.member.ok.get('/messages', { ...range, num_before: 100, narrow: of });
      return (body['messages'] as { id: number }[]).map((message) => message.id);
    };
    expect(await found([...narrow, topic('narrow')])).toEqual([id]);
    expect(await found([...narrow, topic('another')])).toEqual([]);
  });
});

describe('Conventions that hold for every endpoint', () => {
  test('1. every path is under /api/v1 of the service root', async () => {
    expect((await world.member.request('GET', '!/api/v1/users/me')).status).toBe(200);
    expect((await world.member.request('GET', '!/users/me')).body['code']).toBe('NOT_FOUND');
  });

  test('2. parameters are form-urlencoded in the body for POST, PATCH and DELETE', async () => {
    const id = await say(world.member, 'general', 'form');
    const content = new URLSearchParams({ content: 'Grüße & more=1' });
    expect((await world.member.request('PATCH', `/messages/${id}`, { body: content })).status).toBe(200);
    expect((await fetchOne(world.member, id, { apply_markdown: false })).content).toBe('Grüße & more=1');
    await world.member.ok.post('/users/me/alert_words', { alert_words: ['tea'] });
    const words = new URLSearchParams({ alert_words: '["tea"]' });
    const gone = await world.member.request('DELETE', '/users/me/alert_words', { body: words });
    expect(gone.body['alert_words']).toEqual([]);
  });

  test('2. and in the query string for GET', async () => {
    const query = 'anchor=oldest&num_before=0&num_after=1';
    expect((await world.member.request('GET', '/messages', { query })).body['messages']).toHaveLength(1);
  });

  test('2. a parameter of array or object type is sent as JSON text inside that one parameter', async () => {
    const sent = { anchor: 'newest', num_before: '1', num_after: '0' };
    await world.member.ok.get('/messages', { ...sent, narrow: '[{"operator":"is","operand":"unread"}]' });
    await world.member.fails(
      'GET',
      '/messages',
      { ...sent, narrow: 'is:unread' },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  test('2. a file upload is a multipart form', async () => {
    expect(await world.member.ok.upload('/user_uploads', { name: 'a.txt', content: 'a' })).toHaveProperty('url');
  });

  test('2. path parameters are part of the path', async () => {
    expect((await world.member.ok.get(`/users/${world.owner.userId}`))['user']).toMatchObject({
      full_name: 'Olga Owner',
    });
  });

  test('3. every response is a JSON object with result and msg (empty on success)', async () => {
    expect(await world.member.ok.get('/users/me')).toMatchObject({ result: 'success', msg: '' });
    for (const path of ['/messages', '/nowhere']) {
      const { body, headers } = await world.member.get(path);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(body).toMatchObject({ result: 'error', msg: expect.stringMatching(/./) });
    }
  });

  test('4. a successful response names the parameters that the endpoint does not support, when such were sent', async () => {
    expect(await world.member.ok.get('/users/me', { colour: 'red', size: 4 })).toMatchObject({
      ignored_parameters_unsupported: ['colour', 'size'],
    });
    expect(await world.member.ok.get('/users/me')).not.toHaveProperty('ignored_parameters_unsupported');
  });

  test('5. an error response has result = error, a code string and a human-readable msg', async () => {
    const { body } = await world.member.get('/messages/4711');
    expect(body).toEqual({ result: 'error', code: 'BAD_REQUEST', msg: 'Invalid message(s)' });
  });

  test('5. some errors carry extra fields', async () => {
    const sent = {
      type: 'channel',
      to: 4711,
      topic: 'x',
      content: 'x',
      scheduled_delivery_timestamp: nowOf(world) + 60,
    };
    await world.member.fails('POST', '/scheduled_messages', sent, {
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      stream_id: 4711,
    });
  });

  test('6. a timestamp is an integer number of UNIX seconds in UTC', async () => {
    const { timestamp } = await fetchOne(world.member, await say(world.member, 'general', 'now'));
    expect(timestamp).toBe(Date.UTC(2026, 0, 5, 9) / 1000);
  });

  test('7. an endpoint requires authenticated credentials', async () => {
    for (const [method, path] of [
      ['GET', '/messages'],
      ['POST', '/channels/create'],
      ['DELETE', '/users/me'],
    ] as const)
      await expect(world.stranger.request(method, path, { headers: { Authorization: '' } })).resolves.toMatchObject({
        status: 401,
        body: { code: unauthorized.code },
      });
  });
});
