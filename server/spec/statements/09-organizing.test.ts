/** The specification, "Endpoints": POST /channel_folders/create, /invites, /realm/profile_fields; PATCH /drafts/{draft_id}; POST /messages/flags/narrow. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type Body } from '../../testing/client.ts';
import { fetchOne, makeChannel, say, systemGroup } from '../../testing/scenario.ts';
import { password, startWorld, type World } from '../../testing/world.ts';
import { bad, channelId, directMessagesFrom, minute, missing, notAdministrator, nowOf, stateOf } from './kit.ts';

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

describe('POST /channel_folders/create', () => {
  const params = { name: 'Projects', description: 'All of them' };

  test('organization administrators only; error UNAUTHORIZED_PRINCIPAL for a non-administrator', async () => {
    for (const who of ['moderator', 'member', 'guest', 'bot'] as const)
      await world[who].fails('POST', '/channel_folders/create', params, notAdministrator);
  });

  test('name: required, non-empty; bounded by max_channel_folder_name_length', async () => {
    const { max_channel_folder_name_length: max } = await stateOf(member, ['realm']);
    await admin.fails('POST', '/channel_folders/create', { description: '' }, missing('name'));
    await admin.fails('POST', '/channel_folders/create', { ...params, name: ' ' }, bad);
    await admin.ok.post('/channel_folders/create', { ...params, name: 'é'.repeat(Number(max)) });
    await admin.fails('POST', '/channel_folders/create', { ...params, name: 'e'.repeat(Number(max) + 1) }, bad);
  });

  test('description: must be present in the request but may be empty; bounded by max_channel_folder_description_length', async () => {
    const { max_channel_folder_description_length: max } = await stateOf(member, ['realm']);
    await admin.fails('POST', '/channel_folders/create', { name: 'A' }, missing('description'));
    await admin.ok.post('/channel_folders/create', { name: 'A', description: '' });
    await admin.ok.post('/channel_folders/create', { name: 'B', description: 'é'.repeat(Number(max)) });
    await admin.fails('POST', '/channel_folders/create', { name: 'C', description: 'é'.repeat(Number(max) + 1) }, bad);
  });

  test('response: channel_folder_id', async () => {
    expect((await admin.ok.post('/channel_folders/create', params))['channel_folder_id']).toEqual(expect.any(Number));
  });
});

describe('POST /invites', () => {
  let invited = 0;
  const newAddress = (): string => {
    invited += 1;
    return `person${invited}@example.org`;
  };
  type Invitation = Record<string, unknown> & { key: string; status: string };
  const find = async (email: string): Promise<Invitation | undefined> =>
    (await world.db<Invitation>('SELECT * FROM invitations WHERE email = ? ORDER BY id DESC', email))[0];
  /** Invites one new address; answers the invitation as it is kept. */
  const invite = async (params: Body = {}, by = member): Promise<Invitation> => {
    const email = newAddress();
    await by.ok.post('/invites', { invitee_emails: email, stream_ids: [], ...params });
    return (await find(email)) as Invitation;
  };
  const refuse = async (params: Body, expected: Body & { status: number; code: string } = bad, by = member) => {
    const email = newAddress();
    const body = await by.fails('POST', '/invites', { invitee_emails: email, stream_ids: [], ...params }, expected);
    expect(await find(email)).toBeUndefined();
    return body;
  };
  let joined = 0;
  /** Accepts an invitation. */
  const join = async (by: Invitation): Promise<Client> => {
    joined += 1;
    const full_name = `Joiner ${joined}`;
    const { user_id, email } = await world.stranger.ok.post(`/console/join/${by.key}`, { full_name, password });
    const { api_key } = await world.stranger.ok.post('/fetch_api_key', { username: email, password });
    return new Client(() => world.url, {
      userId: Number(user_id),
      email: String(email),
      apiKey: String(api_key),
      name: full_name,
    });
  };
  const channelsOf = async (client: Client) =>
    ((await client.ok.get('/users/me/subscriptions'))['subscriptions'] as Body[]).map((each) => each['name']);

  test('invitee_emails: required; email addresses separated by commas or newlines', async () => {
    const all = [newAddress(), newAddress(), newAddress()];
    await member.ok.post('/invites', { invitee_emails: `${all[0]}, ${all[1]}\n${all[2]}`, stream_ids: [] });
    for (const email of all) expect((await find(email))?.status).toBe('pending');
    await member.fails('POST', '/invites', { stream_ids: [] }, missing('invitee_emails'));
  });

  test('invite_expires_in_minutes: null = never expires', async () => {
    expect((await invite({ invite_expires_in_minutes: null }))['expires_at']).toBeNull();
  });

  test('invite_expires_in_minutes: unspecified = server default, 14400', async () => {
    expect((await invite())['expires_at']).toBe(nowOf(world) + 14_400 * minute);
    expect((await invite({ invite_expires_in_minutes: 10 }))['expires_at']).toBe(nowOf(world) + 10 * minute);
  });

  test('invite_expires_in_minutes: the default is the setting INVITATION_LINK_VALIDITY_MINUTES', async () => {
    const brief = await startWorld({ invitationLinkValidityMinutes: 5 });
    await brief.member.ok.post('/invites', { invitee_emails: 'brief@example.org', stream_ids: [] });
    const { invites } = await brief.member.ok.get('/invites');
    expect(invites).toMatchObject([{ expiry_date: nowOf(brief) + 5 * minute }]);
    await brief.stop();
  });

  test('invite_as: one of 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest; default 400', async () => {
    for (const role of [100, 200, 300, 400, 600])
      expect((await invite({ invite_as: role }, owner))['invited_as']).toBe(role);
    expect((await invite())['invited_as']).toBe(400);
    await refuse({ invite_as: 500 }, { status: 400, code: 'BAD_REQUEST' }, owner);
  });

  test('invite_as: the caller may only invite to roles equal or more restricted than their own', async () => {
    await invite({ invite_as: 400 });
    await invite({ invite_as: 300 }, world.moderator);
    await refuse({ invite_as: 300 });
    await refuse({ invite_as: 200 }, bad, world.moderator);
    await refuse({ invite_as: 100 }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' }, admin);
  });

  test('stream_ids: required; channels the new user joins', async () => {
    const room = await makeChannel(admin, 'room', [admin]);
    expect(await channelsOf(await join(await invite({ stream_ids: [room] }, admin)))).toEqual(['room']);
    await refuse({ stream_ids: undefined }, missing('stream_ids'));
  });

  test('stream_ids: in addition to defaults', async () => {
    const extra = await makeChannel(admin, 'extra', [admin]);
    const offer = { stream_ids: [extra], include_realm_default_subscriptions: true };
    const joinedChannels = await channelsOf(await join(await invite(offer, admin)));
    const defaults = await channelsOf(await world.newUser('Nils Newcomer'));
    expect(new Set(joinedChannels)).toEqual(new Set([...defaults, 'extra']));
  });

  test('stream_ids: each must be a default channel or one the caller may add subscribers to', async () => {
    const closed = await makeChannel(admin, 'closed', [admin, member], { invite_only: true });
    await owner.ok.patch('/realm', {
      can_add_subscribers_group: { new: await systemGroup(owner, 'role:administrators') },
    });
    await refuse({ stream_ids: [closed] });
    await invite({ stream_ids: [closed] }, admin);
    await owner.ok.patch('/realm', { can_add_subscribers_group: { new: await systemGroup(owner, 'role:members') } });
    await invite({ stream_ids: [general] });
  });

  test('stream_ids: must be empty if the caller cannot subscribe others', async () => {
    await owner.ok.patch('/realm', {
      can_add_subscribers_group: { new: await systemGroup(owner, 'role:administrators') },
    });
    await refuse({ stream_ids: [general] });
    await owner.ok.patch('/realm', { can_add_subscribers_group: { new: await systemGroup(owner, 'role:members') } });
  });

  test('stream_ids: may be empty', async () => {
    expect(await channelsOf(await join(await invite({ stream_ids: [] })))).toEqual([]);
  });

  test('group_ids: user groups the new user joins; caller needs permission to add to them; empty = none', async () => {
    const params = { name: 'crew', description: '', members: [admin.userId] };
    const { group_id: group } = await admin.ok.post('/user_groups/create', params);
    const newcomer = await join(await invite({ group_ids: [group] }, admin));
    const membersOf = async () => (await admin.ok.get(`/user_groups/${Number(group)}/members`))['members'];
    expect(await membersOf()).toEqual([admin.userId, newcomer.userId]);
    await refuse({ group_ids: [group] });
    await join(await invite({ group_ids: [] }, admin));
    expect(await membersOf()).toHaveLength(2);
  });

  test('include_realm_default_subscriptions: default false; may be true even if the caller cannot subscribe others', async () => {
    await owner.ok.patch('/realm', {
      can_add_subscribers_group: { new: await systemGroup(owner, 'role:administrators') },
    });
    const included = await join(await invite({ include_realm_default_subscriptions: true }));
    expect(await channelsOf(included)).toEqual(await channelsOf(await world.newUser('Dora Default')));
    expect(await channelsOf(await join(await invite()))).toEqual([]);
    await owner.ok.patch('/realm', { can_add_subscribers_group: { new: await systemGroup(owner, 'role:members') } });
  });

  test('notify_referrer_on_join: default true: the inviter gets a direct message from the notification bot on account creation', async () => {
    const queue = await member2.register({ event_types: ['message'] });
    const { name } = await join(await invite({}, member2));
    expect(await queue.events()).toMatchObject([
      { message: { type: 'private', sender_full_name: 'Notification Bot', content: expect.stringContaining(name) } },
    ]);
    await join(await invite({ notify_referrer_on_join: false }, member2));
    expect(await queue.events()).toEqual([]);
  });

  const welcomeBot = async (of: Client) => {
    const bots = (await stateOf(of, ['realm_user']))['cross_realm_bots'] as Body[];
    const email = String(bots.find((bot) => String(bot['full_name']).startsWith('Welcome'))?.['email']);
    return directMessagesFrom(of, email);
  };
  test('welcome_message_custom_text: Markdown, at most 8000 characters', async () => {
    const text = '*é*'.padEnd(8000, 'é');
    expect(await welcomeBot(await join(await invite({ welcome_message_custom_text: text }, admin)))).toContain(text);
    await refuse({ welcome_message_custom_text: `${text}é` }, bad, admin);
  });

  test('welcome_message_custom_text: only administrators may set it; for others the value is always null', async () => {
    expect((await invite({ welcome_message_custom_text: 'Mine' }))['welcome_message_custom_text']).toBeNull();
  });

  test('welcome_message_custom_text: null = organization default; empty string = none; otherwise the text is sent', async () => {
    await admin.ok.patch('/realm', { welcome_message_custom_text: 'House rules' });
    const welcomed = async (text: string | null) => {
      const messages = await welcomeBot(await join(await invite({ welcome_message_custom_text: text }, admin)));
      return messages.slice(1);
    };
    expect(await welcomed(null)).toEqual(['House rules']);
    expect(await welcomed('')).toEqual([]);
    expect(await welcomed('Just for you')).toEqual(['Just for you']);
  });

  test('response: envelope only on success', async () => {
    const answer = await member.ok.post('/invites', { invitee_emails: newAddress(), stream_ids: [] });
    expect(answer).toEqual({ result: 'success', msg: '' });
  });
});

describe('POST /realm/profile_fields', () => {
  test('organization administrators only', async () => {
    for (const who of ['moderator', 'member', 'guest', 'bot'] as const)
      await world[who].fails('POST', '/realm/profile_fields', { name: 'x', field_type: 1 }, notAdministrator);
  });

  test('field_type: required', async () => {
    await admin.fails('POST', '/realm/profile_fields', { name: 'x' }, missing('field_type'));
  });

  test('name, hint, field_data, display_in_profile_summary, required, editable_by_user; response: id', async () => {
    const field = {
      name: 'Team',
      hint: 'Where you work',
      display_in_profile_summary: true,
      required: true,
      editable_by_user: false,
    };
    const field_data = { a: { text: 'Sales', order: '1' } };
    const { id } = await admin.ok.post('/realm/profile_fields', { ...field, field_type: 3, field_data });
    expect((await member.ok.get('/realm/profile_fields'))['custom_fields']).toMatchObject([
      { id, type: 3, field_data: JSON.stringify(field_data), ...field },
    ]);
  });
});

describe('PATCH /drafts/{draft_id}', () => {
  const draft = { type: 'stream', to: [1], topic: 'a', content: 'first' };
  const create = async (): Promise<number> =>
    ((await member.ok.post('/drafts', { drafts: [{ ...draft, to: [general] }] }))['ids'] as [number])[0];
  const changed = { ...draft, topic: 'b', content: 'second', timestamp: 1_767_600_000 };

  test('draft_id: draft to edit; draft: required; Draft object without id', async () => {
    const id = await create();
    await member.ok.patch(`/drafts/${id}`, { draft: { ...changed, to: [general] } });
    expect((await member.ok.get('/drafts'))['drafts']).toMatchObject([{ id, ...changed, to: [general] }]);
    await member.fails('PATCH', `/drafts/${id}`, {}, missing('draft'));
  });

  test('the edit is synchronized to other clients through drafts events', async () => {
    const id = await create();
    const queue = await member.register({ event_types: ['drafts'] });
    await member.ok.patch(`/drafts/${id}`, { draft: { ...changed, to: [general] } });
    expect(await queue.events()).toMatchObject([{ type: 'drafts', op: 'update', draft: { id, content: 'second' } }]);
  });

  test('response: envelope', async () => {
    const answer = await member.ok.patch(`/drafts/${await create()}`, { draft: { ...changed, to: [general] } });
    expect(answer).toEqual({ result: 'success', msg: '' });
  });

  test('error BAD_REQUEST when the draft does not exist', async () => {
    const expected = { status: 404, code: 'BAD_REQUEST' };
    await member.fails('PATCH', '/drafts/4711', { draft: { ...changed, to: [general] } }, expected);
  });
});

describe('POST /messages/flags/narrow', () => {
  const narrow = [{ operator: 'topic', operand: 'flags' }];
  const ids: number[] = [];
  beforeAll(async () => {
    for (let n = 0; n < 5; n += 1) ids.push(await say(member2, 'general', 'flags'));
  });
  const range = { anchor: 'oldest', num_before: 0, num_after: 0, narrow, op: 'add', flag: 'starred' };
  const mark = async (params: Body) => member.ok.post('/messages/flags/narrow', { ...range, ...params });
  const span = (from: number, to: number) => ({ first_processed_id: ids[from], last_processed_id: ids[to] });

  test('anchor: required; message id, or newest, oldest, first_unread', async () => {
    expect(await mark({ anchor: ids[2], num_after: 1 })).toMatchObject(span(2, 3));
    expect(await mark({ anchor: 'newest', num_before: 2 })).toMatchObject(span(3, 4));
    expect(await mark({ anchor: 'oldest', num_after: 2 })).toMatchObject(span(0, 1));
    await member.ok.post('/messages/flags', { op: 'add', flag: 'read', messages: [ids[0]] });
    expect(await mark({ anchor: 'first_unread', num_after: 1 })).toMatchObject(span(1, 2));
    await member.fails('POST', '/messages/flags/narrow', { ...range, anchor: undefined }, missing('anchor'));
  });

  test('include_anchor: default true', async () => {
    expect(await mark({ anchor: ids[2], num_after: 1 })).toMatchObject(span(2, 3));
    expect(await mark({ anchor: ids[2], num_after: 1, include_anchor: false })).toMatchObject(span(3, 3));
  });

  test('num_before: required; messages before the anchor', async () => {
    expect(await mark({ anchor: ids[2], num_before: 2 })).toMatchObject(span(0, 2));
    await member.fails('POST', '/messages/flags/narrow', { ...range, num_before: undefined }, missing('num_before'));
  });

  test('num_after: required; messages after the anchor', async () => {
    expect(await mark({ anchor: ids[2], num_after: 2 })).toMatchObject(span(2, 4));
    await member.fails('POST', '/messages/flags/narrow', { ...range, num_after: undefined }, missing('num_after'));
  });

  test('num_before, num_after: the server may lower them to bound transaction size', async () => {
    expect(await mark({ anchor: 'newest', num_before: 1_000_000, num_after: 1_000_000 })).toMatchObject(span(0, 4));
  });

  test('narrow: required; objects or string pairs', async () => {
    expect(await mark({ num_after: 1, narrow: [['topic', 'flags']] })).toMatchObject(span(0, 0));
    await member.fails('POST', '/messages/flags/narrow', { ...range, narrow: undefined }, missing('narrow'));
  });

  test('narrow: when adding read, an is:unread filter may be included', async () => {
    const unread = [...narrow, { operator: 'is', operand: 'unread' }];
    expect(await mark({ num_after: 10, narrow: unread, flag: 'read' })).toMatchObject({
      ...span(1, 4),
      updated_count: 4,
    });
  });

  test('op: required; add or remove', async () => {
    await mark({ num_after: 1, op: 'remove' });
    expect((await fetchOne(member, ids[0] ?? 0)).flags).not.toContain('starred');
    await member.fails('POST', '/messages/flags/narrow', { ...range, op: undefined }, missing('op'));
    await member.fails('POST', '/messages/flags/narrow', { ...range, op: 'toggle' }, bad);
  });

  test('flag: required; the flag name', async () => {
    await member.fails('POST', '/messages/flags/narrow', { ...range, flag: undefined }, missing('flag'));
    await member.fails('POST', '/messages/flags/narrow', { ...range, flag: 'shiny' }, bad);
  });

  test('response processed_count: at most num_before+1+num_after', async () => {
    expect(await mark({ anchor: ids[2], num_before: 1, num_after: 1 })).toMatchObject({ processed_count: 3 });
  });

  test('response updated_count: at most processed_count', async () => {
    await mark({ num_after: 10, op: 'remove' });
    await member.ok.post('/messages/flags', { op: 'add', flag: 'starred', messages: ids.slice(0, 2) });
    expect(await mark({ num_after: 10 })).toMatchObject({ processed_count: 5, updated_count: 3 });
  });

  test('response first_processed_id, last_processed_id: null if range empty', async () => {
    const empty = { processed_count: 0, first_processed_id: null, last_processed_id: null };
    expect(await mark({ narrow: [{ operator: 'topic', operand: 'no such topic' }], num_after: 5 })).toMatchObject(
      empty,
    );
  });

  test('response found_oldest, found_newest', async () => {
    expect(await mark({ anchor: ids[2], num_before: 5 })).toMatchObject({ found_oldest: true, found_newest: false });
    expect(await mark({ anchor: ids[2], num_after: 5 })).toMatchObject({ found_oldest: false, found_newest: true });
  });

  test('response ignored_because_not_subscribed_channels: present only when flag is read and op is remove', async () => {
    const name = 'ignored_because_not_subscribed_channels';
    expect(await mark({ flag: 'read', op: 'remove', num_after: 1 })).toHaveProperty(name, []);
    for (const params of [{ flag: 'read' }, { op: 'remove' }, {}]) expect(await mark(params)).not.toHaveProperty(name);
  });
});
