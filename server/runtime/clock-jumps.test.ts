/** Server data while the clock of its computer jumps, and after it was corrected. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts';
import { BackupKeeper } from '../operations/backups/keeper.ts';
import { codeAt, turnOnTwoFactor } from '../testing/authenticator.ts';
import { runEverything, startJumpingWorld } from '../testing/jumping-world.ts';
import { Mailbox, runJob } from '../testing/mailbox.ts';
import { programArgs } from '../testing/program.ts';
import { doDue, password, type World } from '../testing/world.ts';

/** Restarts take another port. */
const pathOf = (link: unknown): string => new URL(String(link)).pathname;

test.each([
  ['two years ahead', 730 * dayMs, false],
  ['two years ahead', 730 * dayMs, true],
  ['thirty days ahead', 30 * dayMs, true],
  ['back to 1970', -Date.UTC(2026, 0, 5), false],
  ['two months back', -60 * dayMs, true],
])('a clock that jumps %s (%d ms; between two starts: %s) costs nothing', async (_, jumpMs, isRestarted) => {
  const { world, jump } = await startJumpingWorld();
  const again = async (): Promise<void> => (isRestarted ? world.restart() : undefined);
  await world.owner.ok.patch('/realm', { message_retention_days: '5' });
  for (const text of ['one', 'two'])
    await world.member.ok.post('/messages', { type: 'direct', to: [world.admin.userId], content: text });
  await world.member.upload('/user_uploads', { name: 'unused.txt', content: 'unused' });
  const soon = Math.floor(world.clock.nowMs / 1000) + 20 * 60;
  await world.member.ok.post('/scheduled_messages', {
    type: 'direct',
    to: [world.admin.userId],
    content: 'in twenty minutes',
    scheduled_delivery_timestamp: soon,
  });
  const { invite_link: link } = await world.owner.ok.post('/invites/multiuse', { stream_ids: [] });
  const { queue_id: queueId } = await world.member.ok.post('/register', { event_types: ['message'] });
  world.clock.advance(minuteMs);
  const facts = async (): Promise<unknown> => ({
    messages: await world.db('SELECT id, content FROM messages ORDER BY id'),
    uploads: await world.db('SELECT path_id FROM attachments'),
    scheduled: await world.db('SELECT id FROM scheduled_messages'),
    invitations: ((await world.owner.ok.get('/invites'))['invites'] as { link_url?: string }[]).map((invite) =>
      pathOf(invite.link_url),
    ),
    queues: world.server.services.queues.list().map(({ id }) => id),
  });
  const before = await facts();
  expect(before).toMatchObject({ queues: [queueId], invitations: [pathOf(link)] });
  const wall = Math.floor(world.clock.nowMs / 1000);
  jump(jumpMs);
  await again();
  await runEverything(world);
  world.clock.advance(90 * secondMs);
  await runEverything(world);
  expect(await facts()).toEqual(before);
  const { attention } = (await world.owner.ok.get('/console/status')) as { attention: { kind: string }[] };
  expect(attention.map(({ kind }) => kind)).toContain('clock_wrong');
  const { id } = await world.member.ok.post('/messages', { type: 'direct', to: [world.admin.userId], content: 'then' });
  expect(await world.db('SELECT timestamp FROM messages WHERE id = ?', Number(id))).toEqual([{ timestamp: wall + 90 }]);
  jump(-jumpMs);
  await again();
  world.clock.advance(20 * minuteMs);
  await doDue(world);
  expect(await world.db("SELECT id FROM messages WHERE content = 'in twenty minutes'")).toHaveLength(1);
  expect((await world.owner.ok.get('/console/status'))['attention']).not.toContainEqual(
    expect.objectContaining({ kind: 'clock_wrong' }),
  );
});

const jumps = [10 * minuteMs, 365 * dayMs, 20 * 365 * dayMs, -10 * minuteMs, -365 * dayMs];

/** What people began before a jump, and go on with after it. @returns how each attempt ends. */
async function beginEverything(world: World): Promise<() => Promise<Record<string, unknown>>> {
  const { member, admin, owner } = world;
  const { authorization } = member;
  const call = async (path: string, headers: Record<string, string>, body?: URLSearchParams): Promise<Response> =>
    fetch(`${world.url}${path}`, { method: body === undefined ? 'GET' : 'POST', headers, ...(body && { body }) });
  const send = async (): Promise<unknown> => {
    const message = { type: 'direct', to: `[${admin.userId}]`, content: 'once' };
    const headers = { authorization, 'idempotency-key': 'the-key' };
    const answer = await call('/api/v1/messages', headers, new URLSearchParams(message));
    return ((await answer.json()) as { id?: number }).id;
  };
  const sentId = await send();
  const account = new URLSearchParams({ username: member.email, password });
  const cookie = (await call('/api/v1/console/sign_in', {}, account)).headers.getSetCookie();
  // Restarts take another port, which is part of the cookie's name.
  const session = (): string =>
    cookie.map((one) => one.split(';')[0]?.replace(/_\d+=/, `_${world.server.port}=`)).join('; ');
  const at = Math.floor(world.clock.nowMs / 1000) + 60 * 60;
  const direct = { type: 'direct', to: [admin.userId], content: 'x', scheduled_delivery_timestamp: at };
  const { scheduled_message_id: scheduledId } = await member.ok.post('/scheduled_messages', direct);
  const reminder = { message_id: Number(sentId), scheduled_delivery_timestamp: at };
  const { reminder_id: reminderId } = await member.ok.post('/reminders', reminder);
  const { link_url: link } = await owner.ok.post(`/console/users/${admin.userId}/password_link`);
  const resetKey = String(link).split('/').at(-1);
  await owner.ok.patch('/realm', { message_content_edit_limit_seconds: 1800 });
  await member.ok.post('/users/me/status', { status_text: 'in the garden' });
  const { queue_id: queueId } = await member.ok.post('/register', { event_types: ['typing'] });
  const tus = { authorization, 'tus-resumable': '1.0.0', 'upload-length': '6', 'upload-metadata': 'filename YS50eHQ=' };
  const upload = await fetch(`${world.url}/api/v1/tus`, { method: 'POST', headers: tus });
  const uploadPath = new URL(String(upload.headers.get('location')), world.url).pathname;
  return async () => ({
    idempotency: (await send()) === sentId,
    session: (await call('/api/v1/console/session', { cookie: session() })).status,
    scheduled: ((await member.ok.get('/scheduled_messages'))['scheduled_messages'] as Record<string, unknown>[]).some(
      (one) => one['scheduled_message_id'] === scheduledId && one['failed'] === false,
    ),
    reminder: ((await member.ok.get('/reminders'))['reminders'] as Record<string, unknown>[]).some(
      (one) => one['reminder_id'] === reminderId && one['failed'] === false,
    ),
    passwordLink: (await call(`/api/v1/console/new_password/${resetKey}`, {})).status,
    edit: (await member.patch(`/messages/${String(sentId)}`, { content: `edited ${world.clock.nowMs}` })).status,
    status: ((await admin.ok.get(`/users/${member.userId}/status`))['status'] as Record<string, unknown>)[
      'status_text'
    ],
    typing: (await admin.post('/typing', { type: 'direct', op: 'start', to: [member.userId] })).status,
    queue: (await member.get('/events', { queue_id: queueId, last_event_id: -1, dont_block: true })).status,
    presence: (await member.post('/users/me/presence', { status: 'active' })).status,
    upload: (await fetch(world.url + uploadPath, { method: 'HEAD', headers: tus })).status,
    statistics: (await owner.get('/console/statistics/channels', { since: 0 })).status,
  });
}

test.each(jumps.flatMap((jumpMs) => [false, true].map((isRestarted) => [jumpMs, isRestarted] as const)))(
  'nothing that people began ends or is blocked when the clock jumps by %d ms (between two starts: %s)',
  async (jumpMs, isRestarted) => {
    const { world, jump } = await startJumpingWorld();
    const again = async (): Promise<void> => (isRestarted ? world.restart() : undefined);
    const goOn = await beginEverything(world);
    world.clock.advance(minuteMs);
    const before = await goOn();
    expect(before).toEqual({
      idempotency: true,
      session: 200,
      scheduled: true,
      reminder: true,
      passwordLink: 200,
      edit: 200,
      status: 'in the garden',
      typing: 200,
      queue: 200,
      presence: 200,
      upload: 200,
      statistics: 200,
    });
    jump(jumpMs);
    await again();
    await runEverything(world);
    world.clock.advance(90 * secondMs);
    await runEverything(world);
    expect(await goOn()).toEqual(before);
    jump(-jumpMs);
    await again();
    world.clock.advance(minuteMs);
    await runEverything(world);
    expect(await goOn()).toEqual(before);
  },
);

test('event queues outlive a clock that jumps by an hour', async () => {
  const { world, jump } = await startJumpingWorld();
  await world.member.ok.post('/register', { event_types: ['message'] });
  jump(hourMs);
  await runJob(world, 'event queues');
  expect(world.server.services.queues.list()).toHaveLength(1);
  world.clock.advance(11 * minuteMs);
  await runJob(world, 'event queues');
  expect(world.server.services.queues.list()).toHaveLength(0);
});

test('nothing that is young is deleted where messages of a wrong clock lie between', async () => {
  const { world } = await startJumpingWorld();
  await world.owner.ok.patch('/realm', { message_retention_days: '5' });
  for (let index = 0; index < 8; index += 1)
    await world.member.ok.post('/messages', { type: 'direct', to: [world.admin.userId], content: `m${index}` });
  await world.server.services.storage.transaction((tx) =>
    tx.run("UPDATE messages SET timestamp = 60 WHERE content IN ('m3', 'm4', 'm5', 'm6')"),
  );
  await runJob(world, 'retention');
  const left = await world.db<{ content: string }>("SELECT content FROM messages WHERE content LIKE 'm_' ORDER BY id");
  expect(left.map(({ content }) => content)).toEqual(expect.arrayContaining(['m0', 'm1', 'm2', 'm7']));
});

test('people whose presence a wrong clock wrote are away, and a backup from the future holds up none', async () => {
  const { world } = await startJumpingWorld();
  await world.member.ok.post('/users/me/presence', { status: 'active' });
  const future = Math.floor(world.clock.nowMs / 1000) + 2 * 365 * 86_400;
  const { services } = world.server;
  await services.storage.transaction((tx) =>
    tx.run('UPDATE presence SET active_timestamp = ?, idle_timestamp = ?', future, future),
  );
  const mailbox = new Mailbox();
  await mailbox.open(world);
  await world.owner.ok.post('/messages', { type: 'direct', to: [world.member.userId], content: 'did you see?' });
  world.clock.advance(10 * minuteMs);
  await runJob(world, 'missed messages');
  const mails = await world.db<{ payload: string }>("SELECT payload FROM deliveries WHERE kind = 'mail'");
  expect(mails.filter(({ payload }) => payload.includes('member@example.com'))).toHaveLength(1);
  await mailbox.close();

  const { storage, log } = services;
  const keeper = (aheadMs: number) =>
    new BackupKeeper({ storage, log, dataDir: world.dataDir, nowMs: () => world.clock.nowMs + aheadMs });
  await keeper(730 * dayMs).make('daily');
  world.clock.advance(2 * dayMs);
  expect(await keeper(0).startIfDue()).toBe(true);
  await keeper(0).settled();
});

const faketime = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
].find((path) => existsSync(path));

/** Runs the program with a shifted clock until it has answered, and ends it. */
async function runShifted<T>(dataDir: string, shift: string, ask: (url: string) => Promise<T>): Promise<T> {
  const args = [...programArgs, 'serve', '--data-dir', dataDir, '--port', '0'];
  args.push('--owner-email', 'olga@example.com', '--owner-password', 'correct horse battery');
  const faked = { LD_PRELOAD: faketime, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
  const env = { ...process.env, ...(shift === '' ? {} : faked) };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    if (said.includes('listening')) break;
  }
  try {
    return await ask(/listening on (\S+)/.exec(said)?.[1] ?? '');
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

// Not run where libfaketime (a Debian package) is not installed: nothing else shifts the clock of a real process.
test.runIf(faketime !== undefined)('a real process under a shifted clock keeps its time and says so', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hearth-shifted-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const signIn = { username: 'olga@example.com', password: 'correct horse battery' };
  const ask = async (url: string): Promise<{ ahead: number; kinds: string[] }> => {
    const key = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body: new URLSearchParams(signIn) });
    const { api_key: apiKey } = (await key.json()) as { api_key: string };
    const authorization = `Basic ${Buffer.from(`${signIn.username}:${apiKey}`).toString('base64')}`;
    const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${url}/api/v1${path}`, { ...init, headers: { authorization } });
      return (await answer.json()) as Record<string, unknown>;
    };
    const { attention } = (await call('/console/status')) as { attention: { kind: string }[] };
    const { server_timestamp: at } = await call('/users/me/presence', {
      method: 'POST',
      body: new URLSearchParams({ status: 'active' }),
    });
    return { ahead: Number(at) - Date.now() / 1000, kinds: attention.map(({ kind }) => kind) };
  };
  for (const [shift, kinds] of [
    ['', []],
    ['+730d', ['clock_wrong']],
    ['-20y', ['clock_wrong']],
    ['', []],
  ] as const) {
    const { ahead, kinds: told } = await runShifted(dataDir, shift, ask);
    expect(Math.abs(ahead)).toBeLessThan(30);
    expect(told.filter((kind) => kind.startsWith('clock'))).toEqual(kinds);
  }
});

async function signInWithCode(world: World, code: string): Promise<number> {
  const body = new URLSearchParams({ username: world.member.email, password, two_factor_code: code });
  return (await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body })).status;
}

test('codes of two-factor sign-in go on working while the server does not follow a wrong clock', async () => {
  const { world, jump } = await startJumpingWorld();
  const phone = await turnOnTwoFactor(world, world.member);
  const signIn = async (code: string): Promise<number> => signInWithCode(world, code);
  world.clock.advance(2 * dayMs);
  jump(300 * dayMs);
  // The clock is wrong, the server goes on with its own time, and phones show the right one.
  expect(await signIn(phone.fresh())).toBe(200);
  jump(-300 * dayMs);
  expect(await signIn(phone.fresh())).toBe(200);
});

test('codes of two-factor sign-in work at once after a wrong clock was corrected', async () => {
  const { world, jump } = await startJumpingWorld();
  const phone = await turnOnTwoFactor(world, world.member);
  const signIn = async (code: string): Promise<number> => signInWithCode(world, code);
  world.clock.advance(2 * dayMs);
  for (const wrongMs of [-40 * minuteMs, -20 * dayMs, 100 * dayMs]) {
    // Until now computer and server agreed on a wrong time; phones have the right one, by which the computer is set.
    jump(wrongMs);
    const code = codeAt(phone.secret, world.clock.nowMs + wrongMs + 60_000);
    world.clock.advance(minuteMs);
    expect(await signIn(code)).toBe(200);
    // Used by the one clock, it is used by the other.
    expect(await signIn(code)).toBe(403);
    jump(-wrongMs);
    world.clock.advance(minuteMs);
    expect(await signIn(phone.code())).toBe(200);
    expect(await signIn(code)).toBe(403);
  }
});
