/** What is remembered of tables is what reading them again would give, whatever became of the writes in between. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FaultyDisk } from '../testing/faulty-disk.ts';
import { freezeClock, openOn } from '../testing/storage-kit.ts';
import type { Reader, Storage } from './database.ts';
import { RememberedRows } from './remembered-rows.ts';
import { Remembered } from './remembered.ts';

freezeClock();

const count = (db: Reader): number => db.get<{ n: number }>('SELECT count(*) AS n FROM notes')?.n ?? NaN;
const remembered = (db: Reader): number => db.remember('count of notes', ['notes'], () => count(db));
const insert = 'INSERT INTO notes (text) VALUES (?)';

/** @returns how often a value was made while `work` ran. */
function made(db: Reader, times: number): number {
  let calls = 0;
  for (let time = 0; time < times; time += 1) db.remember('calls', ['notes'], () => (calls += 1));
  return calls;
}

async function both(storage: Storage): Promise<[number, number]> {
  return storage.read((db) => [remembered(db), count(db)]);
}

test('a value is made once, and again after a write of its table, not of another', async () => {
  const storage = await openOn(new FaultyDisk());
  expect(await storage.read((db) => made(db, 3))).toBe(1);
  await storage.transaction((tx) => tx.run("INSERT INTO totals (name, value) VALUES ('x', 1)"));
  expect(await storage.read((db) => made(db, 1))).toBe(0);
  for (const sql of [
    "INSERT INTO notes (text) VALUES ('a')",
    "INSERT OR IGNORE INTO notes (text) VALUES ('a')",
    "INSERT INTO notes (id, text) VALUES (1, 'b') ON CONFLICT (id) DO UPDATE SET text = 'b'",
    "UPDATE notes SET text = 'c'",
    'WITH one AS (SELECT 1) DELETE FROM notes WHERE id IN (SELECT * FROM one)',
    'CREATE TABLE further (id INTEGER PRIMARY KEY)',
  ]) {
    await storage.transaction((tx) => tx.run(sql));
    expect(await storage.read((db) => made(db, 2)), sql).toBe(1);
  }
  await storage.close();
});

test('within a transaction it is what the transaction has written, and afterwards what was kept', async () => {
  const storage = await openOn(new FaultyDisk());
  const stray = async (failing: boolean, text: string): Promise<void> =>
    storage.transaction((tx) => {
      const before = remembered(tx);
      tx.run(insert, text);
      expect(remembered(tx)).toBe(before + 1);
      if (failing) throw new Error('mine');
    });
  // One group: the first and the second keep or lose their writes apart from each other.
  for (const pattern of [[false], [true], [true, false], [false, true], [false, true, false], [true, true]]) {
    const results = pattern.map(async (failing, index) => stray(failing, `${pattern.join()} ${index}`));
    await Promise.allSettled(results);
    const [kept, real] = await both(storage);
    expect(kept, pattern.join()).toBe(real);
  }
  expect(await both(storage)).toEqual([5, 5]);
  await storage.close();
});

test('what the disk refused was never there', async () => {
  const disk = new FaultyDisk();
  const storage = await openOn(disk);
  await storage.transaction((tx) => tx.run(insert, 'a'));
  disk.capacity = 0;
  const refused = storage.transaction((tx) => {
    tx.run(insert, 'b');
    return remembered(tx);
  });
  await expect(refused).rejects.toMatchObject({ name: 'StorageWriteError' });
  expect(await both(storage)).toEqual([1, 1]);
  await storage.close();
});

test('what was made after a write of nobody knows which table ends when that write is undone', () => {
  const values = new Remembered();
  const value = (fresh: number): number => values.get('one', ['notes'], () => fresh);
  values.wrote(null);
  expect(value(1)).toBe(1);
  values.undone();
  expect(value(2)).toBe(2);
  values.decided();
  values.undone();
  expect(value(3)).toBe(2);
});

test('rows that go with those of another table count as written', async () => {
  const storage = await openOn(new FaultyDisk());
  await storage.transaction((tx) => {
    tx.run('CREATE TABLE marks (note INTEGER REFERENCES notes(id) ON DELETE CASCADE)');
    tx.run(insert, 'a');
    tx.run('INSERT INTO marks (note) VALUES (1)');
  });
  const marks = async (): Promise<number> =>
    storage.read((db) => db.remember('marks', ['marks'], () => db.all('SELECT * FROM marks').length));
  expect(await marks()).toBe(1);
  await storage.transaction((tx) => tx.run('DELETE FROM notes'));
  expect(await marks()).toBe(0);
  await storage.close();
});

test('nobody can change what belongs to all', async () => {
  const storage = await openOn(new FaultyDisk());
  const rows = await storage.read((db) => db.remember<{ a: number }>('row', ['notes'], () => ({ a: 1 })));
  expect(() => {
    rows.a = 2;
  }).toThrow(TypeError);
  await storage.close();
});

test('no migration makes a trigger: it would write tables that its statement does not name', () => {
  const folder = new URL('./migrations/', import.meta.url);
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(3);
  for (const file of files)
    expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toMatch(/create\s+(temp\w*\s+)?trigger/i);
});

test('of single rows those that are written are made again, the others not, and no more is kept than may be', () => {
  const store = new Remembered();
  const rows = new RememberedRows(store, 10_000);
  const makings: number[] = [];
  const of = {
    kind: 'notes',
    nameOf: (id: number) => `note ${id}`,
    tables: ['totals'],
    make: (ids: readonly number[]) => ids.filter((id) => id < 100).map((id) => [id, makings.push(id)] as const),
    bytesOf: () => 800,
  };
  expect(rows.get([1, 2, 100], of)).toEqual(
    new Map([
      [1, 1],
      [2, 2],
    ]),
  );
  store.wrote('note 1');
  store.wrote('notes');
  expect(rows.get([1, 2], of)).toEqual(
    new Map([
      [1, 3],
      [2, 2],
    ]),
  );
  store.wrote('totals');
  expect([...rows.get([1, 2], of).values()]).toEqual([4, 5]);
  // Ten of them at most are kept: the first have given way to the last.
  rows.get(
    Array.from({ length: 15 }, (_, index) => 10 + index),
    of,
  );
  makings.length = 0;
  rows.get([23, 24, 1, 10], of);
  expect(makings).toEqual([1, 10]);
});

test('a row that was undone leaves nothing to the next one of the same id', async () => {
  const disk = new FaultyDisk();
  const storage = await openOn(disk);
  const textOf = (db: Reader, id: number): string =>
    db.get<{ text: string }>('SELECT text FROM notes WHERE id = ?', id)?.text ?? '';
  const known = (db: Reader, id: number): (string | undefined)[] => [
    db.remember(`note ${id}`, [`note ${id}`], () => textOf(db, id)),
    db
      .rememberRows([id], {
        kind: 'texts',
        nameOf: (one) => `note ${one}`,
        tables: [],
        make: (ids) => ids.map((one) => [one, textOf(db, one)] as const),
        bytesOf: () => 100,
      })
      .get(id),
  ];
  const add = async (text: string, fails = false): Promise<number> =>
    storage.transaction((tx) => {
      const { lastId } = tx.run(insert, text);
      expect(known(tx, lastId)).toEqual([text, text]);
      if (fails) throw new Error('mine');
      return lastId;
    });
  // While nothing is remembered, any write ends all there is.
  await storage.read(remembered);
  expect(await add('before')).toBe(1);
  disk.capacity = 0;
  await expect(add('refused by the disk')).rejects.toMatchObject({ name: 'StorageWriteError' });
  disk.capacity = Infinity;
  const kept = await Promise.allSettled([add('first'), add('undone', true), add('second'), add('undone', true)]);
  expect(kept.map((each) => each.status === 'fulfilled' && each.value)).toEqual([2, false, 3, false]);
  expect(await storage.read((db) => [known(db, 2), known(db, 3)])).toEqual([
    ['first', 'first'],
    ['second', 'second'],
  ]);
  await storage.close();
});

test('names of rows without number are forgotten, and then everything counts as written', () => {
  const store = new Remembered();
  let times = 0;
  const value = (): number => store.get('value', ['notes'], () => (times += 1));
  expect([value(), value()]).toEqual([1, 1]);
  for (let id = 0; id < 30_000; id += 1) store.wrote(`note ${id}`);
  expect([value(), value()]).toEqual([2, 2]);
  expect(store.holds(0, ['note 29999'])).toBe(false);
});

test('what has a name that nobody has is made each time: it may be as long as what somebody sends', () => {
  const store = new Remembered();
  let times = 0;
  const value = (name: string): number => store.get(name, ['notes'], () => (times += 1));
  const [short, long] = [`user at ${'x'.repeat(300)}`, `user at ${'x'.repeat(500)}`];
  expect([value(short), value(short), value(long), value(long)]).toEqual([1, 1, 2, 3]);
});
