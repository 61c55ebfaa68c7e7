/** Messages of a day are found where their ids are, also after imports and clocks that were set back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complete } from '../../narrow/work.ts';
import type { Reader } from '../../storage/database.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { insertImported } from './imported-rows.ts';
import { blockSize, idRangesOf } from './message-time-rows.ts';
import { readNarrow } from './narrow.ts';
import { rangeSteps } from './reading/range-query.ts';
import { findMessage, type MessageRow } from './rows.ts';

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
