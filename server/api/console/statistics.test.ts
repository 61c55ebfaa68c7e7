/** The figures of the overview: messages by day, the busiest channels, and how the process does. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daySecs } from '../../durations.ts';
import { Timings } from '../../http/timings.ts';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const say = async (to: string, who = world.member): Promise<number> =>
  Number((await who.ok.post('/messages', { type: 'channel', to, topic: 'talk', content: 'hello' }))['id']);
const seconds = (): number => Math.floor(world.clock.nowMs / 1000);
const sent = async (boundaries: number[]) =>
  (await world.admin.ok.get('/console/statistics/messages', { boundaries }))['sent'];

test('messages are counted by spans of time, also those that were deleted since', async () => {
  const begin = seconds() + daySecs;
  world.clock.advance(daySecs * 1000);
  await say('general');
  const gone = await say('general');
  world.clock.advance(2 * daySecs * 1000);
  await say('general');
  await world.owner.ok.delete(`/messages/${gone}`);
  const days = [0, 1, 2, 3, 4].map((day) => begin + day * daySecs);
  expect(await sent(days)).toEqual([2, 0, 1, 0]);
  expect(await sent([begin - 100 * daySecs, begin - 99 * daySecs])).toEqual([0]);
  expect(await sent([begin + 50 * daySecs, begin + 51 * daySecs])).toEqual([0]);
  await world.admin.fails(
    'GET',
    '/console/statistics/messages',
    { boundaries: [2, 1] },
    { status: 400, code: 'BAD_REQUEST' },
  );
});

test('the busiest channels come first, and only those that the asker may know of', async () => {
  await world.owner.ok.post('/channels/create', {
    name: 'board',
    subscribers: [world.owner.userId],
    invite_only: true,
  });
  world.clock.advance(1000);
  const since = seconds();
  for (const _ of [1, 2, 3]) await say('general');
  await say('sandbox');
  await say('sandbox');
  await say('board', world.owner);
  const { channels } = await world.admin.ok.get('/console/statistics/channels', { since });
  expect(channels).toMatchObject([
    { name: 'general', messages: 3, invite_only: false },
    { name: 'sandbox', messages: 2 },
    { name: 'board', messages: 1, invite_only: true },
  ]);
  expect(await world.admin.ok.get('/console/statistics/channels', { since, limit: 1 })).toMatchObject({
    channels: [{ name: 'general' }],
  });
});

test('the process reports its memory, its delays, its queues and its slowest operations', async () => {
  const queue = await world.member.register({ event_types: ['message'] });
  await say('general');
  const health = await world.admin.ok.get('/console/server_health');
  expect(health).toMatchObject({
    memory: { resident_bytes: expect.any(Number), heap_bytes: expect.any(Number) },
    event_loop: { p50_ms: expect.any(Number), p99_ms: expect.any(Number), max_ms: expect.any(Number) },
    event_queues: { count: 1, polled: 0, backlog: 1 },
  });
  await queue.next();
  expect(health['slowest_operations']).toContainEqual(
    expect.objectContaining({ operation: expect.stringMatching(/^[A-Z]+ \//), count: expect.any(Number), failures: 0 }),
  );
  const operations = world.server.services.health.timings.slowest(1000).map(({ operation }) => operation);
  expect(operations).toContain('POST /messages');
  // How long someone waited for events says nothing of the server.
  expect(operations).not.toContain('GET /events');
});

test('times are those of the newest requests, failures are counted for ever', () => {
  const timings = new Timings();
  timings.note('GET /slow', 900, 500);
  for (let at = 1; at <= 400; at++) timings.note('GET /slow', at, 200);
  timings.note('GET /quick', 2, 200);
  expect(timings.slowest(1)).toEqual([
    { operation: 'GET /slow', count: 401, failures: 1, p50_ms: 201, p95_ms: 381, max_ms: 400 },
  ]);
  expect(timings.slowest(9)).toHaveLength(2);
});
