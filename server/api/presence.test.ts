/** Presence (contract: update-presence, get-presence; spec: Presence status of a user). */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Body, Client } from '../testing/client.ts';
import { password, startWorld, type World } from '../testing/world.ts';

let world: World | undefined;
/** One organization for all tests; each begins when everyone has long been gone. */
const get = (): World => {
  if (world === undefined) throw new Error('no world');
  return world;
};
beforeEach(async () => {
  world ??= await startWorld();
  world.clock.advance(3_600_000);
});
afterAll(async () => {
  await world?.stop();
});

const now = (): number => Math.floor(get().clock.nowMs / 1000);
const report = async (who: Client, params: Body = {}): Promise<Body> =>
  who.ok.post('/users/me/presence', { status: 'active', ...params });

describe('POST /users/me/presence', () => {
  it('answers in the legacy format, keyed by API email, always with aggregated and website', async () => {
    const { member } = get();
    const answer = await report(member);
    expect((answer['presences'] as Body)[member.email]).toEqual({
      aggregated: { client: 'website', status: 'active', timestamp: now() },
      website: { client: 'website', status: 'active', timestamp: now(), pushable: false },
    });
    expect(answer['server_timestamp']).toBe(get().clock.nowMs / 1000);
    expect(answer['legacy_mirror_active']).toBe(false);
  });

  it('answers in the modern format, keyed by user id, with last_update_id or slim_presence', async () => {
    const { member } = get();
    for (const params of [{ last_update_id: -1 }, { slim_presence: true }]) {
      const answer = await report(member, params);
      expect((answer['presences'] as Body)[member.userId]).toEqual({ active_timestamp: now(), idle_timestamp: now() });
    }
  });

  it('active sets both times, idle only the idle one', async () => {
    const { member } = get();
    await report(member);
    const active = now();
    get().clock.advance(600_000);
    const answer = await report(member, { status: 'idle', last_update_id: -1 });
    expect((answer['presences'] as Body)[member.userId]).toEqual({
      active_timestamp: active,
      idle_timestamp: active + 600,
    });
    const legacy = await member.ok.get('/realm/presence');
    expect(legacy['presences']).toMatchObject({
      [member.email]: { website: { status: 'idle', timestamp: active + 600 } },
    });
  });

  it('idle counts from its report on: in the legacy status, the event and the console; the active time stays', async () => {
    const { member, member2, admin } = get();
    await report(member);
    const active = now();
    const queue = await member2.register({ event_types: ['presence'] });
    const simple = await member2.register({
      event_types: ['presence'],
      client_capabilities: { simplified_presence_events: true },
    });
    get().clock.advance(5000);
    const answer = await report(member, { status: 'idle', last_update_id: -1 });
    const modern = { active_timestamp: active, idle_timestamp: active + 5 };
    expect((answer['presences'] as Body)[member.userId]).toEqual(modern);
    const idle = { status: 'idle', timestamp: active + 5 };
    expect(await queue.events()).toMatchObject([{ presence: { website: idle } }]);
    expect(await simple.events()).toMatchObject([{ presences: { [member.userId]: modern } }]);
    expect(await member2.ok.get(`/users/${member.userId}/presence`)).toMatchObject({
      presence: { aggregated: idle, website: idle },
    });
    const { users } = (await admin.ok.get('/console/presence')) as { users: Body[] };
    expect(users.find((user) => user['user_id'] === member.userId)).toMatchObject({ status: 'idle' });
    await report(member, { status: 'idle' });
    expect(await queue.events()).toEqual([]);
    await report(member);
    expect(await queue.events()).toMatchObject([{ presence: { website: { status: 'active' } } }]);
    await report(member, { status: 'idle' });
    expect((await member2.ok.get(`/users/${member.userId}/presence`))['presence']).toMatchObject({
      website: { status: 'idle' },
    });
  });

  it('idle of another client does not override one that reported active within 60 seconds', async () => {
    const { member } = get();
    const from = async (program: string, status: string): Promise<string> => {
      const body = new URLSearchParams({ status, slim_presence: 'false' });
      const { body: answer } = await member.request('POST', '/users/me/presence', {
        body,
        headers: { 'User-Agent': program },
      });
      const entry = (answer['presences'] as Record<string, { website: { status: string } }>)[member.email];
      return String(entry?.website.status);
    };
    expect(await from('Desk/1.0', 'active')).toBe('active');
    get().clock.advance(30_000);
    expect(await from('Phone/2.0', 'idle')).toBe('active');
    expect(await from('Phone/2.0', 'active')).toBe('active');
    get().clock.advance(30_000);
    expect(await from('Desk/1.0', 'idle')).toBe('active');
    expect(await from('Phone/2.0', 'idle')).toBe('idle');
    expect(await from('Desk/1.0', 'active')).toBe('active');
    get().clock.advance(61_000);
    expect(await from('Phone/2.0', 'idle')).toBe('idle');
  });

  it('gives only what is newer than last_update_id, and the same id when nothing is', async () => {
    const { member, member2 } = get();
    const first = await report(member, { last_update_id: -1 });
    const since = first['presence_last_update_id'];
    await report(member2, { ping_only: true });
    const second = await member.ok.post('/users/me/presence', {
      status: 'idle',
      last_update_id: since,
      ping_only: false,
    });
    expect(Object.keys(second['presences'] as Body).toSorted()).toEqual(
      [String(member.userId), String(member2.userId)].toSorted(),
    );
    expect(second['presence_last_update_id']).toBeGreaterThan(Number(since));
    await get().guest.ok.patch('/settings', { presence_enabled: false });
    const third = await get().guest.ok.post('/users/me/presence', { status: 'idle', last_update_id: 1_000_000 });
    expect(third).toMatchObject({ presence_last_update_id: 1_000_000, presences: {} });
    await get().guest.ok.patch('/settings', { presence_enabled: true });
  });

  it('with ping_only answers no data', async () => {
    const answer = await report(get().member, { ping_only: true });
    expect('presences' in answer || 'server_timestamp' in answer).toBe(false);
    expect(answer['presence_last_update_id']).toBe(-1);
    expect(await report(get().member, { ping_only: true, last_update_id: 7 })).toMatchObject({
      presence_last_update_id: 7,
    });
  });

  it('leaves out what is older than history_limit_days, 14 by default, unless last_update_id is above 0', async () => {
    const { member, member2 } = get();
    await report(member2);
    get().clock.advance(10 * 86_400_000);
    const ids = async (params: Body): Promise<string[]> =>
      Object.keys((await report(member, { last_update_id: -1, ...params }))['presences'] as Body);
    expect(await ids({})).toContain(String(member2.userId));
    expect(await ids({ history_limit_days: 9 })).not.toContain(String(member2.userId));
    get().clock.advance(5 * 86_400_000);
    expect(await ids({})).not.toContain(String(member2.userId));
    expect(await ids({ history_limit_days: 20 })).toContain(String(member2.userId));
    expect(await ids({ last_update_id: 1, history_limit_days: 9 })).toContain(String(member2.userId));
  });

  it('needs a status of the two', async () => {
    await get().member.fails(
      'POST',
      '/users/me/presence',
      {},
      { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'status' },
    );
    await get().member.fails('POST', '/users/me/presence', { status: 'away' }, { status: 400, code: 'BAD_REQUEST' });
    await get().bot.fails('POST', '/users/me/presence', { status: 'active' }, { status: 400, code: 'BAD_REQUEST' });
  });

  it('answers -1 and no data where the organization has no presence', async () => {
    await get().owner.ok.patch('/realm', { presence_disabled: true });
    expect(await report(get().member)).toMatchObject({ presences: {}, presence_last_update_id: -1 });
    await get().owner.ok.patch('/realm', { presence_disabled: false });
  });
});

describe('invisible mode', () => {
  it('shares nothing of a user whose presence_enabled is false', async () => {
    const { member, member2 } = get();
    await report(member2);
    await member2.ok.patch('/settings', { presence_enabled: false });
    await report(member2);
    const answer = await report(member);
    expect(Object.keys(answer['presences'] as Body)).not.toContain(member2.email);
    await member.fails('GET', `/users/${member2.userId}/presence`, {}, { status: 400, code: 'BAD_REQUEST' });
    expect(await member.ok.get(`/users/${member2.userId}/status`)).toMatchObject({ status: { away: true } });
    await member2.ok.patch('/settings', { presence_enabled: true });
  });

  it('looks like leaving to everyone else, at once', async () => {
    const { member, member2 } = get();
    await report(member2);
    const queue = await member.register({ event_types: ['presence', 'user_status'] });
    await member2.ok.patch('/settings', { presence_enabled: false });
    const events = await queue.events();
    expect(events.map((event) => event['type'])).toEqual(['presence', 'user_status']);
    const [left] = events;
    expect(left).toMatchObject({ presence: { website: { timestamp: now() - 260 } } });
    await member2.ok.patch('/settings', { presence_enabled: true });
    expect(await queue.eventsOf('presence')).toMatchObject([
      { presence: { website: { status: 'active', timestamp: now() } } },
    ]);
  });
});

describe('presence events', () => {
  it('come when a user comes, not with every report, and in the form that the queue reads', async () => {
    const { member, member2 } = get();
    const byEmail = await member.register({ event_types: ['presence'] });
    const slim = await member.register({ event_types: ['presence'], slim_presence: true });
    const simple = await member.register({
      event_types: ['presence'],
      client_capabilities: { simplified_presence_events: true },
    });
    await report(member2);
    get().clock.advance(50_000);
    await report(member2);
    expect(await byEmail.events()).toMatchObject([
      { user_id: member2.userId, email: member2.email, presence: { website: { status: 'active', pushable: false } } },
    ]);
    const [event] = await slim.events();
    expect(event !== undefined && 'email' in event).toBe(false);
    expect(await simple.events()).toMatchObject([
      { presences: { [member2.userId]: { active_timestamp: now() - 50 } } },
    ]);
    get().clock.advance(200_000);
    await report(member2);
    expect(await byEmail.events()).toHaveLength(1);
  });
});

describe('GET /realm/presence', () => {
  it('answers server_timestamp and presences in the legacy format', async () => {
    await report(get().member);
    const answer = await get().admin.ok.get('/realm/presence');
    expect(answer).toMatchObject({
      server_timestamp: get().clock.nowMs / 1000,
      presences: { [get().member.email]: { aggregated: { status: 'active' } } },
    });
  });

  it('has only users whom the caller can see', async () => {
    const guest = await get().newUser('Gitta Guest', 600);
    const channels = await get().db<{ name: string }>('SELECT name FROM streams');
    await guest.ok.delete('/users/me/subscriptions', { subscriptions: channels.map((channel) => channel.name) });
    await report(get().member);
    expect((await guest.ok.get('/realm/presence'))['presences']).toEqual({});
  });
});

describe('GET /users/{user_id_or_email}/presence', () => {
  it('answers by id and by address', async () => {
    const { member, admin } = get();
    await report(member);
    const expected = {
      presence: { aggregated: { status: 'active', timestamp: now() }, website: { status: 'active', timestamp: now() } },
    };
    expect(await admin.ok.get(`/users/${member.userId}/presence`)).toMatchObject(expected);
    expect(await admin.ok.get(`/users/${member.email}/presence`)).toMatchObject(expected);
  });

  it('refuses bots, no one, and users of whom nothing is known', async () => {
    const quiet = await get().newUser('Quentin Quiet');
    for (const who of [get().bot.userId, 99_999, quiet.userId, 'nobody@example.com']) {
      await get().admin.fails('GET', `/users/${who}/presence`, {}, { status: 400, code: 'BAD_REQUEST' });
    }
  });
});

describe('registration', () => {
  it('has presences by email, or by id with slim_presence, and the id to go on from', async () => {
    const { member } = get();
    await report(member);
    const legacy = await member.register({ event_types: ['presence'] });
    expect(legacy.state).toMatchObject({
      presences: { [member.email]: { website: { status: 'active' } } },
      server_timestamp: expect.any(Number),
    });
    const slim = await member.register({ event_types: ['presence'], slim_presence: true });
    expect(slim.state['presences']).toMatchObject({ [member.userId]: { active_timestamp: now() } });
    expect(slim.state['presence_last_update_id']).toBeGreaterThan(0);
  });
});

describe('signing out', () => {
  const headersOf = async (): Promise<Record<string, string>> => {
    const { url } = get();
    const body = new URLSearchParams({ username: 'member@example.com', password });
    const answer = await fetch(`${url}/api/v1/console/sign_in`, { method: 'POST', body });
    const { csrf_token: token } = (await answer.json()) as { csrf_token: string };
    return { cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '', 'X-CSRF-Token': token };
  };
  const post = async (headers: Record<string, string>, path: string, params: Record<string, string> = {}) => {
    const answer = await fetch(`${get().url}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(params),
    });
    expect(answer.status).toBe(200);
  };
  const seen = async (): Promise<Body> => {
    const { member, owner } = get();
    const answer = await report(owner, { last_update_id: -1 });
    return (answer['presences'] as Record<string, Body>)[member.userId] ?? {};
  };

  it('ends the presence of the user at once', async () => {
    const headers = await headersOf();
    await post(headers, '/users/me/presence', { status: 'active' });
    expect(await seen()).toEqual({ active_timestamp: now(), idle_timestamp: now() });
    await post(headers, '/console/sign_out');
    const { active_timestamp: active, idle_timestamp: idle } = await seen();
    expect(Math.max(Number(active), Number(idle))).toBeLessThan(now() - 140);
  });

  it('ends the presence of a user who signs out everywhere', async () => {
    const headers = await headersOf();
    await report(get().member);
    await post(headers, '/users/me/presence', { status: 'active' });
    await post(headers, '/console/sign_out_everywhere');
    const { active_timestamp: active, idle_timestamp: idle } = await seen();
    expect(Math.max(Number(active), Number(idle))).toBeLessThan(now() - 140);
  });

  it('keeps the presence of a user whose other program is active', async () => {
    const headers = await headersOf();
    await report(get().member);
    await post(headers, '/users/me/presence', { status: 'active' });
    await post(headers, '/console/sign_out');
    expect(await seen()).toEqual({ active_timestamp: now(), idle_timestamp: now() });
  });
});
