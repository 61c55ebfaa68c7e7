/** Polls are many: they are counted, and each is recorded where someone looks. Faults reach them as they reach every request. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWorld } from '../testing/world.ts';

type Line = Record<string, unknown>;

test('polls that succeed are one line together, one that fails is a line', async () => {
  const world = await startWorld({ logLevel: 'info' });
  const queue = await world.member.register({ event_types: ['message'] });
  for (let count = 0; count < 3; count += 1) await queue.events();
  await world.member.get('/events', { queue_id: 'none', last_event_id: -1 });
  world.clock.advance(61_000);
  await queue.events();
  await queue.events();
  await world.server.stop();
  const text = await readFile(join(world.dataDir, 'logs/access.log'), 'utf8');
  const lines = text.split('\n').flatMap((line): Line[] => (line === '' ? [] : [JSON.parse(line) as Line]));
  expect(lines.filter(({ path }) => path === '/api/v1/events')).toMatchObject([{ status: 400 }]);
  expect(lines.filter(({ polls }) => polls !== undefined)).toMatchObject([{ polls: 4, seconds: 61 }, { polls: 1 }]);
  await world.stop();
});

test('while an administrator looks at requests, polls are among them', async () => {
  const world = await startWorld();
  const queue = await world.member.register({ event_types: ['message'] });
  const polls = async (): Promise<unknown[]> => {
    const { entries } = await world.admin.ok.get('/console/activity', { kinds: ['request'], dont_block: true });
    return (entries as Line[]).filter(({ route }) => route === '/events');
  };
  await queue.events();
  expect(await polls()).toEqual([]);
  await queue.events();
  expect(await polls()).toMatchObject([{ method: 'GET', status: 200, user_id: world.member.userId }]);
  world.clock.advance(60_000);
  await queue.events();
  expect(await polls()).toHaveLength(1);
  await world.stop();
});

test('a fault hits a poll that would have gone the short way', async () => {
  const world = await startWorld();
  const queue = await world.member.register({ event_types: ['message'] });
  const { faults } = world.server.services;
  const everybody = {
    userId: null,
    method: 'GET',
    route: '/events',
    probability: 1,
    times: 1,
    ms: 1000,
    browsers: false,
  };
  faults.add({ ...everybody, kind: 'server_error' }, 60_000);
  const poll = { queue_id: queue.queueId, last_event_id: queue.lastEventId, dont_block: true };
  expect(await world.member.get('/events', poll)).toMatchObject({ status: 500, body: { code: 'INTERNAL_ERROR' } });
  faults.add({ ...everybody, kind: 'rate_limit' }, 60_000);
  expect(await world.member.get('/events', poll)).toMatchObject({ status: 429 });
  expect(await world.member.get('/events', poll)).toMatchObject({ status: 200 });
  await world.stop();
});
