/** Changing and archiving channels: PATCH and DELETE /streams/{stream_id}, who may, and who is informed what. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body, Client, TestQueue } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let number = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const badRequest = { status: 400, code: 'BAD_REQUEST' };

/** Creates a channel with the caller in it. @returns its id. */
async function create(client: Client, params: Body = {}): Promise<number> {
  number += 1;
  const { id } = await client.ok.post('/channels/create', {
    name: `change ${number}`,
    subscribers: [client.userId],
    ...params,
  });
  return Number(id);
}

async function channel(client: Client, id: number): Promise<Body> {
  return (await client.ok.get(`/streams/${id}`))['stream'] as Body;
}

async function groupId(name: string): Promise<number> {
  return (await world.db<{ id: number }>('SELECT id FROM user_groups WHERE name = ?', name))[0]?.id ?? -1;
}

/** Refused, and nothing changed. */
async function refused(
  client: Client,
  id: number,
  params: Body,
  expected: { status: number; code: string } & Body = badRequest,
): Promise<void> {
  const before = await world.dump();
  await client.fails('PATCH', `/streams/${id}`, params, expected);
  expect(await world.dump()).toBe(before);
}

const channelQueue = (client: Client, capabilities: Body = {}): Promise<TestQueue> =>
  client.register({ event_types: ['stream', 'subscription', 'default_streams'], client_capabilities: capabilities });
const short = (events: Body[]): string[] =>
  events.map((event) => [event['type'], event['op'], event['property']].filter((part) => part !== undefined).join(' '));

describe('PATCH /streams/{stream_id}', () => {
  it('renames, and reports it under the old name', async () => {
    const id = await create(world.member, { name: 'Before' });
    const queue = await channelQueue(world.member2);
    await world.member.ok.patch(`/streams/${id}`, { new_name: ' After ' });
    expect(await queue.events()).toMatchObject([
      { op: 'update', property: 'name', value: 'After', name: 'Before', stream_id: id },
    ]);
    await world.member.ok.patch(`/streams/${id}`, { new_name: 'Later', description: 'Both at once' });
    expect(await queue.events()).toMatchObject([
      { property: 'description', name: 'After' },
      { property: 'name', value: 'Later', name: 'After' },
    ]);
    await world.member.ok.patch(`/streams/${id}`, { new_name: 'After' });
    await queue.events();
    expect(await world.member.ok.get('/get_stream_id', { stream: 'after' })).toMatchObject({ stream_id: id });
    await world.member.ok.patch(`/streams/${id}`, { new_name: 'AFTER' });
    expect(await channel(world.member, id)).toMatchObject({ name: 'AFTER' });
  });

  it('keeps names unique and valid', async () => {
    const id = await create(world.member);
    await refused(world.member, id, { new_name: 'GENERAL' }, { status: 409, code: 'CHANNEL_ALREADY_EXISTS' });
    await refused(world.member, id, { new_name: ' ' });
    await refused(world.member, id, { new_name: 'x'.repeat(61) });
    await refused(world.member, id, { description: 'x'.repeat(1025) });
  });

  it('changes the description with its HTML', async () => {
    const id = await create(world.member);
    const queue = await channelQueue(world.member2);
    await world.member.ok.patch(`/streams/${id}`, { description: 'now **bold**' });
    const told = {
      property: 'description',
      value: 'now **bold**',
      rendered_description: '<p>now <strong>bold</strong></p>',
    };
    expect(await queue.events()).toMatchObject([told]);
    expect(await channel(world.member, id)).toMatchObject({
      description: told.value,
      rendered_description: told.rendered_description,
    });
  });

  it('keeps a record of changes in the channel', async () => {
    const id = await create(world.owner);
    await world.owner.ok.patch(`/streams/${id}`, {
      new_name: 'Recorded',
      description: 'd',
      is_private: true,
      message_retention_days: 7,
    });
    const rows = await world.db<{ content: string }>(
      "SELECT content FROM messages WHERE stream_id = ? AND topic = 'channel events' ORDER BY id",
      id,
    );
    expect(rows.slice(1).map((row) => row.content.split('\n')[0])).toEqual([
      expect.stringContaining('renamed channel'),
      expect.stringContaining('changed the description'),
      expect.stringContaining('changed the access permissions'),
      expect.stringContaining('changed the message retention period'),
    ]);
  });

  it('takes a public channel out of sight when it becomes private, and back', async () => {
    const id = await create(world.member);
    const [inside, outside, admin] = [
      await channelQueue(world.member),
      await channelQueue(world.member2),
      await channelQueue(world.admin),
    ];
    await world.member.ok.patch(`/streams/${id}`, { is_private: true });
    const update = { property: 'invite_only', value: true, history_public_to_subscribers: false, is_web_public: false };
    expect(await inside.events()).toMatchObject([update]);
    expect(await admin.events()).toMatchObject([update]);
    expect(await outside.events()).toMatchObject([{ op: 'delete', stream_ids: [id] }]);
    await world.member.ok.patch(`/streams/${id}`, { is_private: false });
    expect(short(await outside.events())).toEqual(['stream create', 'subscription peer_add']);
    expect(await inside.events()).toMatchObject([
      { property: 'invite_only', value: false, history_public_to_subscribers: true },
    ]);
  });

  it('refuses to make a channel private for a person who would lose access to it, and says what to do', async () => {
    const id = await create(world.member);
    for (const client of [world.owner, world.admin]) {
      const reply = await client.patch(`/streams/${id}`, { is_private: true, new_name: `closed ${id}` });
      expect(reply).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
      expect(reply.body['msg']).toContain('Subscribe to it first');
    }
    const { name, invite_only: isPrivate } = await channel(world.owner, id);
    expect(isPrivate).toBe(false);
    expect(name).not.toBe(`closed ${id}`);
    // A person who stays among those who may subscribe keeps access.
    const administrators = { new: await groupId('role:administrators') };
    await world.owner.ok.patch(`/streams/${id}`, { is_private: true, can_subscribe_group: administrators });
    await world.owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name }] });
    const open = await create(world.member);
    const { name: openName } = await channel(world.owner, open);
    await world.owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: openName }] });
    await world.owner.ok.patch(`/streams/${open}`, { is_private: true });
    expect(await channel(world.owner, open)).toMatchObject({ invite_only: true });
  });

  it('changes who sees the history of a private channel only', async () => {
    const id = await create(world.member, { invite_only: true });
    await world.member.ok.patch(`/streams/${id}`, { history_public_to_subscribers: true });
    expect(await channel(world.member, id)).toMatchObject({ invite_only: true, history_public_to_subscribers: true });
    const open = await create(world.member);
    await refused(world.member, open, { history_public_to_subscribers: false });
    await refused(world.member, open, { is_private: true, is_web_public: true });
    await refused(world.member, open, { is_web_public: true });
  });

  it('lets administrators rename a private channel they are not in, and not open it', async () => {
    const id = await create(world.member, { invite_only: true });
    await world.admin.ok.patch(`/streams/${id}`, { new_name: `by admin ${id}` });
    await refused(world.admin, id, { is_private: false });
    await refused(world.admin, id, { can_subscribe_group: { new: await groupId('role:administrators') } });
    await refused(world.admin, id, { can_add_subscribers_group: { new: await groupId('role:administrators') } });
    await world.admin.ok.patch(`/streams/${id}`, { can_send_message_group: { new: await groupId('role:members') } });
  });

  it('makes default channels, by administrators, of public channels', async () => {
    const id = await create(world.member);
    const queue = await channelQueue(world.member2);
    await refused(world.member, id, { is_default_stream: true }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    await world.admin.ok.patch(`/streams/${id}`, { is_default_stream: true });
    expect(short(await queue.events())).toEqual(['default_streams']);
    await refused(world.member, id, { is_private: true });
    const { name } = await channel(world.admin, id);
    await world.admin.ok.post('/users/me/subscriptions', { subscriptions: [{ name }] });
    await refused(world.admin, id, { is_private: true });
    await world.admin.ok.patch(`/streams/${id}`, { is_private: true, is_default_stream: false });
    expect(await channel(world.admin, id)).toMatchObject({ invite_only: true });
  });

  it('changes retention, folder and topics policy', async () => {
    const id = await create(world.owner);
    const { channel_folder_id } = await world.owner.ok.post('/channel_folders/create', {
      name: 'Changes',
      description: '',
    });
    const queue = await channelQueue(world.member);
    await world.owner.ok.patch(`/streams/${id}`, {
      message_retention_days: 10,
      folder_id: channel_folder_id,
      topics_policy: 'allow_empty_topic',
    });
    await world.owner.ok.patch(`/streams/${id}`, { message_retention_days: 'realm_default', folder_id: null });
    expect((await queue.events()).map((event) => [event['property'], event['value']])).toEqual([
      ['message_retention_days', 10],
      ['folder_id', channel_folder_id],
      ['topics_policy', 'allow_empty_topic'],
      ['message_retention_days', null],
      ['folder_id', null],
    ]);
    await refused(world.owner, id, { folder_id: 98_765 });
    await refused(world.admin, id, { message_retention_days: 3 }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
  });

  it('accepts empty_topic_only only when all messages are in the empty topic', async () => {
    const id = await create(world.member);
    await world.member.ok.post('/messages', { type: 'stream', to: id, topic: '', content: 'in the empty topic' });
    await world.member.ok.patch(`/streams/${id}`, { topics_policy: 'empty_topic_only' });
    await world.member.ok.patch(`/streams/${id}`, { topics_policy: 'inherit' });
    await world.member.ok.post('/messages', { type: 'stream', to: id, topic: 'named', content: 'elsewhere' });
    await refused(world.member, id, { topics_policy: 'empty_topic_only' });
  });

  it('lets an administrator outside a private channel set no topics policy', async () => {
    const id = await create(world.member, { invite_only: true });
    await refused(world.admin, id, { topics_policy: 'empty_topic_only' });
    await refused(world.admin, id, { topics_policy: 'disable_empty_topic' });
    // The metadata stay theirs to change.
    await world.admin.ok.patch(`/streams/${id}`, { description: 'tidied', topics_policy: 'inherit' });
    await world.member.ok.patch(`/streams/${id}`, { topics_policy: 'disable_empty_topic' });
    expect(await channel(world.member, id)).toMatchObject({
      description: 'tidied',
      topics_policy: 'disable_empty_topic',
    });
  });

  it('takes as the value to replace what is shown: without who is deactivated', async () => {
    const gone = await world.newUser('Gone Writer');
    const id = await create(world.member, {
      can_send_message_group: { direct_members: [world.member.userId, gone.userId], direct_subgroups: [] },
    });
    await world.owner.ok.delete(`/users/${gone.userId}`);
    const { can_send_message_group: old } = await channel(world.member, id);
    const everyone = await groupId('role:everyone');
    await world.member.ok.patch(`/streams/${id}`, { can_send_message_group: { new: everyone, old } });
    expect((await channel(world.member, id))['can_send_message_group']).toBe(everyone);
  });

  it('takes a group that is replaced by its id, and as the only one of a list', async () => {
    const id = await create(world.member);
    const [everyone, moderators] = [await groupId('role:everyone'), await groupId('role:moderators')];
    const listed = (group: number): object => ({ direct_members: [], direct_subgroups: [group, group] });
    const change = { new: listed(moderators), old: listed(everyone) };
    await world.member.ok.patch(`/streams/${id}`, { can_send_message_group: change });
    expect((await channel(world.member, id))['can_send_message_group']).toBe(moderators);
    const again = { new: everyone, old: listed(everyone) };
    await refused(world.member, id, { can_send_message_group: again }, { status: 400, code: 'EXPECTATION_MISMATCH' });
  });

  it('changes group settings, checking the value they replace', async () => {
    const id = await create(world.member);
    const [everyone, moderators] = [await groupId('role:everyone'), await groupId('role:moderators')];
    const queue = await channelQueue(world.member2);
    await refused(
      world.member,
      id,
      { can_send_message_group: { new: moderators, old: moderators } },
      { status: 400, code: 'EXPECTATION_MISMATCH', field_name: 'old' },
    );
    await world.member.ok.patch(`/streams/${id}`, { can_send_message_group: { new: moderators, old: everyone } });
    expect((await queue.events()).map((event) => [event['property'], event['value']])).toEqual([
      ['can_send_message_group', moderators],
      ['stream_post_policy', 4],
    ]);
    await world.member.fails('POST', '/messages', { type: 'stream', to: id, topic: 't', content: 'x' }, badRequest);
    await refused(world.member, id, { can_send_message_group: { new: 98_765 } });
    await refused(world.member, id, { can_send_message_group: moderators }, { status: 400, code: 'BAD_REQUEST' });
    await refused(world.member, id, { can_delete_any_message_group: { new: moderators } });
  });

  it('lets in, and shuts out, with the groups that may subscribe', async () => {
    const id = await create(world.member, { invite_only: true });
    const queue = await channelQueue(world.member2);
    const only = { direct_members: [world.member2.userId], direct_subgroups: [] };
    await world.member.ok.patch(`/streams/${id}`, { can_subscribe_group: { new: only } });
    expect(short(await queue.events())).toEqual(['stream create', 'subscription peer_add']);
    await world.member2.ok.get(`/users/me/${id}/topics`);
    await world.member.ok.patch(`/streams/${id}`, { can_subscribe_group: { new: await groupId('role:nobody') } });
    expect(short(await queue.events())).toEqual(['stream delete']);
  });

  it('announces nothing when nothing changes', async () => {
    const id = await create(world.member, { description: 'same' });
    const queue = await channelQueue(world.member2);
    await world.member.ok.patch(`/streams/${id}`, { description: 'same', is_private: false });
    expect(await queue.events()).toEqual([]);
  });

  it('is for administrators and those who administer the channel', async () => {
    const id = await create(world.member);
    await refused(world.member2, id, { description: 'x' });
    await refused(world.moderator, id, { description: 'x' });
    await refused(world.guest, id, { description: 'x' });
    await world.admin.ok.patch(`/streams/${id}`, { description: 'x' });
    const team = { direct_members: [world.member.userId, world.member2.userId], direct_subgroups: [] };
    await world.member.ok.patch(`/streams/${id}`, { can_administer_channel_group: { new: team } });
    await world.member2.ok.patch(`/streams/${id}`, { description: 'y' });
    await refused(world.member, 98_765, { description: 'x' });
  });
});

describe('archiving', () => {
  it('is a changed property for clients that know archived channels, and deletion for all others', async () => {
    const id = await create(world.member, { subscribers: [world.member.userId, world.member2.userId] });
    const [newer, older] = [
      await channelQueue(world.member2, { archived_channels: true }),
      await channelQueue(world.member2),
    ];
    await world.member.ok.delete(`/streams/${id}`);
    expect(await newer.events()).toMatchObject([{ op: 'update', property: 'is_archived', value: true }]);
    expect(await older.events()).toMatchObject([{ op: 'delete', stream_ids: [id] }]);
    expect([...(await newer.events()), ...(await older.events())]).toEqual([]);
    await world.member.ok.patch(`/streams/${id}`, { is_archived: false });
    expect(await newer.events()).toMatchObject([{ op: 'update', property: 'is_archived', value: false }]);
    expect(short(await older.events())).toEqual(['stream create', 'subscription add']);
  });

  it('leaves nothing unread for clients that know no archived channels, until it is back', async () => {
    const id = await create(world.member, { subscribers: [world.member.userId, world.member2.userId] });
    const sent = await world.member.ok.post('/messages', {
      type: 'stream',
      to: id,
      topic: 'left',
      content: `@**${world.member2.name}|${world.member2.userId}**`,
    });
    const flags = { event_types: ['update_message_flags'], fetch_event_types: ['message', 'update_message_flags'] };
    const know = { ...flags, client_capabilities: { archived_channels: true } };
    const [newer, older] = [await world.member2.register(know), await world.member2.register(flags)];
    const told = async (params: Body): Promise<unknown> => {
      const { unread_msgs: unread } = await world.member2.ok.post('/register', params);
      const { streams, mentions } = unread as { streams: Body[]; mentions: number[] };
      return {
        left: streams.filter((row) => row['stream_id'] === id),
        isCalled: mentions.includes(Number(sent['id'])),
      };
    };
    const before = await told(know);
    await world.member.ok.delete(`/streams/${id}`);
    const [gone] = await older.events();
    expect(gone).toMatchObject({ op: 'add', flag: 'read', messages: expect.arrayContaining([sent['id']]) });
    expect(await told(flags)).toEqual({ left: [], isCalled: false });
    expect(await told(know)).toMatchObject({ left: [{ topic: 'left' }, { topic: 'channel events' }], isCalled: true });
    const mark = { flag: 'read', messages: [sent['id']] };
    for (const op of ['add', 'remove']) await world.member2.ok.post('/messages/flags', { ...mark, op });
    expect(await older.events()).toMatchObject([{ op: 'add', ...mark }]);
    expect(await newer.events()).toMatchObject([{ op: 'add' }, { op: 'remove', ...mark, message_details: {} }]);
    await world.member.ok.patch(`/streams/${id}`, { is_archived: false });
    const [back] = await older.events();
    const details = { [String(sent['id'])]: { type: 'stream', mentioned: true, stream_id: id, topic: 'left' } };
    expect(back).toMatchObject({ op: 'remove', flag: 'read', message_details: details });
    expect(await told(flags)).toEqual(await told(know));
    expect(before).toMatchObject({ isCalled: true });
    expect(await newer.events()).toEqual([]);
  });

  it('keeps the messages, and takes no new ones', async () => {
    const id = await create(world.member);
    await world.member.ok.post('/messages', { type: 'stream', to: id, topic: 'kept', content: 'x' });
    await world.member.ok.delete(`/streams/${id}`);
    await world.member.fails('POST', '/messages', { type: 'stream', to: id, topic: 'kept', content: 'y' }, badRequest);
    const { topics } = await world.member.ok.get(`/users/me/${id}/topics`);
    expect((topics as Body[]).map((topic) => topic['name'])).toContain('kept');
    expect(await channel(world.member, id)).toMatchObject({ is_archived: true });
  });

  it('takes the channel out of the defaults, and lets no one join', async () => {
    const id = await create(world.admin, { is_default_stream: true });
    const queue = await channelQueue(world.admin);
    await world.admin.ok.delete(`/streams/${id}`);
    expect(short(await queue.events())).toEqual(['default_streams', 'stream delete']);
    const name = (await channel(world.admin, id))['name'];
    await world.member.fails('POST', '/users/me/subscriptions', { subscriptions: [{ name }] }, badRequest);
    await world.admin.fails('POST', '/default_streams', { stream_id: id }, badRequest);
  });

  it('is told to none but clients that know archived channels, whatever changes in them', async () => {
    const id = await create(world.member);
    await world.member.ok.delete(`/streams/${id}`);
    const [newer, older] = [
      await channelQueue(world.member2, { archived_channels: true }),
      await channelQueue(world.member2),
    ];
    await world.member.ok.patch(`/streams/${id}`, { description: 'in the archive' });
    expect(await newer.events()).toHaveLength(1);
    expect(await older.events()).toHaveLength(0);
  });

  it('is refused for one that is archived already, and says nothing there', async () => {
    const id = await create(world.member);
    await world.member.ok.delete(`/streams/${id}`);
    const before = await world.dump();
    await world.member.fails('DELETE', `/streams/${id}`, {}, { ...badRequest, msg: 'Channel is already deactivated' });
    expect(await world.dump()).toBe(before);
  });

  it('is for those who administer the channel', async () => {
    const id = await create(world.member);
    for (const client of [world.member2, world.moderator, world.guest])
      await client.fails('DELETE', `/streams/${id}`, {}, badRequest);
    await world.admin.ok.delete(`/streams/${id}`);
    await world.admin.fails('DELETE', '/streams/98765', {}, badRequest);
  });
});

describe('a change of role', () => {
  it('takes public channels from a new guest, and gives them to a new member', async () => {
    const id = await create(world.member);
    const person = await world.newUser('Chan Ging');
    const queue = await person.register({ event_types: ['stream'] });
    await world.owner.ok.patch(`/users/${person.userId}`, { role: 600 });
    const gone = (await queue.events()).flatMap((event) =>
      event['op'] === 'delete' ? (event['stream_ids'] as number[]) : [],
    );
    expect(gone).toContain(id);
    await world.owner.ok.patch(`/users/${person.userId}`, { role: 400 });
    const back = (await queue.events()).flatMap((event) =>
      event['op'] === 'create' ? (event['streams'] as Body[]).map((each) => each['stream_id']) : [],
    );
    expect(back).toContain(id);
  });
});
