/** The specification, "Endpoints": POST /channels/create. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { fetched, makeChannel, say, systemGroup } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { bad, day, missing, runJob, stateOf, unauthorized } from './kit.ts';

let world: World;
let owner: Client;
let admin: Client;
let member: Client;
let member2: Client;
beforeAll(async () => {
  world = await startWorld({ webPublicChannelsEnabled: true });
  ({ owner, admin, member, member2 } = world);
});
afterAll(() => world.stop());

let made = 0;
const newName = (): string => {
  made += 1;
  return `channel ${made}`;
};
/** The channel as its creator then gets it. */
async function create(params: Body = {}, by = member): Promise<Body> {
  const id = await makeChannel(by, newName(), [by, member2], params);
  return (await by.ok.get(`/streams/${id}`))['stream'] as Body;
}
const refuse = async (params: Body, expected: { status: number; code: string } & Body = bad, by = member) =>
  by.fails('POST', '/channels/create', { name: newName(), subscribers: [], ...params }, expected);

describe('POST /channels/create', () => {
  test('name: required; bounded by max_stream_name_length', async () => {
    const { max_stream_name_length: max } = await stateOf(member, ['realm']);
    const longest = 'é'.repeat(Number(max));
    await makeChannel(member, longest, []);
    await refuse({ name: `${longest}é` });
    await refuse({ name: undefined }, missing('name'));
  });

  test('description: Markdown', async () => {
    expect((await create({ description: 'For *talk*' }))['rendered_description']).toBe('<p>For <em>talk</em></p>');
  });

  test('description: bounded by max_stream_description_length', async () => {
    const { max_stream_description_length: max } = await stateOf(member, ['realm']);
    const longest = 'é'.repeat(Number(max));
    expect((await create({ description: longest }))['description']).toBe(longest);
    await refuse({ description: `${longest}é` });
  });

  test('subscribers: required; user ids to subscribe', async () => {
    const id = await makeChannel(member, newName(), [owner, member2]);
    const { subscribers } = await member2.ok.get(`/streams/${id}/members`);
    expect(new Set(subscribers as number[])).toEqual(new Set([owner.userId, member2.userId]));
    await refuse({ subscribers: undefined }, missing('subscribers'));
    await refuse({ subscribers: [4711] });
  });

  test('creates a channel and optionally subscribes users', async () => {
    const id = await makeChannel(member, newName(), []);
    expect((await member.ok.get(`/streams/${id}/members`))['subscribers']).toEqual([]);
  });

  test('announce: default false; whether the notification bot announces the creation', async () => {
    const narrow = [{ operator: 'channel', operand: 'general' }];
    await create();
    expect(await fetched(member, { narrow })).toEqual([]);
    const { name } = await create({ announce: true });
    const [notice] = await fetched(member, { narrow });
    expect(notice).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: expect.stringContaining(String(name)),
    });
  });

  test('invite_only: default false; private channel', async () => {
    expect((await create())['invite_only']).toBe(false);
    const secret = await makeChannel(member, newName(), [member], { invite_only: true });
    await member2.fails('GET', `/streams/${secret}`, {}, bad);
  });

  test('is_web_public: default false; requires enable_spectator_access and can_create_web_public_channel_group', async () => {
    expect((await create())['is_web_public']).toBe(false);
    await refuse({ is_web_public: true }, bad, owner);
    await owner.ok.patch('/realm', { enable_spectator_access: true });
    expect((await create({ is_web_public: true }, owner))['is_web_public']).toBe(true);
    await refuse({ is_web_public: true }, bad, member);
    const members = await systemGroup(owner, 'role:members');
    expect((await owner.patch('/realm', { can_create_web_public_channel_group: { new: members } })).status).toBe(400);
    const moderators = await systemGroup(owner, 'role:moderators');
    await refuse({ is_web_public: true }, bad, world.moderator);
    await owner.ok.patch('/realm', { can_create_web_public_channel_group: { new: moderators } });
    expect((await create({ is_web_public: true }, world.moderator))['is_web_public']).toBe(true);
  });

  test('is_web_public: opens to requests without credentials what the organization lets them see, as the public server settings say', async () => {
    const { stranger } = world;
    const calls = [
      ['POST', '/register', ''],
      ['GET', '/users', ''],
      ['GET', '/messages', 'anchor=newest&num_before=1&num_after=0&narrow=[["channels","web-public"]]'],
      ['GET', '/streams', ''],
    ] as const;
    const answers = async (): Promise<unknown[]> => {
      const found: unknown[] = [];
      for (const [method, path, query] of calls) {
        const response = await fetch(`${world.url}/api/v1${path}?${query}`, { method });
        found.push([path, response.status, ((await response.json()) as { code?: string }).code]);
      }
      return found;
    };
    await owner.ok.patch('/realm', { enable_spectator_access: false });
    expect(await stranger.ok.get('/server_settings')).toMatchObject({ realm_web_public_access_enabled: false });
    expect(await answers()).toEqual(calls.map(([, path]) => [path, unauthorized.status, unauthorized.code]));
    await owner.ok.patch('/realm', { enable_spectator_access: true });
    expect(await stranger.ok.get('/server_settings')).toMatchObject({ realm_web_public_access_enabled: true });
    expect(await answers()).toEqual([
      ['/register', 200, undefined],
      ['/users', 200, undefined],
      ['/messages', 200, undefined],
      ['/streams', unauthorized.status, unauthorized.code],
    ]);
  });

  test('is_web_public: requires server setting WEB_PUBLIC_STREAMS_ENABLED', async () => {
    const closed = await startWorld();
    await closed.owner.ok.patch('/realm', { enable_spectator_access: true });
    const params = { name: 'open', subscribers: [], is_web_public: true };
    await closed.owner.fails('POST', '/channels/create', params, bad);
    await closed.stop();
  });

  test('is_default_stream: default false; adds the channel to the defaults for new users', async () => {
    const [other, standard] = [await create({}, admin), await create({ is_default_stream: true }, admin)];
    const newcomer = await world.newUser('Nia Newcomer');
    const names = ((await newcomer.ok.get('/users/me/subscriptions'))['subscriptions'] as Body[]).map(
      (each) => each['name'],
    );
    expect(names).toContain(standard['name']);
    expect(names).not.toContain(other['name']);
  });

  test('folder_id: channel folder to place the channel in', async () => {
    const { channel_folder_id: folder_id } = await admin.ok.post('/channel_folders/create', {
      name: 'Teams',
      description: '',
    });
    expect((await create({ folder_id }))['folder_id']).toBe(folder_id);
    await refuse({ folder_id: 4711 });
  });

  test('topics_policy: inherit (default when unspecified), allow_empty_topic, disable_empty_topic, empty_topic_only', async () => {
    expect((await create())['topics_policy']).toBe('inherit');
    for (const topics_policy of ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'])
      expect((await create({ topics_policy }))['topics_policy']).toBe(topics_policy);
    await refuse({ topics_policy: 'any' });
  });

  test('topics_policy: empty_topic_only is accepted only if all existing messages are in the empty topic', async () => {
    const { stream_id: id, name } = await create({ send_new_subscription_messages: false }, owner);
    const only = { topics_policy: 'empty_topic_only' };
    await say(owner, name, 'a topic');
    await owner.fails('PATCH', `/streams/${Number(id)}`, only, bad);
    const narrow = [{ operator: 'channel', operand: name }];
    for (const message of await fetched(owner, { narrow })) await owner.ok.delete(`/messages/${message.id}`);
    await say(owner, name, '');
    await owner.ok.patch(`/streams/${Number(id)}`, only);
  });

  test('history_public_to_subscribers: whether new members can see earlier history (private channels)', async () => {
    for (const history_public_to_subscribers of [true, false]) {
      const name = newName();
      await makeChannel(member, name, [member], { invite_only: true, history_public_to_subscribers });
      const id = await say(member, name, 'before');
      await member.ok.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [member2.userId] });
      expect((await member2.get(`/messages/${id}`)).status).toBe(history_public_to_subscribers ? 200 : 400);
    }
  });

  test('message_retention_days: days before messages are deleted; realm_default (organization setting) and unlimited', async () => {
    await owner.ok.patch('/realm', { message_retention_days: 3 });
    const kept: Record<string, string[]> = {};
    const channels = await Promise.all(
      [1, 'realm_default', 'unlimited'].map(async (message_retention_days) =>
        create({ message_retention_days }, owner),
      ),
    );
    const messages = await Promise.all(channels.map(async ({ name }) => say(owner, name, 'x')));
    for (const days of ['1', '2']) {
      world.clock.advance(2 * day * 1000);
      await runJob(world, 'retention');
      const rows = await Promise.all(messages.map(async (id) => owner.get(`/messages/${id}`)));
      kept[days] = rows.map(({ status }) => (status === 200 ? 'kept' : 'deleted'));
    }
    expect(kept).toEqual({ 1: ['deleted', 'kept', 'kept'], 2: ['deleted', 'deleted', 'kept'] });
    await owner.ok.patch('/realm', { message_retention_days: 'unlimited' });
  });
});

describe('Group-setting parameters: each defines who may', () => {
  type Attempt = (who: Client, channel: { id: number; name: string }) => Promise<number>;
  const status = async (reply: Promise<{ status: number }>) => (await reply).status;
  const foreign = async (name: string, topic = 'old') => say(owner, name, topic);
  const attempts: [string, string, string | null, Attempt][] = [
    [
      'can_add_subscribers_group',
      'add subscribers to the channel',
      'can_add_subscribers_group',
      async (who, { name }) =>
        status(who.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [admin.userId] })),
    ],
    [
      'can_remove_subscribers_group',
      'remove subscribers',
      null,
      async (who, { name }) =>
        status(who.delete('/users/me/subscriptions', { subscriptions: [name], principals: [world.moderator.userId] })),
    ],
    [
      'can_administer_channel_group',
      'administer the channel',
      null,
      async (who, { id }) => status(who.patch(`/streams/${id}`, { description: 'mine' })),
    ],
    [
      'can_delete_any_message_group',
      'delete any message in the channel',
      null,
      async (who, { name }) => status(who.delete(`/messages/${await foreign(name)}`)),
    ],
    [
      'can_delete_own_message_group',
      'delete own messages in the channel',
      'can_delete_own_message_group',
      async (who, { name }) => status(who.delete(`/messages/${await say(who, name, 'own')}`)),
    ],
    [
      'can_move_messages_out_of_channel_group',
      'move messages out of the channel',
      'can_move_messages_between_channels_group',
      async (who, { name }) => {
        const elsewhere = await makeChannel(owner, newName(), [owner, who]);
        return status(who.patch(`/messages/${await foreign(name)}`, { stream_id: elsewhere }));
      },
    ],
    [
      'can_move_messages_within_channel_group',
      'move messages between topics of the channel',
      'can_move_messages_between_topics_group',
      async (who, { name }) => status(who.patch(`/messages/${await foreign(name)}`, { topic: 'new' })),
    ],
    [
      'can_send_message_group',
      'post in the channel',
      null,
      async (who, { name }) => status(who.post('/messages', { type: 'channel', to: name, topic: 'x', content: 'x' })),
    ],
    [
      'can_resolve_topics_group',
      'resolve topics',
      'can_resolve_topics_group',
      async (who, { name }) => {
        const id = await foreign(name, 'question');
        return status(who.patch(`/messages/${id}`, { topic: '✔ question', propagate_mode: 'change_all' }));
      },
    ],
  ];

  test.each(attempts)('%s: %s', async (setting, _permission, ofOrganization, attempt) => {
    if (ofOrganization !== null)
      await owner.ok.patch('/realm', { [ofOrganization]: { new: await systemGroup(owner, 'role:administrators') } });
    const name = newName();
    const others = [owner, member, member2, world.moderator];
    const id = await makeChannel(owner, name, others, {
      [setting]: { direct_members: [member.userId, owner.userId], direct_subgroups: [] },
    });
    expect(await attempt(member2, { id, name })).toBe(400);
    expect(await attempt(member, { id, name })).toBe(200);
  });

  test('can_subscribe_group: subscribe oneself (also to a private channel)', async () => {
    const name = newName();
    await makeChannel(owner, name, [owner], {
      invite_only: true,
      can_subscribe_group: { direct_members: [member.userId], direct_subgroups: [] },
    });
    const subscriptions = [{ name }];
    expect((await member2.post('/users/me/subscriptions', { subscriptions })).status).toBe(400);
    expect((await member.post('/users/me/subscriptions', { subscriptions })).status).toBe(200);
  });

  test('all are optional', async () => {
    expect(await create()).toMatchObject({ can_send_message_group: await systemGroup(owner, 'role:everyone') });
  });
});
