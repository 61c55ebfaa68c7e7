/** The search index over the life of messages: fresh, built, edited, moved, deleted, made again, and taken over from the version before. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyserVersion } from '../../../narrow/analyser.ts';
import { bucketSize } from '../../../narrow/postings.ts';
import words from '../../../narrow/words.json' with { type: 'json' };
import { makeChannel, say } from '../../../testing/scenario.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { insertMessage } from '../rows.ts';
import { outdateIndex } from './search-buckets.ts';
import { buildSearchIndex, searchRebuild } from './search-build.ts';

let world: World;
const never = new AbortController().signal;

beforeAll(async () => {
  world = await startWorld();
  await makeChannel(world.owner, 'index', [world.owner, world.member]);
});
afterAll(async () => world.stop());

const build = async (): Promise<void> => buildSearchIndex(world.server.services, never);

async function found(search: string): Promise<number[]> {
  const answer = await world.member.ok.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [['search', search]],
  });
  return (answer['messages'] as { id: number }[]).map(({ id }) => id);
}

/** What the console's overview says of it. */
const rebuild = async (): Promise<unknown> => (await world.owner.ok.get('/console/overview'))['search_rebuild'];

/** Every id goes on in the next bucket: as if so many messages had been sent and deleted. */
async function skipToNextBucket(): Promise<void> {
  await world.server.services.storage.transaction((tx) => {
    const newest = tx.get<{ id: number }>('SELECT max(id) AS id FROM messages')?.id ?? 0;
    const next = (Math.floor(newest / bucketSize) + 1) * bucketSize;
    tx.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'messages'", next);
  });
}

it('finds the same before and after a bucket is built, and after what happens then', async () => {
  const plain = await say(world.owner, 'index', 'plans', 'The zebra was running de**ploy**ments');
  const edited = await say(world.owner, 'index', 'plans', 'a giraffe for now');
  const gone = await say(world.owner, 'index', 'plans', 'an okapi for now');
  const moved = await say(world.owner, 'index', 'hippos', 'nothing special');
  await skipToNextBucket();
  const late = await say(world.owner, 'index', 'plans', 'the zebra again');
  for (const round of ['from single messages', 'from buckets']) {
    expect({ round, ids: await found('"zebra"') }).toEqual({ round, ids: [plain, late] });
    expect({ round, ids: await found('"zebra was running"') }).toEqual({ round, ids: [plain] });
    expect({ round, ids: await found('"zebra running"') }).toEqual({ round, ids: [] });
    expect({ round, ids: await found('runs zeb') }).toEqual({ round, ids: [plain] });
    expect({ round, ids: await found('deployment') }).toEqual({ round, ids: [plain] });
    expect({ round, ids: await found('hippo') }).toEqual({ round, ids: [moved] });
    expect({ round, ids: await found('plans zebra') }).toEqual({ round, ids: [plain, late] });
    await build();
  }
  expect(await world.db('SELECT bucket FROM search_buckets')).toContainEqual({ bucket: 0 });
  await world.owner.ok.patch(`/messages/${edited}`, { content: 'an elephant instead' });
  await world.owner.ok.delete(`/messages/${gone}`);
  await world.owner.ok.patch(`/messages/${moved}`, { topic: 'rhinos', send_notification_to_new_thread: false });
  expect(await found('giraffe')).toEqual([]);
  expect(await found('elephant')).toEqual([edited]);
  expect(await found('okapi')).toEqual([]);
  expect(await found('hippos')).toEqual([]);
  expect(await found('rhino')).toEqual([moved]);
});

it('finds what is in very many topics by the beginning of their names, built and not, as a walk does', async () => {
  const { storage } = world.server.services;
  const [channel] = await world.db<{ id: number; recipient_id: number }>(
    "SELECT id, recipient_id FROM streams WHERE name = 'index'",
  );
  const ids = await storage.transaction((tx) =>
    Array.from({ length: 600 }, (_, index) => {
      const text = index % 5 === 0 ? 'about tulips' : 'about nothing';
      return insertMessage(tx, {
        sender_id: world.owner.userId,
        recipient_id: channel?.recipient_id ?? 0,
        stream_id: channel?.id ?? 0,
        topic: `${index % 2 === 0 ? 'tulip' : 'daisy'} ${index}`,
        timestamp: 1,
        client: 'test',
        content: text,
        rendered_content: `<p>${text}</p>`,
        is_me_message: 0,
        has_link: 0,
        has_image: 0,
        has_attachment: 0,
      }).id;
    }),
  );
  const newest = (holds: (index: number) => boolean): number[] => ids.filter((_, index) => holds(index)).slice(-100);
  await skipToNextBucket();
  const late = await say(world.owner, 'index', 'plans', 'nothing at all');
  for (const round of ['from single messages', 'from buckets']) {
    expect({ round, ids: await found('tul') }).toEqual({ round, ids: newest((n) => n % 2 === 0 || n % 5 === 0) });
    expect({ round, ids: await found('about tul') }).toEqual({ round, ids: newest((n) => n % 2 === 0 || n % 5 === 0) });
    expect({ round, ids: await found('"tulips" dai') }).toEqual({ round, ids: newest((n) => n % 10 === 5) });
    expect({ round, ids: await found('"tulip 77') }).toEqual({ round, ids: [] });
    expect({ round, ids: await found('"tulip 88"') }).toEqual({ round, ids: [ids[88]] });
    const rest = await world.member.ok.get('/messages', {
      anchor: 'newest',
      num_before: 3,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'tul', negated: true }],
    });
    const kept = (rest['messages'] as { id: number }[]).map(({ id }) => id);
    expect({ round, ids: kept }).toEqual({ round, ids: [ids[597], ids[599], late] });
    await build();
  }
});

it('is made again when it was made by another analyser, and answers in the meantime', async () => {
  const id = await say(world.owner, 'index', 'versions', 'the walrus stayed');
  await build();
  await world.server.services.storage.transaction((tx) => {
    tx.run("UPDATE search_buckets SET analyser = 'another'");
    tx.run("UPDATE search_state SET analyser = 'another'");
  });
  expect(await found('walrus')).toEqual([id]);
  const stopped = new AbortController();
  stopped.abort();
  await buildSearchIndex(world.server.services, stopped.signal);
  expect(await found('walrus')).toEqual([id]);
  expect(await rebuild()).toEqual({ built: 0, total: expect.any(Number) });
  await world.server.services.storage.transaction((tx) =>
    tx.run('UPDATE search_buckets SET analyser = (SELECT ?) WHERE bucket = 0', analyserVersion(['en'])),
  );
  expect(await rebuild()).toEqual({ built: 1, total: expect.any(Number) });
  await build();
  expect(await rebuild()).toBeNull();
  expect(await found('walrus')).toEqual([id]);
  const versions = await world.db<{ analyser: string }>('SELECT DISTINCT analyser FROM search_buckets');
  expect(versions).toHaveLength(1);
  expect(versions[0]?.analyser).not.toBe('another');
  const stray = await world.db(
    'SELECT 1 FROM search_postings WHERE generation NOT IN (SELECT generation FROM search_buckets)',
  );
  expect(stray).toEqual([]);
});

it('has the stems of the languages that the organization and its people chose', async () => {
  const id = await say(world.owner, 'index', 'Wohnen', 'Die Häuser am Bach');
  expect(await found('haus bach')).toEqual([]);
  await world.member.ok.patch('/settings', { default_language: 'de' });
  await build();
  expect(await found('haus bach')).toEqual([id]);
  expect(await found('"haus" bach')).toEqual([]);
  await world.member.ok.patch('/settings', { default_language: 'en' });
});

it('renders stored messages again when the renderer has changed, and notifies no one', async () => {
  const id = await say(world.owner, 'index', 'renderer', 'a **bold** capybara');
  await build();
  await world.server.services.storage.transaction((tx) => {
    tx.run("UPDATE messages SET own_html = '<p>old</p>' WHERE id = ?", id);
    tx.run("UPDATE search_buckets SET renderer = '0'");
    tx.run("UPDATE search_state SET renderer = '0'");
  });
  const queue = await world.member.register({});
  await build();
  const { message } = (await world.member.ok.get(`/messages/${id}`)) as { message: Record<string, unknown> };
  expect(message['content']).toBe('<p>a <strong>bold</strong> capybara</p>');
  expect(message).not.toHaveProperty('last_edit_timestamp');
  expect(await found('capybara')).toEqual([id]);
  await say(world.owner, 'index', 'renderer', 'after');
  expect((await queue.events()).map(({ type }) => type)).toEqual(['message']);
});

it('finds and misses the text of the list as the analyser does', async () => {
  const said: ((typeof words)[number] & { id: number })[] = [];
  for (const one of words) said.push({ ...one, id: await say(world.owner, 'index', 'words', one.text) });
  for (const tag of new Set(words.map((one) => one.tag))) {
    // Not every language that has a stemmer can be chosen yet.
    await world.server.services.storage.transaction((tx) =>
      tx.run("INSERT OR REPLACE INTO realm_settings (name, value) VALUES ('default_language', ?)", JSON.stringify(tag)),
    );
    await build();
    for (const { id, language, found: expected, missed } of said.filter((one) => one.tag === tag)) {
      for (const word of expected)
        expect({ language, word, ids: await found(word) }).toMatchObject({
          language,
          word,
          ids: expect.arrayContaining([id]),
        });
      for (const word of missed) expect(await found(word)).not.toContain(id);
    }
  }
});

it('passes over ids that no message has, as those of an imported organization', async () => {
  const before = await say(world.owner, 'index', 'gaps', 'a platypus before');
  const { storage } = world.server.services;
  await storage.transaction((tx) => tx.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'messages'", 2 ** 38));
  const after = await say(world.owner, 'index', 'gaps', 'a platypus after');
  expect(await found('platypus')).toEqual([before, after]);
  await build();
  expect(await found('platypus')).toEqual([before, after]);
  expect(await found('gaps')).toEqual([before, after]);
  await storage.transaction((tx) => outdateIndex(tx, before));
  const { built, total } = (await storage.read(searchRebuild)) ?? {};
  expect(total).toBeLessThan(20);
  expect(built).toBeLessThan(total ?? 0);
  // What a bucket holds is found until it is built again.
  expect(await found('platypus')).toEqual([before, after]);
  await build();
  expect(await storage.read(searchRebuild)).toBeNull();
  expect(await found('platypus')).toEqual([before, after]);
});
