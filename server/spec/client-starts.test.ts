/**
 * Start of each known API client, call by call as it sends them: where it puts parameters, what it cannot do without, and the
 * first message that reaches it. Real ones run in e2e (python-client, zulip-js in chat specs) and beside uploads (tus-js-client).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeParams, type Body, type Reply } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'office' }],
    principals: [world.member.userId, world.member2.userId, world.bot.userId],
  });
  await world.member2.ok.post('/messages', {
    type: 'channel',
    to: 'office',
    topic: 'before',
    content: 'was here first',
  });
});
afterAll(async () => world.stop());

/** One call as a client sends it, with the credentials of `who`; it has to succeed. */
async function call(
  method: string,
  path: string,
  options: { query?: Body; form?: Body; multipart?: Body; agent?: string; who?: 'member' | 'bot' } = {},
): Promise<Body> {
  const { query, form, multipart, agent = 'test', who = 'member' } = options;
  const parts = new FormData();
  for (const [name, value] of encodeParams(multipart ?? {})) parts.set(name, value);
  const reply: Reply = await world[who].request(method, path, {
    ...(query !== undefined && { query: encodeParams(query).toString() }),
    ...(form !== undefined && { body: encodeParams(form) }),
    ...(multipart !== undefined && { body: parts }),
    headers: { 'User-Agent': agent },
  });
  expect(reply.status, `${method} ${path}: ${JSON.stringify(reply.body)}`).toBe(200);
  return reply.body;
}

const missing = (body: Body, names: string): string[] =>
  names.split(/[\s,]+/).filter((name) => body[name] === undefined || body[name] === null);

const mate = async (content: string): Promise<Body> =>
  world.member2.ok.post('/messages', { type: 'channel', to: 'office', topic: 'lunch', content });

/** The events of a queue up to the first message; heartbeats in between are passed over. */
async function firstMessage(queue: Body, options: Parameters<typeof call>[2] = {}): Promise<Body> {
  let last = Number(queue['last_event_id']);
  for (;;) {
    const { events } = (await call('GET', '/events', {
      ...options,
      query: { queue_id: queue['queue_id'], last_event_id: last, ...options.query },
    })) as { events: Body[] };
    const found = events.find(({ type }) => type === 'message');
    if (found !== undefined) return found;
    last = Math.max(last, ...events.map(({ id }) => Number(id)));
  }
}

test('the text interface of the terminal loads messages before it registers, and stops without some sections', async () => {
  const agent = 'ZulipTerminal/0.7.0';
  await call('GET', '/server_settings', { agent });
  const { messages } = await call('GET', '/messages', {
    agent,
    query: {
      anchor: 0,
      use_first_unread_anchor: true,
      num_before: 10,
      num_after: 30,
      apply_markdown: true,
      client_gravatar: true,
      narrow: [],
    },
  });
  expect(messages).not.toHaveLength(0);
  const state = await call('POST', '/register', {
    agent,
    form: {
      event_types: [
        'message',
        'update_message',
        'reaction',
        'subscription',
        'typing',
        'update_message_flags',
        'update_global_notifications',
        'update_display_settings',
        'user_settings',
        'realm_emoji',
        'realm_user',
      ],
      fetch_event_types: [
        'realm',
        'presence',
        'subscription',
        'message',
        'starred_messages',
        'update_message_flags',
        'muted_topics',
        'muted_users',
        'realm_user',
        'realm_user_groups',
        'update_global_notifications',
        'update_display_settings',
        'user_settings',
        'realm_emoji',
        'custom_profile_fields',
        'zulip_version',
      ],
      client_gravatar: true,
      apply_markdown: true,
      include_subscribers: true,
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    },
  });
  expect(
    missing(
      state,
      `user_id email full_name realm_name presences realm_users cross_realm_bots subscriptions muted_topics realm_user_groups
       unread_msgs realm_emoji user_settings max_message_id queue_id last_event_id zulip_version`,
    ),
  ).toEqual([]);
  expect(state).toHaveProperty('realm_message_retention_days');
  await mate('to the terminal');
  expect(await firstMessage(state, { agent })).toMatchObject({
    message: { content: '<p>to the terminal</p>' },
    flags: [],
  });
  await call('DELETE', '/events', { agent, form: { queue_id: state['queue_id'] } });
});

test('a bot of the Python library asks who it is, listens without markup and answers by the older names', async () => {
  const agent = 'ZulipPython/0.9.1';
  await call('GET', '/server_settings', { agent, who: 'bot', form: undefined });
  expect(await call('GET', '/users/me', { agent, who: 'bot' })).toMatchObject({ is_bot: true });
  const state = await call('POST', '/register', { agent, who: 'bot', form: { event_types: ['message'] } });
  await mate('what is **for** lunch?');
  const heard = await firstMessage(state, { agent, who: 'bot', query: { dont_block: false } });
  expect(heard).toMatchObject({ message: { content: 'what is **for** lunch?', subject: 'lunch' } });
  const sent = await call('POST', '/messages', {
    agent,
    who: 'bot',
    form: { type: 'stream', to: 'office', subject: 'lunch', content: 'soup', client: 'lunch-bot', dont_block: true },
  });
  expect(sent['id']).toEqual(expect.any(Number));
});

test('the JavaScript library posts multipart, says null for what it does not mean, and edits by the query', async () => {
  const agent = 'zulip-js/2.1.0';
  const state = await call('POST', '/register', { agent, multipart: { event_types: 'null' } });
  expect(missing(state, 'queue_id last_event_id')).toEqual([]);
  const sent = await call('POST', '/messages', {
    agent,
    multipart: { to: 'office', type: 'stream', topic: 'lunch', content: 'from a script' },
  });
  await call('PATCH', `/messages/${String(sent['id'])}`, { agent, query: { content: 'from a better script' } });
  await call('POST', `/messages/${String(sent['id'])}/reactions`, { agent, multipart: { emoji_name: 'tada' } });
  await call('DELETE', `/messages/${String(sent['id'])}/reactions`, { agent, query: { emoji_name: 'tada' } });
});

test('the app for phones signs in by password, registers without a filter and reports that it is there', async () => {
  const agent = 'ZulipMobile/31.0 (Android 15)';
  const settings = (await world.stranger.request('GET', '/server_settings')).body;
  expect(
    missing(
      settings,
      'realm_url realm_uri realm_name realm_icon zulip_version zulip_feature_level authentication_methods',
    ),
  ).toEqual([]);
  expect(Number(settings['zulip_feature_level'])).toBeGreaterThanOrEqual(371);
  const signedIn = await world.stranger.request('POST', '/fetch_api_key', {
    body: encodeParams({ username: 'member@example.com', password: 'a good password' }),
  });
  expect(signedIn.body).toMatchObject({ user_id: world.member.userId, email: 'member@example.com' });
  const state = await call('POST', '/register', {
    agent,
    form: {
      client_gravatar: false,
      apply_markdown: true,
      slim_presence: true,
      client_capabilities: {
        notification_settings_null: true,
        bulk_message_deletion: true,
        user_avatar_url_field_optional: false,
        stream_typing_notifications: true,
        user_settings_object: true,
        include_deactivated_groups: true,
        empty_topic_name: true,
      },
    },
  });
  expect(
    missing(
      state,
      `last_event_id queue_id zulip_feature_level zulip_version zulip_merge_base alert_words custom_profile_fields max_stream_name_length
       max_topic_length max_file_upload_size_mib server_presence_ping_interval_seconds server_presence_offline_threshold_seconds muted_users
       presences realm_emoji realm_user_groups recent_private_conversations subscriptions streams unread_msgs starred_messages user_status
       user_settings user_topics realm_wildcard_mention_policy realm_name realm_waiting_period_threshold realm_allow_message_editing
       realm_enable_read_receipts realm_icon_url realm_presence_disabled realm_default_external_accounts server_emoji_data_url
       event_queue_longpoll_timeout_seconds realm_users realm_non_active_users cross_realm_bots realm_empty_topic_display_name`,
    ),
  ).toEqual([]);
  const ours = (state['realm_users'] as Body[]).map(({ user_id: id }) => id);
  expect(ours).toContain(world.member.userId);
  await call('POST', '/users/me/presence', {
    agent,
    form: { status: 'active', new_user_input: true, ping_only: false, last_update_id: -1, slim_presence: true },
  });
  await mate('to the phone');
  expect(await firstMessage(state, { agent })).toMatchObject({ message: { display_recipient: 'office' } });
});

describe('libraries in Go', () => {
  test('try their queue without waiting, and know no key that the API does not name', async () => {
    const agent = 'go-zulip';
    const state = await call('POST', '/register', {
      agent,
      form: { event_types: ['message'], all_public_streams: false },
    });
    const tried = await call('GET', '/events', {
      agent,
      query: { queue_id: state['queue_id'], last_event_id: state['last_event_id'], dont_block: true },
    });
    expect(tried['events']).toEqual([]);
  });

  test('the bridge to other networks gets only what it asked for, and deletes by an empty edit', async () => {
    const agent = 'matterbridge';
    const state = await call('POST', '/register', { agent, who: 'bot', form: { event_types: '["message"]' } });
    await world.owner.ok.patch('/realm', { description: 'Not for the bridge.' });
    await mate('over the bridge');
    expect((await firstMessage(state, { agent, who: 'bot' }))['type']).toBe('message');
    const sent = await call('POST', '/messages', {
      agent,
      who: 'bot',
      form: { type: 'stream', to: 'office', subject: 'lunch', content: 'from elsewhere' },
    });
    await call('PATCH', `/messages/${String(sent['id'])}`, {
      agent,
      who: 'bot',
      form: { message_id: sent['id'], content: '' },
    });
  });
});

test('the app for desktops asks what this is by HEAD too, and is given the address that it used', async () => {
  const head = await world.stranger.request('HEAD', '/server_settings');
  expect(head.status).toBe(200);
  const { body } = await world.stranger.request('GET', '/server_settings');
  expect(body).toMatchObject({ realm_url: world.url, realm_uri: world.url });
  const icon = await fetch(new URL(String(body['realm_icon']), world.url));
  expect(icon.headers.get('content-type')).toMatch(/^image\//);
});
