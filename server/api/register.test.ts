/**
 * POST /register: what every client finds in the answer, for an empty server, one with data, and each role
 *. The test client checks each answer against the contract besides.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completeContract } from '../contract/complete.ts';
import { dayMs } from '../durations.ts';
import type { Body, Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

const mobileKeys =
  'last_event_id queue_id zulip_feature_level zulip_version zulip_merge_base alert_words custom_profile_fields max_stream_name_length max_topic_length max_file_upload_size_mib server_presence_ping_interval_seconds server_presence_offline_threshold_seconds muted_users presences realm_emoji realm_user_groups recent_private_conversations subscriptions streams unread_msgs starred_messages user_status user_settings user_topics realm_wildcard_mention_policy realm_name realm_waiting_period_threshold realm_allow_message_editing realm_enable_read_receipts realm_icon_url realm_presence_disabled realm_default_external_accounts server_emoji_data_url event_queue_longpoll_timeout_seconds realm_users realm_non_active_users cross_realm_bots realm_empty_topic_display_name server_typing_started_expiry_period_milliseconds server_typing_stopped_wait_period_milliseconds server_typing_started_wait_period_milliseconds channel_folders saved_snippets server_thumbnail_formats realm_topics_policy realm_can_delete_any_message_group realm_can_delete_own_message_group realm_message_content_edit_limit_seconds realm_message_content_delete_limit_seconds'.split(
    ' ',
  );
const terminalKeys =
  'user_id email full_name realm_name realm_message_retention_days presences realm_users cross_realm_bots subscriptions muted_topics realm_user_groups unread_msgs realm_emoji user_settings max_message_id queue_id last_event_id zulip_version starred_messages realm_allow_edit_history'.split(
    ' ',
  );
const limitKeys =
  'max_message_length max_topic_length max_stream_name_length max_stream_description_length max_channel_folder_name_length max_channel_folder_description_length max_file_upload_size_mib event_queue_longpoll_timeout_seconds'.split(
    ' ',
  );

/**
 * The day on which a demo is deleted, and the note on unsupported parameters: neither belongs in an ordinary answer. Our demos are
 * kept until someone puts them back, and clients would warn of a day that does not come.
 */
const notOurs = new Set(['demo_organization_scheduled_deletion_date', 'ignored_parameters_unsupported']);

const roles = ['owner', 'admin', 'moderator', 'member', 'guest', 'bot'] as const;
type Fields = Record<string, never>;

const register = async (client: Client, params: Body = {}) => client.ok.post('/register', params);
const missing = (body: Body, keys: readonly string[]) => keys.filter((key) => !(key in body));

const first = (body: Body) => (body['subscriptions'] as Body[])[0] ?? {};

describe('registration', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  describe.each(roles)('of the %s', (role) => {
    it('has every section that the mobile app needs, with no filters sent', async () => {
      expect(missing(await register(world[role]), mobileKeys)).toEqual([]);
    });
    it('has every section that the terminal client stops without', async () => {
      expect(missing(await register(world[role]), terminalKeys)).toEqual([]);
    });
    it('has the caller among realm_users', async () => {
      const users = (await register(world[role]))['realm_users'] as { user_id: number }[];
      expect(users.map((user) => user.user_id)).toContain(world[role].userId);
    });
  });

  it('has every field of the contract, to a client with no capabilities', async () => {
    const { RegisterResponse } = completeContract().components.schemas as Record<string, { properties: object }>;
    const wanted = Object.keys(RegisterResponse?.properties ?? {}).filter(
      // For clients that declare its capability alone (do-not-disturb.test.ts).
      (key) => !notOurs.has(key) && key !== 'do_not_disturb',
    );
    expect(wanted.length).toBeGreaterThan(230);
    expect(missing(await register(world.owner), wanted)).toEqual([]);
  });

  it('names the limits of the server, as whole numbers', async () => {
    const body = await register(world.member, { fetch_event_types: ['realm'] });
    for (const key of limitKeys) expect([key, Number.isInteger(body[key])]).toEqual([key, true]);
  });

  it('gives a timeout for polling that exceeds the heartbeat period', async () => {
    const body = await register(world.member, { fetch_event_types: ['realm'] });
    const heartbeat = world.server.services.options.limits.heartbeatMs / 1000;
    expect(body['event_queue_longpoll_timeout_seconds']).toBeGreaterThan(heartbeat);
  });

  it('starts empty: no message, no unread, nothing starred by a person who has got nothing', async () => {
    const nobody = await world.newUser('Newly Arrived');
    const body = await register(nobody);
    expect(body['starred_messages']).toEqual([]);
    expect(body['unread_msgs']).toMatchObject({
      count: 0,
      pms: [],
      streams: [],
      huddles: [],
      old_unreads_missing: false,
    });
  });

  it('answers only with what fetch_event_types asks for, whatever the queue is about', async () => {
    const body = await register(world.member, { event_types: ['message'], fetch_event_types: ['realm_emoji'] });
    expect(Object.keys(body).toSorted()).toEqual([
      'last_event_id',
      'msg',
      'queue_id',
      'realm_emoji',
      'result',
      'zulip_feature_level',
      'zulip_merge_base',
      'zulip_version',
    ]);
  });

  it('takes event_types for the state too when fetch_event_types is absent', async () => {
    const body = await register(world.member, { event_types: ['realm_emoji', 'an_unknown_type'] });
    expect(body).toHaveProperty('realm_emoji');
    expect(body).not.toHaveProperty('realm_name');
  });

  it('reads a JSON null as "not sent"', async () => {
    expect(await register(world.member, { event_types: 'null' })).toHaveProperty('realm_name');
  });

  it('leaves unread_msgs out unless both types that change it are asked for', async () => {
    expect(await register(world.member, { event_types: ['message'] })).not.toHaveProperty('unread_msgs');
    expect(await register(world.member, { event_types: ['message', 'update_message_flags'] })).toHaveProperty(
      'unread_msgs',
    );
  });

  it('sends muted_topics only to clients that do not ask for user_topic by name', async () => {
    expect(await register(world.member, { event_types: ['muted_topics'] })).toHaveProperty('muted_topics');
    const both = await register(world.member, { event_types: ['muted_topics', 'user_topic'] });
    expect(both).not.toHaveProperty('muted_topics');
  });

  it('sends the older settings fields unless the client declared user_settings_object', async () => {
    expect(await register(world.member)).toHaveProperty('enter_sends');
    const modern = await register(world.member, { client_capabilities: { user_settings_object: true } });
    expect(modern).not.toHaveProperty('enter_sends');
    expect(modern).not.toHaveProperty('enable_sounds');
  });

  it('keeps linkifiers from clients that do not know URL templates', async () => {
    await world.admin.ok.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://t.example/{id}' });
    expect(await register(world.member)).toMatchObject({ realm_linkifiers: [] });
    const modern = await register(world.member, { client_capabilities: { linkifier_url_template: true } });
    expect(modern['realm_linkifiers']).toHaveLength(1);
  });

  it('leaves the pictures of those who were long away to clients that fetch them by id', async () => {
    const away = await world.newUser('Long Away');
    world.clock.advance(15 * dayMs);
    await world.member.ok.post('/users/me/presence', { status: 'active' });
    const people = async (optional: boolean) => {
      const answer = await register(world.member, {
        fetch_event_types: ['realm_user'],
        client_capabilities: { user_avatar_url_field_optional: optional },
      });
      return new Map((answer['realm_users'] as Body[]).map((user) => [user['user_id'], user]));
    };
    const [told, left] = [await people(false), await people(true)];
    expect([...told.values()].filter((user) => !('avatar_url' in user))).toEqual([]);
    for (const { userId } of [world.member, world.bot]) expect(left.get(userId)).toEqual(told.get(userId));
    const { avatar_url: _picture, ...others } = told.get(away.userId) ?? {};
    expect(left.get(away.userId)).toEqual(others);
    const byId = await fetch(`${world.url}/avatar/${away.userId}`, { headers: { Authorization: away.authorization } });
    expect([byId.status, byId.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  });

  it('keys presence by user id when slim_presence is true, by address otherwise', async () => {
    await world.member.ok.post('/users/me/presence', { status: 'active' });
    const slim = (await register(world.admin, { slim_presence: true }))['presences'] as Fields;
    expect(slim).toHaveProperty(String(world.member.userId));
    const older = (await register(world.admin))['presences'] as Fields;
    expect(Object.keys(older)).toContain(world.member.email);
  });

  it('includes subscribers only when asked to', async () => {
    expect(first(await register(world.member))).not.toHaveProperty('subscribers');
    expect(first(await register(world.member, { include_subscribers: true }))).toHaveProperty('subscribers');
    const partial = first(await register(world.member, { include_subscribers: 'partial' }));
    expect('subscribers' in partial || 'partial_subscribers' in partial).toBe(true);
  });

  it('ships the eight role groups', async () => {
    const groups = (await register(world.member))['realm_user_groups'] as { name: string; is_system_group: boolean }[];
    expect(groups.filter((group) => group.is_system_group).map((group) => group.name)).toEqual(
      'internet everyone members fullmembers moderators administrators owners nobody'
        .split(' ')
        .map((name) => `role:${name}`),
    );
  });

  it('names its addresses as the client reached it', async () => {
    const body = await register(world.member, { fetch_event_types: ['realm'] });
    expect(body).toMatchObject({ realm_url: world.url, realm_uri: world.url });
    expect(body['server_emoji_data_url']).toMatch(new RegExp(`^${world.url}/`));
  });

  it('gives a state and a queue of one moment: what changes afterwards is an event', async () => {
    const body = await register(world.member, { event_types: ['realm'] });
    await world.owner.ok.patch('/realm', { description: 'Changed after registration' });
    const events = await world.member.ok.get('/events', {
      queue_id: body['queue_id'],
      last_event_id: body['last_event_id'],
      dont_block: true,
    });
    expect(body['realm_description']).not.toBe('Changed after registration');
    expect(events['events']).toMatchObject([
      { type: 'realm', op: 'update_dict', data: { description: 'Changed after registration' } },
    ]);
  });

  it('makes a queue that outlives the default lifetime when asked to', async () => {
    const { queue_id: queueId } = await register(world.member, { event_types: ['realm'], queue_lifespan_secs: 3600 });
    const [row] = await world.db<{ options: string }>('SELECT options FROM event_queues WHERE id = ?', String(queueId));
    expect(JSON.parse(row?.options ?? '{}')).toMatchObject({
      lifespanSecs: 3600,
      applyMarkdown: false,
      clientGravatar: true,
    });
  });

  it('refuses what it cannot read, and makes no queue then', async () => {
    const before = await world.db('SELECT id FROM event_queues');
    const invalid = { status: 400, code: 'BAD_REQUEST' };
    await world.member.fails('POST', '/register', { event_types: 'message' }, invalid);
    await world.member.fails('POST', '/register', { event_types: [1] }, invalid);
    await world.member.fails('POST', '/register', { client_capabilities: 'yes' }, invalid);
    await world.member.fails('POST', '/register', { client_capabilities: { user_settings_object: 'yes' } }, invalid);
    await world.member.fails('POST', '/register', { slim_presence: 'perhaps' }, invalid);
    await world.member.fails(
      'POST',
      '/register',
      { include_subscribers: 'some' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.member.fails(
      'POST',
      '/register',
      { narrow: [['no-such-operator', 'x']] },
      { status: 400, code: 'BAD_NARROW' },
    );
    await world.member.fails(
      'POST',
      '/register',
      { narrow: [['topic', 'x'.repeat(20_000)]] },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.guest.fails('POST', '/register', { all_public_streams: true }, { status: 400, code: 'BAD_REQUEST' });
    await world.stranger.fails('POST', '/register', {}, { status: 401, code: 'UNAUTHORIZED' });
    expect(await world.db('SELECT id FROM event_queues')).toEqual(before);
  });
});
