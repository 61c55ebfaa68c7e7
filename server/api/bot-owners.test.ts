/** Bots and their owners: bots post where their owners may, and owners reactivate their bots. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Body } from '../testing/client.ts';
import { fetched, makeChannel, systemGroup } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const refused = { status: 400, code: 'BAD_REQUEST' } as const;
let count = 0;

async function make(owner: Client, params: Body = {}): Promise<Client> {
  count += 1;
  const bot = await owner.ok.post('/bots', { full_name: `Bot ${count}`, short_name: `owned${count}`, ...params });
  return new Client(() => world.url, {
    userId: Number(bot['user_id']),
    email: String(bot['email']),
    apiKey: String(bot['api_key']),
    name: '',
  });
}

const post = { type: 'channel', topic: 't', content: 'from the bot' };

test('a bot posts in a private channel and in a restricted one where its owner may, and nowhere else', async () => {
  const { admin, member } = world;
  const [ofAdmin, ofMember] = [await make(admin), await make(member)];
  const { id: secret } = await admin.ok.post('/channels/create', {
    name: 'owned secret',
    subscribers: [admin.userId],
    invite_only: true,
  });
  const restricted = await makeChannel(admin, 'owned restricted', [admin, member]);
  await admin.ok.patch(`/streams/${restricted}`, {
    can_send_message_group: { new: await systemGroup(admin, 'role:administrators') },
  });
  for (const to of [secret, restricted, 'owned secret']) {
    const { id } = await ofAdmin.ok.post('/messages', { ...post, to });
    const [newest] = (await fetched(admin, { narrow: [['channel', typeof to === 'string' ? secret : to]] })).slice(-1);
    expect(newest).toMatchObject({ id, sender_id: ofAdmin.userId });
  }
  await ofMember.fails('POST', '/messages', { ...post, to: secret }, { status: 400, code: 'STREAM_DOES_NOT_EXIST' });
  await ofMember.fails('POST', '/messages', { ...post, to: restricted }, refused);
  // It reads nothing there.
  await ofAdmin.fails(
    'GET',
    '/messages',
    { narrow: [['channel', secret]], anchor: 'newest', num_before: 9, num_after: 0 },
    { status: 400, code: 'BAD_NARROW' },
  );
  // With its owner it loses the right.
  await admin.ok.delete('/users/me/subscriptions', { subscriptions: ['owned restricted'] });
  await world.owner.ok.patch(`/users/${admin.userId}`, { role: 400 });
  await ofAdmin.fails('POST', '/messages', { ...post, to: restricted }, refused);
  await world.owner.ok.patch(`/users/${admin.userId}`, { role: 200 });
});

test('an outgoing-webhook bot is called from a private channel of its owner', async () => {
  const { member, member2 } = world;
  const bot = await make(member, { bot_type: 3, payload_url: JSON.stringify('http://127.0.0.1:9/') });
  const { full_name: name } = (await member.ok.get(`/users/${bot.userId}`))['user'] as Body;
  const calls = async () =>
    world.db('SELECT id FROM deliveries WHERE kind = ? AND subject_id = ?', 'webhook', bot.userId);
  const create = async (by: Client): Promise<unknown> =>
    (
      await by.ok.post('/channels/create', {
        name: `private of ${by.userId}`,
        subscribers: [by.userId],
        invite_only: true,
      })
    )['id'];
  const [own, others] = [await create(member), await create(member2)];
  await member.ok.post('/messages', { ...post, to: own, content: `@**${String(name)}** hello` });
  expect(await calls()).toHaveLength(1);
  const queue = await member2.register({ event_types: ['message'] });
  const inChannel = (await queue.events()).length;
  await member2.ok.post('/messages', { ...post, to: others, content: `@**${String(name)}** hello` });
  expect(await calls()).toHaveLength(1);
  // Neither the bot nor its owner can read there: the sender gets a notice.
  const notices = async (): Promise<Body[]> =>
    world.db("SELECT content FROM messages WHERE content LIKE 'Not called by your mention in %'");
  const text = `Not called by your mention in #**private of ${member2.userId}**: @_**${String(name)}|${bot.userId}**.`;
  expect(await notices()).toMatchObject([{ content: expect.stringContaining(text) }]);
  const events = (await queue.events()).slice(inChannel);
  expect(events.map(({ message }) => (message as Body)['type'])).toEqual(['stream', 'private']);
  // A silent mention calls no bot, and a bot's message neither calls nor notifies.
  await member2.ok.post('/messages', { ...post, to: others, content: `@_**${String(name)}** hello` });
  expect(await notices()).toHaveLength(1);
});

test('an owner deactivates and reactivates a bot, as long as they may make such bots', async () => {
  const { member, member2, owner } = world;
  const bot = await make(member, { short_name: 'returning', full_name: 'Returning Bot' });
  await member.ok.delete(`/bots/${bot.userId}`);
  const again = { full_name: 'Another', short_name: 'Returning' };
  await member.fails('POST', '/bots', again, {
    ...refused,
    msg: 'Username already in use by the deactivated bot "Returning Bot". Reactivate it, or choose another username.',
  });
  await member2.fails('POST', '/bots', again, { ...refused, msg: 'Username already in use' });
  await member2.fails('POST', `/users/${bot.userId}/reactivate`, {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
  const administrators = await systemGroup(owner, 'role:administrators');
  const members = await systemGroup(owner, 'role:members');
  await owner.ok.patch('/realm', { can_create_bots_group: { new: administrators } });
  await member.fails('POST', `/users/${bot.userId}/reactivate`, {}, refused);
  await owner.ok.patch('/realm', { can_create_bots_group: { new: members } });
  await member.ok.post(`/users/${bot.userId}/reactivate`);
  expect((await member.ok.get(`/users/${bot.userId}`))['user']).toMatchObject({ is_active: true });
});

test('a bot writes directly to its owner, where it was written to, and to whom its owner may write', async () => {
  const { admin, member, member2, moderator, owner } = world;
  const [ofAdmin, ofMember] = [await make(admin), await make(member)];
  const groups = { nobody: 'role:nobody', administrators: 'role:administrators', everyone: 'role:everyone' } as const;
  const limit = async (name: 'permission' | 'initiator', group: keyof typeof groups) =>
    owner.ok.patch('/realm', { [`direct_message_${name}_group`]: { new: await systemGroup(owner, groups[group]) } });
  const writes = async (bot: Client, to: readonly Client[], isTaken: boolean) => {
    const params = { type: 'direct', to: to.map(({ userId }) => userId), content: 'x' };
    if (isTaken) await bot.ok.post('/messages', params);
    else await bot.fails('POST', '/messages', params, refused);
  };
  await limit('permission', 'nobody');
  await writes(ofMember, [member], true);
  await writes(ofMember, [ofAdmin], true);
  await writes(ofMember, [member2], false);
  await writes(ofMember, [member, member2], false);
  await writes(member2, [ofMember], true);
  await writes(ofMember, [member2], true);
  await limit('permission', 'administrators');
  await writes(ofMember, [moderator], false);
  await writes(ofMember, [moderator, admin], true);
  await writes(ofAdmin, [moderator], true);
  await limit('permission', 'everyone');
  await limit('initiator', 'administrators');
  await writes(ofMember, [world.guest], false);
  await writes(ofMember, [member], true);
  await writes(ofAdmin, [world.guest], true);
  await limit('initiator', 'everyone');
});

test('a bot that is given to someone with a lower role gets that role', async () => {
  const { admin, guest, member, member2, owner } = world;
  const roleOf = async (bot: Client): Promise<unknown> =>
    ((await owner.ok.get(`/users/${bot.userId}`))['user'] as Body)['role'];
  const mighty = await make(admin);
  await admin.ok.patch(`/users/${mighty.userId}`, { role: 200 });
  await admin.ok.patch(`/bots/${mighty.userId}`, { bot_owner_id: owner.userId });
  expect(await roleOf(mighty)).toBe(200);
  await owner.ok.patch(`/bots/${mighty.userId}`, { bot_owner_id: member.userId });
  expect(await roleOf(mighty)).toBe(400);
  const plain = await make(member);
  await member.ok.patch(`/bots/${plain.userId}`, { bot_owner_id: member2.userId });
  expect(await roleOf(plain)).toBe(400);
  await member2.ok.patch(`/bots/${plain.userId}`, { bot_owner_id: guest.userId });
  expect(await roleOf(plain)).toBe(600);
});

test('a bot mentions the groups that its owner may mention', async () => {
  const { admin, member, owner } = world;
  const [ofAdmin, ofMember] = [await make(admin), await make(member)];
  const open = await makeChannel(owner, 'bots mention', [admin, member]);
  await owner.ok.post('/user_groups/create', {
    name: 'on call',
    description: '',
    members: [member.userId],
    can_mention_group: await systemGroup(owner, 'role:administrators'),
  });
  const message = { ...post, to: open, content: '@*on call* look' };
  await ofMember.fails('POST', '/messages', message, refused);
  await ofAdmin.ok.post('/messages', message);
  const [newest] = (await fetched(member, { narrow: [['channel', open]] })).slice(-1);
  expect(newest).toMatchObject({ flags: expect.arrayContaining(['mentioned']) });
});
