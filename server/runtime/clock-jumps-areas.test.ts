/** Every area that compares a stored time with the clock, beside those of the other files: one table of areas and jumps. */
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dayMs, daySecs, hourMs, minuteMs } from '../durations.ts';
import { runEverything, startJumpingWorld } from '../testing/jumping-world.ts';
import { password, type World } from '../testing/world.ts';
import { LogFile } from './log-file.ts';

const nowSecs = (world: World): number => Math.floor(world.clock.nowMs / 1000);

/** Stores what a wrong clock would have stored. */
const store = (world: World, sql: string, ...params: (string | number)[]): Promise<unknown> =>
  world.server.services.storage.transaction((tx) => tx.run(sql, ...params));

const say = async (world: World, content: string): Promise<number> =>
  Number((await world.member.ok.post('/messages', { type: 'channel', to: 'general', topic: 'talk', content }))['id']);

/** @returns how many messages were sent between each two times, UNIX seconds */
async function sentIn(world: World, boundaries: number[]): Promise<number[]> {
  return (await world.owner.ok.get('/console/statistics/messages', { boundaries }))['sent'] as number[];
}

/** What the area did before a jump. @returns its state, the same whatever the clock does. */
type Area = (world: World) => Promise<() => Promise<unknown>>;

const areas: Record<string, Area> = {
  statistics: async (world) => {
    world.clock.advance(hourMs);
    const begin = nowSecs(world);
    for (const content of ['one', 'two', 'three']) await say(world, content);
    // What is deleted later counts for the time of the message before it.
    world.clock.advance(2 * minuteMs);
    await say(world, 'later');
    return async () => sentIn(world, [begin, begin + 60]);
  },
  drafts: async (world) => {
    const drafts = ['first', 'second'].map((content, at) => ({
      type: 'private',
      to: [world.admin.userId],
      topic: '',
      content,
      timestamp: nowSecs(world) + at,
    }));
    const { ids } = await world.member.ok.post('/drafts', { drafts });
    let edits = 0;
    return async () => {
      edits += 1;
      const [id] = ids as number[];
      const draft = { type: 'private', to: [world.admin.userId], topic: '', content: `edit ${edits}` };
      const edited = await world.member.patch(`/drafts/${String(id)}`, { draft });
      const kept = (await world.member.ok.get('/drafts'))['drafts'] as { content: string }[];
      return [edited.status, kept.some(({ content }) => content === `edit ${edits}`), kept.length];
    };
  },
  'undo of sending': async (world) => {
    await world.owner.ok.patch('/realm', { message_content_delete_limit_seconds: 600 });
    return async () => {
      const id = await say(world, 'sent by mistake');
      return (await world.member.delete(`/messages/${id}`)).status;
    };
  },
  'edits of what was just sent': async (world) => {
    await world.owner.ok.patch('/realm', { message_content_edit_limit_seconds: 600 });
    return async () => (await world.member.patch(`/messages/${await say(world, 'a')}`, { content: 'b' })).status;
  },
  exports: async (world) => {
    const { id } = await world.owner.ok.post('/export/realm', { export_type: 1 });
    await expect
      .poll(async () => (await world.db('SELECT 1 FROM realm_exports WHERE file_name IS NULL')).length)
      .toBe(0);
    return async () =>
      ((await world.owner.ok.get('/export/realm'))['exports'] as Record<string, unknown>[]).map((each) => [
        each['id'] === id,
        each['pending'],
        each['failed_timestamp'],
      ]);
  },
  'uploads put aside': async (world) => {
    const day = new Date(world.clock.nowMs - dayMs).toISOString().slice(0, 10);
    const folder = join(world.dataDir, 'uploads-stray');
    await mkdir(join(folder, day), { recursive: true });
    return async () => [await readdir(folder), (await attention(world)).includes('stray_uploads')];
  },
  muting: async (world) => {
    await world.member.ok.post(`/users/me/muted_users/${world.guest.userId}`);
    return async () => (await world.db('SELECT 1 FROM muted_users')).length;
  },
  'do not disturb': async (world) => {
    await world.member.ok.patch('/users/me/do_not_disturb', { until: nowSecs(world) + 30 * daySecs });
    return async () => {
      const registered = await world.member.register({
        event_types: ['do_not_disturb'],
        client_capabilities: { do_not_disturb: true },
      });
      return JSON.stringify(registered.state).includes('"until":null');
    };
  },
  'sign-in limits': async (world) => {
    for (let tries = 0; tries < 5; tries += 1) await signIn(world, 'a wrong password');
    world.clock.advance(30 * minuteMs);
    return async () => signIn(world, password);
  },
};

async function attention(world: World): Promise<string[]> {
  const status = await world.owner.ok.get('/console/status');
  return (status['attention'] as { kind: string }[]).map(({ kind }) => kind);
}

async function signIn(world: World, secret: string): Promise<number> {
  const body = new URLSearchParams({ username: world.member2.email, password: secret });
  return (await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body })).status;
}

const jumps: [string, number][] = [
  ['ten minutes ahead', 10 * minuteMs],
  ['ten minutes back', -10 * minuteMs],
  ['a day ahead', dayMs],
  ['a day back', -dayMs],
  ['two years ahead', 730 * dayMs],
  ['two years back', -730 * dayMs],
];

test.each(jumps.flatMap(([name, ms]) => [false, true].map((isRestarted) => [name, ms, isRestarted] as const)))(
  'every area goes on when the clock jumps %s (%d ms; between two starts: %s) and is corrected',
  async (_, jumpMs, isRestarted) => {
    const { world, jump } = await startJumpingWorld();
    const states = new Map<string, () => Promise<unknown>>();
    for (const [name, begin] of Object.entries(areas)) states.set(name, await begin(world));
    const all = async (): Promise<Record<string, unknown>> => {
      const found: Record<string, unknown> = {};
      for (const [name, state] of states) found[name] = await state();
      return found;
    };
    const before = await all();
    const jumpBy = async (ms: number): Promise<void> => {
      jump(ms);
      if (isRestarted) await world.restart();
      await runEverything(world);
      world.clock.advance(minuteMs);
      await runEverything(world);
    };
    await jumpBy(jumpMs);
    const during = await all();
    await jumpBy(-jumpMs);
    const after = await all();
    expect(during).toEqual(before);
    expect(after).toEqual(before);
  },
);

test.each(jumps)('log files go on in their order when the clock jumps %s (%d ms)', async (_, jumpMs) => {
  const { world } = await startJumpingWorld();
  let nowMs = world.clock.nowMs;
  const folder = join(world.dataDir, 'logs');
  await mkdir(folder, { recursive: true });
  const log = new LogFile('jumps.log', folder, { nowMs: () => nowMs, gatherMs: 0 });
  onTestFinished(async () => log.close());
  const partSize = 3 * 1024 * 1024;
  const sizes = async (): Promise<Record<string, number>> => {
    const names = (await readdir(folder)).filter((name) => name.startsWith('jumps')).toSorted();
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const)),
    );
  };
  const written = async (): Promise<number> => Object.values(await sizes()).reduce((sum, size) => sum + size, 0);
  let parts = 0;
  const fill = async (letter: string): Promise<void> => {
    for (let part = 0; part < 4; part += 1) {
      log.write(`${letter.repeat(partSize - 1)}\n`);
      parts += 1;
      await expect.poll(written).toBe(parts * partSize);
    }
  };
  await fill('a');
  nowMs += jumpMs;
  await fill('b');
  nowMs -= jumpMs;
  await fill('c');
  const filled = async (): Promise<string[]> => {
    const found = Object.entries(await sizes()).filter(([, size]) => size > 0);
    return Promise.all(
      found.map(async ([name, size]) => `${(await readFile(join(folder, name), 'latin1'))[0] ?? ''} ${size}`),
    );
  };
  const full = (letters: string): string[] => [...letters].map((letter) => `${letter} ${4 * partSize}`);
  // The newest may be full and numbered already, or be renamed at this moment.
  await expect
    .poll(filled)
    .toSatisfy((found: string[]) => [full('bac'), full('cba')].some((one) => one.join() === found.join()));
});

test.each([
  ['a day', dayMs],
  ['two years', 730 * dayMs],
])('messages dated %s ahead or back are not counted for other days', async (_, ms) => {
  const { world } = await startJumpingWorld();
  world.clock.advance(hourMs);
  const begin = nowSecs(world);
  const boundaries = [begin - daySecs, begin, begin + daySecs];
  const [earlier = 0] = await sentIn(world, boundaries);
  for (let at = 0; at < 8; at += 1) await say(world, `m${at}`);
  const shift = ms / 1000;
  await store(world, "UPDATE messages SET timestamp = timestamp + ? WHERE content IN ('m2', 'm3')", shift);
  await store(world, "UPDATE messages SET timestamp = timestamp - ? WHERE content IN ('m5')", shift);
  // As sending notes it.
  await store(world, 'UPDATE message_times SET since = since - ?, until = until + ?', shift, shift);
  await world.restart();
  expect(await sentIn(world, boundaries)).toEqual([earlier + (ms === dayMs ? 1 : 0), 5]);
  const { channels } = await world.owner.ok.get('/console/statistics/channels', { since: begin });
  expect(channels).toMatchObject([{ name: 'general', messages: 7 }]);
});

test('an alert about uploads put aside by a clock two years ahead ends, and hides none of today', async () => {
  const { world } = await startJumpingWorld();
  const folder = join(world.dataDir, 'uploads-stray');
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  await mkdir(join(folder, dayOf(world.clock.nowMs + 730 * dayMs)), { recursive: true });
  expect(await attention(world)).not.toContain('stray_uploads');
  await mkdir(join(folder, dayOf(world.clock.nowMs)));
  expect(await attention(world)).toContain('stray_uploads');
});

test.each([
  ['an hour', 3600],
  ['two years', 730 * daySecs],
])('a message dated %s ahead can be changed for no longer than the limit', async (_, aheadSecs) => {
  const { world } = await startJumpingWorld();
  await world.owner.ok.patch('/realm', { message_content_edit_limit_seconds: 600 });
  const id = await say(world, 'from the future');
  await store(world, 'UPDATE messages SET timestamp = timestamp + ? WHERE id = ?', aheadSecs, id);
  expect((await world.member.patch(`/messages/${id}`, { content: 'changed' })).status).toBe(400);
});

test('the uptime is that of the process, and findings of the start are shown, whatever the clock does', async () => {
  const { world, jump } = await startJumpingWorld();
  const uptime = async (): Promise<unknown> => {
    const health = (await (await fetch(`${world.url}/health`)).json()) as Record<string, unknown>;
    const overview = await world.owner.ok.get('/console/overview');
    return [health['uptime_seconds'], overview['uptime_seconds']];
  };
  world.clock.advance(hourMs);
  for (const ms of [3 * dayMs, -3 * dayMs, 730 * dayMs, -730 * dayMs]) {
    jump(ms);
    expect(await uptime()).toEqual([3600, 3600]);
  }
});

test('links and sessions of a clock that was two years ahead end as others do', async () => {
  const { world } = await startJumpingWorld();
  await signIn(world, password);
  await world.owner.ok.post(`/console/users/${world.admin.userId}/password_link`);
  await world.member.ok.patch('/settings', { email: 'max@elsewhere.example' });
  const ahead = 730 * daySecs;
  for (const table of ['sessions', 'password_resets'])
    await store(world, `UPDATE ${table} SET created_at = created_at + ?, expires_at = expires_at + ?`, ahead, ahead);
  await store(world, 'UPDATE email_changes SET expires_at = expires_at + ?', ahead);
  const left = async (): Promise<number[]> =>
    Promise.all(
      ['sessions', 'password_resets', 'email_changes'].map(
        async (table) => (await world.db(`SELECT 1 FROM ${table}`)).length,
      ),
    );
  await runEverything(world);
  expect(await left()).toEqual([1, 1, 1]);
  world.clock.advance(200 * dayMs);
  await runEverything(world);
  expect(await left()).toEqual([0, 0, 0]);
});

test.each([
  ['an hour', 3600],
  ['two years', 730 * daySecs],
])('invitations that a clock %s ahead made last as long as others', async (_, aheadSecs) => {
  const { world } = await startJumpingWorld();
  const offer = { stream_ids: [], invite_expires_in_minutes: 3 * 24 * 60 };
  await world.owner.ok.post('/invites', { ...offer, invitee_emails: 'ahead@example.com' });
  await world.owner.ok.post('/invites/multiuse', offer);
  await world.owner.ok.post('/invites/multiuse', { ...offer, invite_expires_in_minutes: null });
  const shift = 'UPDATE invitations SET invited_at = invited_at + ?1, expires_at = expires_at + ?1';
  await store(world, shift, aheadSecs);
  const open = async (): Promise<number> => ((await world.owner.ok.get('/invites'))['invites'] as unknown[]).length;
  await runEverything(world);
  expect(await open()).toBe(3);
  world.clock.advance(2 * dayMs);
  await runEverything(world);
  expect(await open()).toBe(3);
  world.clock.advance(dayMs + 2 * minuteMs);
  expect(await open()).toBe(1);
});

test('an export that is being written is not given up when a clock that was ahead at the start is corrected', async () => {
  const { world } = await startJumpingWorld();
  await store(
    world,
    'INSERT INTO realm_exports (acting_user_id, export_time, export_type) VALUES (?, ?, 1)',
    world.owner.userId,
    nowSecs(world) + 730 * daySecs,
  );
  const [left] = (await world.owner.ok.get('/export/realm'))['exports'] as Record<string, unknown>[];
  // Begun by a server that is gone, whatever its clock said: the next one may begin.
  expect(left).toMatchObject({ pending: false, failed_timestamp: expect.any(Number) as number });
  expect((await world.owner.post('/export/realm', { export_type: 1 })).status).toBe(200);
});
