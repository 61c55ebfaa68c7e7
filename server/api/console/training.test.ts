/** Trainings: a demo is put back while it runs, snapshots, faults, and that none of it works in a real organization. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultLastDay } from '../../demo/calendar.ts';
import { demoPassword, emailOf, keyFor, mailDomain } from '../../demo/cast.ts';
import { writeMark } from '../../demo/folder.ts';
import { DemoImages } from '../../demo/images.ts';
import { startServer, type RunningServer } from '../../start.ts';
import { Client, type Reply } from '../../testing/client.ts';
import { cheapHashing, copyDemo } from '../../testing/demo-folder.ts';
import { startWorld } from '../../testing/world.ts';

let root: string;
let server: RunningServer;
let nowMs = Date.parse(`${defaultLastDay}T18:00:00Z`);

const as = (name: string): Client =>
  new Client(() => server.url, { userId: 4, email: `${name}@${mailDomain}`, apiKey: keyFor(name), name });

/** A demo with images of two scenarios, copied for each server. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-training-'));
  const built = join(root, 'built');
  await copyDemo('small-office', built);
  const kind = { lastDay: defaultLastDay, scenario: 'small-office', language: 'en' } as const;
  await writeMark(built, { ...kind, isFinished: true, isDated: true });
  const images = new DemoImages(built);
  await images.keepScenario(built, kind);
  await copyDemo('empty', images.scenarioFolder({ ...kind, scenario: 'empty' }));
});
afterAll(async () => rm(root, { recursive: true, force: true }));

async function begin(): Promise<void> {
  nowMs = Date.parse(`${defaultLastDay}T18:00:00Z`);
  await cp(join(root, 'built'), join(root, 'used'), { recursive: true });
  await start();
}
async function end(): Promise<void> {
  await server.stop();
  await rm(join(root, 'used'), { recursive: true, force: true });
}

/** One server for all tests of a describe, each of which leaves the scenario as it was, or is the last. */
function withOneServer(): void {
  beforeAll(begin);
  afterAll(end);
}

async function start(): Promise<void> {
  const options = { port: 0, host: '127.0.0.1', logLevel: 'silent', passwordCost: cheapHashing } as const;
  server = await startServer({ ...options, dataDir: join(root, 'used'), clock: () => nowMs, isTraining: true });
}

const say = async (content: string): Promise<unknown> =>
  as('amara').ok.post('/messages', { type: 'channel', to: 'general', topic: 'training', content });
const users = async (): Promise<number> => ((await as('amara').ok.get('/users'))['members'] as unknown[]).length;
const reset = async (params: Record<string, string>): Promise<Record<string, unknown>> =>
  as('amara').ok.post('/console/training/reset', params);

async function contents(): Promise<string[]> {
  const query = { anchor: 'newest', num_before: 3, num_after: 0, narrow: [], apply_markdown: false };
  const { messages } = await as('amara').ok.get('/messages', query);
  return (messages as { content: string }[]).map(({ content }) => content);
}

describe('a reset', () => {
  withOneServer();

  it('is one call, which answers when the data is back as it was', async () => {
    const before = await contents();
    await say('of the first group');
    expect(await reset({})).toMatchObject({ scenario: 'small-office', took_ms: expect.any(Number) });
    expect(await contents()).toEqual(before);
  });

  it('is no restart: the process has run as long as before', async () => {
    nowMs += 60_000;
    await reset({});
    const { uptime_seconds: uptime } = await as('amara').ok.get('/console/overview');
    expect(uptime).toBeGreaterThanOrEqual(60);
  });

  it('leaves people signed in, and notifies their pages that these are other data', async () => {
    // How one signs in is known to everyone: the page says it.
    expect(await (await fetch(`${server.url}/api/v1/console/setup`)).json()).toMatchObject({
      sample_data: { can_leave: false, sign_in: { email: emailOf('amara'), password: demoPassword } },
    });
    const form = new URLSearchParams({ username: emailOf('jonas'), password: demoPassword });
    const signedIn = await fetch(`${server.url}/api/v1/console/sign_in`, { method: 'POST', body: form });
    const { data_id: before, user_id: id } = (await signedIn.json()) as { data_id: string; user_id: number };
    const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] ?? '';
    const now = async () =>
      (await (await fetch(`${server.url}/api/v1/console/session`, { headers: { cookie } })).json()) as Record<
        string,
        unknown
      >;
    expect(await now()).toMatchObject({ user_id: id, data_id: before });
    await reset({});
    const { data_id: after, ...rest } = await now();
    expect(rest).toMatchObject({ user_id: id });
    expect(after).not.toBe(before);
    expect((await now())['data_id']).toBe(after);
  });

  it('goes to another scenario and back, and says how long it took', async () => {
    const many = await users();
    const { took_ms: took } = await reset({ scenario: 'empty' });
    expect(await users()).toBeLessThan(many);
    await reset({ scenario: 'small-office' });
    expect(await users()).toBe(many);
    expect(took).toBeGreaterThan(0);
  });

  it('asks clients to register again, and the console stays signed in', async () => {
    const signIn = await fetch(`${server.url}/api/v1/console/sign_in`, {
      method: 'POST',
      body: new URLSearchParams({ username: emailOf('amara'), password: demoPassword }),
    });
    const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const queue = await as('lucia').register({ event_types: ['message'] });
    const polled = as('lucia').get('/events', { queue_id: queue.queueId, last_event_id: queue.lastEventId });
    await reset({ scenario: 'small-office' });
    expect((await polled).status).toBe(200);
    await as('lucia').fails(
      'GET',
      '/events',
      { queue_id: queue.queueId, last_event_id: -1 },
      { status: 400, code: 'BAD_EVENT_QUEUE_ID' },
    );
    const session = await fetch(`${server.url}/api/v1/console/session`, { headers: { cookie } });
    expect(await session.json()).toMatchObject({ result: 'success', email: emailOf('amara') });
  });

  it('stands on the time line of the new data', async () => {
    await reset({});
    const { entries } = await as('amara').ok.get('/console/activity', { kinds: ['request'], dont_block: true });
    expect(entries).toMatchObject([{ route: '/console/training/reset', status: 200 }]);
  });

  it('is for administrators, to what there is', async () => {
    await as('lucia').fails('POST', '/console/training/reset', {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
    for (const params of [{ scenario: 'moon' }, { snapshot: 'moon' }])
      await as('amara').fails('POST', '/console/training/reset', params, { status: 400, code: 'BAD_REQUEST' });
    expect(await users()).toBeGreaterThan(10);
  });

  it('is undone by a reset to what was there before, and that again', async () => {
    await say('of the first group');
    await reset({ scenario: 'empty' });
    await reset({ snapshot: 'Before the last reset' });
    expect((await contents()).at(-1)).toBe('of the first group');
    await reset({ snapshot: 'Before the last reset' });
    expect(await users()).toBeLessThan(6);
  });
});

describe('a reset, also after a restart,', () => {
  beforeEach(begin);
  afterEach(end);

  it('keeps a last day that was chosen; any other is yesterday again, with the same texts and ids', async () => {
    const lastDay = async (): Promise<unknown> =>
      ((await as('amara').ok.get('/console/training'))['demo'] as { last_day: string }).last_day;
    const all = async (): Promise<unknown[]> => {
      const query = { anchor: 'oldest', num_before: 0, num_after: 100, narrow: [], apply_markdown: false };
      const { messages } = await as('amara').ok.get('/messages', query);
      return (messages as { id: number; content: string; subject: string }[]).map(({ id, content, subject }) => [
        id,
        content,
        subject,
      ]);
    };
    await reset({ scenario: 'empty' });
    const before = await all();
    nowMs += 23 * 86_400_000;
    await reset({ scenario: 'empty' });
    expect(await lastDay()).toBe(defaultLastDay);

    await server.stop();
    await writeMark(join(root, 'used'), {
      lastDay: defaultLastDay,
      scenario: 'empty',
      language: 'en',
      isFinished: true,
    });
    await start();
    await reset({ scenario: 'empty' });
    expect(await lastDay()).toBe('2026-11-21');
    expect(await all()).toEqual(before);
  });

  it('builds a scenario that is not there yet, also where an earlier build was cut off', async () => {
    const kind = { scenario: 'empty', language: 'en', lastDay: defaultLastDay } as const;
    await rm(new DemoImages(join(root, 'used')).scenarioFolder(kind), { recursive: true });
    const cutOff = server.services.demo?.fill(join(root, 'nowhere'), { scenario: 'empty' });
    const ended = cutOff?.then(
      () => 'built',
      (error: unknown) => String(error),
    );
    await server.stop();
    expect(await ended).toMatch(/ended with code|aborted/);
    await start();
    await reset({ scenario: 'empty' });
    expect(await users()).toBeLessThan(6);
  });
});

describe('a snapshot', () => {
  withOneServer();

  it('keeps the present data under a name, and outlives resets and restarts', async () => {
    await say('kept');
    const { snapshot } = await as('amara').ok.post('/console/training/snapshots', { name: 'After lesson 1 🎓' });
    expect(snapshot).toMatchObject({ name: 'After lesson 1 🎓', scenario: 'small-office' });
    await say('not kept');
    await reset({ scenario: 'empty' });
    await reset({ snapshot: 'After lesson 1 🎓' });
    expect((await contents()).at(-1)).toBe('kept');
    const { demo } = await as('amara').ok.get('/console/training');
    expect(demo).toMatchObject({ snapshot: 'After lesson 1 🎓' });
    const names = (demo as { snapshots: { name: string }[] }).snapshots.map((one) => one.name);
    expect(names.toSorted()).toEqual(['After lesson 1 🎓', 'Before the last reset']);
    await as('amara').ok.delete(`/console/training/snapshots/${encodeURIComponent('After lesson 1 🎓')}`);
    expect((await as('amara').ok.get('/console/training'))['demo']).toMatchObject({
      snapshots: [{ name: 'Before the last reset' }],
    });
  });

  it('has a name of its own', async () => {
    await as('amara').ok.post('/console/training/snapshots', { name: 'one' });
    await as('amara').fails(
      'POST',
      '/console/training/snapshots',
      { name: 'one' },
      { status: 400, code: 'BAD_REQUEST' },
    );
  });
});

describe('a fault', () => {
  withOneServer();
  afterEach(async () => as('amara').ok.delete('/console/training/faults'));

  const fault = async (params: Record<string, unknown>): Promise<Record<string, unknown>> =>
    (await as('amara').ok.post('/console/training/faults', params))['fault'] as Record<string, unknown>;
  const me = async (name: string): Promise<Reply> => as(name).get('/users/me');

  it('refuses with 429 as documented, the user and endpoint that it names and no other', async () => {
    const lucia = await as('lucia').ok.get('/users/me');
    await fault({ kind: 'rate_limit', user_id: lucia['user_id'], method: 'GET', path: '/api/v1/users/me', ms: 3000 });
    const refused = await me('lucia');
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_HIT', 'retry-after': 3 } });
    expect(refused.headers.get('retry-after')).toBe('3');
    expect((await as('lucia').get('/streams')).status).toBe(200);
    expect((await me('amara')).status).toBe(200);
  });

  it('hits as often as it says, and then has ended', async () => {
    await fault({ kind: 'server_error', times: 2, path: '/users/me' });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await me('lucia')).status);
    expect(statuses).toEqual([500, 500, 200]);
    expect((await as('lucia').ok.get('/console/training'))['faults']).toEqual([]);
  });

  it('drops the connection before the work or after it', async () => {
    await fault({ kind: 'drop', times: 1, path: '/messages', method: 'POST' });
    await expect(say('lost')).rejects.toThrow('other side closed');
    await fault({ kind: 'drop_answer', times: 1, path: '/messages', method: 'POST' });
    await expect(say('done, but who knows')).rejects.toThrow('other side closed');
    expect((await contents()).at(-1)).toBe('done, but who knows');
    expect(await contents()).not.toContain('lost');
  });

  it('hits resumable uploads too: a part that was kept, though no one was informed, is not sent again', async () => {
    const lucia = as('lucia');
    const tus = async (method: string, path: string, headers: Record<string, string>, body?: string) =>
      fetch(new URL(path, server.url), {
        method,
        headers: { 'Tus-Resumable': '1.0.0', Authorization: lucia.authorization, ...headers },
        ...(body !== undefined && { body }),
      });
    const part = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    await fault({ kind: 'server_error', times: 1, path: '/tus', method: 'POST' });
    const size = { 'Upload-Length': '6' };
    expect((await tus('POST', '/api/v1/tus', size)).status).toBe(500);
    const path = (await tus('POST', '/api/v1/tus', size)).headers.get('location') ?? '';
    await fault({ kind: 'drop', times: 1, path: '/tus', method: 'PATCH' });
    await expect(tus('PATCH', path, part, 'abc')).rejects.toThrow('fetch failed');
    await fault({ kind: 'drop_answer', times: 1, path: '/tus', method: 'PATCH' });
    await expect(tus('PATCH', path, part, 'abc')).rejects.toThrow('fetch failed');
    expect((await tus('HEAD', path, {})).headers.get('upload-offset')).toBe('3');
    expect((await tus('PATCH', path, { ...part, 'Upload-Offset': '3' }, 'def')).status).toBe(200);
    const { entries } = await as('amara').ok.get('/console/activity', { kinds: ['request'], dont_block: true });
    const parts = (entries as { method: string; path: string; user_id: number; fault: string | null }[]).filter(
      (entry) => entry.method === 'PATCH' && entry.path === path,
    );
    expect(parts.map((entry) => entry.fault)).toEqual(['drop', 'drop_answer', null]);
  });

  it('delays, and stands on the time line', async () => {
    await fault({ kind: 'latency', ms: 120, path: '/users/me' });
    const startedMs = performance.now();
    expect((await me('lucia')).status).toBe(200);
    expect(performance.now() - startedMs).toBeGreaterThan(110);
    const { entries } = await as('amara').ok.get('/console/activity', { kinds: ['request'], dont_block: true });
    const last = (entries as { route: string; fault: string; answer: string }[]).findLast(
      ({ route }) => route === '/users/me',
    );
    expect(last?.fault).toBe('latency');
    expect(last?.answer).toContain('"full_name":"Lucía Fernández"');
  });

  it('has answers on the time line, but not the topics of a private channel of others', async () => {
    const lucia = as('lucia');
    await lucia.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], invite_only: true });
    const { stream_id: id } = await lucia.ok.get('/get_stream_id', { stream: 'vault' });
    await lucia.ok.post('/messages', { type: 'channel', to: 'vault', topic: 'who is let go', content: 'soon' });
    const topics = await lucia.ok.get(`/users/me/${String(id)}/topics`);
    expect(JSON.stringify(topics)).toContain('who is let go');
    const { entries } = await as('amara').ok.get('/console/activity', { kinds: ['request'], dont_block: true });
    const asked = (entries as { path: string; answer: string }[]).filter(({ path }) => path.endsWith('/topics'));
    expect(asked.map(({ answer }) => answer)).toEqual(['[private]']);
    expect(JSON.stringify(entries)).not.toContain('who is let go');
  });

  it('affects chat pages in browsers when it is to, and never pages of the console', async () => {
    const signIn = await fetch(`${server.url}/api/v1/console/sign_in`, {
      method: 'POST',
      body: new URLSearchParams({ username: emailOf('lucia'), password: demoPassword }),
    });
    const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const from = async (page: string): Promise<number> =>
      (await fetch(`${server.url}/api/v1/users/me`, { headers: { cookie, referer: `${server.url}${page}` } })).status;
    await fault({ kind: 'server_error', path: '/users/me' });
    expect(await from('/chat/')).toBe(200);
    expect(await fault({ kind: 'server_error', path: '/users/me', browsers: true, times: 1 })).toMatchObject({
      browsers: true,
    });
    expect(await from('/console/labs')).toBe(200);
    expect(await from('/chat/')).toBe(500);
    expect(await from('/chat/')).toBe(200);
  });

  it('ends on its own, when it is ended, and with a reset', async () => {
    await fault({ kind: 'server_error', path: '/users/me', minutes: 1 });
    nowMs += 61_000;
    expect((await me('lucia')).status).toBe(200);
    const { fault_id: id } = await fault({ kind: 'server_error', path: '/users/me' });
    await as('amara').ok.delete(`/console/training/faults/${String(id)}`);
    expect((await me('lucia')).status).toBe(200);
    const consoles = await as('daniel').register({ event_types: ['console'] });
    await fault({ kind: 'server_error', path: '/users' });
    // Never the console's own calls: it has to be able to end them.
    await as('amara').ok.delete('/console/training/faults');
    const told: unknown[] = [];
    while (told.length < 2) told.push(...(await consoles.next()).map((event) => event['about']));
    expect(told).toEqual(['training', 'training']);
    await fault({ kind: 'server_error' });
    await reset({});
    expect((await me('lucia')).status).toBe(200);
  });
});

describe('the webhook inspector', () => {
  withOneServer();

  it('catches what a bot is informed, answers what was chosen, and is sent it again', async () => {
    const { full_name: name } = await as('amara').ok.post('/console/training/webhook_inspector');
    await as('amara').ok.patch('/console/training/webhook_inspector', { answer: '{"content": "Got it."}' });
    await say(`@**${String(name)}** hello`);
    await server.workers.deliveries.settled();
    expect((await contents()).at(-1)).toBe('Got it.');
    const caught = async (): Promise<Record<string, unknown>[]> =>
      (await as('amara').ok.get('/console/training/webhook_inspector'))['caught'] as Record<string, unknown>[];
    const [first] = await caught();
    expect(first).toMatchObject({ trigger: 'mention', status: 200, payload: { data: `@**${String(name)}** hello` } });
    expect(JSON.stringify(first)).toContain('"token":"[secret]"');
    await as('amara').ok.post(`/console/training/webhook_inspector/${String(first?.['caught_id'])}/resend`);
    await server.workers.deliveries.settled();
    expect(await caught()).toHaveLength(2);

    // Anybody can call it: what is no such call is not shown, and never sent on.
    const body = JSON.stringify({ bot_email: 'inspector-bot@example.com', trigger: {}, data: [], message: { id: 1 } });
    const refused = await fetch(`${server.url}/api/v1/console/training/catch`, { method: 'POST', body });
    expect([refused.status, (await caught()).length]).toEqual([400, 2]);
  });
});

describe('an organization that is no demo', () => {
  it('says so, and refuses everything', async () => {
    const world = await startWorld();
    try {
      expect(await world.member.ok.get('/console/training')).toMatchObject({ demo: null, faults: [] });
      const refused = { status: 400, code: 'BAD_REQUEST' };
      await world.owner.fails('POST', '/console/training/reset', { scenario: 'empty' }, refused);
      await world.owner.fails('POST', '/console/training/snapshots', { name: 'one' }, refused);
      await world.owner.fails('POST', '/console/training/faults', { kind: 'drop' }, refused);
      await world.owner.fails('GET', '/console/training/accounts', {}, refused);
      await world.owner.fails('GET', '/console/training/webhook_inspector', {}, refused);
    } finally {
      await world.stop();
    }
  });
});
