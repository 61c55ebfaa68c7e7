/** Requests for very many subscriptions: bounded, in slices between which others are served, and refused as a whole. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => world.stop());

const named = (prefix: string, count: number): { name: string }[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${prefix} ${i}` }));
const channelCount = async (): Promise<number> => (await world.db('SELECT id FROM streams')).length;

test('names times users are bounded by one clear answer, and nothing is made', async () => {
  const principals: number[] = [];
  for (let i = 0; i < 11; i += 1) principals.push((await world.newUser(`Person ${i}`)).userId);
  const before = await channelCount();
  const body = await world.member.fails(
    'POST',
    '/users/me/subscriptions',
    { subscriptions: named('too many', 1000), principals },
    { status: 400, code: 'BAD_REQUEST' },
  );
  expect(body['msg']).toBe(
    'Too many subscriptions at once: 1000 channels for 11 users. At most 10000 are changed by one request.',
  );
  expect(await channelCount()).toBe(before);
});

test('others are served while many channels are made, and everyone named is in all of them', async () => {
  const people = [world.member, world.member2, world.moderator];
  const queue = await world.member2.register({ event_types: ['stream', 'subscription'] });
  const progress = { isDone: false };
  let served = 0;
  const large = world.member.ok
    .post('/users/me/subscriptions', {
      subscriptions: named('many', 150),
      principals: people.map(({ userId }) => userId),
    })
    .finally(() => {
      progress.isDone = true;
    });
  while (!progress.isDone) {
    await world.admin.ok.get('/users/me');
    served += 1;
  }
  expect(served).toBeGreaterThan(15);
  const { subscribed } = (await large) as { subscribed: Record<string, string[]> };
  const names = named('many', 150)
    .map(({ name }) => name)
    .toSorted();
  for (const { userId } of people) expect(subscribed[String(userId)]?.toSorted()).toEqual(names);
  const events = await queue.events();
  const added = events
    .filter(({ type, op }) => type === 'subscription' && op === 'add')
    .flatMap(({ subscriptions }) => subscriptions as { name: string; color: string }[]);
  expect(added.map(({ name }) => name).toSorted()).toEqual(names);
  expect(new Set(added.slice(0, 20).map(({ color }) => color)).size).toBe(20);
  const texts = await world.db("SELECT id FROM messages WHERE content LIKE '%channel created by%'");
  expect(texts.length).toBeGreaterThanOrEqual(150);
});

test('others are served while many channels are left, and everyone named is out of all of them', async () => {
  const progress = { isDone: false };
  let served = 0;
  const names = named('many', 150).map(({ name }) => name);
  const principals = [world.member, world.member2, world.moderator].map(({ userId }) => userId);
  const large = world.owner.ok.delete('/users/me/subscriptions', { subscriptions: names, principals }).finally(() => {
    progress.isDone = true;
  });
  while (!progress.isDone) {
    await world.admin.ok.get('/users/me');
    served += 1;
  }
  expect(served).toBeGreaterThan(5);
  expect((await large)['removed']).toEqual(names);
  const rows = await world.db(
    "SELECT 1 FROM subscriptions p JOIN streams s ON s.id = p.stream_id WHERE p.active = 1 AND s.name LIKE 'many %'",
  );
  expect(rows).toEqual([]);
});

test('one channel that may not be entered refuses all of a large request before any is made', async () => {
  await world.owner.ok.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], invite_only: true });
  const before = await channelCount();
  for (const wrong of ['secret', 'x'.repeat(61)])
    await world.member.fails(
      'POST',
      '/users/me/subscriptions',
      { subscriptions: [...named('refused', 60), { name: wrong }] },
      { status: 400, code: 'BAD_REQUEST' },
    );
  expect(await channelCount()).toBe(before);
});
