/**
 * Cached registration data equals a fresh read: after every
 * kind of change that they are made of, for everyone, in every form.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemViewing } from '../domain/acting.ts';
import type { StateOptions } from '../domain/initial-state.ts';
import { initialState, prepareState } from '../domain/registration.ts';
import { findUser, updateUserRow, visitor } from '../domain/users/rows.ts';
import { JsonText } from '../json-text.ts';
import type { Body, Client } from '../testing/client.ts';
import { forgetful } from '../testing/forgetful-reader.ts';
import { readByAll, testRemembered } from '../testing/remembered.ts';
import { startWorld, type World } from '../testing/world.ts';

const fetched = ['realm_user', 'realm_user_groups', 'realm_bot', 'user_status', 'stream', 'subscription'];
const allCapabilities = {
  notification_settings_null: true,
  user_list_incomplete: true,
  user_avatar_url_field_optional: true,
  include_deactivated_groups: true,
  archived_channels: true,
};
const forms: Pick<StateOptions, 'clientGravatar' | 'includeSubscribers' | 'capabilities'>[] = [
  { clientGravatar: true, includeSubscribers: true, capabilities: {} },
  { clientGravatar: false, includeSubscribers: 'partial', capabilities: allCapabilities },
];

let world: World;
let readers: [name: string, client: Client][];
const ids: Record<string, number> = {};

/** The state as an answer has it, and as it is when all is read again. */
async function bothWays({ ok, userId }: Client, form: (typeof forms)[number]): Promise<[answered: Body, again: Body]> {
  const { queue_id: queueId, ...whole } = await ok.post('/register', {
    event_types: ['message'],
    fetch_event_types: fetched,
    client_gravatar: form.clientGravatar,
    include_subscribers: String(form.includeSubscribers),
    client_capabilities: form.capabilities,
  });
  await ok.delete('/events', { queue_id: String(queueId) });
  const { services } = world.server;
  const again = await services.storage.read((db) => {
    const viewing = systemViewing(forgetful(db), services, world.url);
    const user = findUser(viewing.db, userId) ?? visitor;
    const options = { fetchTypes: new Set(fetched), slimPresence: false, presenceHistoryLimitDays: 14, ...form };
    return plain(initialState({ ...viewing, user, client: 'test' }, options));
  });
  const answered = Object.fromEntries(Object.keys(again).map((key) => [key, whole[key]]));
  return [answered, again];
}

const plain = (state: object): Body =>
  JSON.parse(
    JSON.stringify(state, (_key, value: unknown) =>
      value instanceof JsonText ? (JSON.parse(value.text) as unknown) : value,
    ),
  ) as Body;

const everythingRead = readByAll(() => readers, forms, bothWays);

beforeAll(async () => {
  world = await startWorld();
  const { owner, admin, moderator, member, member2, guest } = world;
  readers = Object.entries({ owner, moderator, member, guest });
  const people = [owner, admin, moderator, member, member2].map(({ userId }) => userId);
  for (const name of ['first', 'second'])
    await owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name }], principals: people });
  await owner.ok.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'closed' }],
    principals: [guest.userId, member.userId],
    invite_only: true,
  });
  // The guest shares a channel with one of the members alone.
  const { subscriptions } = await guest.ok.get('/users/me/subscriptions');
  const others = (subscriptions as { name: string }[]).map(({ name }) => name).filter((name) => name !== 'closed');
  await guest.ok.delete('/users/me/subscriptions', { subscriptions: others });
  for (const name of ['first', 'closed'])
    ids[name] = Number((await owner.ok.get('/get_stream_id', { stream: name }))['stream_id']);
  const field = await admin.ok.post('/realm/profile_fields', { name: 'Town', field_type: 1 });
  ids['field'] = Number(field['id']);
});
afterAll(async () => world.stop());

/** Each alters what someone is informed at registration. */
const changes: Record<string, () => Promise<unknown>> = {
  'a name': async () => world.member.ok.patch('/settings', { full_name: 'Maxine Member' }),
  'an address hidden from all but administrators': async () =>
    world.member.ok.patch('/settings', { email_address_visibility: 3 }),
  'an address hidden from everyone': async () => world.member.ok.patch('/settings', { email_address_visibility: 4 }),
  'an address shown': async () => world.member.ok.patch('/settings', { email_address_visibility: 1 }),
  'a value in a profile': async () =>
    world.member.ok.patch('/users/me/profile_data', { data: [{ id: ids['field'], value: 'Basel' }] }),
  'a field of profiles less': async () => world.admin.ok.delete(`/realm/profile_fields/${ids['field']}`),
  'a role': async () => world.owner.ok.patch(`/users/${world.member2.userId}`, { role: 300 }),
  'someone new': async () =>
    world.owner.ok.post('/users', { email: 'new@office.example', full_name: 'Nina New', password: 'horse battery 9' }),
  'someone who leaves': async () => world.owner.ok.delete(`/users/${world.member2.userId}`),
  'someone who comes back': async () => world.owner.ok.post(`/users/${world.member2.userId}/reactivate`),
  'a status': async () => world.member.ok.post('/users/me/status', { status_text: 'at lunch' }),
  'someone invisible': async () => world.moderator.ok.patch('/settings', { presence_enabled: false }),
  'a status less': async () => world.member.ok.post('/users/me/status', { status_text: '' }),
  'a bot': async () => {
    const bot = await world.member.ok.post('/bots', { full_name: 'Robby', short_name: 'robby', bot_type: 1 });
    ids['bot'] = Number(bot['user_id']);
  },
  "a bot's new key": async () => world.member.ok.post(`/bots/${ids['bot']}/api_key/regenerate`),
  "a bot's new owner": async () =>
    world.admin.ok.patch(`/bots/${ids['bot']}`, { bot_owner_id: world.moderator.userId }),
  "a bot's channel": async () => world.admin.ok.patch(`/bots/${ids['bot']}`, { default_sending_stream: 'first' }),
  'a group': async () => {
    const members = [world.member.userId, world.member2.userId];
    const group = await world.owner.ok.post('/user_groups/create', {
      name: 'cooks',
      description: 'They cook',
      members,
    });
    ids['group'] = Number(group['group_id']);
  },
  "a group's name": async () => world.owner.ok.patch(`/user_groups/${ids['group']}`, { name: 'bakers' }),
  'a member of a group less': async () =>
    world.owner.ok.post(`/user_groups/${ids['group']}/members`, { delete: [world.member2.userId] }),
  'a group in a group': async () =>
    world.owner.ok.post(`/user_groups/${ids['group']}/subgroups`, {
      add: [(await world.db<{ id: number }>("SELECT id FROM user_groups WHERE name = 'role:moderators'"))[0]?.id],
    }),
  'who may send to a channel': async () =>
    world.owner.ok.patch(`/streams/${ids['first']}`, {
      can_send_message_group: { new: { direct_members: [world.member.userId], direct_subgroups: [ids['group']] } },
    }),
  'a deactivated group': async () => {
    await world.owner.ok.patch(`/streams/${ids['first']}`, {
      can_send_message_group: { new: { direct_members: [world.member2.userId], direct_subgroups: [] } },
    });
    await world.owner.ok.post(`/user_groups/${ids['group']}/deactivate`);
  },
  'who may send to a channel, who leaves': async () => world.owner.ok.delete(`/users/${world.member2.userId}`),
  "a channel's name": async () => world.owner.ok.patch(`/streams/${ids['first']}`, { new_name: 'first of all' }),
  "a channel's description": async () => world.owner.ok.patch(`/streams/${ids['first']}`, { description: '*Hello*' }),
  'a subscriber less': async () =>
    world.member.ok.delete('/users/me/subscriptions', { subscriptions: ['first of all'] }),
  'a subscriber more': async () =>
    world.member.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'first of all' }] }),
  'a colour': async () =>
    world.member.ok.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: ids['first'], property: 'color', value: '#123456' }],
    }),
  'a choice of notifications': async () =>
    world.member.ok.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: ids['first'], property: 'push_notifications', value: true }],
    }),
  'settings that null stands for': async () =>
    world.member.ok.patch('/settings', { enable_stream_desktop_notifications: true }),
  'a guest who sees one more': async () =>
    world.member.ok.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'closed' }],
      principals: [world.moderator.userId],
    }),
  'a guest who sees everyone': async () => {
    const group = (await world.db<{ id: number }>("SELECT id FROM user_groups WHERE name = 'role:everyone'"))[0]?.id;
    await world.owner.ok.patch('/realm', { can_access_all_users_group: { new: group } });
  },
  'a channel out of sight': async () => world.owner.ok.patch(`/streams/${ids['first']}`, { is_private: true }),
  'an archived channel': async () => world.owner.ok.delete(`/streams/${ids['first']}`),
  'a guest who becomes a member': async () => world.owner.ok.patch(`/users/${world.guest.userId}`, { role: 400 }),
};

const lastRead = testRemembered('registration reports', everythingRead, changes);

test('what a transaction wrote that came to nothing is not remembered', async () => {
  const { services } = world.server;
  const refused = services.storage.transaction((tx) => {
    updateUserRow(tx, world.member.userId, { full_name: 'Never' });
    const user = findUser(tx, world.owner.userId) ?? visitor;
    const viewing = { ...systemViewing(tx, services, world.url), user, client: 'test' };
    for (const form of forms) {
      const options = { fetchTypes: new Set(fetched), slimPresence: false, presenceHistoryLimitDays: 14, ...form };
      expect(JSON.stringify(plain(initialState(viewing, options)))).toContain('"Never"');
    }
    throw new Error('come to nothing');
  });
  await expect(refused).rejects.toThrow('come to nothing');
  expect(await everythingRead()).toBe(lastRead());
});

test('what was read ahead and overtaken by a change is read again', async () => {
  const { services } = world.server;
  const { userId } = world.owner;
  const options = {
    fetchTypes: null,
    slimPresence: false,
    presenceHistoryLimitDays: 14,
    clientGravatar: true,
    includeSubscribers: false,
    capabilities: {},
  };
  for (const moment of [0, 1, 2, 5]) {
    await world.member.ok.patch('/settings', { full_name: `Before ${moment}` });
    let isRenamed = false;
    const ahead = services.storage.readInSlices((db) => {
      const viewing = {
        ...systemViewing(db, services, world.url),
        user: findUser(db, userId) ?? visitor,
        client: 'test',
      };
      return overtaken(prepareState(viewing, options), moment, () => isRenamed);
    }, {});
    await world.member.ok.patch('/settings', { full_name: `During ${moment}` });
    isRenamed = true;
    const found = await ahead;
    const told = await services.storage.read((db) => {
      const viewing = {
        ...systemViewing(db, services, world.url),
        user: findUser(db, userId) ?? visitor,
        client: 'test',
      };
      return JSON.stringify(plain(initialState(viewing, options, found)));
    });
    expect([told.includes(`During ${moment}"`), told.includes(`Before ${moment}"`)]).toEqual([true, false]);
  }
});

/** Runs so many steps, waits until something has happened, and goes on. */
function* overtaken<T>(steps: Generator<void, T>, moment: number, hasHappened: () => boolean): Generator<void, T> {
  for (let number = 0; ; number += 1) {
    if (number === moment) while (!hasHappened()) yield;
    const step = steps.next();
    if (step.done === true) return step.value;
    yield;
  }
}
