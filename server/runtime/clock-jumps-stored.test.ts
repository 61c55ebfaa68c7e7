/** Times that a wrong clock stored lie in the future once it is corrected: each counts as never, not as still to come. */
import { expect, test } from 'vitest';
import { dayMs } from '../durations.ts';
import { countConnected } from '../operations/connected.ts';
import { startJumpingWorld } from '../testing/jumping-world.ts';
import { runJob } from '../testing/mailbox.ts';
import { password, type World } from '../testing/world.ts';

/** Stores what a wrong clock would have stored. */
const store = (world: World, sql: string, ...params: (string | number)[]): Promise<unknown> =>
  world.server.services.storage.transaction((tx) => tx.run(sql, ...params));

/** Signs in to the console as a browser of its own. @returns mails about that so far */
async function signIn(world: World, browser: string): Promise<number> {
  const body = new URLSearchParams({ username: world.member.email, password });
  const headers = { 'User-Agent': browser };
  const { status } = await fetch(`${world.url}/api/v1/console/sign_in`, { method: 'POST', body, headers });
  expect(status).toBe(200);
  const [row] = await world.db<{ count: number }>(
    "SELECT count(*) AS count FROM deliveries WHERE kind = 'mail' AND payload LIKE '%ign-in%'",
  );
  return row?.count ?? 0;
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test.each<[string, number]>([
  ['two minutes', 2 * 60],
  ['a day', 86_400],
  ['a year', 365 * 86_400],
])('an account whose creation lies %s ahead is neither new for long nor kept waiting', async (_, aheadSecs) => {
  const { world } = await startJumpingWorld();
  await world.owner.ok.patch('/realm', { waiting_period_threshold: 3 });
  const ahead = Math.floor(world.clock.nowMs / 1000) + aheadSecs;
  await store(world, 'UPDATE users SET date_joined = ? WHERE id = ?', ahead, world.member.userId);
  world.clock.advance(5 * dayMs);
  await runJob(world, 'full members');
  const { user_groups: groups } = await world.owner.ok.get('/user_groups');
  const full = (groups as { name: string; members: number[] }[]).find(({ name }) => name === 'role:fullmembers');
  expect(full?.members).toContain(world.member.userId);
  expect(await signIn(world, firefox)).toBe(1);
});

test('devices that a wrong clock dated ahead push out none of today', async () => {
  const { world } = await startJumpingWorld();
  world.clock.advance(dayMs);
  const ahead = Math.floor(world.clock.nowMs / 1000) + 365 * 86_400;
  for (let device = 0; device < 60; device += 1)
    await store(
      world,
      'INSERT INTO known_devices (user_id, device, first_sign_in) VALUES (?, ?, ?)',
      world.member.userId,
      `device ${device}`,
      ahead + device,
    );
  expect(await signIn(world, firefox)).toBe(1);
  expect(await signIn(world, firefox)).toBe(1);
});

test('a channel that a wrong clock dated ahead has traffic, and is active only by real messages', async () => {
  const { world } = await startJumpingWorld();
  const subscriptions = [{ name: 'ahead' }];
  await world.owner.ok.post('/users/me/subscriptions', { subscriptions });
  const { stream_id: id } = await world.owner.ok.get('/get_stream_id', { stream: 'ahead' });
  const say = (): Promise<unknown> =>
    world.owner.ok.post('/messages', { type: 'stream', to: Number(id), topic: 'topic', content: 'words' });
  await say();
  const ahead = Math.floor(world.clock.nowMs / 1000) + 2 * 365 * 86_400;
  await store(world, 'UPDATE streams SET date_created = ? WHERE id = ?', ahead, Number(id));
  await store(world, 'UPDATE messages SET timestamp = ? WHERE stream_id = ?', ahead, Number(id));
  const facts = async (): Promise<unknown> => {
    await world.restart();
    const { stream } = await world.owner.ok.get(`/streams/${Number(id)}`);
    const { is_recently_active: isActive, stream_weekly_traffic: traffic } = stream as Record<string, unknown>;
    return [isActive, traffic];
  };
  expect(await facts()).toEqual([false, 1]);
  await say();
  expect(await facts()).toEqual([true, 1]);
});

test('clients that polled under a wrong clock are not connected for years', async () => {
  const { world } = await startJumpingWorld();
  await world.member.ok.post('/register', { event_types: ['message'] });
  const { services } = world.server;
  expect((await countConnected(services)).clients_connected).toBe(1);
  for (const queue of services.queues.list()) queue.lastPollMs += 365 * dayMs;
  expect((await countConnected(services)).clients_connected).toBe(0);
});
