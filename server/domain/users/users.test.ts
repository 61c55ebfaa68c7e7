/** User data in registration, waiting periods, what guests come to see, and passwords. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../../secrets.ts';
import type { Body, Client } from '../../testing/client.ts';
import { StateLaw } from '../../testing/life/state-law.ts';
import { systemGroup } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { systemActing } from '../acting.ts';
import { promoteFullMembers } from '../groups/system-groups.shared.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

const ids = (users: unknown): unknown[] => (users as Body[]).map((user) => user['user_id']);

describe('registration', () => {
  it.each(['owner', 'admin', 'moderator', 'member', 'guest', 'bot'] as const)(
    'reports to a %s their profile and permissions',
    async (who) => {
      const client = world[who];
      const { state } = await client.register();
      expect(state).toMatchObject({
        user_id: client.userId,
        email: client.email,
        delivery_email: client.email,
        full_name: client.name,
        avatar_source: 'G',
        avatar_url: `/avatar/${client.userId}?version=1`,
        avatar_url_medium: `/avatar/${client.userId}/medium?version=1`,
        is_owner: who === 'owner',
        is_admin: who === 'owner' || who === 'admin',
        is_moderator: ['owner', 'admin', 'moderator'].includes(who),
        is_guest: who === 'guest',
        can_create_public_streams: who !== 'guest',
        can_create_private_streams: who !== 'guest',
        can_create_streams: who !== 'guest',
        can_create_web_public_streams: false,
        can_subscribe_other_users: who !== 'guest',
        can_invite_others_to_realm: who !== 'guest',
      });
      expect(ids(state['realm_users'])).toContain(client.userId);
    },
  );

  it('has active users, those who are not, and system bots in three lists', async () => {
    const gone = await world.newUser('Gone Away');
    await world.owner.ok.delete(`/users/${gone.userId}`);
    const { state } = await world.member.register({ fetch_event_types: ['realm_user'] });
    expect(ids(state['realm_users'])).not.toContain(gone.userId);
    expect(ids(state['realm_non_active_users'])).toEqual([gone.userId]);
    const bots = state['cross_realm_bots'] as Body[];
    expect(bots.length).toBeGreaterThan(1);
    expect(bots.every((bot) => bot['is_system_bot'] === true && bot['is_bot'] === true)).toBe(true);
    const user = (state['realm_users'] as Body[])[0] ?? {};
    expect('is_active' in user).toBe(false);
    expect(user['date_joined']).toBe('2026-01-05T09:00:00+00:00');
  });

  it('gives only what fetch_event_types asks for', async () => {
    const { state } = await world.member.register({ fetch_event_types: ['alert_words', 'muted_users'] });
    expect('alert_words' in state && 'muted_users' in state).toBe(true);
    for (const field of [
      'realm_users',
      'user_settings',
      'presences',
      'user_status',
      'realm_user_groups',
      'realm_bots',
      'custom_profile_fields',
    ]) {
      expect(Object.keys(state)).not.toContain(field);
    }
  });
});

describe('the waiting period', () => {
  it('makes members full members when it is over', async () => {
    await world.owner.ok.patch('/realm', { waiting_period_threshold: 3 });
    const [full] = await world.db<{ id: number }>("SELECT id FROM user_groups WHERE name = 'role:fullmembers'");
    const isFull = async (userId: number): Promise<unknown> =>
      (await world.owner.ok.get(`/user_groups/${full?.id}/members/${userId}`))['is_user_group_member'];
    const newcomer = await world.newUser('Nick New');
    expect([await isFull(newcomer.userId), await isFull(world.moderator.userId)]).toEqual([false, true]);
    world.clock.advance(3 * 86_400_000);
    const queue = await world.member.register({ event_types: ['user_group'] });
    const { services } = world.server;
    await services.storage.transaction((tx) => promoteFullMembers(systemActing(tx, services, world.url)));
    expect(await isFull(newcomer.userId)).toBe(true);
    expect(
      (await queue.events()).some(
        (event) => event['op'] === 'add_members' && JSON.stringify(event['user_ids']) === `[${newcomer.userId}]`,
      ),
    ).toBe(true);
    await world.owner.ok.patch('/realm', { waiting_period_threshold: 0 });
  });
});

describe('what a guest comes to see', () => {
  let guest: Client;
  beforeAll(async () => {
    guest = await world.newUser('Gil Guest', 600);
    const channels = await world.db<{ name: string }>('SELECT name FROM streams');
    await guest.ok.delete('/users/me/subscriptions', { subscriptions: channels.map((channel) => channel.name) });
  });

  it('begins with the first direct message', async () => {
    const queue = await guest.register({ event_types: ['realm_user'] });
    await world.member2.ok.post('/messages', { type: 'direct', to: [guest.userId], content: 'welcome' });
    expect(await queue.events()).toMatchObject([{ op: 'add', person: { user_id: world.member2.userId } }]);
    await world.member2.ok.post('/messages', { type: 'direct', to: [guest.userId], content: 'again' });
    expect(await queue.events()).toEqual([]);
  });

  it('comes and goes with a shared channel', async () => {
    await world.admin.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'shared' }] });
    const queue = await guest.register({ event_types: ['realm_user'] });
    const principals = [guest.userId];
    await world.admin.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'shared' }], principals });
    expect(await queue.events()).toMatchObject([{ op: 'add', person: { user_id: world.admin.userId } }]);
    await world.admin.ok.delete('/users/me/subscriptions', { subscriptions: ['shared'], principals });
    expect(await queue.events()).toMatchObject([
      { op: 'remove', person: { user_id: world.admin.userId, full_name: world.admin.name } },
    ]);
  });

  it('keeps the name of an author out of a reminder, as out of the message', async () => {
    const { id } = await world.member2.ok.post('/channels/create', {
      name: 'reminding',
      subscribers: [guest.userId, world.member2.userId],
    });
    const said = { type: 'channel', to: id, topic: 'plans', content: 'soon' };
    const sent = await world.moderator.ok.post('/messages', said);
    await guest.ok.post('/reminders', { message_id: sent['id'], scheduled_delivery_timestamp: 4_000_000_000 });
    const [reminder] = (await guest.ok.get('/reminders'))['reminders'] as { content: string }[];
    expect(reminder?.content).toContain('Unknown user [said]');
    expect(reminder?.content).not.toContain(world.moderator.name);
  });

  it('grows and shrinks with the user who comes to the channels of a guest and leaves them, guests among them', async () => {
    const other = await world.newUser('Gia Guest', 600);
    const channels = await other.ok.get('/users/me/subscriptions');
    const names = (channels['subscriptions'] as Body[]).map((channel) => channel['name']);
    await other.ok.delete('/users/me/subscriptions', { subscriptions: names });
    const queues = [
      await guest.register({ event_types: ['realm_user'] }),
      await other.register({ event_types: ['realm_user'] }),
    ];
    const seen = async (): Promise<unknown[][]> =>
      Promise.all(
        queues.map(async (queue) =>
          (await queue.events()).map((event) => [event['op'], (event['person'] as Body)['user_id']]),
        ),
      );
    const channel = { subscriptions: [{ name: 'lobby' }, { name: 'lounge' }] };
    const both = [guest.userId, other.userId];
    await world.moderator.ok.post('/users/me/subscriptions', { ...channel, principals: both });
    expect(await seen()).toEqual([[['add', other.userId]], [['add', guest.userId]]]);
    await world.moderator.ok.post('/users/me/subscriptions', channel);
    expect(await seen()).toEqual([[['add', world.moderator.userId]], [['add', world.moderator.userId]]]);
    await other.ok.delete('/users/me/subscriptions', { subscriptions: ['lobby'] });
    expect(await seen()).toEqual([[], []]);
    const { stream_id: lounge } = await world.owner.ok.get('/get_stream_id', { stream: 'lounge' });
    await world.owner.ok.delete(`/streams/${String(lounge)}`);
    expect(await seen()).toEqual([
      [['remove', other.userId]],
      [
        ['remove', world.moderator.userId],
        ['remove', guest.userId],
      ],
    ]);
    await world.owner.ok.patch(`/streams/${String(lounge)}`, { is_archived: false });
    expect((await seen()).map((events) => events.length)).toEqual([1, 2]);
    await other.ok.delete('/users/me/subscriptions', { subscriptions: ['lounge'] });
    expect(await seen()).toEqual([
      [['remove', other.userId]],
      [
        ['remove', world.moderator.userId],
        ['remove', guest.userId],
      ],
    ]);
  });

  it('has no address of those who are out of sight', async () => {
    const hidden = await world.newUser('Hanna Hidden');
    const seen = await world.newUser('Sara Seen');
    await seen.ok.post('/messages', { type: 'direct', to: [guest.userId], content: 'hello' });
    const [queue, member] = [
      await guest.register({ event_types: ['realm_user'] }),
      await world.member.register({ event_types: ['realm_user'] }),
    ];
    for (const user of [hidden, seen]) {
      for (const email_address_visibility of [4, 1]) await user.ok.patch('/settings', { email_address_visibility });
      await world.owner.ok.patch(`/users/${user.userId}`, { new_email: `${user.userId}@example.com` });
    }
    const about = (events: Body[]) => new Set(events.map(({ person }) => (person as Body)['user_id']));
    expect(about(await queue.events())).toEqual(new Set([seen.userId]));
    expect(about(await member.events())).toEqual(new Set([hidden.userId, seen.userId]));
  });

  it('becomes everyone when the guest becomes a member', async () => {
    const queue = await guest.register({ event_types: ['realm_user'] });
    await world.admin.ok.patch(`/users/${guest.userId}`, { role: 400 });
    const events = await queue.events();
    expect(
      events.filter((event) => event['op'] === 'add').map((event) => (event['person'] as Body)['user_id']),
    ).toContain(world.admin.userId);
    await world.admin.ok.patch(`/users/${guest.userId}`, { role: 600 });
    expect((await queue.events()).filter((event) => event['op'] === 'remove').length).toBeGreaterThan(0);
  });

  it('comes and goes with the setting of the organization, and what people say of themselves with it', async () => {
    const everyone = await systemGroup(world.owner, 'role:everyone');
    const members = await systemGroup(world.owner, 'role:members');
    await world.admin.ok.post('/users/me/status', { status_text: 'At the till' });
    const law = new StateLaw(world);
    const watcher = await law.watch(guest);
    const known = async () => {
      await law.check([watcher], []);
      const { users, statuses } = watcher.state.users;
      return [users.has(world.admin.userId), statuses.get(world.admin.userId)?.status_text];
    };
    expect(await known()).toEqual([false, undefined]);
    await world.owner.ok.patch('/realm', { can_access_all_users_group: { new: everyone } });
    expect(await known()).toEqual([true, 'At the till']);
    await world.owner.ok.patch('/realm', { can_access_all_users_group: { new: members } });
    expect(await known()).toEqual([false, undefined]);
    // What is said out of sight is not told.
    await world.admin.ok.post('/users/me/status', { status_text: 'In the store' });
    expect(await known()).toEqual([false, undefined]);
  });

  it('is everyone where the organization says so', async () => {
    const [everyone] = await world.db<{ id: number }>("SELECT id FROM user_groups WHERE name = 'role:everyone'");
    await world.owner.ok.patch('/realm', { can_access_all_users_group: { new: everyone?.id } });
    expect(ids((await guest.ok.get('/users'))['members'])).toContain(world.admin.userId);
  });
});

describe('the bots that an administrator manages', () => {
  it('are told to the user who becomes one', async () => {
    const person = await world.newUser('Paula Promoted');
    const queue = await person.register({ event_types: ['realm_bot'] });
    await world.owner.ok.patch(`/users/${person.userId}`, { role: 200 });
    const told = (await queue.events()).map(({ op, bot }) => [op, (bot as Body)['user_id']]);
    const { realm_bots: bots } = (await person.register({ event_types: ['realm_bot'] })).state;
    expect(ids(bots)).toContain(world.bot.userId);
    expect(told).toEqual(ids(bots).map((id) => ['add', id]));
  });
});

describe('permission settings that name a user', () => {
  it('are reported again when the user is deactivated', async () => {
    const user = await world.newUser('Named Person');
    const setting = { direct_members: [user.userId, world.owner.userId], direct_subgroups: [] };
    await world.owner.ok.patch('/realm', { can_create_groups: { new: setting } });
    const queue = await world.guest.register({ event_types: ['realm'] });
    await world.owner.ok.delete(`/users/${user.userId}`);
    expect(await queue.events()).toMatchObject([
      {
        op: 'update_dict',
        data: { can_create_groups: { direct_members: [world.owner.userId], direct_subgroups: [] } },
      },
    ]);
  });
});

describe('passwords', () => {
  it('are recognised by their hash, whatever its work factor, and by nothing else', async () => {
    const hash = await hashPassword('Zoë sagt hallo', 5);
    expect(await verifyPassword('Zoë sagt hallo', hash)).toBe(true);
    expect(await verifyPassword('Zoe\u0308 sagt hallo', hash)).toBe(true);
    expect(await verifyPassword('zoë sagt hallo', hash)).toBe(false);
    expect(await verifyPassword('x', 'not a hash')).toBe(false);
    expect(await hashPassword('Zoë sagt hallo', 5)).not.toBe(hash);
  });
});
