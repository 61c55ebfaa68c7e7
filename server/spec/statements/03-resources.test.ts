/** The specification, "Resources and their fields": everything after the message. */
import sodium, { ready } from 'libsodium-wrappers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client, TestQueue } from '../../testing/client.ts';
import { fetchOne, makeChannel, say, systemGroup } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { bad, channelId, crowdOf, day, listen, nowOf, pass, stateOf, type Listener } from './kit.ts';

let world: World;
let general: number;
let owner: Client;
let admin: Client;
let member: Client;
let member2: Client;
beforeAll(async () => {
  world = await startWorld();
  ({ owner, admin, member, member2 } = world);
  general = await channelId(member, 'general');
});
afterAll(() => world.stop());

describe('Draft object', () => {
  const draft = (change: Body = {}): Body => ({ type: '', to: [], topic: '', content: 'text', ...change });
  const create = async (change: Body = {}) => member.ok.post('/drafts', { drafts: [draft(change)] });
  const refused = async (change: Body) =>
    member.fails('POST', '/drafts', { drafts: [draft(change)] }, { status: 400, code: 'BAD_REQUEST' });
  const invalid = async (change: Body) => {
    const reply = await member.post('/drafts', { drafts: [draft(change)] });
    expect(reply.body['code']).toBe('BAD_REQUEST');
  };
  const newest = async (): Promise<Body> => ((await member.ok.get('/drafts'))['drafts'] as Body[])[0] ?? {};

  test('id: present only when drafts are fetched; must not be sent when creating or editing', async () => {
    const [id] = (await create())['ids'] as number[];
    expect((await newest())['id']).toBe(id);
    await invalid({ id: 1 });
    const edit = await member.patch(`/drafts/${id}`, { draft: draft({ id }) });
    expect(edit.status).toBe(400);
  });

  test('type: one of empty string (unaddressed), stream, private; required', async () => {
    for (const change of [{ type: '' }, { type: 'stream', to: [general] }, { type: 'private', to: [owner.userId] }]) {
      world.clock.advance(1000);
      await create(change);
      expect((await newest())['type']).toBe(change.type);
    }
    await invalid({ type: 'channel' });
    await invalid({ type: undefined });
  });

  test('to: channel drafts: exactly one element, the channel id', async () => {
    await create({ type: 'stream', to: [general] });
    await refused({ type: 'stream', to: [general, general] });
    await refused({ type: 'stream', to: [4711] });
  });

  test('to: direct drafts: user ids', async () => {
    world.clock.advance(1000);
    await create({ type: 'private', to: [owner.userId, member2.userId] });
    expect(await newest()).toMatchObject({ to: [owner.userId, member2.userId] });
    await refused({ type: 'private', to: [4711] });
  });

  test('to: unaddressed: ignored; required', async () => {
    world.clock.advance(1000);
    await create({ to: [4711] });
    expect(await newest()).toMatchObject({ type: '', to: [] });
    await invalid({ to: undefined });
  });

  test('topic: topic for channel drafts; ignored otherwise; required', async () => {
    world.clock.advance(1000);
    await create({ type: 'stream', to: [general], topic: 'lunch' });
    expect(await newest()).toMatchObject({ topic: 'lunch' });
    world.clock.advance(1000);
    await create({ type: 'private', to: [owner.userId], topic: 'lunch' });
    expect(await newest()).toMatchObject({ topic: '' });
    await invalid({ topic: undefined });
  });

  test('topic: must not contain null bytes', async () => {
    await refused({ type: 'stream', to: [general], topic: 'a\0b' });
  });

  test('content: body; required; must not contain null bytes', async () => {
    world.clock.advance(1000);
    await create({ content: 'my words' });
    expect(await newest()).toMatchObject({ content: 'my words' });
    await invalid({ content: undefined });
    await refused({ content: 'a\0b' });
  });

  test('timestamp: seconds of last edit; filled by the server when absent on creation', async () => {
    world.clock.advance(1000);
    await create();
    expect((await newest())['timestamp']).toBe(nowOf(world));
    await create({ timestamp: nowOf(world) + 5 });
    expect((await newest())['timestamp']).toBe(nowOf(world) + 5);
  });
});

describe('Scheduled message', () => {
  const schedule = async () =>
    Number(
      (
        await member.ok.post('/scheduled_messages', {
          type: 'channel',
          to: general,
          topic: 'lunch',
          content: 'soup',
          scheduled_delivery_timestamp: nowOf(world) + 60,
        })
      )['scheduled_message_id'],
    );
  const listed = async (): Promise<Body[]> =>
    (await member.ok.get('/scheduled_messages'))['scheduled_messages'] as Body[];

  test('fields writable through PATCH: type, to, content, topic, scheduled_delivery_timestamp', async () => {
    const id = await schedule();
    const change = {
      type: 'stream',
      to: general,
      content: 'stew',
      topic: 'dinner',
      scheduled_delivery_timestamp: nowOf(world) + 90,
    };
    await member.ok.patch(`/scheduled_messages/${id}`, change);
    expect(await listed()).toMatchObject([{ scheduled_message_id: id, ...change }]);
    await member.ok.delete(`/scheduled_messages/${id}`);
  });

  test('a scheduled message has an id that differs from the id the message gets once sent', async () => {
    const queue = await member2.register({ event_types: ['message'] });
    // Enough of them that ids which began alike would meet.
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await schedule());
    await pass(world, 60);
    const sent = (await queue.events()).map((event) => (event['message'] as Body)['id'] as number);
    expect(sent).toHaveLength(5);
    expect(sent.filter((id) => ids.includes(id))).toEqual([]);
  });

  test('it carries a boolean failed', async () => {
    const id = await schedule();
    expect((await listed())[0]?.['failed']).toBe(false);
    await member.ok.delete(`/scheduled_messages/${id}`);
  });
});

describe('Channel subscription object (in the subscription event)', () => {
  /** The object in the event that `member2` gets when she is subscribed. */
  const subscribed = async (create: Body = {}, register: Body = {}, by = member): Promise<Body> => {
    const queue: TestQueue = await member2.register({ event_types: ['subscription'], ...register });
    world.clock.advance(1000);
    const id = await makeChannel(by, `sub ${world.clock.nowMs}`, [member2, member], {
      send_new_subscription_messages: false,
      ...create,
    });
    const added = (await queue.events())
      .filter((event) => event['op'] === 'add')
      .flatMap((event) => event['subscriptions'] as Body[]);
    expect(added).toMatchObject([{ stream_id: id }]);
    return added[0] ?? {};
  };

  test('stream_id, name: channel id, channel name', async () => {
    const { stream_id: id, name } = await subscribed();
    expect(await channelId(member, String(name))).toBe(id);
  });

  test('description: Markdown description; rendered_description: HTML description', async () => {
    expect(await subscribed({ description: '*all*' })).toMatchObject({
      description: '*all*',
      rendered_description: '<p><em>all</em></p>',
    });
  });

  test('date_created: creation time (UTC seconds)', async () => {
    expect((await subscribed())['date_created']).toBe(nowOf(world));
  });

  test('creator_id: null when no creator is recorded', async () => {
    expect((await subscribed())['creator_id']).toBe(member.userId);
    // Nothing that is made today is without a creator: as if it came from elsewhere.
    const { services } = world.server;
    await services.storage.transaction((tx) => tx.run('UPDATE streams SET creator_id = NULL WHERE id = ?', general));
    const { subscriptions } = await member.ok.get('/users/me/subscriptions');
    expect((subscriptions as Body[]).find((each) => each['stream_id'] === general)).toMatchObject({ creator_id: null });
  });

  test('invite_only: true for a private channel', async () => {
    expect((await subscribed())['invite_only']).toBe(false);
    expect((await subscribed({ invite_only: true }))['invite_only']).toBe(true);
  });

  test('subscribers: other subscribers’ user ids; included only if include_subscribers is true', async () => {
    expect((await subscribed({}, { include_subscribers: true }))['subscribers']).toEqual([member.userId]);
    expect(await subscribed({}, { include_subscribers: false })).not.toHaveProperty('subscribers');
  });

  test('partial_subscribers: if include_subscribers is partial, may come instead: all bot subscribers and all users active in the last 14 days', async () => {
    const crowd = await crowdOf(world, 252);
    const [early, late] = [await world.newUser('Early Eva'), await world.newUser('Late Lars')];
    await early.ok.post('/users/me/presence', { status: 'active' });
    world.clock.advance(14 * day * 1000 + 1000);
    await late.ok.post('/users/me/presence', { status: 'active' });
    const subscribers = [...crowd, early.userId, late.userId, world.bot.userId, member.userId];
    await member.ok.post('/channels/create', { name: 'crowd', subscribers, send_new_subscription_messages: false });
    const listOf = async (include_subscribers: string): Promise<Body> => {
      const { subscriptions } = await member.ok.get('/users/me/subscriptions', { include_subscribers });
      return (subscriptions as Body[]).find((each) => each['name'] === 'crowd') ?? {};
    };
    const partial = await listOf('partial');
    expect(partial).not.toHaveProperty('subscribers');
    expect(partial['partial_subscribers']).toEqual(expect.arrayContaining([world.bot.userId, late.userId]));
    expect(partial['partial_subscribers']).not.toContain(early.userId);
  });

  test.each([
    ['desktop_notifications', 'enable_stream_desktop_notifications'],
    ['email_notifications', 'enable_stream_email_notifications'],
  ])('%s: null = inherit user setting %s', async (property, setting) => {
    const { stream_id, [property]: value } = await subscribed(
      {},
      { client_capabilities: { notification_settings_null: true } },
    );
    expect(value).toBeNull();
    expect(
      (await stateOf(member2, ['user_settings'], { client_capabilities: { user_settings_object: true } }))[
        'user_settings'
      ],
    ).toHaveProperty(setting);
    await member2.ok.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property, value: true }],
    });
    const { subscriptions } = await member2.ok.get('/users/me/subscriptions');
    expect((subscriptions as Body[]).find((each) => each['stream_id'] === stream_id)?.[property]).toBe(true);
  });

  test('the fields email_address and role are no longer present', async () => {
    const object = await subscribed();
    expect('email_address' in object || 'role' in object).toBe(false);
  });
});

describe('Group-setting value', () => {
  const create = async (value: unknown): Promise<Body> => {
    world.clock.advance(1000);
    const id = await makeChannel(owner, `groups ${world.clock.nowMs}`, [owner], { can_send_message_group: value });
    return (await owner.ok.get(`/streams/${id}`))['stream'] as Body;
  };

  test('takes an integer (id of a user group)', async () => {
    const group = await systemGroup(owner, 'role:moderators');
    expect((await create(group))['can_send_message_group']).toBe(group);
  });

  test('or an object with direct_members (user ids) and direct_subgroups (group ids)', async () => {
    const value = { direct_members: [member.userId], direct_subgroups: [await systemGroup(owner, 'role:moderators')] };
    expect((await create(value))['can_send_message_group']).toEqual(value);
  });

  test('deactivated users are not members of such lists', async () => {
    const leaver = await world.newUser('Leaving Lou');
    const { stream_id } = await create({ direct_members: [member.userId, leaver.userId], direct_subgroups: [] });
    await owner.ok.delete(`/users/${leaver.userId}`);
    expect((await owner.ok.get(`/streams/${Number(stream_id)}`))['stream']).toMatchObject({
      can_send_message_group: { direct_members: [member.userId], direct_subgroups: [] },
    });
  });
});

describe('Channel folder', () => {
  const create = async (params: Body) => admin.ok.post('/channel_folders/create', params);

  test('name (non-empty), description (may be empty), id returned as channel_folder_id', async () => {
    const { channel_folder_id: id } = await create({ name: 'Teams', description: '' });
    const { channel_folders: folders } = await member.ok.get('/channel_folders');
    expect(folders).toMatchObject([{ id, name: 'Teams', description: '' }]);
    await admin.fails('POST', '/channel_folders/create', { name: '', description: '' }, bad);
  });

  test('a channel is placed in a folder through folder_id', async () => {
    const { channel_folder_id: folder_id } = await create({ name: 'Projects', description: 'All *of* them' });
    const id = await makeChannel(member, 'in a folder', [member], { folder_id });
    expect((await member.ok.get(`/streams/${id}`))['stream']).toMatchObject({ folder_id });
  });
});

describe('Custom profile field', () => {
  const options = { a: { text: 'Apples', order: '1' }, b: { text: 'Pears', order: '2' } };
  let made = 0;
  const create = async (params: Body = {}): Promise<number> => {
    made += 1;
    return Number(
      (await admin.ok.post('/realm/profile_fields', { name: `Field ${made}`, field_type: 1, ...params }))['id'],
    );
  };
  const fieldOf = async (id: number): Promise<Body> =>
    ((await member.ok.get('/realm/profile_fields'))['custom_fields'] as Body[]).find((field) => field['id'] === id) ??
    {};

  test('id: returned on creation; name: shown in settings and profiles; hint: help text', async () => {
    const id = await create({ name: 'Nickname', hint: 'What friends call you' });
    expect(await fieldOf(id)).toMatchObject({ id, name: 'Nickname', hint: 'What friends call you' });
  });

  const account = { subtype: 'custom', url_pattern: 'https://code.example.com/%(username)s' };
  test.each([
    [1, 'Short text', 'SHORT_TEXT', undefined],
    [2, 'Long text', 'LONG_TEXT', undefined],
    [3, 'List of options', 'SELECT', options],
    [4, 'Date picker', 'DATE', undefined],
    [5, 'Link', 'URL', undefined],
    [6, 'Person picker', 'USER', undefined],
    [7, 'External account', 'EXTERNAL_ACCOUNT', account],
    [8, 'Pronouns', 'PRONOUNS', undefined],
  ])('field_type: %i %s', async (field_type, _name, key, field_data) => {
    const { custom_profile_field_types: types } = await stateOf(member, ['custom_profile_fields']);
    expect((types as Record<string, Body>)[key]?.['id']).toBe(field_type);
    expect((await fieldOf(await create({ field_type, field_data })))['type']).toBe(field_type);
  });

  test('field_data: used by types 3 and 7; type 3: a dictionary keyed by option key, each value {text, order}', async () => {
    expect((await fieldOf(await create({ field_type: 3, field_data: options })))['field_data']).toBe(
      JSON.stringify(options),
    );
    await admin.fails('POST', '/realm/profile_fields', { name: 'x', field_type: 1, field_data: options }, bad);
    await admin.fails(
      'POST',
      '/realm/profile_fields',
      { name: 'x', field_type: 3, field_data: { a: { text: 'A' } } },
      bad,
    );
  });

  test('display_in_profile_summary: at most 2 fields per organization may be true', async () => {
    const ids = [
      await create({ display_in_profile_summary: true }),
      await create({ display_in_profile_summary: true }),
    ];
    const third = { name: 'Third', field_type: 1, display_in_profile_summary: true };
    await admin.fails('POST', '/realm/profile_fields', third, bad);
    for (const id of ids) await admin.ok.delete(`/realm/profile_fields/${id}`);
  });

  test('display_in_profile_summary: Long text and Person picker cannot be shown in the summary', async () => {
    for (const field_type of [2, 6])
      await admin.fails(
        'POST',
        '/realm/profile_fields',
        { name: 'x', field_type, display_in_profile_summary: true },
        bad,
      );
  });

  test('required: admin-configured; a user may still lack a value', async () => {
    const id = await create({ required: true });
    expect((await fieldOf(id))['required']).toBe(true);
    expect((await member.ok.get('/users/me'))['profile_data']).not.toHaveProperty([id]);
  });

  test('editable_by_user: whether regular users may edit it on their own account (admins always may)', async () => {
    const id = await create({ editable_by_user: false });
    const data = [{ id, value: 'x' }];
    await member.fails('PATCH', '/users/me/profile_data', { data }, bad);
    await admin.ok.patch('/users/me/profile_data', { data });
    await member.ok.patch('/users/me/profile_data', { data: [{ id: await create(), value: 'x' }] });
  });

  const told = async (field: Body, value: unknown): Promise<Body | undefined> => {
    const id = await create(field);
    await member.ok.patch('/users/me/profile_data', {
      data: [{ id, value: field['field_type'] === 4 ? '2000-01-01' : 'old' }],
    });
    const queue = await member2.register({ event_types: ['realm_user'] });
    await member.ok.patch('/users/me/profile_data', { data: [{ id, value }] });
    const person = (await queue.events())[0]?.['person'] as Body;
    expect(person['custom_profile_field']).toMatchObject({ id });
    return person['custom_profile_field'] as Body;
  };

  test('in a user-update event a value has id and value; null if unset', async () => {
    expect(await told({}, 'new')).toMatchObject({ value: 'new' });
    expect(await told({}, '')).toMatchObject({ value: null });
  });

  test('rendered_value: HTML, only for types that render Markdown', async () => {
    for (const field_type of [1, 2])
      expect(await told({ field_type }, '*new*')).toMatchObject({ rendered_value: '<p><em>new</em></p>' });
    expect(await told({ field_type: 4 }, '2001-02-03')).not.toHaveProperty('rendered_value');
  });
});

describe('Linkifier', () => {
  test('pattern: a regular expression with named groups; url_template: RFC 6570, groups inserted as {name_of_group}', async () => {
    await admin.ok.post('/realm/filters', {
      pattern: '(?P<repo>[a-z]+)#(?P<id>[0-9]+)',
      url_template: 'https://example.com/{repo}{?id}',
    });
    const { content } = await fetchOne(member, await say(member, 'general', 'x', 'see web#12'));
    expect(content).toBe('<p>see <a href="https://example.com/web?id=12">web#12</a></p>');
  });

  test('id is a path integer', async () => {
    const { linkifiers } = await admin.ok.get('/realm/linkifiers');
    const [{ id }] = linkifiers as [{ id: number }];
    await admin.ok.delete(`/realm/filters/${id}`);
    expect((await admin.ok.get('/realm/linkifiers'))['linkifiers']).toEqual([]);
  });
});

describe('Invitation', () => {
  test('created by POST /invites; fields are the request parameters of that endpoint', async () => {
    await member.ok.post('/invites', { invitee_emails: 'guest@example.org', stream_ids: [general], invite_as: 600 });
    const { invites } = await member.ok.get('/invites');
    expect(invites).toMatchObject([{ email: 'guest@example.org', invited_as: 600 }]);
  });
});

describe('Event queue', () => {
  test('identified by a string queue_id; events have an integer id that increases but need not be consecutive', async () => {
    const queue = await member.register({ event_types: ['message'] });
    expect(queue.queueId).toMatch(/./);
    for (const topic of ['a', 'b']) {
      await say(member, 'general', topic);
      await member.ok.post('/users/me/alert_words', { alert_words: [topic] });
    }
    const ids = (await queue.events()).map((event) => event['id'] as number);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBeGreaterThan(ids[0] ?? Infinity);
  });
});

describe('Presence data', () => {
  test('modern entry, keyed by user id: active_timestamp (last really present) and idle_timestamp (last connected)', async () => {
    await member.ok.post('/users/me/presence', { status: 'active' });
    const active = nowOf(world);
    world.clock.advance(300_000);
    const { presences } = await member.ok.post('/users/me/presence', { status: 'idle', slim_presence: true });
    expect((presences as Body)[member.userId]).toEqual({ active_timestamp: active, idle_timestamp: active + 300 });
  });

  test('legacy entry, keyed by API email: aggregated and website, identical data; website also holds pushable, always false', async () => {
    await member.ok.post('/users/me/presence', { status: 'active' });
    const entry = { client: 'website', status: 'active', timestamp: nowOf(world) };
    expect(((await member2.ok.get('/realm/presence'))['presences'] as Body)[member.email]).toEqual({
      aggregated: entry,
      website: { ...entry, pushable: false },
    });
  });

  test('legacy entry: status is idle or active', async () => {
    world.clock.advance(3_600_000);
    await member.ok.post('/users/me/presence', { status: 'idle' });
    const { presences } = await member2.ok.get('/realm/presence');
    expect((presences as Body)[member.email]).toMatchObject({ aggregated: { status: 'idle' } });
  });
});

describe('Push device registration', () => {
  let relay: Listener;
  let keys: { publicKey: Uint8Array; privateKey: Uint8Array };
  beforeAll(async () => {
    await ready;
    keys = sodium.crypto_box_keypair();
    relay = await listen();
    await world.owner.ok.patch('/console/delivery_settings', { settings: { push_relay_url: relay.url } });
  });
  afterAll(() => relay.stop());

  test.each(['fcm', 'apns'])(
    'fields: token_kind (%s), push_account_id, push_public_key, bouncer_public_key, encrypted_push_registration',
    async (token_kind) => {
      const registration = {
        token_kind,
        push_account_id: token_kind === 'fcm' ? 1 : 2,
        push_public_key: Buffer.from(keys.publicKey).toString('base64'),
        bouncer_public_key: 'key 3',
        encrypted_push_registration: 'c2VhbGVk',
      };
      await member.ok.post('/mobile_push/register', registration);
      await pass(world, 0);
      const { token_kind: kind, bouncer_public_key, encrypted_push_registration } = registration;
      expect(relay.calls.at(-1)?.body).toEqual({ token_kind: kind, bouncer_public_key, encrypted_push_registration });
    },
  );

  test('the encrypted registration reaches the relay as it was sent: only the relay can read it', async () => {
    const bouncer = sodium.crypto_box_keypair();
    const plain = JSON.stringify({
      token: 'abc',
      token_kind: 'apns',
      timestamp: nowOf(world),
      ios_app_id: 'org.example.app',
    });
    await member2.ok.post('/mobile_push/register', {
      token_kind: 'apns',
      push_account_id: 3,
      push_public_key: Buffer.from(keys.publicKey).toString('base64'),
      bouncer_public_key: Buffer.from(bouncer.publicKey).toString('base64'),
      encrypted_push_registration: Buffer.from(sodium.crypto_box_seal(plain, bouncer.publicKey)).toString('base64'),
    });
    await pass(world, 0);
    const sealed = Buffer.from(String(relay.calls.at(-1)?.body['encrypted_push_registration']), 'base64');
    const opened = sodium.crypto_box_seal_open(sealed, bouncer.publicKey, bouncer.privateKey);
    expect(Buffer.from(opened).toString()).toBe(plain);
  });
});
