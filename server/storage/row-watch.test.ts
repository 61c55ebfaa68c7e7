/** Rows that are watched: told whole and in order, inside of their transaction, and only of what stays. */
import { expect, test } from 'vitest';
import { freshFolder, freezeClock, openReal } from '../testing/storage-kit.ts';
import type { Storage } from './interface.ts';
import type { RowChange, RowWatch } from './row-watch.ts';

freezeClock();

const migrations = [
  {
    number: 1,
    name: 'things',
    sql: 'CREATE TABLE things (id INTEGER PRIMARY KEY, name, size); CREATE TABLE told (id INTEGER PRIMARY KEY, keys)',
  },
];

/** Writes down which rows changed, and refuses a thing called "bad". */
function watchInto(told: RowChange[][]): RowWatch {
  return {
    tables: [{ table: 'things', key: 'id', columns: ['name'] }],
    changed(tx, changes) {
      told.push([...changes]);
      if (changes.some(({ after }) => after?.['name'] === 'bad')) throw new Error('refused');
      tx.run('INSERT INTO told (keys) VALUES (?)', changes.map(({ key }) => key).join());
    },
  };
}

const keysTold = async (storage: Storage) =>
  (await storage.read((db) => db.all<{ keys: string }>('SELECT keys FROM told ORDER BY id'))).map(({ keys }) => keys);

test('a transaction is reported about its rows, however they were written, and what is written down stays', async () => {
  const dataDir = freshFolder();
  const told: RowChange[][] = [];
  const storage = await openReal(dataDir, { migrations, watch: watchInto(told) });
  const upsert =
    'INSERT INTO things (id, name, size) VALUES (?, ?, 0) ON CONFLICT (id) DO UPDATE SET name = excluded.name';
  await storage.transaction((tx) => {
    tx.run(upsert, 1, 'one');
    tx.run(upsert, 2, 'two');
  });
  await storage.transaction((tx) => {
    tx.run(upsert, 1, 'first');
    // The same again, and a column that no one watches: no change.
    tx.run(upsert, 2, 'two');
    tx.run('UPDATE things SET size = 5');
    tx.returning('DELETE FROM things WHERE id = 2 RETURNING id');
  });
  await storage.transaction((tx) => tx.run('UPDATE things SET size = 6'));
  expect(told).toEqual([
    [
      { table: 'things', key: 1, before: null, after: { name: 'one' } },
      { table: 'things', key: 2, before: null, after: { name: 'two' } },
    ],
    [
      { table: 'things', key: 1, before: { name: 'one' }, after: { name: 'first' } },
      { table: 'things', key: 2, before: { name: 'two' }, after: null },
    ],
  ]);
  await storage.compact();
  await storage.close();
  // Without a watch: nothing of it is in the database, and its journal is read back all the same.
  const second = await openReal(dataDir, { migrations });
  await second.transaction((tx) => tx.run(upsert, 3, 'three'));
  expect(await keysTold(second)).toEqual(['1,2', '1,2']);
  expect(told).toHaveLength(2);
});

test('what is rolled back is told to no one later, wherever in a group it stood', async () => {
  const told: RowChange[][] = [];
  const storage = await openReal(freshFolder(), { migrations, watch: watchInto(told) });
  const insert = async (name: string, fails = false): Promise<unknown> =>
    storage
      .transaction((tx) => {
        tx.run('INSERT INTO things (name) VALUES (?)', name);
        if (fails) throw new Error('changed its mind');
      })
      .catch((error: unknown) => String(error));
  expect(await Promise.all([insert('a', true), insert('b'), insert('c', true), insert('d'), insert('bad')])).toEqual([
    'Error: changed its mind',
    undefined,
    'Error: changed its mind',
    undefined,
    'Error: refused',
  ]);
  expect(told.map((changes) => changes.map(({ after }) => after?.['name']))).toEqual([['b'], ['d'], ['bad']]);
  expect(await storage.read((db) => db.all('SELECT name FROM things ORDER BY id'))).toEqual([
    { name: 'b' },
    { name: 'd' },
  ]);
  expect(await keysTold(storage)).toHaveLength(2);
});

test('a table is watched from its first write on, and again after a rollback took that back with the triggers', async () => {
  const told: RowChange[][] = [];
  const storage = await openReal(freshFolder(), { migrations, watch: watchInto(told) });
  const triggerCount = (): Promise<number> =>
    storage.read((db) => db.all('SELECT name FROM temp.sqlite_schema WHERE type = ?', 'trigger').length);
  await storage.transaction((tx) => tx.run('INSERT INTO told (keys) VALUES (?)', 'a table that nobody watches'));
  expect(await triggerCount()).toBe(0);
  const insert = (name: string): Promise<unknown> =>
    storage.transaction((tx) => {
      tx.run('INSERT INTO things (name) VALUES (?)', name);
      if (name === 'undone') throw new Error('changed its mind');
    });
  await expect(insert('undone')).rejects.toThrow('changed its mind');
  expect(await triggerCount()).toBe(0);
  await insert('first');
  expect(await triggerCount()).toBe(3);
  // In a group, of which one in the middle is taken back.
  await Promise.allSettled([insert('second'), insert('undone'), insert('third')]);
  // Of a statement whose table cannot be reported, any may be the one.
  await storage.transaction((tx) =>
    tx.run("WITH one AS (SELECT 'fourth' AS name) INSERT INTO things (name) SELECT name FROM one"),
  );
  expect(told.flat().map(({ after }) => after?.['name'])).toEqual(['first', 'second', 'third', 'fourth']);
});
