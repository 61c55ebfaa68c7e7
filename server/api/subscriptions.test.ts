/** Subscriptions: joining, leaving, adding and removing others, personal settings, and what a subscriber received. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { palette } from '../domain/channels/subscriptions/colors.ts';
import type { Body, Client, TestQueue } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let number = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const badRequest = { status: 400, code: 'BAD_REQUEST' };
const path = '/users/me/subscriptions';
const newName = () => `sub ${(number += 1)}`;
const key = (client: Client) => String(client.userId);

/** Creates a channel with the caller in it. */
async function create(client: Client, params: Body = {}): Promise<{ id: number; name: string }> {
  const name = newName();
  const { id } = await client.ok.post('/channels/create', { name, subscribers: [client.userId], ...params });
  return { id: Number(id), name };
}

const join = (client: Client, name: string, params: Body = {}): Promise<Body> =>
  client.ok.post(path, { subscriptions: [{ name }], ...params });
const members = async (client: Client, id: number): Promise<unknown> =>
  (await client.ok.get(`/streams/${id}/members`))['subscribers'];
const listen = (client: Client): Promise<TestQueue> =>
  client.register({ event_types: ['stream', 'subscription'], include_subscribers: 'true' });
const short = (events: Body[]): string[] => events.map((event) => `${event['type']} ${event['op']}`);

async function own(client: Client, name: string, params: Body = {}): Promise<Body | undefined> {
  const { subscriptions } = await client.ok.get(path, params);
  return (subscriptions as Body[]).find((each) => each['name'] === name);
}

async function groupId(name: string): Promise<number> {
  return (await world.db<{ id: number }>('SELECT id FROM user_groups WHERE name = ?', name))[0]?.id ?? -1;
}

async function refused(
  client: Client,
  method: string,
  params: Body,
  expected: { status: number; code: string } & Body = badRequest,
): Promise<void> {
  const before = await world.dump();
  await client.fails(method, path, params, expected);
  expect(await world.dump()).toBe(before);
}

describe('POST /users/me/subscriptions', () => {
  it('subscribes to public channels by name, and says which were so already', async () => {
    const [one, two] = [await create(world.member), await create(world.member)];
    await join(world.member2, one.name.toUpperCase());
    const answer = await world.member2.ok.post(path, { subscriptions: [{ name: one.name }, { name: two.name }] });
    expect(answer).toMatchObject({
      subscribed: { [key(world.member2)]: [two.name] },
      already_subscribed: { [key(world.member2)]: [one.name] },
      new_subscription_messages_sent: true,
    });
    expect(answer).not.toHaveProperty('unauthorized');
  });

  it('answers at /subscribe too', async () => {
    const { name } = await create(world.member);
    expect(await world.member2.ok.post('/subscribe', { subscriptions: [{ name }] })).toMatchObject({
      subscribed: { [key(world.member2)]: [name] },
    });
  });

  it('makes channels that do not exist, as the request says', async () => {
    const name = newName();
    const { channel_folder_id } = await world.admin.ok.post('/channel_folders/create', {
      name: `for ${name}`,
      description: '',
    });
    const queue = await listen(world.member);
    const moderators = await groupId('role:moderators');
    await world.member.ok.post(path, {
      subscriptions: [{ name, description: 'made by joining' }],
      invite_only: true,
      history_public_to_subscribers: true,
      topics_policy: 'allow_empty_topic',
      folder_id: channel_folder_id,
      can_send_message_group: moderators,
    });
    expect(short(await queue.events())).toEqual(['stream create', 'subscription add']);
    expect(await own(world.member, name)).toMatchObject({
      description: 'made by joining',
      invite_only: true,
      history_public_to_subscribers: true,
      topics_policy: 'allow_empty_topic',
      folder_id: channel_folder_id,
      can_send_message_group: moderators,
      creator_id: world.member.userId,
    });
  });

  it('subscribes others by id or by e-mail', async () => {
    const { id, name } = await create(world.member);
    await join(world.member, name, { principals: [world.member2.userId] });
    await join(world.member, name, { principals: [world.guest.email.toUpperCase()] });
    expect(await members(world.member, id)).toEqual(
      [world.member.userId, world.member2.userId, world.guest.userId].toSorted((a, b) => a - b),
    );
  });

  it('notifies the newcomer, and everyone who sees the channel', async () => {
    const { id, name } = await create(world.member);
    const queues = {
      newcomer: await listen(world.member2),
      other: await listen(world.moderator),
      guest: await listen(world.guest),
    };
    await join(world.member2, name);
    const added = await queues.newcomer.events();
    expect(added).toMatchObject([
      {
        op: 'add',
        subscriptions: [
          {
            stream_id: id,
            subscriber_count: 2,
            subscribers: [world.member.userId],
            in_home_view: true,
            is_muted: false,
            pin_to_top: false,
          },
        ],
      },
    ]);
    expect(await queues.other.events()).toMatchObject([
      { op: 'peer_add', stream_ids: [id], user_ids: [world.member2.userId] },
    ]);
    expect(await queues.guest.events()).toEqual([]);
  });

  it('lists subscribers in events only for clients that asked for them', async () => {
    const { name } = await create(world.member);
    const queue = await world.member2.register({ event_types: ['subscription'] });
    await join(world.member2, name);
    const added = (await queue.events()).flatMap((event) => event['subscriptions'] as Body[]);
    expect(added).toMatchObject([{ name }]);
    expect(added[0]).not.toHaveProperty('subscribers');
  });

  it('shows a guest the channel before the subscription to it', async () => {
    const { id, name } = await create(world.member);
    const queue = await listen(world.guest);
    await world.guest.fails('GET', `/streams/${id}`, {}, badRequest);
    await join(world.member, name, { principals: [world.guest.userId] });
    expect(short(await queue.events())).toEqual(['stream create', 'subscription add']);
    await world.guest.ok.get(`/streams/${id}`);
  });

  it('reports several channels in one event', async () => {
    const names = [(await create(world.member)).name, (await create(world.member)).name];
    const [joiner, other] = [await listen(world.member2), await listen(world.moderator)];
    await world.member2.ok.post(path, { subscriptions: names.map((name) => ({ name })) });
    expect((await joiner.events()).map((event) => (event['subscriptions'] as Body[]).length)).toEqual([2]);
    expect((await other.events()).map((event) => (event['stream_ids'] as number[]).length)).toEqual([2]);
  });

  it('refuses private channels, the same way as ones that guests may not enter', async () => {
    const { name } = await create(world.member, { invite_only: true });
    await refused(world.member2, 'POST', { subscriptions: [{ name }] });
    await refused(world.admin, 'POST', { subscriptions: [{ name }] });
    const open = await create(world.member);
    await refused(world.guest, 'POST', { subscriptions: [{ name: open.name }] });
    await refused(world.guest, 'POST', { subscriptions: [{ name: newName() }] });
  });

  it('joins what it may and reports the rest when authorization_errors_fatal is false', async () => {
    const [open, shut] = [await create(world.member), await create(world.member, { invite_only: true })];
    const answer = await world.member2.ok.post(path, {
      subscriptions: [{ name: open.name }, { name: shut.name }],
      authorization_errors_fatal: false,
    });
    expect(answer).toMatchObject({ subscribed: { [key(world.member2)]: [open.name] }, unauthorized: [shut.name] });
  });

  it('lets the members of can_subscribe_group into a private channel', async () => {
    const { name } = await create(world.member, {
      invite_only: true,
      can_subscribe_group: await groupId('role:members'),
    });
    await join(world.member2, name);
    await refused(world.guest, 'POST', { subscriptions: [{ name }] });
  });

  it('adds others only where the organization or the channel lets the caller', async () => {
    const { name } = await create(world.member);
    const [moderators, everyMember] = [await groupId('role:moderators'), await groupId('role:members')];
    await world.owner.ok.patch('/realm', { can_add_subscribers_group: { new: moderators } });
    await refused(world.member2, 'POST', { subscriptions: [{ name }], principals: [world.guest.userId] });
    const special = await create(world.member, {
      can_add_subscribers_group: { direct_members: [world.member2.userId], direct_subgroups: [] },
    });
    await join(world.member2, special.name, { principals: [world.guest.userId] });
    await world.owner.ok.patch('/realm', { can_add_subscribers_group: { new: everyMember } });
    await refused(world.guest, 'POST', { subscriptions: [{ name: special.name }], principals: [world.member2.userId] });
  });

  it('refuses users who are not there', async () => {
    const { name } = await create(world.member);
    await refused(world.member, 'POST', { subscriptions: [{ name }], principals: [98_765] });
    await refused(world.member, 'POST', { subscriptions: [{ name }], principals: ['nobody@example.com'] });
    await refused(
      world.member,
      'POST',
      { subscriptions: [{ name }], principals: { id: 1 } },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it('makes nothing when one channel of several is refused', async () => {
    const shut = await create(world.member, { invite_only: true });
    await refused(world.member2, 'POST', { subscriptions: [{ name: newName() }, { name: shut.name }] });
    await refused(
      world.member2,
      'POST',
      { subscriptions: [{ description: 'no name' }] },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await refused(world.member2, 'POST', { subscriptions: 'general' }, { status: 400, code: 'BAD_REQUEST' });
  });

  it('says whether the people added were written to', async () => {
    const { name } = await create(world.member);
    expect(
      await join(world.member, name, { principals: [world.member2.userId], send_new_subscription_messages: false }),
    ).not.toHaveProperty('new_subscription_messages_sent');
    expect(await join(world.member, name, { principals: [world.guest.userId] })).toMatchObject({
      new_subscription_messages_sent: true,
    });
    const [row] = await world.db<{ content: string }>(
      'SELECT content FROM messages WHERE stream_id IS NULL ORDER BY id DESC LIMIT 1',
    );
    expect(row?.content).toBe(
      `@_**${world.member.name}|${world.member.userId}** subscribed you to the channel #**${name}**.`,
    );
  });
});

describe('DELETE /users/me/subscriptions', () => {
  it('unsubscribes, and says from what it did not', async () => {
    const [joined, other] = [await create(world.member), await create(world.member2)];
    const answer = await world.member.ok.delete(path, { subscriptions: [joined.name, other.name] });
    expect(answer).toMatchObject({ removed: [joined.name], not_removed: [other.name] });
  });

  it('notifies the leaver, and everyone who sees the channel', async () => {
    const { id, name } = await create(world.member, { subscribers: [world.member.userId, world.member2.userId] });
    const [leaver, other] = [await listen(world.member2), await listen(world.moderator)];
    await world.member2.ok.delete(path, { subscriptions: [name] });
    expect(await leaver.events()).toMatchObject([{ op: 'remove', subscriptions: [{ stream_id: id, name }] }]);
    expect(await other.events()).toMatchObject([
      { op: 'peer_remove', stream_ids: [id], user_ids: [world.member2.userId] },
    ]);
  });

  it('notifies those who go, and still see the channel, of those who go with them', async () => {
    const people = [world.member.userId, world.member2.userId];
    const { id, name } = await create(world.admin, { subscribers: people });
    const queue = await listen(world.member2);
    await world.admin.ok.delete(path, { subscriptions: [name], principals: people });
    expect(await queue.events()).toMatchObject([
      { op: 'remove' },
      { op: 'peer_remove', stream_ids: [id], user_ids: [world.member.userId] },
    ]);
  });

  it('takes a private channel out of the sight of who leaves it', async () => {
    const { id, name } = await create(world.member, {
      invite_only: true,
      subscribers: [world.member.userId, world.member2.userId],
    });
    const queue = await listen(world.member2);
    await world.member2.ok.delete(path, { subscriptions: [name] });
    expect(short(await queue.events())).toEqual(['subscription remove', 'stream delete']);
    await world.member2.fails('GET', `/streams/${id}`, {}, badRequest);
  });

  it('answers STREAM_DOES_NOT_EXIST with the name for unknown and hidden channels', async () => {
    const { name } = await create(world.member, { invite_only: true });
    await refused(
      world.member2,
      'DELETE',
      { subscriptions: [name] },
      { status: 400, code: 'STREAM_DOES_NOT_EXIST', stream: name },
    );
    await refused(
      world.member2,
      'DELETE',
      { subscriptions: ['no such'] },
      { status: 400, code: 'STREAM_DOES_NOT_EXIST', stream: 'no such' },
    );
  });

  it('removes others for administrators, owners of bots, and can_remove_subscribers_group', async () => {
    const people = [world.member, world.member2, world.bot, world.guest].map((client) => client.userId);
    const { id, name } = await create(world.owner, { subscribers: people });
    await refused(world.member2, 'DELETE', { subscriptions: [name], principals: [world.guest.userId] });
    await refused(world.member2, 'DELETE', { subscriptions: [name], principals: [world.bot.userId] });
    await world.member.ok.delete(path, { subscriptions: [name], principals: [world.bot.userId] });
    await world.admin.ok.delete(path, { subscriptions: [name], principals: [world.guest.email] });
    await world.owner.ok.patch(`/streams/${id}`, {
      can_remove_subscribers_group: { new: { direct_members: [world.member2.userId], direct_subgroups: [] } },
    });
    await world.member2.ok.delete(path, { subscriptions: [name], principals: [world.member.userId] });
    expect(await members(world.owner, id)).toEqual([world.member2.userId]);
  });
});

describe('PATCH /users/me/subscriptions', () => {
  it('joins and leaves in one step, and answers by e-mail', async () => {
    const [leaving, joining] = [await create(world.member), await create(world.member2)];
    const answer = await world.member.ok.patch(path, {
      delete: [leaving.name],
      add: [{ name: joining.name, color: '#AbC' }],
    });
    expect(answer).toMatchObject({
      removed: [leaving.name],
      not_removed: [],
      subscribed: { [world.member.email]: [joining.name] },
      already_subscribed: {},
    });
    expect(await own(world.member, joining.name)).toMatchObject({ color: '#aabbcc' });
  });

  it('refuses to do nothing, or half', async () => {
    await refused(world.member, 'PATCH', {});
    await refused(
      world.member,
      'PATCH',
      { add: [{ name: newName() }], delete: ['no such'] },
      { status: 400, code: 'STREAM_DOES_NOT_EXIST' },
    );
    await refused(world.member, 'PATCH', { add: [{ name: newName(), color: 'red' }] });
  });
});

describe('GET /users/me/subscriptions', () => {
  it('has subscribers only when asked for: the others, never the caller', async () => {
    const { name } = await create(world.member, { subscribers: [world.member.userId, world.member2.userId] });
    expect(await own(world.member, name)).not.toHaveProperty('subscribers');
    expect(await own(world.member, name, { include_subscribers: 'true' })).toMatchObject({
      subscribers: [world.member2.userId],
    });
    expect(await own(world.member, name, { include_subscribers: 'partial' })).toMatchObject({
      subscribers: [world.member2.userId],
    });
    await world.member.fails('GET', path, { include_subscribers: 'some' }, badRequest);
  });

  it('leaves out archived channels', async () => {
    const { id, name } = await create(world.member);
    await world.member.ok.delete(`/streams/${id}`);
    expect(await own(world.member, name)).toBeUndefined();
  });

  it('inherits notification settings until they are set', async () => {
    const { name } = await create(world.member);
    expect(await own(world.member, name)).toMatchObject({
      desktop_notifications: null,
      audible_notifications: null,
      push_notifications: null,
      email_notifications: null,
      wildcard_mentions_notify: null,
    });
  });

  it('reports to clients that do not know null what they inherit', async () => {
    const person = await world.newUser('Olde Client');
    await person.ok.patch('/settings', { enable_stream_push_notifications: true });
    const types = ['subscription'];
    const older = await person.register({ event_types: types });
    const modern = await person.register({
      event_types: types,
      client_capabilities: { notification_settings_null: true },
    });
    const { name } = await create(person);
    const inherited = { push_notifications: true, email_notifications: false, wildcard_mentions_notify: true };
    const unset = { push_notifications: null, email_notifications: null, wildcard_mentions_notify: null };
    expect(await older.events()).toMatchObject([{ op: 'add', subscriptions: [{ name, ...inherited }] }]);
    expect(await modern.events()).toMatchObject([{ op: 'add', subscriptions: [{ name, ...unset }] }]);
    const registered = async (client_capabilities: object): Promise<unknown> => {
      const { state } = await person.register({ fetch_event_types: types, client_capabilities });
      return (state['subscriptions'] as { name: string }[]).find((each) => each.name === name);
    };
    expect(await registered({})).toMatchObject(inherited);
    expect(await registered({ notification_settings_null: true })).toMatchObject(unset);
  });
});

describe('colours', () => {
  it('are lower-case #rrggbb, different for every channel while there are enough', async () => {
    const person = await world.newUser('Colo Rful');
    for (let made = 0; made < palette.length + 2; made += 1) await create(person);
    const { subscriptions } = await person.ok.get(path);
    const colors = (subscriptions as Body[]).map((each) => String(each['color']));
    expect(new Set(colors).size).toBe(palette.length);
    for (const color of colors) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('come back with the other settings when someone subscribes again', async () => {
    const { id, name } = await create(world.member);
    await world.member.ok.post(`${path}/properties`, {
      subscription_data: [{ stream_id: id, property: 'color', value: '#123456' }],
    });
    await world.member.ok.delete(path, { subscriptions: [name] });
    await join(world.member, name);
    expect(await own(world.member, name)).toMatchObject({ color: '#123456' });
  });
});

const set = (client: Client, changes: Body[]): Promise<Body> =>
  client.ok.post(`${path}/properties`, { subscription_data: changes });

describe('POST /users/me/subscriptions/properties', () => {
  it.each([
    'pin_to_top',
    'desktop_notifications',
    'audible_notifications',
    'push_notifications',
    'email_notifications',
    'wildcard_mentions_notify',
  ])('sets %s and notifies the user', async (property) => {
    const { id, name } = await create(world.member);
    const [queue, other] = [await listen(world.member), await listen(world.member2)];
    await set(world.member, [{ stream_id: id, property, value: true }]);
    expect(await queue.events()).toMatchObject([{ op: 'update', stream_id: id, property, value: true }]);
    expect(await other.events()).toEqual([]);
    expect(await own(world.member, name)).toMatchObject({ [property]: true });
  });

  it('mutes under both names, each with an event of its own', async () => {
    const { id, name } = await create(world.member);
    const queue = await listen(world.member);
    const told = async () => (await queue.events()).map((event) => [event['property'], event['value']]);
    await set(world.member, [{ stream_id: id, property: 'is_muted', value: true }]);
    expect(await told()).toEqual([
      ['is_muted', true],
      ['in_home_view', false],
    ]);
    await set(world.member, [{ stream_id: id, property: 'in_home_view', value: true }]);
    expect(await told()).toEqual([
      ['is_muted', false],
      ['in_home_view', true],
    ]);
    await set(world.member, [{ stream_id: id, property: 'in_home_view', value: true }]);
    expect(await told()).toEqual([]);
    expect(await own(world.member, name)).toMatchObject({ is_muted: false, in_home_view: true });
  });

  it('refuses all changes when one is wrong', async () => {
    const [mine, others] = [await create(world.member), await create(world.member2)];
    const right = { stream_id: mine.id, property: 'pin_to_top', value: true };
    const wrong: [Body, string][] = [
      [{ stream_id: others.id, property: 'pin_to_top', value: true }, 'BAD_REQUEST'],
      [{ stream_id: mine.id, property: 'shape', value: true }, 'BAD_REQUEST'],
      [{ stream_id: mine.id, property: 'color', value: 'red' }, 'BAD_REQUEST'],
      [{ stream_id: mine.id, property: 'color', value: true }, 'BAD_REQUEST'],
      [{ stream_id: mine.id, property: 'is_muted', value: 'yes' }, 'BAD_REQUEST'],
      [{ stream_id: mine.id, property: 'is_muted' }, 'BAD_REQUEST'],
    ];
    const before = await world.dump();
    for (const [change, code] of wrong)
      await world.member.fails(
        'POST',
        `${path}/properties`,
        { subscription_data: [right, change] },
        { status: 400, code },
      );
    expect(await world.dump()).toBe(before);
  });
});

describe('GET /users/{user_id}/subscriptions/{stream_id}', () => {
  it('reports whether a user is subscribed, to those who see both', async () => {
    const { id } = await create(world.member, { invite_only: true });
    const ask = (client: Client, userId: number) => client.ok.get(`/users/${userId}/subscriptions/${id}`);
    expect(await ask(world.member, world.member.userId)).toMatchObject({ is_subscribed: true });
    expect(await ask(world.admin, world.member2.userId)).toMatchObject({ is_subscribed: false });
    await world.member2.fails('GET', `/users/${world.member.userId}/subscriptions/${id}`, {}, badRequest);
    await world.member.fails('GET', `/users/98765/subscriptions/${id}`, {}, badRequest);
  });
});

/** Messages of the topic "t" that the client gets, oldest first. */
const texts = async (client: Client, id: number): Promise<unknown[]> => {
  const { messages } = await client.ok.get('/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      { operator: 'channel', operand: id },
      { operator: 'topic', operand: 't' },
    ],
  });
  return (messages as Body[]).map((message) => message['content']);
};

describe('what a subscriber received', () => {
  it('is what was sent while they were subscribed, in a channel with protected history', async () => {
    const { id, name } = await create(world.member, { invite_only: true });
    const send = (content: string) =>
      world.member.ok.post('/messages', { type: 'stream', to: id, topic: 't', content });
    const add = () => join(world.member, name, { principals: [world.member2.userId] });
    await send('before');
    await add();
    await send('first stay');
    await world.member2.ok.delete(path, { subscriptions: [name] });
    await send('away');
    await add();
    await send('second stay');
    expect(await texts(world.member2, id)).toEqual(['first stay', 'second stay']);
    expect(await texts(world.member, id)).toEqual(['before', 'first stay', 'away', 'second stay']);
  });

  it('leaves no empty spans, and one open span for a subscriber', async () => {
    const { id, name } = await create(world.member);
    for (let round = 0; round < 3; round += 1) {
      await join(world.member2, name);
      await world.member2.ok.delete(path, { subscriptions: [name] });
    }
    await join(world.member2, name);
    const spans = await world.db(
      'SELECT * FROM subscription_spans WHERE user_id = ? AND stream_id = ?',
      world.member2.userId,
      id,
    );
    expect(spans).toMatchObject([{ until_id: null }]);
  });
});

describe('the count of subscribers', () => {
  it('is the number of active subscribers, after everything above', async () => {
    const wrong = await world.db(
      `SELECT id, subscriber_count, (SELECT count(*) FROM subscriptions s JOIN users u ON u.id = s.user_id
         WHERE s.stream_id = streams.id AND s.active = 1 AND u.is_active = 1) AS counted FROM streams WHERE subscriber_count <> counted`,
    );
    expect(wrong).toEqual([]);
    expect((await world.db('SELECT id FROM streams')).length).toBeGreaterThan(30);
  });
});
