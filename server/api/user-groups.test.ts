/** User groups: the eight of the system, and those that people make under their permission settings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.stop();
});

const refused = { status: 400, code: 'BAD_REQUEST' } as const;
let count = 0;

/** Makes a group of `creator`. */
async function make(creator: Client, params: Body = {}): Promise<number> {
  count += 1;
  const answer = await creator.ok.post('/user_groups/create', {
    name: `Group ${count}`,
    description: 'for tests',
    members: [creator.userId],
    ...params,
  });
  return Number(answer['group_id']);
}

async function all(deactivatedToo = false): Promise<Body[]> {
  return (await world.member.ok.get('/user_groups', { include_deactivated_groups: deactivatedToo }))[
    'user_groups'
  ] as Body[];
}
const find = async (id: number): Promise<Body> => (await all(true)).find((group) => group['id'] === id) ?? {};
const systemGroup = async (name: string): Promise<number> =>
  Number((await all()).find((group) => group['name'] === name)?.['id']);

const sorted = (ids: number[]): number[] => ids.toSorted((a, b) => a - b);

async function members(id: number, direct = false): Promise<number[]> {
  return (await world.member.ok.get(`/user_groups/${id}/members`, { direct_member_only: direct }))[
    'members'
  ] as number[];
}

describe('system groups', () => {
  it('are eight, and everyone is in those of their role', async () => {
    const names = (await all()).filter((group) => group['is_system_group'] === true).map((group) => group['name']);
    expect(names).toEqual([
      'role:internet',
      'role:everyone',
      'role:members',
      'role:fullmembers',
      'role:moderators',
      'role:administrators',
      'role:owners',
      'role:nobody',
    ]);
    const { owner, admin, moderator, member, member2, bot, guest } = world;
    const persons = [owner, admin, moderator, member, member2, bot].map((client) => client.userId);
    expect(await members(await systemGroup('role:owners'))).toEqual([owner.userId]);
    expect(await members(await systemGroup('role:administrators'))).toEqual(sorted([owner.userId, admin.userId]));
    expect(await members(await systemGroup('role:moderators'))).toEqual(
      sorted([owner.userId, admin.userId, moderator.userId]),
    );
    expect(await members(await systemGroup('role:fullmembers'))).toEqual(sorted(persons));
    expect(await members(await systemGroup('role:members'))).toEqual(sorted(persons));
    expect(await members(await systemGroup('role:everyone'))).toEqual(sorted([...persons, guest.userId]));
    expect(await members(await systemGroup('role:nobody'))).toEqual([]);
  });

  it('keep new members out of role:fullmembers until the waiting period is over', async () => {
    await world.owner.ok.patch('/realm', { waiting_period_threshold: 3 });
    const newcomer = await world.newUser('Nina Newcomer');
    const full = await systemGroup('role:fullmembers');
    expect(await members(full)).not.toContain(newcomer.userId);
    await world.owner.ok.patch('/realm', { waiting_period_threshold: 0 });
  });

  it('cannot be edited by anybody', async () => {
    const id = await systemGroup('role:moderators');
    await world.owner.fails('PATCH', `/user_groups/${id}`, { name: 'mods' }, refused);
    await world.owner.fails('POST', `/user_groups/${id}/members`, { add: [world.member.userId] }, refused);
    await world.owner.fails('POST', `/user_groups/${id}/deactivate`, {}, refused);
  });
});

describe('POST /user_groups/create', () => {
  it('makes a group with its settings and notifies everyone', async () => {
    const queue = await world.member2.register({ event_types: ['user_group'] });
    const subgroup = await systemGroup('role:moderators');
    const id = await make(world.member, {
      name: ' Editors ',
      subgroups: [subgroup],
      can_mention_group: { direct_members: [world.admin.userId], direct_subgroups: [] },
      can_join_group: await systemGroup('role:members'),
    });
    const group = await find(id);
    expect(group).toMatchObject({
      name: 'Editors',
      description: 'for tests',
      members: [world.member.userId],
      direct_subgroup_ids: [subgroup],
      creator_id: world.member.userId,
      is_system_group: false,
      deactivated: false,
      can_mention_group: { direct_members: [world.admin.userId], direct_subgroups: [] },
      can_join_group: await systemGroup('role:members'),
      can_manage_group: { direct_members: [world.member.userId], direct_subgroups: [] },
      can_leave_group: await systemGroup('role:everyone'),
      can_remove_members_group: await systemGroup('role:nobody'),
    });
    expect(await queue.events()).toMatchObject([{ op: 'add', group }]);
  });

  it.each([
    ['a taken name', { name: 'ROLE:NOBODY' }],
    ['a reserved beginning', { name: '@everyone' }],
    ['a blank name', { name: '  ' }],
    ['a name of 101 characters', { name: 'x'.repeat(101) }],
    ['a member who is nobody', { members: [99_999] }],
    ['a subgroup that is none', { subgroups: [99_999] }],
    ['a setting of an unknown group', { can_mention_group: 99_999 }],
    ['a setting with an unknown user', { can_join_group: { direct_members: [99_999], direct_subgroups: [] } }],
  ])('refuses %s and changes nothing', async (_what, wrong) => {
    const before = await world.dump();
    await world.member.fails(
      'POST',
      '/user_groups/create',
      { name: 'Fine', description: '', members: [], ...wrong },
      refused,
    );
    expect(await world.dump()).toBe(before);
  });

  it('refuses system groups that may not hold a permission', async () => {
    for (const [permission, name] of [
      ['can_manage_group', 'role:internet'],
      ['can_manage_group', 'role:everyone'],
      ['can_mention_group', 'role:internet'],
      ['can_mention_group', 'role:owners'],
    ] as const) {
      const params = { name: 'Never', description: '', members: [], [permission]: await systemGroup(name) };
      await world.member.fails('POST', '/user_groups/create', params, refused);
    }
  });

  it('is for those who hold can_create_groups', async () => {
    await world.guest.fails(
      'POST',
      '/user_groups/create',
      { name: 'Guests', description: '', members: [] },
      { ...refused, msg: 'Insufficient permission' },
    );
  });
});

describe('GET /user_groups', () => {
  it('is not for bots and guests', async () => {
    await world.bot.fails('GET', '/user_groups', {}, refused);
    await world.guest.fails('GET', '/user_groups', {}, refused);
  });
});

describe('PATCH /user_groups/{user_group_id}', () => {
  it('changes what is sent and notifies everyone only that', async () => {
    const id = await make(world.member);
    const queue = await world.guest.register({ event_types: ['user_group'] });
    await world.member.ok.patch(`/user_groups/${id}`, { name: 'Writers', description: 'new words' });
    const nobody = await systemGroup('role:nobody');
    const everyone = await systemGroup('role:everyone');
    await world.member.ok.patch(`/user_groups/${id}`, { can_mention_group: { new: nobody, old: everyone } });
    expect(await queue.events()).toMatchObject([
      { op: 'update', group_id: id, data: { name: 'Writers', description: 'new words' } },
      { op: 'update', group_id: id, data: { can_mention_group: nobody } },
    ]);
    await world.member.ok.patch(`/user_groups/${id}`, { name: 'Writers' });
    expect(await queue.events()).toEqual([]);
    const stale = { can_mention_group: { new: everyone, old: everyone } };
    await world.member.fails('PATCH', `/user_groups/${id}`, stale, {
      status: 400,
      code: 'EXPECTATION_MISMATCH',
      msg: "'old' value does not match the expected value.",
      field_name: 'old',
    });
  });

  it('refuses a change of nothing', async () => {
    const id = await make(world.member);
    await world.member.fails('PATCH', `/user_groups/${id}`, {}, { ...refused, msg: 'No new data supplied' });
  });

  it('is for those who hold can_manage_group or can_manage_all_groups', async () => {
    const id = await make(world.member);
    for (const who of ['admin', 'moderator', 'member2', 'guest'] as const)
      await world[who].fails('PATCH', `/user_groups/${id}`, { name: 'Taken over' }, refused);
    await world.owner.ok.patch(`/user_groups/${id}`, { name: 'By the owner' });
    const setting = { can_manage_group: { new: { direct_members: [world.member2.userId], direct_subgroups: [] } } };
    await world.member.ok.patch(`/user_groups/${id}`, setting);
    await world.member2.ok.patch(`/user_groups/${id}`, { name: 'By the new manager' });
    await world.member.fails('PATCH', `/user_groups/${id}`, { name: 'Not any more' }, refused);
    await world.owner.fails('PATCH', '/user_groups/99999', { name: 'x' }, { ...refused, msg: 'Invalid user group' });
  });
});

describe('POST /user_groups/{user_group_id}/members', () => {
  it('adds and removes under can_add_members_group and can_remove_members_group', async () => {
    const id = await make(world.member);
    const queue = await world.guest.register({ event_types: ['user_group'] });
    const path = `/user_groups/${id}/members`;
    await world.member.ok.post(path, { add: [world.member2.userId, world.guest.userId] });
    await world.member.ok.post(path, { delete: [world.guest.userId] });
    expect(await queue.events()).toMatchObject([
      { op: 'add_members', group_id: id, user_ids: [world.member2.userId, world.guest.userId] },
      { op: 'remove_members', group_id: id, user_ids: [world.guest.userId] },
    ]);
    await world.member2.fails('POST', path, { add: [world.guest.userId] }, refused);
    await world.member2.fails('POST', path, { delete: [world.member.userId] }, refused);
    await world.member.fails('POST', path, { add: [world.member2.userId] }, refused);
    await world.member.fails('POST', path, { delete: [world.admin.userId] }, refused);
    await world.member.fails('POST', path, { add: [99_999] }, refused);
    await world.member.fails('POST', path, {}, refused);
  });

  it('lets oneself in by can_join_group and out by can_leave_group', async () => {
    await world.member.fails(
      'POST',
      '/user_groups/create',
      { name: 'Too open', description: '', members: [], can_join_group: await systemGroup('role:everyone') },
      refused,
    );
    const open = await make(world.member, { can_join_group: await systemGroup('role:members') });
    const path = `/user_groups/${open}/members`;
    await world.member2.ok.post(path, { add: [world.member2.userId] });
    await world.member2.fails('POST', path, { add: [world.admin.userId] }, refused);
    await world.member2.ok.post(path, { delete: [world.member2.userId] });
    await world.member.ok.patch(`/user_groups/${open}`, { can_leave_group: { new: await systemGroup('role:nobody') } });
    await world.member2.ok.post(path, { add: [world.member2.userId] });
    await world.member2.fails('POST', path, { delete: [world.member2.userId] }, refused);
    await world.guest.fails('POST', path, { add: [world.guest.userId] }, refused);
  });

  it('reports who is in, directly or through subgroups', async () => {
    const inner = await make(world.member2);
    const outer = await make(world.member, { subgroups: [inner] });
    expect((await members(outer)).toSorted()).toEqual([world.member.userId, world.member2.userId].toSorted());
    expect(await members(outer, true)).toEqual([world.member.userId]);
    const asks = async (direct: boolean): Promise<unknown> =>
      (
        await world.member.ok.get(`/user_groups/${outer}/members/${world.member2.userId}`, {
          direct_member_only: direct,
        })
      )['is_user_group_member'];
    expect([await asks(false), await asks(true)]).toEqual([true, false]);
  });
});

describe('subgroups', () => {
  it('are added and removed, never in a circle', async () => {
    const a = await make(world.member);
    const b = await make(world.member);
    const c = await make(world.member);
    const queue = await world.guest.register({ event_types: ['user_group'] });
    await world.member.ok.post(`/user_groups/${a}/subgroups`, { add: [b] });
    await world.member.ok.post(`/user_groups/${b}/members`, { add_subgroups: [c] });
    expect(
      (await queue.events()).map((event) => [event['op'], event['group_id'], event['direct_subgroup_ids']]),
    ).toEqual([
      ['add_subgroups', a, [b]],
      ['add_subgroups', b, [c]],
    ]);
    expect((await world.member.ok.get(`/user_groups/${a}/subgroups`))['subgroups']).toEqual([b, c]);
    expect(
      (await world.member.ok.get(`/user_groups/${a}/subgroups`, { direct_subgroup_only: true }))['subgroups'],
    ).toEqual([b]);
    for (const [group, added] of [
      [c, a],
      [a, a],
      [a, b],
    ] as const) {
      await world.member.fails('POST', `/user_groups/${group}/subgroups`, { add: [added] }, refused);
    }
    await world.member.ok.post(`/user_groups/${a}/subgroups`, { delete: [b] });
    await world.member.fails('POST', `/user_groups/${a}/subgroups`, { delete: [b] }, refused);
  });
});

describe('POST /user_groups/{user_group_id}/deactivate', () => {
  it('is refused while a group, a setting or a channel relies on it, and says what does', async () => {
    const used = await make(world.member);
    const outer = await make(world.member, {
      subgroups: [used],
      can_mention_group: { direct_members: [], direct_subgroups: [used] },
    });
    await world.owner.ok.patch('/realm', {
      can_create_groups: {
        new: { direct_members: [world.member.userId, world.owner.userId], direct_subgroups: [used] },
      },
    });
    const body = await world.member.fails(
      'POST',
      `/user_groups/${used}/deactivate`,
      {},
      { status: 400, code: 'CANNOT_DEACTIVATE_GROUP_IN_USE' },
    );
    expect(body['objections']).toEqual([
      { type: 'subgroup', supergroup_ids: [outer] },
      { type: 'realm', settings: ['can_create_groups'] },
      { type: 'user_group', group_id: outer, settings: ['can_mention_group'] },
    ]);
    await world.owner.ok.patch('/realm', { can_create_groups: { new: await systemGroup('role:members') } });
  });

  it('is refused for a channel out of sight too, which it does not name', async () => {
    const used = await make(world.member);
    const subscribers = [world.owner.userId];
    const { id } = await world.owner.ok.post('/channels/create', { name: 'board', subscribers, invite_only: true });
    await world.owner.ok.patch(`/streams/${String(id)}`, { can_send_message_group: { new: used } });
    const objectionsTo = async (caller: Client): Promise<unknown> =>
      (
        await caller.fails(
          'POST',
          `/user_groups/${used}/deactivate`,
          {},
          { status: 400, code: 'CANNOT_DEACTIVATE_GROUP_IN_USE' },
        )
      )['objections'];
    expect(await objectionsTo(world.member)).toEqual([]);
    expect(await objectionsTo(world.owner)).toEqual([
      { type: 'channel', channel_id: id, settings: ['can_send_message_group'] },
    ]);
  });

  it('notifies clients by what they know, and PATCH deactivated=false puts it back', async () => {
    const id = await make(world.member);
    const knowing = await world.member2.register({
      event_types: ['user_group'],
      client_capabilities: { include_deactivated_groups: true },
    });
    const plain = await world.member2.register({ event_types: ['user_group'] });
    await world.member.ok.post(`/user_groups/${id}/deactivate`);
    expect(await knowing.events()).toMatchObject([{ op: 'update', group_id: id, data: { deactivated: true } }]);
    expect(await plain.events()).toMatchObject([{ op: 'remove', group_id: id }]);
    expect((await all()).some((group) => group['id'] === id)).toBe(false);
    expect(await find(id)).toMatchObject({ deactivated: true });
    await world.member.fails('POST', `/user_groups/${id}/members`, { add: [world.member2.userId] }, refused);
    await world.member.fails('POST', `/user_groups/${id}/deactivate`, {}, refused);
    await world.member.ok.patch(`/user_groups/${id}`, { deactivated: false });
    expect(await knowing.events()).toMatchObject([{ op: 'update', data: { deactivated: false } }]);
    expect(await plain.events()).toMatchObject([{ op: 'add', group: { id, deactivated: false } }]);
  });
});

describe('Group-setting value', () => {
  it('leaves deactivated users out', async () => {
    const leaver = await world.newUser('Gone Soon');
    const id = await make(world.member, {
      can_mention_group: { direct_members: [leaver.userId, world.member.userId], direct_subgroups: [] },
    });
    await world.owner.ok.delete(`/users/${leaver.userId}`);
    expect(await find(id)).toMatchObject({
      can_mention_group: { direct_members: [world.member.userId], direct_subgroups: [] },
    });
  });

  it('of a single group becomes its id, and of no one the group of no one', async () => {
    const moderators = await systemGroup('role:moderators');
    const id = await make(world.member, {
      can_mention_group: { direct_members: [], direct_subgroups: [moderators] },
      can_join_group: { direct_members: [], direct_subgroups: [] },
    });
    expect(await find(id)).toMatchObject({
      can_mention_group: moderators,
      can_join_group: await systemGroup('role:nobody'),
    });
  });
});

describe('registration', () => {
  it('has deactivated groups only for clients that know them', async () => {
    const id = await make(world.member);
    await world.member.ok.post(`/user_groups/${id}/deactivate`);
    const has = async (capabilities: Body): Promise<boolean> => {
      const { state } = await world.guest.register({
        event_types: ['realm_user_groups'],
        client_capabilities: capabilities,
      });
      return (state['realm_user_groups'] as Body[]).some((group) => group['id'] === id);
    };
    expect(await has({})).toBe(false);
    expect(await has({ include_deactivated_groups: true })).toBe(true);
  });
});

describe('mentions of a group that the author may not mention', () => {
  it('are refused wherever a message is written, and by name', async () => {
    const nobody = await systemGroup('role:nobody');
    const { group_id: id } = await world.owner.ok.post('/user_groups/create', {
      name: 'quiet ones',
      description: '',
      members: [world.member2.userId],
      can_mention_group: nobody,
    });
    const content = 'see @*quiet ones*';
    const msg = "You are not allowed to mention user group 'quiet ones'.";
    const places = [
      { type: 'channel', to: 'general', topic: 'groups' },
      { type: 'direct', to: [world.member2.userId] },
    ];
    for (const place of places) {
      await world.member.fails('POST', '/messages', { ...place, content }, { ...refused, msg });
      const later = { scheduled_delivery_timestamp: Math.floor(world.clock.nowMs / 1000) + 60 };
      await world.member.fails('POST', '/scheduled_messages', { ...place, content, ...later }, { ...refused, msg });
    }
    const own = (await world.member.ok.post('/messages', { ...places[0], content: 'hello' }))['id'];
    await world.member.fails('PATCH', `/messages/${String(own)}`, { content }, { ...refused, msg });
    // To name it without a call is no mention.
    for (const text of ['see @_*quiet ones*', '> @*quiet ones*', '`@*quiet ones*`'])
      await world.member.ok.post('/messages', { ...places[0], content: text });
    await world.owner.ok.patch(`/user_groups/${String(id)}`, {
      can_mention_group: { new: await systemGroup('role:members') },
    });
    const { id: sent } = await world.member.ok.post('/messages', { ...places[0], content });
    await world.owner.ok.patch(`/user_groups/${String(id)}`, { can_mention_group: { new: nobody } });
    // What was allowed stays when the message is edited.
    await world.member.ok.patch(`/messages/${String(sent)}`, { content: `${content} again` });
  });

  it('show a system group by the name that people know', async () => {
    const { rendered } = await world.member.ok.post('/messages/render', { content: '@_*role:members*' });
    expect(rendered).toContain('>Members</span>');
    const message = { type: 'channel', to: 'general', topic: 'groups', content: '@*role:members*' };
    await world.member.fails('POST', '/messages', message, refused);
  });
});
