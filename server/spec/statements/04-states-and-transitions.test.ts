/** The specification, "States and transitions": row by row. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body, Client } from '../../testing/client.ts';
import { fetchOne, makeChannel, say } from '../../testing/scenario.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { bad, channelId, lonelyGuest, nowOf, pass, userSeenBy } from './kit.ts';

let world: World;
let owner: Client;
let member: Client;
let member2: Client;
beforeAll(async () => {
  world = await startWorld();
  ({ owner, member, member2 } = world);
});
afterAll(() => world.stop());

describe('Presence status of a user (values idle, active)', () => {
  const seen = async (): Promise<{ status: unknown; modern: Body }> => {
    const { presences } = await member2.ok.post('/users/me/presence', { status: 'idle', last_update_id: -1 });
    const legacy = (await member2.ok.get('/realm/presence'))['presences'] as Record<string, { website: Body }>;
    return {
      status: legacy[member.email]?.website['status'],
      modern: (presences as Record<string, Body>)[member.userId] ?? {},
    };
  };
  const report = async (status: string) => {
    world.clock.advance(3_600_000);
    await member.ok.post('/users/me/presence', { status });
  };

  test.each(['idle', 'active'])(
    '%s, a report with status=active -> active; both timestamps reflect the report',
    async (before) => {
      await report(before);
      await report('active');
      const now = nowOf(world);
      expect(await seen()).toEqual({ status: 'active', modern: { active_timestamp: now, idle_timestamp: now } });
    },
  );

  test.each(['idle', 'active'])(
    '%s, a report with status=idle -> idle; idle_timestamp reflects the report',
    async (before) => {
      await report(before);
      await report('idle');
      const { status, modern } = await seen();
      expect([status, modern['idle_timestamp']]).toEqual(['idle', nowOf(world)]);
      expect(modern['active_timestamp']).toBeLessThan(nowOf(world));
    },
  );

  test('in invisible mode the server does not share the user’s presence data', async () => {
    await member.ok.patch('/settings', { presence_enabled: false });
    await report('active');
    expect((await seen()).modern).toEqual({});
    await member.ok.patch('/settings', { presence_enabled: true });
  });
});

describe('Scheduled message', () => {
  const listed = async (): Promise<Body> =>
    ((await member.ok.get('/scheduled_messages'))['scheduled_messages'] as Body[])[0] ?? {};
  const schedule = async (to: number): Promise<number> => {
    const message = {
      type: 'channel',
      to,
      topic: 'lunch',
      content: 'soup',
      scheduled_delivery_timestamp: nowOf(world) + 60,
    };
    return Number((await member.ok.post('/scheduled_messages', message))['scheduled_message_id']);
  };

  test('failed: an edit must include scheduled_delivery_timestamp -> edited message', async () => {
    const room = await makeChannel(member, 'soon archived', [member]);
    const id = await schedule(room);
    await owner.ok.delete(`/streams/${room}`);
    await pass(world, 60);
    expect(await listed()).toMatchObject({ scheduled_message_id: id, failed: true });
    const to = await channelId(member, 'general');
    await member.fails('PATCH', `/scheduled_messages/${id}`, { type: 'channel', to, topic: 'lunch' }, bad);
    const later = { scheduled_delivery_timestamp: nowOf(world) + 60 };
    await member.ok.patch(`/scheduled_messages/${id}`, { type: 'channel', to, topic: 'lunch', ...later });
    expect(await listed()).toMatchObject({ scheduled_message_id: id, failed: false, to, ...later });
    await member.ok.delete(`/scheduled_messages/${id}`);
  });

  test('any, PATCH /scheduled_messages/{id}, message exists -> same record updated', async () => {
    const id = await schedule(await channelId(member, 'general'));
    await member.ok.patch(`/scheduled_messages/${id}`, { content: 'stew' });
    expect(await listed()).toMatchObject({ scheduled_message_id: id, content: 'stew' });
    await member.ok.delete(`/scheduled_messages/${id}`);
  });
});

describe('User account', () => {
  test('active, DELETE /users/me, neither the only owner nor the only user -> deactivated; realm_user update with is_active false to users who can access the user', async () => {
    const leaver = await world.newUser('Lea Leaver');
    const hidden = await lonelyGuest(world, 'Gitta Guest');
    const queue = await member.register({ event_types: ['realm_user'] });
    const ofHidden = await hidden.register({ event_types: ['realm_user'] });
    await leaver.ok.delete('/users/me');
    expect(await queue.events()).toMatchObject([
      { op: 'update', person: { user_id: leaver.userId, is_active: false } },
    ]);
    expect(await ofHidden.events()).toEqual([]);
    expect(await userSeenBy(member, leaver.userId)).toMatchObject({ is_active: false });
  });

  test('deactivated: dropped from all group memberships', async () => {
    const leaver = await world.newUser('Leo Leaver');
    const params = { name: 'cooks', description: '', members: [member.userId, leaver.userId] };
    const { group_id: group } = await member.ok.post('/user_groups/create', params);
    await leaver.ok.delete('/users/me');
    expect((await member.ok.get(`/user_groups/${Number(group)}/members`))['members']).toEqual([member.userId]);
  });

  test('active, DELETE /users/me, caller is the only owner or the only user -> active, error CANNOT_DEACTIVATE_LAST_USER', async () => {
    await owner.fails(
      'DELETE',
      '/users/me',
      {},
      { status: 400, code: 'CANNOT_DEACTIVATE_LAST_USER', is_last_owner: true },
    );
    expect(await userSeenBy(member, owner.userId)).toMatchObject({ is_active: true });
  });

  test('deactivated, reactivation -> active; realm_user update event with is_active true', async () => {
    const back = await world.newUser('Bea Back');
    await back.ok.delete('/users/me');
    const queue = await member.register({ event_types: ['realm_user'] });
    await owner.ok.post(`/users/${back.userId}/reactivate`);
    expect(await queue.events()).toMatchObject([{ op: 'update', person: { user_id: back.userId, is_active: true } }]);
    expect(await userSeenBy(member, back.userId)).toMatchObject({ is_active: true });
  });
});

describe('Personal message flag (e.g. read, starred)', () => {
  const narrow = [{ operator: 'channel', operand: 'flagged' }];
  const change = async (op: string, flag: string) =>
    member.ok.post('/messages/flags/narrow', { anchor: 'newest', num_before: 10, num_after: 0, narrow, op, flag });
  let id: number;
  let channel: number;
  beforeAll(async () => {
    channel = await makeChannel(member2, 'flagged', [member, member2]);
    id = await say(member2, 'flagged', 'x');
  });
  const isSet = async (flag: string) => (await fetchOne(member, id)).flags.includes(flag);

  test.each(['read', 'starred'])(
    '%s unset, op=add, message in update range -> set, counted in updated_count',
    async (flag) => {
      expect(await isSet(flag)).toBe(false);
      const { updated_count: count, processed_count: processed } = await change('add', flag);
      expect(await isSet(flag)).toBe(true);
      expect(count).toBe(processed);
      expect(await change('add', flag)).toMatchObject({ updated_count: 0 });
    },
  );

  test.each(['read', 'starred'])(
    '%s set, op=remove, message in update range -> unset, counted in updated_count',
    async (flag) => {
      const { updated_count: count } = await change('remove', flag);
      expect(await isSet(flag)).toBe(false);
      expect(count).toBeGreaterThan(0);
    },
  );

  test('for flag read, messages in channels the user is not subscribed to are skipped, and the channel ids listed', async () => {
    await change('add', 'read');
    await member.ok.delete('/users/me/subscriptions', { subscriptions: ['flagged'] });
    expect(await change('remove', 'read')).toMatchObject({
      updated_count: 0,
      ignored_because_not_subscribed_channels: [channel],
    });
    expect(await isSet('read')).toBe(true);
  });
});

describe('Event queue', () => {
  test('a queue exists after POST /register', async () => {
    const { queue_id } = await member.ok.post('/register', { event_types: ['message'] });
    await member.ok.get('/events', { queue_id, last_event_id: -1, dont_block: true });
    expect(queue_id).toEqual(expect.any(String));
  });

  test('or after GET /events with registration parameters and no queue_id', async () => {
    const { queue_id } = await member.ok.get('/events', { event_types: ['message'], dont_block: true });
    const id = await say(member, 'general', 'queued');
    const { events } = await member.ok.get('/events', { queue_id, last_event_id: -1, dont_block: true });
    expect(events).toMatchObject([{ type: 'message', message: { id } }]);
  });
});
