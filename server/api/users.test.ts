/** Accounts as other people see and manage them. Headings are those of the specification where it has them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { fetchOne, say } from '../testing/scenario.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

let count = 0;
const newAccount = (): { email: string; password: string; full_name: string } => {
  count += 1;
  return { email: `new${count}@example.com`, password: 'long enough', full_name: `New Person ${count}` };
};

/** What the queue's `realm_user` update events say of one user. */
const personChanges = (events: Body[], userId: number): Body[] =>
  events
    .filter((event) => event['type'] === 'realm_user' && event['op'] === 'update')
    .map((event) => event['person'] as Body)
    .filter((person) => person['user_id'] === userId);

async function find(viewer: Client, userId: number): Promise<Body> {
  return (await viewer.ok.get(`/users/${userId}`))['user'] as Body;
}

describe('POST /users', () => {
  it('creates a user and answers with user_id', async () => {
    const account = newAccount();
    const { user_id: id } = await world.admin.ok.post('/users', account);
    expect(await find(world.admin, Number(id))).toMatchObject({
      email: account.email,
      full_name: account.full_name,
      role: 400,
      is_active: true,
    });
    const { api_key: key } = await world.stranger.ok.post('/fetch_api_key', {
      username: account.email,
      password: account.password,
    });
    expect(key).toMatch(/^\w{32}$/);
  });

  it.each(['moderator', 'member', 'guest', 'bot'] as const)(
    'is for administrators: a %s gets UNAUTHORIZED_PRINCIPAL',
    async (who) => {
      const before = await world.dump();
      await world[who].fails('POST', '/users', newAccount(), { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
      expect(await world.dump()).toBe(before);
    },
  );

  it('needs can_create_users, which an owner can take from an administrator and give back', async () => {
    await world.owner.ok.patch(`/users/${world.admin.userId}`, { can_create_users: false });
    await world.admin.fails('POST', '/users', newAccount(), {
      status: 400,
      code: 'BAD_REQUEST',
      msg: 'User not authorized to create users',
    });
    await world.admin.fails(
      'PATCH',
      `/users/${world.admin.userId}`,
      { can_create_users: true },
      { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' },
    );
    await world.owner.ok.patch(`/users/${world.admin.userId}`, { can_create_users: true });
    await world.admin.ok.post('/users', newAccount());
    await world.owner.fails(
      'PATCH',
      `/users/${world.member.userId}`,
      { can_create_users: true },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it('refuses an email that is already in use, whatever its capitals, with BAD_REQUEST', async () => {
    const before = await world.dump();
    const email = world.member.email.toUpperCase();
    await world.admin.fails('POST', '/users', { ...newAccount(), email }, { status: 400, code: 'BAD_REQUEST' });
    expect(await world.dump()).toBe(before);
  });

  it.each([
    ['email', { email: undefined }, 'REQUEST_VARIABLE_MISSING'],
    ['password', { password: undefined }, 'REQUEST_VARIABLE_MISSING'],
    ['full_name', { full_name: undefined }, 'REQUEST_VARIABLE_MISSING'],
    ['email', { email: 'not an address' }, 'BAD_REQUEST'],
    ['password', { password: 'short' }, 'BAD_REQUEST'],
    ['full_name', { full_name: 'a*b' }, 'BAD_REQUEST'],
    ['full_name', { full_name: 'x'.repeat(101) }, 'BAD_REQUEST'],
    ['full_name', { full_name: '   ' }, 'BAD_REQUEST'],
  ] as const)('refuses a bad %s: %o', async (_name, wrong, code) => {
    await world.admin.fails('POST', '/users', { ...newAccount(), ...wrong }, { status: 400, code });
  });

  it('notifies everyone who may see the user, puts the user into groups and default channels', async () => {
    const queue = await world.member.register({ event_types: ['realm_user', 'user_group'] });
    const account = newAccount();
    const { user_id: id } = await world.admin.ok.post('/users', account);
    const events = await queue.events();
    expect(events[0]).toMatchObject({
      type: 'realm_user',
      op: 'add',
      person: { user_id: id, full_name: account.full_name, is_active: true },
    });
    const groups = events.filter((event) => event['op'] === 'add_members');
    expect(groups).toHaveLength(2);
    expect(groups.every((event) => (event['user_ids'] as number[])[0] === id)).toBe(true);
    const rows = await world.db('SELECT 1 FROM subscriptions WHERE user_id = ? AND active = 1', Number(id));
    expect(rows.length).toBeGreaterThan(0);
  });
});

describe('GET /users', () => {
  it('lists persons and bots, active or not, and no system bots', async () => {
    const { members } = await world.member.ok.get('/users');
    const list = members as Body[];
    expect(list.map((user) => user['user_id'])).toEqual(
      expect.arrayContaining([world.owner.userId, world.member.userId, world.bot.userId]),
    );
    expect(list.some((user) => String(user['email']).startsWith('notification-bot'))).toBe(false);
  });

  it('keeps to user_ids, and passes over ids that are no one', async () => {
    const { members } = await world.member.ok.get('/users', { user_ids: [world.admin.userId, 99_999] });
    expect((members as Body[]).map((user) => user['user_id'])).toEqual([world.admin.userId]);
  });

  it('sends avatar_url null only with client_gravatar', async () => {
    const picture = async (clientGravatar: boolean): Promise<unknown> => {
      const { user } = await world.member.ok.get(`/users/${world.admin.userId}`, { client_gravatar: clientGravatar });
      return (user as Body)['avatar_url'];
    };
    expect(await picture(true)).toBeNull();
    expect(await picture(false)).toBe(`/avatar/${world.admin.userId}?version=1`);
  });

  it('finds by id and by address, and says "No such user" otherwise', async () => {
    expect(await world.member.ok.get(`/users/${world.admin.email.toUpperCase()}`)).toMatchObject({
      user: { user_id: world.admin.userId },
    });
    await world.member.fails('GET', '/users/99999', {}, { status: 400, code: 'BAD_REQUEST', msg: 'No such user' });
    await world.member.fails(
      'GET',
      '/users/nobody@example.com',
      {},
      { status: 400, code: 'BAD_REQUEST', msg: 'No such user' },
    );
  });

  it('needs credentials', async () => {
    await world.stranger.fails('GET', '/users', {}, { status: 401, code: 'UNAUTHORIZED' });
  });
});

describe('what a guest sees', () => {
  it('is only users of shared channels or direct conversations, bots, and themselves', async () => {
    const { user_id: hidden } = await world.admin.ok.post('/users', newAccount());
    await world.admin.ok.post('/users', newAccount());
    const guest = await world.newUser('Gabi Guest', 600);
    const general = await world.db<{ id: number; name: string }>('SELECT id, name FROM streams');
    await guest.ok.delete('/users/me/subscriptions', { subscriptions: general.map((channel) => channel.name) });
    const seen = ((await guest.ok.get('/users'))['members'] as Body[]).map((user) => user['user_id']);
    expect(seen.toSorted()).toEqual([guest.userId, world.bot.userId].toSorted());
    await guest.fails('GET', `/users/${String(hidden)}`, {}, { status: 400, code: 'BAD_REQUEST', msg: 'No such user' });

    const queue = await guest.register({ event_types: ['realm_user'] });
    await world.owner.ok.patch(`/users/${String(hidden)}`, { full_name: 'Renamed Unseen' });
    expect(await queue.events()).toEqual([]);
  });

  it('covers unseen users in realm_users by placeholders, or leaves them out with user_list_incomplete', async () => {
    const guest = await world.newUser('Gero Guest', 600);
    const general = await world.db<{ name: string }>('SELECT name FROM streams');
    await guest.ok.delete('/users/me/subscriptions', { subscriptions: general.map((channel) => channel.name) });
    const whole = await guest.register({ event_types: ['realm_user'] });
    const unseen = (whole.state['realm_users'] as Body[]).find((user) => user['user_id'] === world.admin.userId);
    expect(unseen).toMatchObject({ full_name: 'Unknown user', delivery_email: null });
    const part = await guest.register({
      event_types: ['realm_user'],
      client_capabilities: { user_list_incomplete: true },
    });
    expect((part.state['realm_users'] as Body[]).some((user) => user['user_id'] === world.admin.userId)).toBe(false);
  });
});

describe('PATCH /users/{user_id} and PATCH /users/{email}', () => {
  it('changes the name and notifies those who see the user', async () => {
    const target = await world.newUser('Nora Name');
    const queue = await world.member2.register({ event_types: ['realm_user'] });
    await world.admin.ok.patch(`/users/${target.userId}`, { full_name: 'Nora Renamed' });
    await world.admin.ok.patch(`/users/${target.email}`, { full_name: 'Nora Again' });
    expect(personChanges(await queue.events(), target.userId)).toEqual([
      { user_id: target.userId, full_name: 'Nora Renamed' },
      { user_id: target.userId, full_name: 'Nora Again' },
    ]);
  });

  it('changes the role, and with it the system groups', async () => {
    const target = await world.newUser('Rolf Role');
    const queue = await world.member.register({ event_types: ['realm_user', 'user_group'] });
    await world.admin.ok.patch(`/users/${target.userId}`, { role: 300 });
    const events = await queue.events();
    expect(personChanges(events, target.userId)).toEqual([{ user_id: target.userId, role: 300 }]);
    expect(events.map((event) => event['op'])).toEqual(['update', 'remove_members', 'remove_members', 'add_members']);
  });

  it('lets only owners make owners, and change what an owner is', async () => {
    const target = await world.newUser('Otto Owner');
    await world.admin.fails('PATCH', `/users/${target.userId}`, { role: 100 }, { status: 400, code: 'BAD_REQUEST' });
    await world.owner.ok.patch(`/users/${target.userId}`, { role: 100 });
    await world.admin.fails('PATCH', `/users/${target.userId}`, { role: 400 }, { status: 400, code: 'BAD_REQUEST' });
    await world.admin.fails('DELETE', `/users/${target.userId}`, {}, { status: 400, code: 'BAD_REQUEST' });
    await world.owner.ok.patch(`/users/${target.userId}`, { role: 400 });
  });

  it('keeps the only owner an owner, and refuses numbers that are no role', async () => {
    await world.owner.fails(
      'PATCH',
      `/users/${world.owner.userId}`,
      { role: 200 },
      { status: 400, code: 'BAD_REQUEST' },
    );
    await world.owner.fails(
      'PATCH',
      `/users/${world.member.userId}`,
      { role: 250 },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it('gives a new address for owners only, to those who may see it, and as API email', async () => {
    const target = await world.newUser('Erika Email');
    await world.admin.fails(
      'PATCH',
      `/users/${target.userId}`,
      { new_email: 'e2@example.com' },
      { status: 400, code: 'BAD_REQUEST' },
    );
    const queue = await world.member.register({ event_types: ['realm_user'] });
    await world.owner.ok.patch(`/users/${target.userId}`, { new_email: 'e2@example.com' });
    expect(personChanges(await queue.events(), target.userId)).toEqual([
      { user_id: target.userId, delivery_email: 'e2@example.com' },
      { user_id: target.userId, new_email: 'e2@example.com' },
    ]);
    await world.owner.fails(
      'PATCH',
      `/users/${target.userId}`,
      { new_email: world.member.email },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });

  it.each(['moderator', 'member', 'guest'] as const)('is not for a %s', async (who) => {
    const before = await world.dump();
    const path = `/users/${world.member2.userId}`;
    await world[who].fails('PATCH', path, { full_name: 'Hacked' }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    await world[who].fails('DELETE', path, {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    await world[who].fails('POST', `${path}/reactivate`, {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    expect(await world.dump()).toBe(before);
  });
});

describe('User account: deactivation and reactivation', () => {
  it('produces realm_user update with is_active false, then true, and gives everything back', async () => {
    const target = await world.newUser('Ines Inactive');
    const queue = await world.member.register({ event_types: ['realm_user', 'user_group'] });
    const own = await target.register({});
    await world.admin.ok.delete(`/users/${target.userId}`);
    expect(personChanges(await queue.events(), target.userId)).toEqual([{ user_id: target.userId, is_active: false }]);
    await target.fails('GET', '/users/me', {}, { status: 401, code: 'USER_DEACTIVATED' });

    const { state } = await world.member.register({ event_types: ['realm_user', 'realm_user_groups'] });
    expect((state['realm_non_active_users'] as Body[]).map((user) => user['user_id'])).toContain(target.userId);
    const members = (state['realm_user_groups'] as Body[]).flatMap((group) => group['members'] as number[]);
    expect(members).not.toContain(target.userId);

    await world.admin.ok.post(`/users/${target.userId}/reactivate`);
    const events = await queue.events();
    expect(personChanges(events, target.userId)).toEqual([{ user_id: target.userId, is_active: true }]);
    expect(events.filter((event) => event['op'] === 'add_members').length).toBeGreaterThan(0);
    expect(await target.ok.get('/users/me')).toMatchObject({ is_active: true });
    await target.fails(
      'GET',
      '/events',
      { queue_id: own.queueId, last_event_id: -1, dont_block: true },
      { status: 400, code: 'BAD_EVENT_QUEUE_ID' },
    );
  });

  it('leaves nothing unread of what was written meanwhile, and all of what was written before and after', async () => {
    const target = await world.newUser('Urs Unread');
    const before = await say(world.owner, 'general', 'absence');
    await world.admin.ok.delete(`/users/${target.userId}`);
    const meanwhile = await say(world.owner, 'general', 'absence');
    await world.admin.ok.post(`/users/${target.userId}/reactivate`);
    const after = await say(world.owner, 'general', 'absence');
    const unread = async (id: number): Promise<boolean> => !(await fetchOne(target, id)).flags.includes('read');
    expect([await unread(before), await unread(meanwhile), await unread(after)]).toEqual([true, false, true]);
  });

  it('is refused for who is deactivated already, bots too, and mails nothing again', async () => {
    const twice = { status: 400, code: 'BAD_REQUEST', msg: 'User is deactivated' };
    const target = await world.newUser('Dora Deactivated');
    const { user_id: botId } = await world.member.ok.post('/bots', { full_name: 'Gone', short_name: 'gone' });
    for (const path of [`/users/${target.userId}`, `/users/${String(botId)}`, `/bots/${String(botId)}`]) {
      await world.admin.delete(path);
      const before = await world.dump();
      await world.admin.fails('DELETE', path, { deactivation_notification_comment: 'Again' }, twice);
      expect(await world.dump()).toBe(before);
    }
    await world.admin.fails('PATCH', `/bots/${String(botId)}`, { is_active: false }, twice);
  });

  it("mails the administrator's comment where one is sent", async () => {
    const target = await world.newUser('Mara Mailed');
    await world.admin.ok.delete(`/users/${target.userId}`, {
      deactivation_notification_comment: 'Thank you for everything',
    });
    const mails = await world.db<{ payload: string }>(
      "SELECT payload FROM deliveries WHERE kind = 'mail' AND subject_id = ?",
      target.userId,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.payload).toContain('Thank you for everything');
  });

  it('takes the bots of a user along', async () => {
    const owner = await world.newUser('Bodo Botowner');
    const { user_id: botId } = await owner.ok.post('/bots', { full_name: 'Along', short_name: 'along' });
    await world.admin.ok.delete(`/users/${owner.userId}`);
    expect(await find(world.admin, Number(botId))).toMatchObject({ is_active: false });
  });

  it('refuses to remove the only owner with BAD_REQUEST', async () => {
    await world.owner.fails(
      'DELETE',
      `/users/${world.owner.userId}`,
      {},
      { status: 400, code: 'BAD_REQUEST', msg: 'Cannot deactivate the only organization owner' },
    );
  });

  it('refuses ids that are no one, and system bots', async () => {
    const [system] = await world.db<{ id: number }>('SELECT id FROM users WHERE is_system_bot = 1');
    await world.owner.fails('DELETE', '/users/99999', {}, { status: 400, code: 'BAD_REQUEST' });
    await world.owner.fails('DELETE', `/users/${String(system?.id)}`, {}, { status: 400, code: 'BAD_REQUEST' });
    await world.owner.fails(
      'PATCH',
      `/users/${String(system?.id)}`,
      { full_name: 'Mine' },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });
});
