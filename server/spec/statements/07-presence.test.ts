/** The specification, "Endpoints": POST /users/me/presence and GET /realm/presence. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { makeChannel } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { bad, day, lonelyGuest, missing, nowOf } from './kit.ts';

let world: World;
let member: Client;
let member2: Client;
let lonely: Client;
beforeAll(async () => {
  world = await startWorld();
  ({ member, member2 } = world);
  lonely = await lonelyGuest(world, 'Gitta Guest');
});
afterAll(() => world.stop());
beforeEach(() => world.clock.advance(3_600_000));

const report = async (who: Client, params: Body = {}): Promise<Body> =>
  who.ok.post('/users/me/presence', { status: 'active', ...params });
const keys = (answer: Body): string[] => Object.keys(answer['presences'] as Body);
/** Modern entries of an answer, by user id. */
const modern = (answer: Body): Record<string, Body> => answer['presences'] as Record<string, Body>;

describe('POST /users/me/presence', () => {
  test('status: required; idle or active', async () => {
    for (const status of ['idle', 'active'])
      expect((await member.post('/users/me/presence', { status })).status).toBe(200);
    await member.fails('POST', '/users/me/presence', {}, missing('status'));
    await member.fails('POST', '/users/me/presence', { status: 'away' }, bad);
  });

  test('last_update_id: -1 on client start fetches all presence data', async () => {
    await report(member2);
    expect(keys(await report(member, { last_update_id: -1 }))).toEqual(
      expect.arrayContaining([String(member.userId), String(member2.userId)]),
    );
  });

  test('last_update_id: afterwards pass the last returned presence_last_update_id', async () => {
    await report(member2);
    const { presence_last_update_id: last_update_id } = await report(member, { last_update_id: -1 });
    expect(keys(await report(member, { last_update_id }))).toEqual([String(member.userId)]);
  });

  test('last_update_id: when passed, presence data is in the modern format', async () => {
    expect(modern(await report(member, { last_update_id: -1 }))[member.userId]).toEqual({
      active_timestamp: nowOf(world),
      idle_timestamp: nowOf(world),
    });
  });

  test('history_limit_days: default 14; oldest data fetched is at most this many days old', async () => {
    await report(member2);
    const sees = async (params: Body) =>
      keys(await report(member, { last_update_id: -1, ...params })).includes(String(member2.userId));
    world.clock.advance(13 * day * 1000);
    expect([await sees({}), await sees({ history_limit_days: 12 })]).toEqual([true, false]);
    world.clock.advance(2 * day * 1000);
    expect([await sees({}), await sees({ history_limit_days: 16 })]).toEqual([false, true]);
  });

  test('history_limit_days: ignored if last_update_id is greater than 0', async () => {
    const { presence_last_update_id: since } = await report(member, { last_update_id: -1 });
    await report(member2);
    world.clock.advance(20 * day * 1000);
    expect(keys(await report(member, { last_update_id: since, history_limit_days: 1 }))).toContain(
      String(member2.userId),
    );
  });

  test('new_user_input: default false; accepted (used for usage statistics)', async () => {
    expect(await report(member, { new_user_input: true })).not.toHaveProperty('ignored_parameters_unsupported');
  });

  test('ping_only: default false; true = only update status, return no presence data', async () => {
    const answer = await report(member2, { ping_only: true });
    expect('presences' in answer || 'server_timestamp' in answer).toBe(false);
    expect(modern(await report(member, { last_update_id: -1 }))[member2.userId]).toMatchObject({
      active_timestamp: nowOf(world),
    });
  });

  test('slim_presence: default false; true requests the modern format when last_update_id is not used', async () => {
    expect(keys(await report(member, { slim_presence: true }))).toContain(String(member.userId));
    expect(keys(await report(member))).toContain(member.email);
  });

  test('presence_last_update_id: at least the passed last_update_id; equal means no updates', async () => {
    expect((await report(member, { last_update_id: 1 }))['presence_last_update_id']).toBeGreaterThan(1);
    await lonely.ok.patch('/settings', { presence_enabled: false });
    expect(await report(lonely, { last_update_id: 1_000_000 })).toMatchObject({
      presence_last_update_id: 1_000_000,
      presences: {},
    });
    await lonely.ok.patch('/settings', { presence_enabled: true });
  });

  test('presence_last_update_id: -1 if none was passed and no data was returned (e.g. presence disabled by the organization)', async () => {
    await world.owner.ok.patch('/realm', { presence_disabled: true });
    expect(await report(member)).toMatchObject({ presence_last_update_id: -1, presences: {} });
    await world.owner.ok.patch('/realm', { presence_disabled: false });
  });

  test('server_timestamp: time the data was fetched', async () => {
    expect((await report(member))['server_timestamp']).toBe(world.clock.nowMs / 1000);
  });

  test('presences: keyed by API email in the legacy format otherwise', async () => {
    const { presences } = await report(member);
    expect((presences as Body)[member.email]).toMatchObject({
      aggregated: { client: 'website' },
      website: { pushable: false },
    });
  });

  test('legacy_mirror_active: boolean', async () => {
    expect((await report(member))['legacy_mirror_active']).toBe(false);
  });

  test('without CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE everyone’s presence is returned', async () => {
    const open = await startWorld({ canAccessAllUsersGroupLimitsPresence: false });
    const guest = await lonelyGuest(open, 'Gitta Guest');
    await report(open.member);
    expect(keys(await report(guest))).toContain(open.member.email);
    await open.stop();
  });

  test('with CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE only presence of users the caller can access is returned', async () => {
    await report(member);
    expect(keys(await report(lonely))).toEqual([lonely.email]);
    await makeChannel(member, 'shared', [member, lonely]);
    expect(keys(await report(lonely))).toEqual(expect.arrayContaining([lonely.email, member.email]));
    await lonely.ok.delete('/users/me/subscriptions', { subscriptions: ['shared'] });
  });
});

describe('GET /realm/presence', () => {
  test('returns server_timestamp and presences keyed by API email, legacy format', async () => {
    await report(member);
    const entry = { client: 'website', status: 'active', timestamp: nowOf(world) };
    expect(await member2.ok.get('/realm/presence')).toMatchObject({
      server_timestamp: world.clock.nowMs / 1000,
      presences: { [member.email]: { aggregated: entry, website: { ...entry, pushable: false } } },
    });
  });

  test('no parameters', async () => {
    expect(await member.ok.get('/realm/presence', { slim_presence: true })).toMatchObject({
      ignored_parameters_unsupported: ['slim_presence'],
    });
  });

  test('with the setting above true, only accessible users are included', async () => {
    await report(member);
    expect(keys(await lonely.ok.get('/realm/presence'))).not.toContain(member.email);
  });
});
