/** Making and seeing channels: every parameter (contract: create-channel), and the look-ups. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let number = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const newName = () => `channel ${(number += 1)}`;

/** Creates a channel with the caller in it; answers it as the caller sees it. */
async function create(client: Client, params: Body = {}): Promise<Body> {
  const { id } = await client.ok.post('/channels/create', { name: newName(), subscribers: [client.userId], ...params });
  return channel(client, id);
}

async function channel(client: Client, id: unknown): Promise<Body> {
  return (await client.ok.get(`/streams/${String(id)}`))['stream'] as Body;
}

async function groupId(name: string): Promise<number> {
  const rows = await world.db<{ id: number }>('SELECT id FROM user_groups WHERE name = ?', name);
  return rows[0]?.id ?? -1;
}

/** Contents of channel messages in one topic, oldest first. */
async function said(channelId: unknown, topic: string): Promise<string[]> {
  const rows = await world.db<{ content: string }>(
    'SELECT content FROM messages WHERE stream_id = ? AND topic = ? ORDER BY id',
    Number(channelId),
    topic,
  );
  return rows.map((row) => row.content);
}

async function refused(client: Client, params: Body, expected: { status: number; code: string } & Body): Promise<void> {
  const before = await world.dump();
  await client.fails('POST', '/channels/create', { name: newName(), subscribers: [], ...params }, expected);
  expect(await world.dump()).toBe(before);
}

const badRequest = { status: 400, code: 'BAD_REQUEST' };

const kinds = (events: Body[]): string[] => events.map((event) => `${event['type']} ${event['op']}`);
const direct = (events: Body[]): Body[] =>
  events.map((event) => event['message'] as Body).filter((message) => message['type'] === 'private');
const attempt = (client: Client): ReturnType<Client['post']> =>
  client.post('/channels/create', { name: newName(), subscribers: [], is_web_public: true });

describe('POST /channels/create', () => {
  it('makes a public channel with the defaults, and its creator administers it', async () => {
    const made = await create(world.member, { description: 'For *talk*' });
    expect(made).toMatchObject({
      description: 'For *talk*',
      rendered_description: '<p>For <em>talk</em></p>',
      creator_id: world.member.userId,
      date_created: Math.floor(world.clock.nowMs / 1000),
      invite_only: false,
      is_web_public: false,
      history_public_to_subscribers: true,
      is_archived: false,
      topics_policy: 'inherit',
      message_retention_days: null,
      folder_id: null,
      subscriber_count: 1,
      stream_weekly_traffic: null,
      is_recently_active: true,
      can_administer_channel_group: { direct_members: [world.member.userId], direct_subgroups: [] },
      can_add_subscribers_group: await groupId('role:nobody'),
      can_remove_subscribers_group: await groupId('role:administrators'),
      can_send_message_group: await groupId('role:everyone'),
      can_subscribe_group: await groupId('role:nobody'),
      can_delete_any_message_group: await groupId('role:nobody'),
      can_delete_own_message_group: await groupId('role:nobody'),
      can_move_messages_out_of_channel_group: await groupId('role:nobody'),
      can_move_messages_within_channel_group: await groupId('role:nobody'),
      can_resolve_topics_group: await groupId('role:nobody'),
    });
  });

  it('subscribes the users of `subscribers`, the caller only when named', async () => {
    const made = await create(world.member, { subscribers: [world.member2.userId, world.guest.userId] });
    const { subscribers } = await world.member.ok.get(`/streams/${String(made['stream_id'])}/members`);
    expect(subscribers).toEqual([world.member2.userId, world.guest.userId].toSorted((a, b) => a - b));
  });

  it('notifies everyone but guests of the channel, then the subscribers of their subscriptions', async () => {
    const queues = {
      creator: await world.member.register({ event_types: ['stream', 'subscription'], include_subscribers: 'true' }),
      other: await world.member2.register({ event_types: ['stream', 'subscription'] }),
      guest: await world.guest.register({ event_types: ['stream', 'subscription'] }),
    };
    const name = newName();
    const { id } = await world.member.ok.post('/channels/create', { name, subscribers: [world.member.userId] });
    const own = await queues.creator.events();
    expect(kinds(own)).toEqual(['stream create', 'subscription add']);
    expect(own[1]).toMatchObject({
      subscriptions: [
        { stream_id: id, name, subscribers: [], is_muted: false, color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
      ],
    });
    const others = await queues.other.events();
    expect(kinds(others)).toEqual(['stream create', 'subscription peer_add']);
    expect(others[1]).toMatchObject({ stream_ids: [id], user_ids: [world.member.userId] });
    expect(kinds(await queues.guest.events())).toEqual([]);
  });

  it('keeps a private channel from all but its subscribers and administrators', async () => {
    const queues = [
      await world.admin.register({ event_types: ['stream'] }),
      await world.member2.register({ event_types: ['stream'] }),
    ];
    const made = await create(world.member, { invite_only: true });
    expect(made).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
    expect(await queues[0]?.events()).toHaveLength(1);
    expect(await queues[1]?.events()).toHaveLength(0);
    await world.member2.fails('GET', `/streams/${String(made['stream_id'])}`, {}, badRequest);
    expect(await channel(world.admin, made['stream_id'])).toMatchObject({ invite_only: true });
    await world.admin.fails('GET', `/users/me/${String(made['stream_id'])}/topics`, {}, badRequest);
  });

  it('shares the history of a private channel with newcomers where asked to', async () => {
    expect(await create(world.member, { invite_only: true, history_public_to_subscribers: true })).toMatchObject({
      history_public_to_subscribers: true,
    });
  });

  it('refuses contradictory kinds', async () => {
    await refused(world.owner, { history_public_to_subscribers: false }, badRequest);
    await refused(world.owner, { invite_only: true, is_web_public: true }, badRequest);
  });

  it('makes a default channel for administrators only, and never a private one', async () => {
    const queue = await world.member.register({ event_types: ['default_streams'] });
    const made = await create(world.admin, { is_default_stream: true });
    expect((await queue.events())[0]?.['default_streams']).toContain(made['stream_id']);
    const newcomer = await world.newUser('New Comer');
    const { is_subscribed } = await world.admin.ok.get(
      `/users/${newcomer.userId}/subscriptions/${String(made['stream_id'])}`,
    );
    expect(is_subscribed).toBe(true);
    await refused(world.member, { is_default_stream: true }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    await refused(world.admin, { is_default_stream: true, invite_only: true }, badRequest);
  });

  it('puts the channel into a folder that exists', async () => {
    const { channel_folder_id } = await world.admin.ok.post('/channel_folders/create', {
      name: 'Projects',
      description: '',
    });
    expect(await create(world.member, { folder_id: channel_folder_id })).toMatchObject({
      folder_id: channel_folder_id,
    });
    await refused(world.member, { folder_id: 987 }, badRequest);
  });

  it.each(['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'])(
    'takes the topics_policy %s',
    async (policy) => {
      expect(await create(world.member, { topics_policy: policy })).toMatchObject({ topics_policy: policy });
    },
  );

  it('takes topics_policy as JSON text too, and refuses other words', async () => {
    expect(await create(world.member, { topics_policy: '"allow_empty_topic"' })).toMatchObject({
      topics_policy: 'allow_empty_topic',
    });
    await refused(world.member, { topics_policy: 'sometimes' }, { status: 400, code: 'BAD_REQUEST' });
  });

  it.each([
    [30, 30],
    ['30', 30],
    ['"30"', 30],
    ['unlimited', -1],
    ['"unlimited"', -1],
    ['realm_default', null],
  ])('keeps message_retention_days %j as %j', async (sent, kept) => {
    expect(await create(world.owner, { message_retention_days: sent })).toMatchObject({ message_retention_days: kept });
  });

  it.each([0, -5, 'never', '1.5', ''])('refuses message_retention_days %j', async (sent) => {
    const before = await world.dump();
    const { status } = await world.owner.post('/channels/create', {
      name: newName(),
      subscribers: [],
      message_retention_days: sent,
    });
    expect(status).toBe(400);
    expect(await world.dump()).toBe(before);
  });

  it('leaves retention to owners', async () => {
    await refused(world.admin, { message_retention_days: 30 }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
  });

  it.each([
    'can_add_subscribers_group',
    'can_remove_subscribers_group',
    'can_administer_channel_group',
    'can_delete_any_message_group',
    'can_delete_own_message_group',
    'can_move_messages_out_of_channel_group',
    'can_move_messages_within_channel_group',
    'can_send_message_group',
    'can_subscribe_group',
    'can_resolve_topics_group',
  ])('takes %s as the id of a group or as users and groups', async (setting) => {
    const [members, moderators] = [await groupId('role:members'), await groupId('role:moderators')];
    expect(await create(world.owner, { [setting]: members })).toMatchObject({ [setting]: members });
    const mixed = { direct_members: [world.member.userId], direct_subgroups: [moderators] };
    expect(await create(world.owner, { [setting]: mixed })).toMatchObject({ [setting]: mixed });
    expect(
      await create(world.owner, { [setting]: { direct_members: [], direct_subgroups: [moderators] } }),
    ).toMatchObject({ [setting]: moderators });
    await refused(world.owner, { [setting]: 98_765 }, badRequest);
    await refused(world.owner, { [setting]: { direct_members: [98_765], direct_subgroups: [] } }, badRequest);
    await refused(world.owner, { [setting]: await groupId('role:internet') }, badRequest);
    await refused(world.owner, { [setting]: { direct_members: [] } }, { status: 400, code: 'BAD_REQUEST' });
  });

  it('refuses guests as administrators of a channel', async () => {
    await refused(world.owner, { can_administer_channel_group: await groupId('role:everyone') }, badRequest);
  });

  it('keeps the setting of who deletes to those whom the organization trusts with it', async () => {
    await refused(world.member, { can_delete_any_message_group: await groupId('role:members') }, badRequest);
    await create(world.moderator, { can_delete_any_message_group: await groupId('role:members') });
  });

  it('has the notification bot open the channel, and announce it where asked to', async () => {
    const [general] = await world.db<{ id: number }>("SELECT id FROM streams WHERE name = 'general'");
    const quiet = await create(world.member, { description: 'Calm' });
    expect(await said(quiet['stream_id'], 'channel events')).toEqual([
      `**Public** channel created by @_**${world.member.name}|${world.member.userId}**. **Description:**\n\`\`\`\` quote\nCalm\n\`\`\`\``,
    ]);
    const before = await said(general?.id, 'new channels');
    const loud = await create(world.member, { announce: true });
    const announced = (await said(general?.id, 'new channels')).slice(before.length);
    expect(announced).toEqual([
      `@_**${world.member.name}|${world.member.userId}** created a new channel #**${String(loud['name'])}**.`,
    ]);
    await create(world.member, { announce: true, invite_only: true });
    expect(await said(general?.id, 'new channels')).toHaveLength(before.length + 1);
  });

  it('writes to people whom someone else subscribed, unless told not to', async () => {
    const queue = await world.member2.register({ event_types: ['message'] });
    await create(world.member, { subscribers: [world.member2.userId], send_new_subscription_messages: false });
    expect(direct(await queue.events())).toEqual([]);
    const made = await create(world.member, { subscribers: [world.member2.userId] });
    expect(direct(await queue.events()).map((message) => message['content'])).toEqual([
      `@_**${world.member.name}|${world.member.userId}** subscribed you to the channel #**${String(made['name'])}**.`,
    ]);
  });

  it('answers CHANNEL_ALREADY_EXISTS for a name in use, whatever its capitals', async () => {
    await create(world.member, { name: 'Taken Name' });
    await refused(world.member2, { name: '  tAKEN nAME ' }, { status: 409, code: 'CHANNEL_ALREADY_EXISTS' });
  });

  it('refuses names and descriptions that cannot be', async () => {
    await refused(world.member, { name: '   ' }, badRequest);
    await refused(world.member, { name: 'x'.repeat(61) }, badRequest);
    await refused(world.member, { name: 'two\nlines' }, badRequest);
    await refused(world.member, { name: 'nul\0l' }, badRequest);
    await refused(world.member, { description: 'x'.repeat(1025) }, badRequest);
    // With a pattern, so much space held the server up for minutes.
    await refused(world.member, { description: `a${' '.repeat(500_000)}x` }, badRequest);
    expect(await create(world.member, { name: `${'💬'.repeat(60)}`, description: '💬'.repeat(1024) })).toMatchObject({
      name: '💬'.repeat(60),
    });
  });

  it('keeps a description on one line', async () => {
    expect(await create(world.member, { description: 'one\ntwo\r\n three' })).toMatchObject({
      description: 'one two three',
    });
  });

  it('refuses missing and wrong parameters', async () => {
    await world.member.fails(
      'POST',
      '/channels/create',
      { subscribers: [] },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'name' },
    );
    await world.member.fails(
      'POST',
      '/channels/create',
      { name: newName() },
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'subscribers' },
    );
    await refused(world.member, { subscribers: ['you'] }, { status: 400, code: 'BAD_REQUEST' });
    await refused(world.member, { subscribers: [98_765] }, badRequest);
    await refused(world.member, { invite_only: 'perhaps' }, { status: 400, code: 'BAD_REQUEST' });
  });

  it('refuses guests, and members where the organization does not let them', async () => {
    await refused(world.guest, {}, badRequest);
    const [moderators, members] = [await groupId('role:moderators'), await groupId('role:members')];
    await world.owner.ok.patch('/realm', { can_create_private_channel_group: { new: moderators } });
    await refused(world.member, { invite_only: true }, badRequest);
    await create(world.member);
    await create(world.moderator, { invite_only: true });
    await world.owner.ok.patch('/realm', { can_create_private_channel_group: { new: members } });
  });

  it('lets no one fill a new channel with others who may not add subscribers', async () => {
    const moderators = await groupId('role:moderators');
    const [members] = [await groupId('role:members')];
    const elsewhere = { direct_members: [world.owner.userId], direct_subgroups: [] };
    await world.owner.ok.patch('/realm', { can_add_subscribers_group: { new: moderators } });
    await refused(
      world.member,
      { subscribers: [world.member2.userId], can_administer_channel_group: elsewhere },
      badRequest,
    );
    await create(world.member, { subscribers: [world.member2.userId] });
    await world.owner.ok.patch('/realm', { can_add_subscribers_group: { new: members } });
  });
});

describe('web-public channels', () => {
  it('need the server setting, the organization setting and the group, all three', async () => {
    await refused(world.owner, { is_web_public: true }, badRequest);
    const open = await startWorld({ webPublicChannelsEnabled: true });
    expect((await attempt(open.owner)).status).toBe(400);
    await open.owner.ok.patch('/realm', { enable_spectator_access: true });
    expect((await attempt(open.member)).status).toBe(400);
    const { status, body } = await attempt(open.owner);
    expect(status).toBe(200);
    const seen = await open.guest.ok.get(`/streams/${String(body['id'])}`);
    expect(seen['stream']).toMatchObject({ is_web_public: true });
    await open.stop();
  });
});

describe('GET /streams', () => {
  let names: Record<string, string>;
  beforeAll(async () => {
    names = {};
    const plans: [string, Client, Body][] = [
      ['public', world.member, { subscribers: [] }],
      ['own', world.member2, {}],
      ['private', world.member2, { invite_only: true }],
      ['hidden', world.member, { invite_only: true }],
      [
        'joinable',
        world.member,
        { invite_only: true, can_subscribe_group: { direct_members: [world.member2.userId], direct_subgroups: [] } },
      ],
      ['archived', world.member2, {}],
    ];
    for (const [key, client, params] of plans)
      names[key] = String((await create(client, { ...params, name: `List ${key}` }))['name']);
    const archived = await world.owner.ok.get('/get_stream_id', { stream: 'List archived' });
    await world.owner.ok.delete(`/streams/${String(archived['stream_id'])}`);
  });

  /** Which of the channels above a list has. */
  async function listed(client: Client, params: Body): Promise<string[]> {
    const { streams: channels } = await client.ok.get('/streams', params);
    const found = new Set((channels as Body[]).map((each) => each['name']));
    return Object.keys(names).filter((key) => found.has(names[key]));
  }
  const none = { include_public: false, include_subscribed: false };

  it('lists public and own channels by default, without archived ones', async () => {
    expect(await listed(world.member2, {})).toEqual(['public', 'own', 'private']);
  });
  it.each([
    ['include_public', { include_subscribed: false }, ['public', 'own']],
    ['include_subscribed', { include_public: false }, ['own', 'private']],
    ['include_all', { ...none, include_all: true }, ['public', 'own', 'private', 'joinable']],
    [
      'include_can_access_content',
      { ...none, include_can_access_content: true },
      ['public', 'own', 'private', 'joinable'],
    ],
    ['exclude_archived=false', { exclude_archived: false }, ['public', 'own', 'private', 'archived']],
    ['nothing', none, []],
  ])('%s chooses', async (_choice, params, expected) => {
    expect(await listed(world.member2, params)).toEqual(expected);
  });

  it('shows administrators every channel, and guests their own', async () => {
    expect(await listed(world.admin, { include_all: true })).toEqual([
      'public',
      'own',
      'private',
      'hidden',
      'joinable',
    ]);
    expect(await listed(world.admin, { include_all_active: true })).toEqual([
      'public',
      'own',
      'private',
      'hidden',
      'joinable',
    ]);
    expect(await listed(world.guest, { include_all: true })).toEqual([]);
    await world.member.fails('GET', '/streams', { include_all_active: true }, badRequest);
  });

  it('reports which are default channels where asked to', async () => {
    const { streams: channels } = await world.member.ok.get('/streams', { include_default: true });
    expect((channels as Body[]).find((each) => each['name'] === 'general')).toMatchObject({ is_default: true });
    const plain = await world.member.ok.get('/streams');
    expect((plain['streams'] as Body[])[0]).not.toHaveProperty('is_default');
  });

  it('gives a bot the channels of its owner where asked to', async () => {
    expect(await listed(world.bot, { include_public: false, include_owner_subscribed: true })).toContain('hidden');
    // For people it adds nothing.
    const all = await listed(world.member, {});
    expect(await listed(world.member, { include_owner_subscribed: true })).toEqual(all);
  });

  it('sorts by name', async () => {
    const { streams: channels } = await world.member.ok.get('/streams');
    const keys = (channels as Body[]).map((each) => String(each['name']).toLowerCase());
    expect(keys).toEqual(keys.toSorted());
  });
});

describe('look-ups of one channel', () => {
  it('find it by name, whatever the capitals, for those who may see it', async () => {
    const made = await create(world.member, { name: 'Look Me Up', invite_only: true });
    expect(await world.member.ok.get('/get_stream_id', { stream: 'look me UP' })).toMatchObject({
      stream_id: made['stream_id'],
    });
    expect(await world.admin.ok.get('/get_stream_id', { stream: 'look me UP' })).toMatchObject({
      stream_id: made['stream_id'],
    });
    await world.member2.fails('GET', '/get_stream_id', { stream: 'Look Me Up' }, badRequest);
    await world.member.fails('GET', '/get_stream_id', { stream: 'nothing like it' }, badRequest);
  });

  it('answer the same for a channel that is hidden and one that is not there', async () => {
    const made = await create(world.member, { invite_only: true });
    for (const path of ['', '/members', '/email_address']) {
      const hidden = await world.member2.get(`/streams/${String(made['stream_id'])}${path}`);
      const missing = await world.member2.get(`/streams/98765${path}`);
      expect(hidden.body).toEqual(missing.body);
      expect(hidden.status).toBe(400);
    }
  });

  it('have no mail address, as the server receives no mail', async () => {
    const made = await create(world.member);
    const path = `/streams/${String(made['stream_id'])}/email_address`;
    expect(await world.member.ok.get(path)).toMatchObject({ email: '' });
    expect(await world.member.ok.get(path, { sender_id: world.bot.userId })).toMatchObject({ email: '' });
    await world.member.fails('GET', path, { sender_id: world.member2.userId }, badRequest);
  });

  it('leave deactivated users out of group settings and of the subscribers', async () => {
    const leaver = await world.newUser('Lea Leaver');
    const made = await create(world.owner, {
      subscribers: [world.owner.userId, leaver.userId],
      can_send_message_group: { direct_members: [world.owner.userId, leaver.userId], direct_subgroups: [] },
    });
    const queue = await world.owner.register({ event_types: ['stream', 'subscription'] });
    await leaver.ok.delete('/users/me');
    expect(await channel(world.owner, made['stream_id'])).toMatchObject({
      subscriber_count: 1,
      can_send_message_group: { direct_members: [world.owner.userId], direct_subgroups: [] },
    });
    expect(await world.owner.ok.get(`/streams/${String(made['stream_id'])}/members`)).toMatchObject({
      subscribers: [world.owner.userId],
    });
    const events = await queue.events();
    expect(events).toContainEqual(expect.objectContaining({ op: 'peer_remove', user_ids: [leaver.userId] }));
    expect(events).toContainEqual(
      expect.objectContaining({ op: 'update', property: 'can_send_message_group', stream_id: made['stream_id'] }),
    );
  });
});

describe('weekly traffic', () => {
  it('is estimated once a channel is a week old', async () => {
    const made = await create(world.member);
    for (let sent = 0; sent < 3; sent += 1)
      await world.member.ok.post('/messages', { type: 'stream', to: made['stream_id'], topic: 't', content: 'x' });
    world.clock.advance(14 * 86_400_000);
    // Four messages, the bot's own included, in two weeks.
    expect(await channel(world.member, made['stream_id'])).toMatchObject({ stream_weekly_traffic: 2 });
  });
});
