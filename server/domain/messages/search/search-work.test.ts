/** The work of searches between two yields: bounded whatever the texts are, counted in letters and not in milliseconds. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findEmojiCharacter } from '../../../markdown/emoji.ts';
import type { Filter } from '../../../narrow/parse.ts';
import { parseSearch } from '../../../narrow/phrases.ts';
import { bucketSize } from '../../../narrow/postings.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { makeChannel } from '../../../testing/scenario.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import { systemViewing, type Viewing } from '../../acting.ts';
import { findUser } from '../../users/rows.ts';
import { fetchRange, matchNarrow } from '../reading/fetch.ts';
import type { Steps } from '../reading/steps.ts';
import { findMessagePlaces, insertMessage } from '../rows.ts';
import { buildSearchIndex } from './search-build.ts';

const letters = 10_000;
const perKind = 12;
/** What one step may read: some messages of the greatest length with their words. */
const mostLetters = 500_000;

let random = 1;
const next = (below: number): number => {
  random = (random * 48_271) % 2_147_483_647;
  return random % below;
};
const han = (): string => String.fromCharCode(0x4e00 + next(20_000));
const texts = {
  'one letter': () => '一'.repeat(letters),
  'all letters': () => Array.from({ length: letters - 1 }, han).join('') + '一',
  'one word': () => 'aa '.repeat(letters / 3),
  'one beginning': () => Array.from({ length: letters / 6 }, () => `begi${next(1296).toString(36)}`).join(' '),
};

let world: World;
const ids: number[] = [];

beforeAll(async () => {
  world = await startWorld();
  await makeChannel(world.owner, 'long', [world.owner, world.member]);
  const [channel] = await world.db<{ id: number; recipient_id: number }>(
    "SELECT id, recipient_id FROM streams WHERE name = 'long'",
  );
  for (const make of Object.values(texts))
    for (let count = 0; count < perKind; count += 1)
      await world.server.services.storage.transaction((tx) => {
        const text = make();
        const { id } = insertMessage(tx, {
          sender_id: world.owner.userId,
          recipient_id: channel?.recipient_id ?? 0,
          stream_id: channel?.id ?? 0,
          topic: 'long',
          timestamp: 1,
          client: 'test',
          content: text,
          rendered_content: `<p>${text}</p>`,
          is_me_message: 0,
          has_link: 0,
          has_image: 0,
          has_attachment: 0,
        });
        ids.push(id);
      });
});
afterAll(async () => world.stop());

/**
 * A reader that counts the letters of all rows that it gives, and those that a statement looks through for each of many words as a
 * part of them: that takes no time in our code.
 */
function counting(db: Reader, count: (letters: number) => void): Reader {
  const size = (row: unknown): number =>
    Object.values((row ?? {}) as object).reduce<number>(
      (sum, value) => sum + (typeof value === 'string' ? value.length : 1),
      0,
    );
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const made: unknown = Reflect.apply(value, target, args);
        if (name === 'all') for (const row of made as unknown[]) count(size(row));
        if (String(args[0]).includes('instr(words, value)'))
          for (const { letters: looked = 0 } of made as { letters?: number }[])
            count((looked * (JSON.parse(String(args[1])) as string[]).length) / 20);
        if (name === 'get') count(size(made));
        return made;
      };
    },
  });
}

/** Runs all steps. @returns the result, and the letters that the largest step read */
async function measured<T>(start: (viewing: Viewing) => Steps<T>): Promise<{ value: T; largest: number }> {
  const { services, url } = world.server;
  return services.storage.read((db) => {
    let [step, largest] = [0, 0];
    const counted = counting(db, (read) => (step += read));
    const user = findUser(db, world.member.userId);
    if (user === undefined) throw new Error('the reader is missing');
    const steps = start({ ...systemViewing(counted, services, url), user, client: 'test' });
    for (;;) {
      const made = steps.next();
      largest = Math.max(largest, step);
      step = 0;
      if (made.done === true) return { value: made.value, largest };
    }
  });
}

/** The number of letters that the largest read of a transaction has, of those that run in `work`. */
async function largestRead(work: (services: typeof world.server.services) => Promise<unknown>): Promise<number> {
  const { services } = world.server;
  let largest = 0;
  const storage = new Proxy(services.storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'transaction') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return async (run: (tx: Transaction) => unknown): Promise<unknown> =>
        target.transaction((tx) => run(counting(tx, (read) => (largest = Math.max(largest, read))) as Transaction));
    },
  });
  await work({ ...services, storage });
  return largest;
}

const searching = (text: string): Filter => ({
  operator: 'search',
  phrases: parseSearch(text, ['en'], findEmojiCharacter),
  languages: ['en'],
  negated: false,
});

const options = { applyMarkdown: true, clientGravatar: true, allowEmptyTopicName: true };

/** A search, and of which kinds of texts it finds all. */
const searches: [string, (keyof typeof texts)[]][] = [
  ['一', ['one letter', 'all letters']],
  [`"${'一'.repeat(100)}"`, ['one letter']],
  [`"${'aa '.repeat(90).trim()}"`, ['one word']],
  ['"aa aa aa ab"', []],
  ['begi', ['one beginning']],
  [Array.from({ length: 100 }, () => '"aa aa"').join(' '), ['one word']],
  [Array.from({ length: 100 }, (_unused, index) => `a${index}`).join(' '), []],
  [Array.from({ length: 100 }, (_unused, index) => `begi${index.toString(36)}x`).join(' '), []],
];
const allOf = (kinds: readonly string[]): number[] =>
  ids.filter((_, index) => kinds.includes(Object.keys(texts)[Math.floor(index / perKind)] ?? ''));

it('reads a bounded number of letters between yields, from single messages and from a bucket', async () => {
  for (const round of ['from single messages', 'from a bucket']) {
    for (const [text, kinds] of searches) {
      const { value, largest } = await measured((viewing) =>
        fetchRange(
          viewing,
          [searching(text)],
          { anchor: 'newest', includeAnchor: true, numBefore: 5, numAfter: 0 },
          options,
        ),
      );
      const found = value.messages.map((message) => (JSON.parse(message) as { id: number }).id);
      expect({ round, text, found }).toEqual({ round, text, found: allOf(kinds).slice(-5) });
      expect(largest, `${round}: ${text.slice(0, 40)}`).toBeLessThan(mostLetters);
    }
    await world.server.services.storage.transaction((tx) =>
      tx.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'messages'", bucketSize),
    );
    await world.owner.ok.post('/messages', {
      type: 'channel',
      to: 'long',
      topic: 'next',
      content: 'in the next bucket',
    });
    const read = await largestRead(async (services) => buildSearchIndex(services, new AbortController().signal));
    expect(read, 'of the build').toBeLessThan(mostLetters);
    expect(await world.db('SELECT message_id FROM search_words WHERE message_id < ?', bucketSize)).toEqual([]);
    expect(await world.db('SELECT bucket FROM search_buckets WHERE bucket = 0')).toHaveLength(1);
  }
});

it('matches and highlights long messages in bounded steps', async () => {
  for (const [text, kinds] of searches) {
    const { value, largest } = await measured((viewing) =>
      matchNarrow(viewing, [searching(text)], findMessagePlaces(viewing.db, ids)),
    );
    expect(Object.keys(value).map(Number)).toEqual(allOf(kinds));
    expect(largest, text.slice(0, 40)).toBeLessThan(mostLetters);
  }
});

it('reads the names of topics in bounded steps', async () => {
  const words = Array.from({ length: 66 }, (_, index) => `aa b${index}`);
  for (let count = 0; count < 190; count += 1)
    await world.owner.ok.post('/messages', {
      type: 'channel',
      to: 'long',
      topic: `aa ${Array.from({ length: 50 }, han).join('')}`,
      content: words.join(' '),
    });
  const { value, largest } = await measured((viewing) =>
    fetchRange(
      viewing,
      [searching(words.map((word) => `"${word}"`).join(' '))],
      { anchor: 'newest', includeAnchor: true, numBefore: 5, numAfter: 0 },
      options,
    ),
  );
  expect(value.messages).toHaveLength(5);
  expect(largest).toBeLessThan(mostLetters);
});
