/** Bots: making and managing them, and what they keep on the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, type Body } from '../testing/client.ts';
import { dotPicture } from '../testing/dot-picture.ts';
import { systemGroup } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';
import { endpoints } from './index.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

const refused = { status: 400, code: 'BAD_REQUEST' } as const;
let count = 0;
const newBot = (params: Body = {}): Body => {
  count += 1;
  return { full_name: `Bot ${count}`, short_name: `bot${count}`, ...params };
};
const make = async (owner: Client, params: Body = {}): Promise<Body> => owner.ok.post('/bots', newBot(params));
const ids = async (who: Client): Promise<unknown[]> =>
  ((await who.ok.get('/bots'))['bots'] as Body[]).map((bot) => bot['user_id']);
const asBot = (bot: Body): Client =>
  new Client(() => world.url, {
    userId: Number(bot['user_id']),
    email: String(bot['email']),
    apiKey: String(bot['api_key']),
    name: '',
  });

describe('POST /bots', () => {
  it('makes a bot that can sign in, and notifies its owner and the administrators', async () => {
    const [forOwner, forAdmin, forOther] = await Promise.all(
      [world.member, world.admin, world.member2].map(async (client) =>
        client.register({ event_types: ['realm_bot', 'realm_user'] }),
      ),
    );
    const bot = await make(world.member, { default_sending_stream: 'general' });
    expect(bot).toMatchObject({
      owner_id: world.member.userId,
      bot_type: 1,
      default_sending_stream: 'general',
      is_active: true,
    });
    expect(await asBot(bot).ok.get('/users/me')).toMatchObject({
      is_bot: true,
      email: `bot${count}-bot@hearth.invalid`,
    });
    const ops = async (queue: typeof forOwner): Promise<unknown> =>
      (await queue?.events())?.map((event) => `${String(event['type'])} ${String(event['op'])}`);
    expect(await ops(forOwner)).toEqual(['realm_user add', 'realm_bot add']);
    expect(await ops(forAdmin)).toEqual(['realm_user add', 'realm_bot add']);
    expect(await ops(forOther)).toEqual(['realm_user add']);
  });

  it('of an outgoing webhook has a URL, a token, an interface and triggers', async () => {
    const bot = await make(world.member, {
      bot_type: 3,
      payload_url: '"https://example.com/hook"',
      triggers: ['mention'],
    });
    expect(bot['services']).toEqual([
      { base_url: 'https://example.com/hook', token: expect.stringMatching(/^\w{32}$/), interface: 1 },
    ]);
    expect(await world.db('SELECT triggers FROM bot_services WHERE bot_id = ?', Number(bot['user_id']))).toEqual([
      { triggers: '["mention"]' },
    ]);
    for (const url of [undefined, 'ftp://example.com', 'nowhere'])
      await world.member.fails('POST', '/bots', newBot({ bot_type: 3, payload_url: url }), refused);
  });

  it('names a channel as it is called, also when that changes', async () => {
    const { id } = await world.member.ok.post('/channels/create', { name: 'robots', subscribers: [] });
    const channels = { default_sending_stream: 'robots', default_events_register_stream: 'robots' };
    const bot = await make(world.member, channels);
    const queue = await world.member.register({ event_types: ['realm_bot'] });
    await world.member.ok.patch(`/streams/${String(id)}`, { new_name: 'androids' });
    const renamed = { default_sending_stream: 'androids', default_events_register_stream: 'androids' };
    expect(await queue.events()).toMatchObject([{ op: 'update', bot: { user_id: bot['user_id'], ...renamed } }]);
    await world.member.ok.patch(`/streams/${String(id)}`, { description: 'for them' });
    expect(await queue.events()).toEqual([]);
  });

  it('notifies owners of the channels of their bots when they lose sight of them, and when they have it again', async () => {
    const { owner, member } = world;
    const people = [member.userId, owner.userId];
    const made = await owner.ok.post('/channels/create', { name: 'vault', subscribers: people, invite_only: true });
    const bot = await make(member, { default_sending_stream: 'vault' });
    const [queue, others] = [
      await member.register({ event_types: ['realm_bot'] }),
      await owner.register({ event_types: ['realm_bot'] }),
    ];
    const told = async (name: string | null): Promise<void> =>
      expect(await queue.events()).toMatchObject([
        { op: 'update', bot: { user_id: bot['user_id'], default_sending_stream: name } },
      ]);
    const names = { subscriptions: ['vault'], principals: [member.userId] };
    await owner.ok.delete('/users/me/subscriptions', names);
    await told(null);
    await owner.ok.post('/users/me/subscriptions', { ...names, subscriptions: [{ name: 'vault' }] });
    await told('vault');
    await owner.ok.delete('/users/me/subscriptions', names);
    await told(null);
    await owner.ok.patch(`/streams/${String(made['id'])}`, { is_private: false });
    await told('vault');
    await owner.ok.patch(`/streams/${String(made['id'])}`, { is_private: true });
    await told(null);
    await owner.ok.patch(`/users/${member.userId}`, { role: 200 });
    expect(await queue.events()).toContainEqual(
      expect.objectContaining({ op: 'update', bot: { user_id: bot['user_id'], default_sending_stream: 'vault' } }),
    );
    await owner.ok.patch(`/users/${member.userId}`, { role: 400 });
    expect(await queue.events()).toContainEqual(
      expect.objectContaining({ op: 'update', bot: { user_id: bot['user_id'], default_sending_stream: null } }),
    );
    expect(await others.events()).toEqual([]);
  });

  it('does not name a channel to an owner who no longer sees it, nor to one who never did', async () => {
    const subscribers = [world.member.userId, world.owner.userId];
    const { id } = await world.owner.ok.post('/channels/create', { name: 'lab', subscribers, invite_only: true });
    const channels = { default_sending_stream: 'lab', default_events_register_stream: 'lab' };
    const bot = await make(world.member, channels);
    await world.owner.ok.delete('/users/me/subscriptions', {
      subscriptions: ['lab'],
      principals: [world.member.userId],
    });
    const hidden = { default_sending_stream: null, default_events_register_stream: null };
    const queue = await world.member.register({ event_types: ['realm_bot'] });
    const { bots } = await world.member.ok.get('/bots');
    for (const seen of [bots, queue.state['realm_bots']])
      expect((seen as Body[]).find((each) => each['user_id'] === bot['user_id'])).toMatchObject(hidden);
    const next = await world.newUser('Next Keeper');
    const [forAdmin, forNext] = await Promise.all(
      [world.owner, next].map(async (client) => client.register({ event_types: ['realm_bot'] })),
    );
    await world.owner.ok.patch(`/streams/${String(id)}`, { new_name: 'secret lab' });
    const renamed = { default_sending_stream: 'secret lab', default_events_register_stream: 'secret lab' };
    expect(await queue.events()).toMatchObject([{ op: 'update', bot: hidden }]);
    expect(await forAdmin?.events()).toMatchObject([{ op: 'update', bot: renamed }]);
    await world.owner.ok.patch(`/bots/${String(bot['user_id'])}`, { bot_owner_id: next.userId });
    expect((await forNext?.events())?.at(0)).toMatchObject({ op: 'add', bot: hidden });
    expect((await forAdmin?.events())?.at(0)).toMatchObject({ op: 'add', bot: renamed });
  });

  it('refuses taken and malformed names, embedded bots, and channels that the caller cannot read', async () => {
    const taken = await make(world.member);
    const wrong: Body[] = [
      { full_name: taken['full_name'] },
      { short_name: `bot${count}` },
      { short_name: 'a b' },
      { full_name: 'a*b' },
      { bot_type: 4 },
      { default_sending_stream: 'no such channel' },
    ];
    const before = await world.dump();
    for (const params of wrong) {
      const reply = await world.member.post('/bots', newBot(params));
      expect([reply.status, params]).toEqual([400, params]);
    }
    expect(await world.dump()).toBe(before);
  });

  it('follows can_create_bots_group and can_create_write_only_bots_group', async () => {
    for (const who of ['guest', 'bot'] as const) await world[who].fails('POST', '/bots', newBot(), refused);
    const [moderators] = await world.db<{ id: number }>("SELECT id FROM user_groups WHERE name = 'role:moderators'");
    const [members] = await world.db<{ id: number }>("SELECT id FROM user_groups WHERE name = 'role:members'");
    await world.owner.ok.patch('/realm', { can_create_bots_group: { new: moderators?.id } });
    await world.member.fails('POST', '/bots', newBot(), refused);
    await make(world.member, { bot_type: 2 });
    await make(world.moderator);
    await world.owner.ok.patch('/realm', { can_create_bots_group: { new: members?.id } });
  });
});

describe('The channels of a bot', () => {
  it('are where it sends without naming one, and what its queues are about, which it has in any case', async () => {
    const { id } = await world.member.ok.post('/channels/create', {
      name: 'lathe',
      subscribers: [world.member.userId],
    });
    const said = { type: 'channel', topic: 'news', content: 'ready' };
    const none = asBot(await make(world.member));
    for (const to of ['', []]) await none.fails('POST', '/messages', { ...said, to }, refused);
    const bot = await make(world.member, { default_sending_stream: 'lathe', default_events_register_stream: 'lathe' });
    await world.member.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'lathe' }, { name: 'press' }],
      principals: [bot['user_id']],
    });
    const queue = await asBot(bot).register({ event_types: ['message'] });
    await asBot(bot).ok.post('/messages', { ...said, to: 'press' });
    for (const to of ['', []]) await asBot(bot).ok.post('/messages', { ...said, to });
    const toLathe = { message: { stream_id: id } };
    expect(await queue.events()).toMatchObject([toLathe, toLathe]);
    await world.member.ok.delete('/users/me/subscriptions', {
      subscriptions: ['lathe'],
      principals: [bot['user_id']],
    });
    await world.member.ok.patch(`/streams/${String(id)}`, { is_private: true });
    await asBot(bot).register();
    // As long as its owner may write there, so does the bot.
    await asBot(bot).ok.post('/messages', { ...said, to: '' });
    await world.member.ok.delete('/users/me/subscriptions', { subscriptions: ['lathe'] });
    await asBot(bot).fails('POST', '/messages', { ...said, to: '' }, { ...refused, code: 'STREAM_DOES_NOT_EXIST' });
  });
});

it('a bot sends to no archived channel by default', async () => {
  const { owner, bot } = world;
  const { id } = await owner.ok.post('/channels/create', { name: 'closed shop', subscribers: [owner.userId] });
  await owner.ok.delete(`/streams/${Number(id)}`);
  for (const setting of ['default_sending_stream', 'default_events_register_stream'])
    await owner.fails(
      'PATCH',
      `/bots/${bot.userId}`,
      { [setting]: 'closed shop' },
      { status: 400, code: 'BAD_REQUEST', msg: "Not authorized to send to channel 'closed shop'" },
    );
});

it('a bot that is made a guest gets its queues, and asks for all public channels in vain', async () => {
  const bot = await make(world.member, { default_all_public_streams: true });
  await world.owner.ok.patch(`/users/${String(bot['user_id'])}`, { role: 600 });
  await asBot(bot).register();
  await asBot(bot).fails('POST', '/register', { all_public_streams: true }, refused);
});

describe('an incoming webhook', () => {
  const pathOf = ({ prefix = '/api/v1', path }: (typeof endpoints)[number]): string =>
    prefix + path.replaceAll(/\{[^}]+\}/g, '1');

  it('sends messages, and every other call that needs credentials is refused', async () => {
    const bot = asBot(await make(world.member, { bot_type: 2 }));
    await bot.ok.post('/messages', { type: 'direct', to: [world.member.userId], content: 'built' });
    const before = await world.dump();
    const others = endpoints.filter(({ access }) => access !== 'anonymous' && access !== 'sender');
    expect(others.length).toBeGreaterThan(150);
    const calls = [
      ...others.map((endpoint) => [endpoint.method, pathOf(endpoint)]),
      ['GET', '/api/v1/messages'],
      ['GET', '/user_uploads/1/ab/note.txt'],
      ['POST', '/api/v1/typing'],
      ['POST', '/api/v1/tus'],
    ];
    for (const [method = '', path = ''] of calls) {
      const { status, body } = await bot.request(method, `!${path}`);
      expect([method, path, status, body['code'] ?? body['text']]).toEqual([method, path, 403, 'BAD_REQUEST']);
    }
    expect(await world.dump()).toBe(before);
  });

  it('asks like anybody where no credentials are needed', async () => {
    const bot = asBot(await make(world.member, { bot_type: 2 }));
    expect(await bot.ok.get('/server_settings')).toHaveProperty('realm_name');
    await bot.fails('POST', '/fetch_api_key', {}, { status: 400, code: 'REQUEST_VARIABLE_MISSING' });
  });
});

describe('GET /bots', () => {
  it("lists one's own; administrators see all", async () => {
    const mine = await make(world.member2);
    expect(await ids(world.member2)).toEqual([mine['user_id']]);
    expect(await ids(world.admin)).toEqual(expect.arrayContaining([mine['user_id'], world.bot.userId]));
    const { state } = await world.member2.register({ event_types: ['realm_bot'] });
    expect((state['realm_bots'] as Body[]).map((bot) => bot['user_id'])).toEqual([mine['user_id']]);
  });
});

describe('PATCH /bots/{bot_id}', () => {
  it('changes what is sent and reports only that', async () => {
    const bot = await make(world.member, { bot_type: 3, payload_url: 'https://example.com/a' });
    const queue = await world.admin.register({ event_types: ['realm_bot'] });
    const path = `/bots/${String(bot['user_id'])}`;
    await world.member.ok.patch(path, { full_name: 'Renamed Bot', default_all_public_streams: true });
    const changed = await world.member.ok.patch(path, {
      service_payload_url: 'https://example.com/b',
      service_interface: 2,
    });
    const [before] = bot['services'] as Body[];
    expect(changed['services']).toEqual([
      { base_url: 'https://example.com/b', token: before?.['token'], interface: 2 },
    ]);
    expect((await queue.events()).map((event) => event['bot'])).toEqual([
      { user_id: bot['user_id'], full_name: 'Renamed Bot', default_all_public_streams: true },
      { user_id: bot['user_id'], services: changed['services'] },
    ]);
  });

  it('gives a bot to someone else: the person form bot_owner_id', async () => {
    const bot = await make(world.member);
    const queue = await world.guest.register({ event_types: ['realm_user'] });
    const path = `/bots/${String(bot['user_id'])}`;
    await world.member.ok.patch(path, { bot_owner_id: world.member2.userId });
    expect(await queue.events()).toMatchObject([
      { op: 'update', person: { user_id: bot['user_id'], bot_owner_id: world.member2.userId } },
    ]);
    await world.member.fails('PATCH', path, { full_name: 'Mine still' }, refused);
    for (const owner of [99_999, world.bot.userId])
      await world.member2.fails('PATCH', path, { bot_owner_id: owner }, refused);
  });

  it('given to someone else is gone for who had it, and its key with it', async () => {
    const bot = await make(world.member);
    const path = `/bots/${String(bot['user_id'])}`;
    const queues = await Promise.all(
      [world.member, world.member2, world.admin].map(async (who) => who.register({ event_types: ['realm_bot'] })),
    );
    const answer = await world.member.ok.patch(path, { bot_owner_id: world.member2.userId });
    expect(JSON.stringify(answer)).not.toContain(bot['api_key']);
    expect(await ids(world.member)).not.toContain(bot['user_id']);
    const [forFormer, forNew, forAdmin] = await Promise.all(queues.map(async (queue) => queue.events()));
    expect(forFormer).toMatchObject([{ op: 'delete', bot: { user_id: bot['user_id'] } }]);
    for (const events of [forNew, forAdmin])
      expect(events).toMatchObject([{ op: 'add', bot: { api_key: bot['api_key'] } }, { op: 'update' }]);
    const { api_key: key } = await world.member2.ok.post(`${path}/api_key/regenerate`);
    expect(JSON.stringify(await queues[0]?.events())).not.toContain(key);
  });

  it('stays with an administrator who gives it to someone else', async () => {
    const bot = await make(world.admin);
    const queue = await world.admin.register({ event_types: ['realm_bot'] });
    await world.admin.ok.patch(`/bots/${String(bot['user_id'])}`, { bot_owner_id: world.member.userId });
    expect((await queue.events()).map((event) => event['op'])).toEqual(['add', 'update']);
  });

  it('is for the owner and administrators, and for bots only', async () => {
    const path = `/bots/${world.bot.userId}`;
    for (const who of ['member2', 'moderator', 'guest'] as const) {
      await world[who].fails('PATCH', path, { full_name: 'Hacked' }, refused);
      await world[who].fails('DELETE', path, {}, refused);
      await world[who].fails('POST', `${path}/api_key/regenerate`, {}, refused);
    }
    await world.bot.fails('PATCH', path, { full_name: 'Self made' }, refused);
    await world.owner.fails(
      'PATCH',
      `/bots/${world.member.userId}`,
      { full_name: 'x' },
      { ...refused, msg: 'No such bot' },
    );
    await world.owner.fails('DELETE', '/bots/99999', {}, { ...refused, msg: 'No such bot' });
  });
});

describe('DELETE /bots/{bot_id} and bringing back', () => {
  it('deactivates, and is_active true brings back', async () => {
    const bot = await make(world.member);
    const path = `/bots/${String(bot['user_id'])}`;
    const queue = await world.member.register({ event_types: ['realm_bot'] });
    await world.member.ok.delete(path);
    await asBot(bot).fails('GET', '/users/me', {}, { status: 401, code: 'USER_DEACTIVATED' });
    expect(await queue.events()).toMatchObject([{ op: 'delete', bot: { user_id: bot['user_id'] } }]);
    await world.member.ok.patch(path, { is_active: true });
    expect(await queue.events()).toMatchObject([{ op: 'add', bot: { user_id: bot['user_id'], is_active: true } }]);
    await asBot(bot).ok.get('/users/me');
  });
});

it("a bot whose owner is gone becomes the one's who brings it back, in whatever way", async () => {
  const owner = await world.newUser('Brief Owner');
  const [one, other] = [await make(owner), await make(owner)].map((bot) => Number(bot['user_id']));
  await world.admin.ok.delete(`/users/${owner.userId}`);
  const back = await world.admin.ok.patch(`/bots/${one}`, { is_active: true });
  expect(back).toMatchObject({ is_active: true, owner_id: world.admin.userId });
  await world.admin.ok.post(`/users/${other}/reactivate`);
  expect((await world.admin.ok.get('/bots'))['bots']).toContainEqual(
    expect.objectContaining({ user_id: other, is_active: true, owner_id: world.admin.userId }),
  );
});

it('a bot is brought back by those who may make one, under a name that is free', async () => {
  const bot = await make(world.member);
  const path = `/bots/${String(bot['user_id'])}`;
  await world.admin.ok.delete(path);
  const mayMake = async (name: string): Promise<unknown> =>
    world.owner.ok.patch('/realm', { can_create_bots_group: { new: await systemGroup(world.owner, name) } });
  await mayMake('role:administrators');
  await world.member.fails('PATCH', path, { is_active: true }, refused);
  await mayMake('role:members');
  const twin = await make(world.member, { full_name: bot['full_name'] });
  await world.member.fails('PATCH', path, { is_active: true }, { ...refused, msg: 'Name is already in use.' });
  await world.member.ok.patch(`/bots/${String(twin['user_id'])}`, { full_name: 'Somebody else' });
  await world.member.ok.patch(path, { is_active: true });
});

it('a bot may do no more than its owner once its owner has a lower role', async () => {
  const owner = await world.newUser('Aldo Administrator', 200);
  const [mighty, plain] = [await make(owner), await make(owner)];
  await owner.ok.patch(`/users/${String(mighty['user_id'])}`, { role: 200 });
  const rolesOf = async (): Promise<unknown[]> =>
    Promise.all([mighty, plain].map(async (bot) => (await asBot(bot).ok.get('/users/me'))['role']));
  for (const [role, bots] of [
    [100, [200, 400]],
    [300, [300, 400]],
    [400, [400, 400]],
    [600, [600, 600]],
  ] as const) {
    await world.owner.ok.patch(`/users/${owner.userId}`, { role });
    expect(await rolesOf()).toEqual(bots);
  }
});

describe('What is reported about a bot', () => {
  const told = (events: Body[]): unknown[] => events.map(({ op, bot }) => [op, bot]);

  it('has its name and picture, a user who changed them, and in whatever way', async () => {
    const bot = await make(world.member);
    const user_id = Number(bot['user_id']);
    const queue = await world.member.register({ event_types: ['realm_bot'] });
    await world.admin.ok.patch(`/users/${user_id}`, { full_name: 'Named by Ada' });
    await asBot(bot).ok.patch('/settings', { full_name: 'Named by itself' });
    const set = await asBot(bot).ok.upload('/users/me/avatar', { name: 'dot.png', content: dotPicture });
    const { avatar_url } = await asBot(bot).ok.delete('/users/me/avatar');
    expect(told(await queue.events())).toEqual([
      ['update', { user_id, full_name: 'Named by Ada' }],
      ['update', { user_id, full_name: 'Named by itself' }],
      ['update', { user_id, avatar_url: set['avatar_url'] }],
      ['update', { user_id, avatar_url }],
    ]);
    const taken = { full_name: 'Named by itself' };
    await world.admin.fails('PATCH', `/users/${world.bot.userId}`, taken, {
      ...refused,
      msg: 'Name is already in use.',
    });
  });

  it('ends for administrators when it becomes an owner, who do not have its key then, and begins again', async () => {
    const bot = await make(world.member);
    const user_id = Number(bot['user_id']);
    const queue = await world.admin.register({ event_types: ['realm_bot'] });
    await world.owner.ok.patch(`/users/${user_id}`, { role: 100 });
    expect(told(await queue.events())).toEqual([['delete', { user_id }]]);
    await asBot(bot).fails('GET', '/users/me', {}, { status: 401, code: 'UNAUTHORIZED' });
    await world.owner.ok.patch(`/users/${user_id}`, { role: 400 });
    const [[op, now] = []] = told(await queue.events()) as [string, Body][];
    expect([op, now?.['user_id']]).toEqual(['add', user_id]);
    await asBot(now ?? {}).ok.get('/users/me');
  });
});

describe('POST /bots/{bot_id}/api_key/regenerate', () => {
  it('gives the bot a new key', async () => {
    const bot = await make(world.member);
    const { api_key: key } = await world.admin.ok.post(`/bots/${String(bot['user_id'])}/api_key/regenerate`);
    await asBot(bot).fails('GET', '/users/me', {}, { status: 401, code: 'UNAUTHORIZED' });
    await asBot({ ...bot, api_key: key }).ok.get('/users/me');
  });
});

describe('bot_storage', () => {
  it('keeps texts by key, for each bot its own', async () => {
    const other = asBot(await make(world.member));
    await world.bot.ok.put('/bot_storage', { storage: { a: '1', b: 'two' } });
    await world.bot.ok.put('/bot_storage', { storage: { a: 'one' } });
    expect((await world.bot.ok.get('/bot_storage'))['storage']).toEqual({ a: 'one', b: 'two' });
    expect((await world.bot.ok.get('/bot_storage', { keys: ['b'] }))['storage']).toEqual({ b: 'two' });
    expect((await other.ok.get('/bot_storage'))['storage']).toEqual({});
    await world.bot.ok.delete('/bot_storage', { keys: ['a'] });
    await world.bot.fails('GET', '/bot_storage', { keys: ['a'] }, { ...refused, msg: 'Key does not exist.' });
    await world.bot.fails('DELETE', '/bot_storage', { keys: ['a'] }, refused);
    await world.bot.ok.delete('/bot_storage');
    expect((await world.bot.ok.get('/bot_storage'))['storage']).toEqual({});
    await world.bot.fails('PUT', '/bot_storage', { storage: { a: 1 } }, { status: 400, code: 'BAD_REQUEST' });
  });
});
