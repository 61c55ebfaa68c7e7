/** The specification, "Versioning": what each feature level changed, as far as it can be seen from outside. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { fetchOne, makeChannel, say, systemGroup, write, type Message } from '../../testing/scenario.ts';
import { password, startWorld, type World } from '../../testing/world.ts';
import { bad, channelId, listen, lonelyGuest, minute, missing, nowOf, pass, stateOf } from './kit.ts';

let world: World;
let owner: Client;
let admin: Client;
let member: Client;
let member2: Client;
let general: number;
beforeAll(async () => {
  world = await startWorld();
  ({ owner, admin, member, member2 } = world);
  general = await channelId(member, 'general');
});
afterAll(() => world.stop());

const channelOf = async (id: number): Promise<Body> => (await owner.ok.get(`/streams/${id}`))['stream'] as Body;
const invitationFor = async (invitee_emails: string, params: Body, by = member): Promise<Body & { body: Body }> => {
  const body = await by.ok.post('/invites', { invitee_emails, stream_ids: [], ...params });
  const [row] = await world.db('SELECT * FROM invitations WHERE email = ?', invitee_emails);
  return { ...row, body };
};
const ignored = (body: Body): unknown => body['ignored_parameters_unsupported'];
const only = (...clients: Client[]) => ({ direct_members: clients.map(({ userId }) => userId), direct_subgroups: [] });

describe('Versioning', () => {
  test('1. the API version is part of every path: /api/v1', async () => {
    expect((await member.request('GET', '!/api/v2/users/me')).body['code']).toBe('NOT_FOUND');
  });

  test('2. changes are identified by a feature level (an integer); a release number is also quoted', async () => {
    for (const state of [await world.stranger.ok.get('/server_settings'), await stateOf(member, [])])
      expect(state).toMatchObject({ zulip_feature_level: 417, zulip_version: expect.stringMatching(/^\d+\.\d+$/) });
  });

  test('3. parameters unsupported by an endpoint are reported in ignored_parameters_unsupported', async () => {
    expect(ignored(await member.ok.get('/users/me', { colour: 'red' }))).toEqual(['colour']);
  });
});

describe('Change list by feature level', () => {
  const range = { num_before: 1, num_after: 0 };

  test('1: string anchors (newest, oldest, first_unread) in GET /messages; use_first_unread_anchor deprecated', async () => {
    await say(owner, 'general', 'x');
    for (const anchor of ['newest', 'oldest', 'first_unread'])
      expect((await member.get('/messages', { ...range, anchor })).status).toBe(200);
    expect((await member.get('/messages', { ...range, use_first_unread_anchor: true })).status).toBe(200);
  });

  test('1: prev_stream in edit history', async () => {
    const other = await makeChannel(owner, 'moved to', [owner, member]);
    const id = await say(owner, 'general', 'moving');
    await owner.ok.patch(`/messages/${id}`, { stream_id: other });
    expect((await fetchOne(member, id))['edit_history']).toMatchObject([{ prev_stream: general }]);
  });

  test('1: topic_links (was subject_links)', async () => {
    const message = await fetchOne(member, await say(owner, 'general', 'x'));
    expect('topic_links' in message && !('subject_links' in message)).toBe(true);
  });

  test('30: date_created on channels', async () => {
    expect((await channelOf(general))['date_created']).toBe(nowOf(world));
  });

  test('36: can_create_users needed to create users', async () => {
    await owner.ok.patch(`/users/${admin.userId}`, { can_create_users: false });
    await admin.fails('POST', '/users', { email: 'v36@example.com', password, full_name: 'V' }, bad);
    await owner.ok.patch(`/users/${admin.userId}`, { can_create_users: true });
  });

  test('57: linkifier update endpoint', async () => {
    const filter = { pattern: 'V(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };
    const { id } = await admin.ok.post('/realm/filters', filter);
    expect((await admin.patch(`/realm/filters/${Number(id)}`, filter)).status).toBe(200);
  });

  test('61: inviting as moderator', async () => {
    expect((await invitationFor('v61@example.org', { invite_as: 300 }, owner))['invited_as']).toBe(300);
  });

  test('89: user_settings event replaces update_display_settings and update_global_notifications', async () => {
    const user = await world.newUser('Selma Settings');
    const queue = await user.register({ client_capabilities: { user_settings_object: true } });
    await user.ok.patch('/settings', { color_scheme: 2, enable_sounds: false });
    expect((await queue.events()).map((event) => event['type'])).toEqual(['user_settings', 'user_settings']);
  });

  test('92: client_gravatar default becomes true', async () => {
    const { messages } = await member.ok.get('/messages', { ...range, anchor: 'newest' });
    expect((messages as Message[])[0]?.['avatar_url']).toBeNull();
  });

  test('96, 117, 126: invite expiry: the days parameter is gone, null for never, invite_expires_in_minutes', async () => {
    expect(ignored((await invitationFor('v96@example.org', { invite_expires_in_days: 3 })).body)).toEqual([
      'invite_expires_in_days',
    ]);
    expect((await invitationFor('v117@example.org', { invite_expires_in_minutes: null }))['expires_at']).toBeNull();
    const { expires_at: expiry } = await invitationFor('v126@example.org', { invite_expires_in_minutes: 3 });
    expect(expiry).toBe(nowOf(world) + 3 * minute);
  });

  test('118: prev_topic, topic, stream in edit history (was prev_subject)', async () => {
    const other = await channelId(owner, 'moved to');
    const id = await say(owner, 'general', 'before');
    await owner.ok.patch(`/messages/${id}`, { topic: 'after', stream_id: other });
    const [entry] = (await fetchOne(member, id))['edit_history'] as Body[];
    expect(entry).toMatchObject({ prev_topic: 'before', topic: 'after', stream: other });
    expect(entry).not.toHaveProperty('prev_subject');
  });

  test('120: message object in single-message fetch; apply_markdown', async () => {
    const id = await say(owner, 'general', 'x', '*x*');
    expect((await fetchOne(member, id, { apply_markdown: false })).content).toBe('*x*');
  });

  test('133, 226: role, then email_address, removed from subscription objects', async () => {
    for (const subscription of (await member.ok.get('/users/me/subscriptions'))['subscriptions'] as Body[])
      expect('role' in subscription || 'email_address' in subscription).toBe(false);
  });

  test('146, 151, 244, 296: profile fields: display_in_profile_summary, type 8, required, editable_by_user', async () => {
    const field = { name: 'Pronouns', display_in_profile_summary: true, required: true, editable_by_user: false };
    await admin.ok.post('/realm/profile_fields', { ...field, field_type: 8 });
    expect((await member.ok.get('/realm/profile_fields'))['custom_fields']).toMatchObject([{ ...field, type: 8 }]);
  });

  test('155: include_anchor; flags-for-narrow endpoint', async () => {
    const id = await say(owner, 'general', 'x');
    const narrow = { anchor: id, include_anchor: false, num_before: 0, num_after: 0, narrow: [] };
    expect((await member.ok.get('/messages', narrow))['messages']).toEqual([]);
    const marked = await member.ok.post('/messages/flags/narrow', { ...narrow, op: 'add', flag: 'read' });
    expect(marked['processed_count']).toBe(0);
  });

  test('163: delivery_email may be null; real-email visibility is a user setting', async () => {
    const shy = await world.newUser('Shy Sheila');
    await shy.ok.patch('/settings', { email_address_visibility: 4 });
    expect((await member.ok.get(`/users/${shy.userId}`))['user']).toMatchObject({ delivery_email: null });
  });

  test('167: ignored_parameters_unsupported', async () => {
    expect(
      ignored(await member.ok.post('/messages/flags', { messages: [], op: 'add', flag: 'read', when: 'now' })),
    ).toEqual(['when']);
  });

  test('171: user_id from POST /fetch_api_key', async () => {
    const { user_id: id } = await world.stranger.ok.post('/fetch_api_key', { username: member.email, password });
    expect(id).toBe(member.userId);
  });

  test('176: url_template replaces url_format_string', async () => {
    const filter = { pattern: 'W(?P<id>[0-9]+)', url_format_string: 'https://example.com/%(id)s' };
    await admin.fails('POST', '/realm/filters', filter, missing('url_template'));
  });

  test('178: legacy presence always holds website and aggregated', async () => {
    const { presences } = await member.ok.post('/users/me/presence', { status: 'idle' });
    expect(Object.keys((presences as Record<string, Body>)[member.email] ?? {}).toSorted()).toEqual([
      'aggregated',
      'website',
    ]);
  });

  test('180: empty stream_ids allowed in invitations', async () => {
    expect((await invitationFor('v180@example.org', { stream_ids: [] }))['status']).toBe('pending');
  });

  test('184: edit scheduled messages', async () => {
    const message = {
      type: 'direct',
      to: [owner.userId],
      content: 'a',
      scheduled_delivery_timestamp: nowOf(world) + 60,
    };
    const { scheduled_message_id: id } = await member.ok.post('/scheduled_messages', message);
    expect((await member.patch(`/scheduled_messages/${Number(id)}`, { content: 'b' })).status).toBe(200);
  });

  test('201: trigger private_message renamed direct_message', async () => {
    const hook = await listen();
    await world.owner.ok.patch('/console/delivery_settings', {
      settings: { webhook_allowed_networks: ['127.0.0.0/8'] },
    });
    const bot = await member.ok.post('/bots', {
      full_name: 'Echo',
      short_name: 'echo',
      bot_type: 3,
      payload_url: hook.url,
    });
    await write(member, [bot['user_id']]);
    await pass(world, 0);
    await hook.stop();
    expect(hook.calls).toMatchObject([{ body: { trigger: 'direct_message' } }]);
  });

  test('222, 228: is_active form of user update; user events limited to users who can access the user', async () => {
    const leaver = await world.newUser('Lea Leaver');
    const lonely = await lonelyGuest(world, 'Gitta Guest');
    const queues = await Promise.all(
      [member, lonely].map(async (client) => client.register({ event_types: ['realm_user'] })),
    );
    await leaver.ok.delete('/users/me');
    expect(await queues[0]?.events()).toMatchObject([{ person: { user_id: leaver.userId, is_active: false } }]);
    expect(await queues[1]?.events()).toEqual([]);
  });

  test('224: wildcard flags split into stream and topic wildcard flags', async () => {
    const everyone = await systemGroup(owner, 'role:everyone');
    await owner.ok.patch('/realm', { can_mention_many_users_group: { new: everyone } });
    const { flags } = await fetchOne(member, await say(owner, 'general', 'all', '@**all**'));
    expect(flags).toEqual(expect.arrayContaining(['stream_wildcard_mentioned', 'wildcard_mentioned']));
    expect(flags).not.toContain('topic_wildcard_mentioned');
  });

  test('248: channel value for message type', async () => {
    expect((await member.post('/messages', { type: 'channel', to: general, topic: 'x', content: 'x' })).status).toBe(
      200,
    );
  });

  test('254: creator_id', async () => {
    expect((await channelOf(await makeChannel(member, 'made by max', [member])))['creator_id']).toBe(member.userId);
  });

  test('261: include_realm_default_subscriptions', async () => {
    const { body } = await invitationFor('v261@example.org', { include_realm_default_subscriptions: true });
    expect(ignored(body)).toBeUndefined();
  });

  test('263: last_update_id presence protocol and slim_presence deprecated', async () => {
    const first = await member.ok.post('/users/me/presence', { status: 'active', last_update_id: -1 });
    const { presence_last_update_id: last_update_id } = first;
    const next = await member.ok.post('/users/me/presence', { status: 'active', last_update_id });
    expect(Object.keys(next['presences'] as Body)).toEqual([String(member.userId)]);
  });

  test('267: notify_referrer_on_join', async () => {
    expect(
      (await invitationFor('v267@example.org', { notify_referrer_on_join: false }))['notify_referrer_on_join'],
    ).toBe(0);
  });

  test('272: url added, uri deprecated', async () => {
    const { url, uri } = await member.ok.upload('/user_uploads', { name: 'a.txt', content: 'a' });
    expect([typeof url, uri]).toEqual(['string', url]);
  });

  test('284: prev_rendered_content_version removed', async () => {
    const id = await say(member, 'general', 'x', 'a');
    await member.ok.patch(`/messages/${id}`, { content: 'b' });
    const [entry] = (await fetchOne(member, id))['edit_history'] as Body[];
    expect(entry).not.toHaveProperty('prev_rendered_content_version');
  });

  test('285: upload filename', async () => {
    expect((await member.ok.upload('/user_uploads', { name: 'a b.txt', content: 'a' }))['filename']).toBe('a b.txt');
  });

  test('288: history_limit_days', async () => {
    const answer = await member.ok.post('/users/me/presence', {
      status: 'active',
      last_update_id: -1,
      history_limit_days: 1,
    });
    expect(ignored(answer)).toBeUndefined();
  });

  test('300: message_ids in GET /messages', async () => {
    const id = await say(owner, 'general', 'x');
    expect((await member.ok.get('/messages', { message_ids: [id] }))['messages']).toMatchObject([{ id }]);
  });

  test('303: deactivated users not in group lists', async () => {
    const leaver = await world.newUser('Leo Leaver');
    const id = await makeChannel(owner, 'lists', [owner], { can_send_message_group: only(owner, leaver) });
    await owner.ok.delete(`/users/${leaver.userId}`);
    expect((await channelOf(id))['can_send_message_group']).toEqual(only(owner));
  });

  test('322: group_ids in invitations', async () => {
    const { group_id: group } = await admin.ok.post('/user_groups/create', {
      name: 'crew',
      description: '',
      members: [],
    });
    expect((await invitationFor('v322@example.org', { group_ids: [group] }, admin))['group_ids']).toBe(
      JSON.stringify([group]),
    );
  });

  test('325: can_administer_channel_group', async () => {
    const id = await makeChannel(owner, 'run by max', [owner, member], { can_administer_channel_group: only(member) });
    expect((await member.patch(`/streams/${id}`, { description: 'mine' })).status).toBe(200);
  });

  test('327: recipient_id semantics', async () => {
    const [there, back] = [await write(member, [member2.userId]), await write(member2, [member.userId])];
    expect((await fetchOne(member, there))['recipient_id']).toBe((await fetchOne(member, back))['recipient_id']);
  });

  test('328: reaction user object removed', async () => {
    const id = await say(owner, 'general', 'x');
    await member.ok.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    const [reaction] = (await fetchOne(member, id))['reactions'] as Body[];
    expect(Object.keys(reaction ?? {}).toSorted()).toEqual(['emoji_code', 'emoji_name', 'reaction_type', 'user_id']);
  });

  test('334: empty topic name allowed (allow_empty_topic_name, empty_topic_name capability)', async () => {
    const queue = await member.register({ event_types: ['message'], client_capabilities: { empty_topic_name: true } });
    const id = await say(owner, 'general', '');
    expect((await fetchOne(member, id, { allow_empty_topic_name: true })).subject).toBe('');
    expect(await queue.events()).toMatchObject([{ message: { subject: '' } }]);
  });

  test('342: invitation channel permission rules', async () => {
    const closed = await makeChannel(owner, 'closed', [owner, member], {
      invite_only: true,
      can_add_subscribers_group: only(owner),
    });
    await owner.ok.patch('/realm', {
      can_add_subscribers_group: { new: await systemGroup(owner, 'role:administrators') },
    });
    await member.fails('POST', '/invites', { invitee_emails: 'v342@example.org', stream_ids: [closed] }, bad);
    await owner.ok.patch('/realm', { can_add_subscribers_group: { new: await systemGroup(owner, 'role:members') } });
    expect(await invitationFor('v342@example.org', { stream_ids: [closed] }, owner)).toMatchObject({
      status: 'pending',
    });
  });

  test('349: administer/remove-subscriber rules: a user who administers a channel may remove subscribers', async () => {
    const groups = { can_administer_channel_group: only(member), can_remove_subscribers_group: only(owner) };
    await makeChannel(owner, 'ruled', [owner, member, member2], groups);
    const remove = { subscriptions: ['ruled'], principals: [member2.userId] };
    expect((await member.delete('/users/me/subscriptions', remove)).status).toBe(200);
  });

  test('355: ignored_because_not_subscribed_channels', async () => {
    const marked = { anchor: 'newest', num_before: 0, num_after: 0, narrow: [], op: 'remove', flag: 'read' };
    expect(await member.ok.post('/messages/flags/narrow', marked)).toHaveProperty(
      'ignored_because_not_subscribed_channels',
    );
  });

  test('357: can_subscribe_group', async () => {
    await makeChannel(owner, 'open to max', [owner], { invite_only: true, can_subscribe_group: only(member) });
    expect((await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'open to max' }] })).status).toBe(
      200,
    );
  });

  test('363: is_billing_admin removed', async () => {
    expect((await member.ok.get(`/users/${owner.userId}`))['user']).not.toHaveProperty('is_billing_admin');
  });

  test('365: last_moved_timestamp', async () => {
    const id = await say(member, 'general', 'a');
    await member.ok.patch(`/messages/${id}`, { topic: 'b' });
    expect((await fetchOne(member, id))['last_moved_timestamp']).toBe(nowOf(world));
  });

  test('370: (no topic) read as empty string', async () => {
    const id = await say(member, 'general', '(no topic)');
    expect((await fetchOne(member, id, { allow_empty_topic_name: true })).subject).toBe('');
  });

  test('389: channel folders', async () => {
    const { channel_folder_id: folder_id } = await admin.ok.post('/channel_folders/create', {
      name: 'Teams',
      description: '',
    });
    expect((await channelOf(await makeChannel(member, 'in teams', [], { folder_id })))['folder_id']).toBe(folder_id);
  });

  test('392, 404: topics_policy; empty_topic_only', async () => {
    const id = await makeChannel(member, 'chatty', [member], { topics_policy: 'empty_topic_only' });
    expect((await channelOf(id))['topics_policy']).toBe('empty_topic_only');
    expect((await member.post('/messages', { type: 'channel', to: id, topic: 'a topic', content: 'x' })).status).toBe(
      400,
    );
    expect((await member.post('/messages', { type: 'channel', to: id, topic: '', content: 'x' })).status).toBe(200);
  });

  test.each([
    ['396', 'can_move_messages_out_of_channel_group'],
    ['396', 'can_move_messages_within_channel_group'],
    ['402', 'can_resolve_topics_group'],
    ['407', 'can_delete_any_message_group'],
    ['407', 'can_delete_own_message_group'],
  ])('%s: %s', async (level, setting) => {
    const id = await makeChannel(owner, `${level} ${setting}`.slice(0, 60), [owner], { [setting]: only(owner) });
    expect((await channelOf(id))[setting]).toEqual(only(owner));
  });

  test('406: encrypted push registration (old token endpoint deprecated)', async () => {
    for (const path of ['/mobile_push/register', '/users/me/mobile_push_reg_id'])
      expect((await member.post(path, {})).body['code']).toBe('REQUEST_VARIABLE_MISSING');
  });

  test('412: partial_subscribers', async () => {
    const answer = await member.ok.get('/users/me/subscriptions', { include_subscribers: 'partial' });
    for (const subscription of answer['subscriptions'] as Body[])
      expect('subscribers' in subscription || 'partial_subscribers' in subscription).toBe(true);
  });

  test('416: welcome_message_custom_text', async () => {
    const { welcome_message_custom_text: text } = await invitationFor(
      'v416@example.org',
      { welcome_message_custom_text: 'Hi' },
      admin,
    );
    expect(text).toBe('Hi');
  });

  test('417: POST /channels/create', async () => {
    expect((await member.ok.post('/channels/create', { name: 'latest', subscribers: [] }))['id']).toEqual(
      expect.any(Number),
    );
  });
});
