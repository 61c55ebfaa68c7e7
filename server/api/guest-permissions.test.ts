/** Guest permissions through groups: only what may be given to everyone (permissions/group-settings.ts, mayHold). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

const refused = { status: 400, code: 'BAD_REQUEST' };

let world: World;
/** A guest and a member. */
let mixed = 0;
let channel = 0;
beforeAll(async () => {
  world = await startWorld();
  const members = [world.guest.userId, world.member2.userId];
  const made = { name: 'Mixed', description: '', members };
  mixed = Number((await world.owner.ok.post('/user_groups/create', made))['group_id']);
  const subscribers = [world.owner.userId, ...members];
  channel = Number((await world.owner.ok.post('/channels/create', { name: 'mixed', subscribers }))['id']);
});
afterAll(() => world.stop());

const write = async (by: Client, topic = 'lunch'): Promise<number> =>
  Number((await by.ok.post('/messages', { type: 'stream', to: channel, topic, content: 'soup' }))['id']);
const give = (permission: string) => world.owner.ok.patch('/realm', { [permission]: mixed });
const ownFields = async (by: Client) => by.ok.post('/register', { fetch_event_types: ['realm_user'] });

test('a guest in a group that may invite does not invite, and a member does', async () => {
  await give('can_invite_users_group');
  await give('create_multiuse_invite_group');
  const form = { invitee_emails: 'friend@example.org', invite_as: 600, stream_ids: [] };
  await world.guest.fails('POST', '/invites', form, refused);
  await world.guest.fails('POST', '/invites/multiuse', { invite_as: 600 }, refused);
  await world.member2.ok.post('/invites', form);
  await world.member2.ok.post('/invites/multiuse', { invite_as: 600 });
});

test('a guest in a group that manages groups manages none, and a member does', async () => {
  await give('can_manage_all_groups');
  await give('can_create_groups');
  const own = { name: 'Own', description: '', members: [] };
  await world.guest.fails('POST', '/user_groups/create', own, refused);
  await world.guest.fails('PATCH', `/user_groups/${mixed}`, { description: 'Ours' }, refused);
  await world.guest.fails('POST', `/user_groups/${mixed}/members`, { add: [world.bot.userId] }, refused);
  await world.member2.ok.post('/user_groups/create', own);
  await world.member2.ok.patch(`/user_groups/${mixed}`, { description: 'Theirs' });
});

test("a guest deletes no one else's message, by the organization's permission or the channel's", async () => {
  await give('can_delete_any_message_group');
  await world.owner.ok.patch(`/streams/${channel}`, { can_delete_any_message_group: { new: mixed } });
  const id = await write(world.owner);
  await world.guest.fails('DELETE', `/messages/${id}`, {}, refused);
  await world.guest.fails(
    'POST',
    `/streams/${channel}/delete_topic`,
    { topic_name: 'lunch' },
    { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
  );
  await world.member2.ok.delete(`/messages/${id}`);
});

test('a guest makes no channel, no emoji, and moves nothing to another channel', async () => {
  for (const permission of [
    'can_create_public_channel_group',
    'can_create_private_channel_group',
    'can_add_custom_emoji_group',
    'can_move_messages_between_channels_group',
  ])
    await give(permission);
  await world.owner.ok.patch(`/streams/${channel}`, { can_move_messages_out_of_channel_group: { new: mixed } });
  const elsewhere = { name: 'elsewhere', subscribers: [world.guest.userId, world.member2.userId] };
  await world.guest.fails('POST', '/channels/create', elsewhere, refused);
  const { id: other } = await world.member2.ok.post('/channels/create', elsewhere);
  const picture = { name: 'dot.png', content: 'not looked at' };
  expect((await world.guest.upload('/realm/emoji/dot', picture)).body['msg']).toBe('Insufficient permission');
  const message = await write(world.guest);
  await world.guest.fails('PATCH', `/messages/${message}`, { stream_id: other }, refused);
  await world.member2.ok.patch(`/messages/${message}`, { stream_id: other });
});

test("a guest named in a group's own permissions adds and removes no one, and joins nothing", async () => {
  const only = { direct_members: [world.guest.userId, world.member2.userId], direct_subgroups: [] };
  const { group_id: id } = await world.member2.ok.post('/user_groups/create', {
    name: 'Book club',
    description: '',
    members: [world.moderator.userId],
    can_add_members_group: only,
    can_remove_members_group: only,
    can_join_group: only,
    can_manage_group: only,
  });
  const path = `/user_groups/${String(id)}/members`;
  await world.guest.fails('POST', path, { add: [world.guest.userId] }, refused);
  await world.guest.fails('POST', path, { delete: [world.moderator.userId] }, refused);
  await world.member2.ok.post(path, { add: [world.guest.userId] });
  // Leaving is among what may be given to everyone.
  await world.guest.ok.post(path, { delete: [world.guest.userId] });
});

test('what may be given to everyone is held by a guest in the group too', async () => {
  await give('can_resolve_topics_group');
  const id = await write(world.owner, 'solved');
  await world.guest.ok.patch(`/messages/${id}`, { topic: '✔ solved' });
  const { message } = await world.owner.ok.get(`/messages/${id}`);
  expect(message).toMatchObject({ subject: '✔ solved' });
});

test('registration shows a guest in such groups that they may not', async () => {
  expect(await ownFields(world.member2)).toMatchObject({ can_invite_others_to_realm: true, can_create_streams: true });
  expect(await ownFields(world.guest)).toMatchObject({
    can_invite_others_to_realm: false,
    can_create_streams: false,
    can_subscribe_other_users: false,
  });
});
