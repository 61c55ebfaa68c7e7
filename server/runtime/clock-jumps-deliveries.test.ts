/** Deliveries and presence that a wrong clock dated, after it was corrected. */
import { expect, test } from 'vitest';
import { dayMs, daySecs, minuteMs } from '../durations.ts';
import { runEverything, startJumpingWorld } from '../testing/jumping-world.ts';
import { doDue, type World } from '../testing/world.ts';

const nowSecs = (world: World): number => Math.floor(world.clock.nowMs / 1000);

async function attention(world: World): Promise<string[]> {
  const status = await world.owner.ok.get('/console/status');
  return (status['attention'] as { kind: string }[]).map(({ kind }) => kind);
}

/** Stores a delivery that ended at a time, as an earlier attempt did. */
async function storeEnded(
  world: World,
  delivery: { kind: string; status: string; finishedAt: number; subjectId?: number },
): Promise<void> {
  const { kind, status, finishedAt, subjectId = null } = delivery;
  await world.server.services.storage.transaction((tx) =>
    tx.run(
      `INSERT INTO deliveries (kind, subject_id, payload, created_at, next_attempt_ms, status, last_error, finished_at)
       VALUES (?, ?, '{}', ?, 0, ?, ?, ?)`,
      kind,
      subjectId,
      finishedAt,
      status,
      status === 'failed' ? 'refused' : null,
      finishedAt,
    ),
  );
}

test.each([3 * dayMs, 4 * dayMs])(
  'mail that failed under a clock %d ms ahead is tried at once when it is corrected',
  async (jumpMs) => {
    const { world, jump } = await startJumpingWorld();
    const settings = { smtp_host: '127.0.0.1', smtp_port: 1, smtp_security: 'none', smtp_from: 'chat@office.example' };
    await world.owner.ok.patch('/console/delivery_settings', { settings });
    const attempts = async (): Promise<unknown> =>
      (await world.db<{ attempts: number }>("SELECT attempts FROM deliveries WHERE status = 'pending'")).at(0)
        ?.attempts;
    jump(jumpMs);
    await world.owner.ok.post(`/console/users/${world.admin.userId}/password_link`);
    await doDue(world);
    expect(await attempts()).toBe(1);
    jump(-jumpMs);
    world.clock.advance(minuteMs);
    await doDue(world);
    expect(await attempts()).toBe(2);
  },
);

test.each([minuteMs / 1000 + 3600, 365 * daySecs])(
  'failures dated %d s ahead are not reported and hide no real one',
  async (aheadSecs) => {
    const { world } = await startJumpingWorld();
    const finishedAt = nowSecs(world) + aheadSecs;
    const before = await attention(world);
    for (const kind of ['mail', 'webhook', 'push'])
      await storeEnded(world, { kind, status: 'failed', finishedAt, subjectId: world.bot.userId });
    expect(await attention(world)).toEqual(before);
    await storeEnded(world, { kind: 'mail', status: 'done', finishedAt });
    await storeEnded(world, { kind: 'mail', status: 'failed', finishedAt: nowSecs(world) - 60 });
    expect(await attention(world)).toHaveLength(before.length + 1);
  },
);

test('ended deliveries are kept for 30 days of a trusted clock', async () => {
  const { world, jump } = await startJumpingWorld();
  await storeEnded(world, { kind: 'push', status: 'done', finishedAt: nowSecs(world) - 29 * daySecs });
  const count = async (): Promise<number> => (await world.db("SELECT 1 FROM deliveries WHERE kind = 'push'")).length;
  for (const jumpMs of [3 * dayMs, 40 * dayMs, 365 * dayMs]) {
    jump(jumpMs);
    await runEverything(world);
    jump(-jumpMs);
    world.clock.advance(minuteMs);
    await runEverything(world);
    expect(await count()).toBe(1);
  }
  world.clock.advance(10 * dayMs);
  await runEverything(world);
  expect(await count()).toBe(0);
});

test('stretches of presence dated ahead delete no real ones, and reports go on extending one stretch', async () => {
  const { world } = await startJumpingWorld();
  const { member } = world;
  await member.ok.post('/users/me/presence', { status: 'active' });
  await world.server.services.storage.transaction((tx) =>
    tx.run(
      `INSERT INTO presence_stretches (user_id, started_at, ended_at, is_active, client) VALUES (?, ?, ?, 1, 'x')`,
      member.userId,
      nowSecs(world) + 100 * daySecs,
      nowSecs(world) + 100 * daySecs + 60,
    ),
  );
  for (let minute = 0; minute < 5; minute += 1) {
    world.clock.advance(minuteMs);
    await member.ok.post('/users/me/presence', { status: 'active' });
  }
  await runEverything(world);
  const real = await world.db<{ length: number }>(
    'SELECT ended_at - started_at AS length FROM presence_stretches WHERE user_id = ? AND started_at <= ?',
    member.userId,
    nowSecs(world),
  );
  expect(real).toEqual([{ length: 300 }]);
});
