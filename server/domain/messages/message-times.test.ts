/** Messages of a day are found where their ids are, also after imports and clocks that were set back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complete } from '../../narrow/work.ts';
import type { Reader } from '../../storage/database.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { systemActing } from '../acting.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { insertImported } from './imported-rows.ts';
import {
  blockSize,
  firstIdSince,
  idRangesBefore,
  idRangesOf,
  idRangesSince,
  noteImported,
  type IdRange,
} from './message-time-rows.ts';
import { readNarrow } from './narrow.ts';
import { rangeSteps } from './reading/range-query.ts';
import { deleteExpiredMessages } from './retention.ts';
import { findMessage, insertMessage, type MessageRow } from './rows.ts';

let world: World;
const day = 86_400;
const start = Date.parse('2020-01-01T00:00Z') / 1000;
/** Ten blocks of old times, then ten that go back to before them, then ten in which two times alternate. */
const timeOf = (n: number): number => {
  const block = Math.floor(n / blockSize);
  if (block < 10) return start + n * 600;
  if (block < 20) return start - 400 * day + (n - 10 * blockSize) * 600;
  return start + (n % 2 === 0 ? 900 : -900) * day;
};
const count = 30 * blockSize;

beforeAll(async () => {
  world = await startWorld();
  const channelId = Number((await world.owner.ok.get('/get_stream_id', { stream: 'general' }))['stream_id']);
  const { id } = await world.owner.ok.post('/messages', { type: 'stream', to: channelId, topic: 'old', content: 'a' });
  await world.server.services.storage.transaction((tx) => {
    const model = findMessage(tx, Number(id)) as MessageRow;
    for (let n = 0; n < count; n += 1) insertImported(tx, { ...model, timestamp: timeOf(n) }, undefined);
  });
}, 60_000);
afterAll(async () => world.stop());

function found(narrow: [string, string | number][]): Promise<number[]> {
  return world.server.services.storage.read((db) => {
    const user = findUser(db, world.owner.userId) as UserRow;
    const { filters } = readNarrow({ db, user }, narrow);
    const page = { anchor: 'newest', includeAnchor: true, numBefore: 5000, numAfter: 0 } as const;
    return complete(rangeSteps({ db, user }, filters, page)).ids;
  });
}

const idsSent = async (from: number, until: number): Promise<number[]> => {
  const sql = `SELECT id FROM messages WHERE timestamp >= ${from} AND timestamp < ${until} ORDER BY id`;
  return (await world.db<{ id: number }>(sql)).map(({ id }) => id);
};

const text = (timestamp: number): string => new Date(timestamp * 1000).toISOString().slice(0, 10);

test.each([0, 3, 17, 34, -400, -390, -366, 900, -900, 5])(
  'finds all messages of the day %d days after the first, wherever their ids are',
  async (days) => {
    const from = start + days * day;
    const wanted = await idsSent(from, from + day);
    expect(wanted.length).toBeGreaterThan(0);
    const narrow: [string, string][] = [
      ['channel', 'general'],
      ['on', text(from)],
    ];
    expect(await found(narrow)).toEqual(wanted.slice(-5000));
    expect(await found([...narrow, ['sender', world.owner.email]])).toEqual(wanted.slice(-5000));
  },
);

test('reads only blocks of ids that can hold the day', async () => {
  const blocksOf = (from: number): Promise<number[]> =>
    world.server.services.storage.read((db: Reader) => {
      const ranges = idRangesOf(db, from, from + day);
      const blocks = Array.from({ length: count / blockSize }, (_, block) => block);
      return blocks.filter((block) =>
        ranges.some(({ low, high }) => low <= block * blockSize && block * blockSize <= high),
      );
    });
  // The first block has a message of today as well; the eleventh, and the last ten, have two times with all days between them.
  const mixed = Array.from({ length: 10 }, (_, n) => n + 20);
  const first = start + 3 * blockSize * 600 + day;
  expect(await blocksOf(first)).toEqual([0, 3, 10, ...mixed]);
  expect(await blocksOf(start - 400 * day + 2 * blockSize * 600 + day)).toEqual([10, 12, ...mixed]);
  expect(await blocksOf(start + 5000 * day)).toEqual([]);
});

test('finds nothing on a day without messages, nor where two dates exclude each other', async () => {
  expect(await found([['on', '1999-01-01']])).toEqual([]);
  expect(
    await found([
      ['before', '2020-01-01'],
      ['after', '2020-01-01'],
    ]),
  ).toEqual([]);
});

test('knows the first message from a time on, and ranges that hold all messages before and since', async () => {
  const { storage } = world.server.services;
  for (const days of [-500, -400, -365, -2, 0, 1, 17, 36, 899, 901, 9000]) {
    const time = start + days * day + 1234;
    const [{ first, newest, since, before } = { first: 0, newest: 0, since: 0, before: 0 }] = await world.db<
      Record<'first' | 'newest' | 'since' | 'before', number>
    >(
      `SELECT min(id) FILTER (WHERE timestamp >= ${time}) AS first, max(id) AS newest, count(*) FILTER (WHERE timestamp >= ${time}) AS since,
         count(*) FILTER (WHERE timestamp < ${time}) AS before FROM messages`,
    );
    await storage.read((db: Reader) => {
      const within = (ranges: readonly IdRange[], condition: string): number =>
        ranges.reduce((sum, { low, high }) => {
          const sql = `SELECT count(*) AS n FROM messages WHERE id BETWEEN ? AND ? AND ${condition}`;
          return sum + (db.get<{ n: number }>(sql, low, high)?.n ?? 0);
        }, 0);
      const { whole, partial } = idRangesSince(db, time);
      expect([days, firstIdSince(db, time)]).toEqual([days, first ?? newest + 1]);
      expect([days, within(whole, 'TRUE') + within(partial, `timestamp >= ${time}`)]).toEqual([days, since]);
      expect([days, within(idRangesBefore(db, time), `timestamp < ${time}`)]).toEqual([days, before]);
      expect(whole.length + partial.length).toBeLessThan(8);
    });
  }
});

test('retention deletes exactly the imported messages that are too old, in few statements', async () => {
  const { services } = world.server;
  const days = Math.floor((world.clock.nowMs / 1000 - start) / day) + 390;
  const cutoff = Math.floor(world.clock.nowMs / 1000) - days * day;
  const [newest = { id: 0 }] = await world.db<{ id: number }>('SELECT max(id) AS id FROM messages');
  await services.storage.transaction((tx) => {
    noteImported(tx, { low: 2, high: newest.id });
    // A message of this server from a time when its clock was wrong: younger ones were sent before it.
    const model = findMessage(tx, newest.id) as MessageRow;
    insertMessage(tx, { ...model, rendered_content: '<p>a</p>', timestamp: start - 800 * day });
  });
  await world.owner.ok.patch('/realm', { message_retention_days: days });
  const counts = async (): Promise<unknown> =>
    world.db(
      `SELECT count(*) FILTER (WHERE timestamp < ${cutoff}) AS old, count(*) FILTER (WHERE timestamp >= ${cutoff}) AS young FROM messages`,
    );
  const young = (await idsSent(cutoff, 1e12)).length;
  expect((await idsSent(0, cutoff)).length).toBeGreaterThan(2000);
  const deleteSome = (): Promise<boolean> =>
    services.storage.transaction((tx) => deleteExpiredMessages(systemActing(tx, services, world.url)));
  while (await deleteSome());
  expect(await counts()).toEqual([{ old: 1, young }]);
  const { statements } = services.storage.stats();
  await deleteSome();
  expect(services.storage.stats().statements - statements).toBeLessThan(100);
}, 60_000);
