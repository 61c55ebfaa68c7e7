/** Backlog limits of event queues: for one account, for all, in one answer, and in the log that outlives a restart. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import type { Limits } from '../options.ts';
import type { Client, TestQueue } from '../testing/client.ts';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
afterEach(async () => world.stop());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes of live objects. */
const liveHeap = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

/** Without a space, for words are looked up and counted, and no test here is about that. */
const text = (size: number, mark: number): string => `${mark} `.padEnd(size, 'word');
const tell = async (from: Client, to: readonly Client[], content: string): Promise<unknown> =>
  from.ok.post('/messages', { type: 'direct', to: to.map(({ userId }) => userId), content });
const messages = async (client: Client): Promise<TestQueue> =>
  client.register({ event_types: ['message'], fetch_event_types: ['message'] });

/** Which of the queues their client may still poll; the others are informed that they are gone. */
async function alive(client: Client, queues: readonly TestQueue[]): Promise<boolean[]> {
  const found: boolean[] = [];
  for (const { queueId } of queues) {
    const params = { queue_id: queueId, last_event_id: -1, dont_block: true };
    const { status } = await client.get('/events', params);
    if (status !== 200) await client.fails('GET', '/events', params, { status: 400, code: 'BAD_EVENT_QUEUE_ID' });
    found.push(status === 200);
  }
  return found;
}

test('what waits for one account is bounded: its fullest queue is dropped, and no one else loses anything', async () => {
  world = await startWorld({ limits: { backlogMaxBytesPerUser: 150_000 } });
  const { guest, member } = world;
  const others = await messages(member);
  const first = await messages(guest);
  for (let i = 0; i < 8; i += 1) await tell(guest, [member], text(3000, i));
  const later = [await messages(guest), await messages(guest)];
  for (let i = 0; i < 8; i += 1) await tell(guest, [member], text(3000, i));
  expect(await alive(guest, [first, ...later])).toEqual([false, true, true]);
  expect(await others.events()).toHaveLength(16);
});

test('what waits for all together is bounded, and counted once however many wait for it', async () => {
  world = await startWorld({ limits: { backlogMaxBytes: 100_000 } });
  const { admin, guest, member, member2 } = world;
  const shared = await Promise.all([admin, guest, member].map(async (client) => messages(client)));
  for (let i = 0; i < 8; i += 1) await tell(member2, [admin, guest, member], text(3000, i));
  const own = await messages(member2);
  expect(world.server.services.queues.list()).toHaveLength(4);
  for (let i = 0; i < 8; i += 1) await tell(member2, [member2], text(3000, i));
  expect(await alive(admin, shared.slice(0, 1))).toEqual([false]);
  expect(await own.events()).toHaveLength(8);
});

test('a start with more than may wait drops queues and serves; what fits is given back', async () => {
  const limits: Partial<Limits> = {};
  world = await startWorld({ limits });
  const { guest, member } = world;
  const queues: TestQueue[] = [];
  for (let i = 0; i < 20; i += 1) queues.push(await messages(guest));
  for (let i = 0; i < 10; i += 1) await tell(guest, [member], text(3000, i));
  const late = await messages(guest);
  await tell(guest, [member], 'short');
  limits.backlogMaxBytesPerUser = 200_000;
  await world.restart();
  expect((await alive(guest, queues)).filter(Boolean).length).toBeLessThan(3);
  expect((await late.events()).map(({ type }) => type)).toEqual(['message']);
  expect((await world.db('SELECT id FROM event_queues')).length).toBe(world.server.services.queues.list().length);
});

test('an event takes its memory once, however many queues with other capabilities wait for it', async () => {
  world = await startWorld();
  const { guest, member } = world;
  const names = ['archived_channels', 'user_list_incomplete', 'user_settings_object', 'linkifier_url_template'];
  const { message_id: id } = await guest
    .post('/messages', { type: 'direct', to: [member.userId], content: 'once' })
    .then(({ body }) => ({ message_id: Number(body['id']) }));
  for (let i = 0; i < 40; i += 1)
    await guest.register({
      event_types: ['update_message'],
      fetch_event_types: ['message'],
      client_capabilities: Object.fromEntries(names.map((name, bit) => [name, ((i >> bit) & 1) === 1])),
    });
  const before = liveHeap();
  const cells = `|a|b|\n|-|-|\n${'||\n'.repeat(900)}`;
  for (let i = 0; i < 10; i += 1) await guest.ok.patch(`/messages/${id}`, { content: `${cells}\n${i}` });
  const { length: bytes } = JSON.stringify(await world.db('SELECT payload FROM event_log'));
  expect(bytes).toBeGreaterThan(500_000);
  // The events themselves, what the console's log of activity keeps of them, and room for what else goes on.
  expect(liveHeap() - before).toBeLessThan(4 * bytes);
});

test('one answer has a bounded number of bytes; who is further behind asks again, and misses nothing', async () => {
  world = await startWorld({ limits: { maxMessageLength: 200_000 } });
  const { guest, member } = world;
  const { queueId } = await messages(member);
  for (let i = 0; i < 30; i += 1) await tell(guest, [member], text(200_000, i));
  const seen: number[] = [];
  const sizes: number[] = [];
  for (let last = -1, more = true; more;) {
    const { body } = await member.get('/events', {
      queue_id: queueId,
      last_event_id: last,
      dont_block: true,
    });
    const events = body['events'] as { id: number; message: { content: string } }[];
    seen.push(...events.map(({ message }) => Number.parseInt(message.content, 10)));
    sizes.push(JSON.stringify(body).length);
    more = events.length > 0;
    last = events.at(-1)?.id ?? last;
  }
  expect(seen).toEqual(Array.from({ length: 30 }, (_, i) => i));
  expect(sizes.length).toBeGreaterThan(2);
  expect(Math.max(...sizes)).toBeLessThan(5_000_000);
});

test('an event that someone never acknowledges keeps no others in the log', async () => {
  world = await startWorld();
  const { guest, member } = world;
  await messages(member);
  const reader = await messages(guest);
  await tell(guest, [member], 'never read by the member');
  const idle = await world.member2.register({ event_types: ['typing'], fetch_event_types: ['message'] });
  for (let i = 0; i < 20; i += 1) await tell(guest, [guest], `for myself ${i}`);
  await reader.events();
  expect(await idle.events()).toEqual([]);
  await reader.events();
  await world.server.services.queues.tidy();
  expect(await world.db('SELECT id FROM event_log')).toHaveLength(1);
  await world.restart();
  expect(world.server.services.queues.list()).toHaveLength(3);
});
