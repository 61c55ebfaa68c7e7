/** Deactivating the organization and bringing it back: who gets in meanwhile, and what is reported. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../../testing/client.ts';
import { password, startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const rests = { status: 401, code: 'REALM_DEACTIVATED' };

/** Signs in to the console as a page does. */
async function signIn(username: string): Promise<{ status: number; body: Body; headers: Record<string, string> }> {
  const answer = await fetch(`${world.url}/api/v1/console/sign_in`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
  const body = (await answer.json()) as Body;
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { status: answer.status, body, headers: { cookie, 'X-CSRF-Token': String(body['csrf_token']) } };
}

const sentLate = async (): Promise<number> =>
  (await world.db("SELECT 1 FROM messages WHERE content = 'sent late'")).length;

const inConsole = (headers: Record<string, string>, method: string, path: string): Promise<number> =>
  bySession(headers, method, `/console/organization/${path}`);

const bySession = async (
  headers: Record<string, string>,
  method: string,
  path: string,
  params: Record<string, string> = {},
): Promise<number> => {
  const body = method === 'GET' ? null : new URLSearchParams(params);
  return (await fetch(`${world.url}/api/v1${path}`, { method, headers, body })).status;
};

describe('an owner who deactivates it', () => {
  it('gives the password again, and no one below owners may', async () => {
    const path = '/console/organization/deactivate';
    const wrong = { status: 400, code: 'BAD_REQUEST', msg: 'This password is not right.' };
    await world.owner.fails('POST', path, { password: 'not it' }, wrong);
    await world.admin.fails('POST', path, { password }, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    expect(await world.owner.ok.get('/console/organization/state')).toMatchObject({ deactivated_at: null });
  });

  it('has a backup made before, and everyone is informed; then no one gets in but owners, in the console', async () => {
    const memberHere = await signIn('member@example.com');
    const ownerHere = await signIn('owner@example.com');
    const queue = await world.member.register({ event_types: ['realm'] });
    const waiting = world.member.get('/events', { queue_id: queue.queueId, last_event_id: queue.lastEventId });
    await world.member.ok.post('/scheduled_messages', {
      type: 'direct',
      to: [world.member2.userId],
      content: 'sent late',
      scheduled_delivery_timestamp: Math.floor(world.clock.nowMs / 1000) + 60,
    });
    const { backup } = await world.owner.ok.post('/console/organization/deactivate', { password });
    const backups = world.server.services.backups;
    expect((await backups.list(await backups.plan())).map(({ name }) => name)).toContain(backup);
    expect((await waiting).body['events']).toMatchObject([{ type: 'realm', op: 'deactivated', realm_id: 1 }]);

    for (const client of [world.owner, world.admin, world.member, world.guest, world.bot]) {
      await client.fails('GET', '/users/me', {}, rests);
      await client.fails('POST', '/messages', { type: 'direct', to: [1], content: 'hello' }, rests);
    }
    await world.member.fails('GET', '/events', { queue_id: queue.queueId, last_event_id: -1 }, rests);
    for (const username of ['member@example.com', 'owner@example.com'])
      await world.stranger.fails('POST', '/fetch_api_key', { username, password }, rests);
    expect(await signIn('admin@example.com')).toMatchObject({ status: 401, body: { code: 'REALM_DEACTIVATED' } });
    expect(await inConsole(memberHere.headers, 'GET', 'state')).toBe(401);
    expect(await inConsole(ownerHere.headers, 'GET', 'state')).toBe(200);
    expect((await signIn('owner@example.com')).status).toBe(200);
    const newcomer = { full_name: 'New', password, email: 'new@example.com' };
    await world.stranger.fails('POST', '/console/join', newcomer, rests);
  });

  it('reads with the session, follows events and signs out, and changes nothing', async () => {
    const { headers } = await signIn('owner@example.com');
    expect(await world.stranger.ok.get('/console/setup')).toMatchObject({ is_deactivated: true });
    expect(await bySession(headers, 'GET', '/users')).toBe(200);
    expect(await bySession(headers, 'POST', '/register')).toBe(200);
    const message = { type: 'direct', to: '[1]', content: 'hello' };
    expect(await bySession(headers, 'POST', '/messages', message)).toBe(403);
    expect(await bySession(headers, 'POST', '/channels/create', { name: 'quiet', subscribers: '[]' })).toBe(403);
    expect(await bySession(headers, 'POST', '/console/sign_out')).toBe(200);
  });

  it('stays deactivated over a restart, and messages to be sent later wait', async () => {
    await world.restart();
    await world.member.fails('GET', '/users/me', {}, rests);
    world.clock.advance(120_000);
    world.server.services.wake.scheduledMessages();
    await world.server.workers.scheduledMessages.settled();
    expect(await sentLate()).toBe(0);
  });

  it('brings it back, once, and everything is as it was', async () => {
    const { headers } = await signIn('owner@example.com');
    expect(await inConsole(headers, 'POST', 'reactivate')).toBe(200);
    expect(await inConsole(headers, 'POST', 'reactivate')).toBe(400);
    expect(await world.stranger.ok.get('/console/setup')).toMatchObject({ is_deactivated: false });
    await world.server.workers.scheduledMessages.settled();
    expect(await sentLate()).toBe(1);
    expect(await world.member.ok.get('/users/me')).toMatchObject({ user_id: world.member.userId });
    const actions = await world.db<{ action: string; via: string }>(
      "SELECT action, via FROM audit_log WHERE kind = 'organization' AND action LIKE '%activated' ORDER BY id",
    );
    expect(actions).toEqual([
      { action: 'deactivated', via: 'request' },
      { action: 'reactivated', via: 'request' },
    ]);
  });
});
