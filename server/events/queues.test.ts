/** Event queues over HTTP (contract: get-events), and what clients in the field do with them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
/** Where heartbeats come soon: elsewhere one would come before an event on a busy machine. */
let hasty: World;

beforeAll(async () => {
  world = await startWorld({ limits: { queueLifespanSecs: 600 } });
  hasty = await startWorld({ limits: { heartbeatMs: 100 } });
});
afterAll(async () => {
  await world.stop();
  await hasty.stop();
});

const tell = async (content: string, { member, member2 } = world): Promise<number> =>
  Number((await member2.ok.post('/messages', { type: 'direct', to: [member.userId], content }))['id']);
/** Queues for which a poll waits. */
const polled = (): unknown[] => {
  const { queues } = world.server.services;
  return queues.list().filter((one) => queues.isPolled(one));
};
const contents = (events: Record<string, unknown>[]): string[] =>
  events.filter(({ type }) => type === 'message').map(({ message }) => (message as { content: string }).content);

describe('GET /events', () => {
  test('a blocking poll waits for an event', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    const waiting = queue.next();
    await tell('wake up');
    expect(contents(await waiting)).toEqual(['wake up']);
  });

  test('when nothing happens one heartbeat comes, alone', async () => {
    const queue = await hasty.member.register({ event_types: ['message'] });
    const events = await queue.next();
    expect(events.map(({ type }) => type)).toEqual(['heartbeat']);
    // The heartbeat's id can be acknowledged like any other, and hides nothing that comes later.
    await tell('after the heartbeat', hasty);
    expect(contents(await queue.events())).toEqual(['after the heartbeat']);
  });

  test('with dont_block the answer is immediate and may be empty', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    expect(await queue.events()).toEqual([]);
  });

  test('events stay until they are acknowledged, and go then', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    await tell('one');
    const poll = async (lastEventId: number) =>
      (await world.member.ok.get('/events', { queue_id: queue.queueId, last_event_id: lastEventId, dont_block: true }))[
        'events'
      ] as { id: number }[];
    const [first] = await poll(-1);
    expect(await poll(-1)).toEqual([first]);
    expect(await poll(first?.id ?? 0)).toEqual([]);
    expect(await poll(-1)).toEqual([]);
  });

  test('a queue of another user, or none, is a bad queue id', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    for (const [client, id] of [
      [world.member2, queue.queueId],
      [world.member, 'nonsense'],
    ] as const) {
      const body = await client.fails(
        'GET',
        '/events',
        { queue_id: id, last_event_id: -1 },
        { status: 400, code: 'BAD_EVENT_QUEUE_ID', queue_id: id },
      );
      expect(body['msg']).toMatch(/^Bad event queue ID:/);
    }
  });

  test('without queue_id, registration parameters register a queue', async () => {
    const body = await world.member.ok.get('/events', { event_types: ['message'], dont_block: true });
    expect(body).toMatchObject({ events: [] });
    await tell('to the new queue');
    const { events } = await world.member.ok.get('/events', {
      queue_id: body['queue_id'],
      last_event_id: -1,
      dont_block: true,
    });
    expect(contents(events as Record<string, unknown>[])).toEqual(['to the new queue']);
  });

  test('only the event types asked for arrive', async () => {
    const queue = await world.member.register({ event_types: ['typing'] });
    await tell('not for this queue');
    await world.member2.ok.post('/typing', { op: 'start', to: [world.member.userId] });
    expect((await queue.events()).map(({ type }) => type)).toEqual(['typing']);
  });

  test('a newer poll releases an older one', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    const older = queue.next();
    await expect.poll(polled).not.toEqual([]);
    const newer = queue.next();
    await tell('for the newer');
    expect([...contents(await older), ...contents(await newer)]).toContain('for the newer');
  });

  test('a poll that waited is never answered with nothing: not for a newer one, nor for an id that is still to come', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    const poll = async (lastEventId: number) =>
      (await world.member.ok.get('/events', { queue_id: queue.queueId, last_event_id: lastEventId }))['events'] as {
        type: string;
      }[];
    const older = poll(-1);
    await expect.poll(polled).not.toEqual([]);
    const newer = poll(-1);
    expect((await older).map(({ type }) => type)).toEqual(['heartbeat']);
    await tell('for the newer');
    expect((await newer).map(({ type }) => type)).toEqual(['message']);
    const early = poll(world.server.services.eventLog.lastId + 50);
    await tell('before that id');
    expect((await early).map(({ type }) => type)).toEqual(['message']);
  });
});

describe('DELETE /events', () => {
  test('a deleted queue is gone, and its waiting poll is notified', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    const waiting = world.member.get('/events', { queue_id: queue.queueId, last_event_id: -1 });
    await world.member.ok.delete('/events', { queue_id: queue.queueId });
    expect(await waiting).toMatchObject({ status: 400, body: { code: 'BAD_EVENT_QUEUE_ID' } });
    await world.member.fails(
      'GET',
      '/events',
      { queue_id: queue.queueId, last_event_id: -1 },
      { status: 400, code: 'BAD_EVENT_QUEUE_ID' },
    );
  });
});

describe('Event queue', () => {
  test('outlives a restart with its pending events, none lost and none doubled', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    await tell('read before');
    expect(contents(await queue.events())).toEqual(['read before']);
    await tell('pending');
    await world.restart();
    await tell('after');
    expect(contents(await queue.events())).toEqual(['pending', 'after']);
    expect(await queue.events()).toEqual([]);
  });

  test('is reported that the server restarted, if it asked for all types or for this one', async () => {
    const all = await world.member.register({});
    const messagesOnly = await world.member.register({ event_types: ['message'] });
    await world.restart();
    expect((await all.events()).map(({ type }) => type)).toEqual(['restart']);
    expect(await messagesOnly.events()).toEqual([]);
  });

  test('ids go on rising after a restart, heartbeats included', async () => {
    const queue = await hasty.member.register({ event_types: ['message'] });
    await queue.next();
    await hasty.restart();
    await queue.next();
    await tell('still rising', hasty);
    expect(contents(await queue.events())).toEqual(['still rising']);
  });

  test('is dropped when no one polls it for its lifetime', async () => {
    const queue = await world.member.register({ event_types: ['message'] });
    world.clock.advance(599_000);
    await world.server.services.queues.tidy();
    expect(await queue.events()).toEqual([]);
    world.clock.advance(601_000);
    await world.server.services.queues.tidy();
    await world.member.fails(
      'GET',
      '/events',
      { queue_id: queue.queueId, last_event_id: -1 },
      { status: 400, code: 'BAD_EVENT_QUEUE_ID' },
    );
    expect(await world.db('SELECT 1 FROM event_queues WHERE id = ?', queue.queueId)).toEqual([]);
  });

  test('the log keeps nothing that no queue waits for', async () => {
    await tell('nobody may want this');
    world.clock.advance(700_000);
    await world.server.services.queues.tidy();
    expect(await world.db('SELECT id FROM event_log')).toEqual([]);
  });

  test('an outsider hears nothing of a direct message', async () => {
    const outsider = await world.moderator.register({});
    const insider = await world.member.register({});
    await tell('between us');
    expect(contents(await insider.events())).toEqual(['between us']);
    expect(await outsider.events()).toEqual([]);
  });

  test('the client that sent a message finds its own id in its event, and no other does', async () => {
    const own = await world.member2.register({ event_types: ['message'] });
    const other = await world.member2.register({ event_types: ['message'] });
    await world.member2.ok.post('/messages', {
      type: 'direct',
      to: [world.member.userId],
      content: 'mine',
      queue_id: own.queueId,
      local_id: '17.01',
    });
    expect((await own.events())[0]).toMatchObject({ local_message_id: '17.01' });
    expect((await other.events())[0]).not.toHaveProperty('local_message_id');
  });

  test('no one marks a message in the queue of someone else', async () => {
    const others = await world.member.register({ event_types: ['message'] });
    await world.member2.ok.post('/messages', {
      type: 'direct',
      to: [world.member.userId],
      content: 'not yours',
      queue_id: others.queueId,
      local_id: '17.02',
    });
    expect((await others.events())[0]).not.toHaveProperty('local_message_id');
  });

  test('a queue gives raw text unless it asked for HTML', async () => {
    const raw = await world.member.register({ event_types: ['message'] });
    const html = await world.member.register({ event_types: ['message'], apply_markdown: true });
    await tell('**loud**');
    expect(contents(await raw.events())).toEqual(['**loud**']);
    expect(contents(await html.events())).toEqual(['<p><strong>loud</strong></p>']);
  });

  test('leaves others of a user, but not more than ten that search', async () => {
    const { admin } = world;
    const plain = await admin.register({ event_types: ['message'] });
    const searching = [];
    for (let at = 0; at < 12; at += 1)
      searching.push(await admin.register({ event_types: ['message'], narrow: [['search', `word${at}`]] }));
    await world.owner.ok.post('/messages', { type: 'direct', to: [admin.userId], content: 'word0 word1 word2 word11' });
    const answers = [];
    for (const { queueId } of [plain, ...searching])
      answers.push(await admin.get('/events', { queue_id: queueId, last_event_id: -1, dont_block: true }));
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, ...Array<number>(10).fill(200)]);
    const sizes = answers.map(({ body }) => (body['events'] as unknown[] | undefined)?.length);
    expect(sizes).toEqual([1, undefined, undefined, 1, ...Array<number>(8).fill(0), 1]);
  });
});
