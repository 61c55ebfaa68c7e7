/** Cached reads equal fresh reads, whether writes commit or roll back. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FaultyDisk } from '../testing/faulty-disk.ts';
import { freezeClock, openOn } from '../testing/storage-kit.ts';
import type { Reader, Storage } from './database.ts';
import { RememberedRows } from './remembered-rows.ts';
import { Remembered } from './remembered.ts';
import { wordsOf } from './statement-rules.ts';

freezeClock();

const count = (db: Reader): number => db.get<{ n: number }>('SELECT count(*) AS n FROM notes')?.n ?? NaN;
const remembered = (db: Reader): number => db.remember('count of notes', () => count(db));
const insert = 'INSERT INTO notes (text) VALUES (?)';

/** @returns how often a value was made while `work` ran. */
function made(db: Reader, times: number): number {
  let calls = 0;
  for (let time = 0; time < times; time += 1) db.remember('calls', () => (calls += Math.sign(1 + count(db))));
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

test('what was made after a write of no one knows which table ends when that write is undone', () => {
  const values = new Remembered();
  const value = (fresh: number): number =>
    values.get('one', () => {
      values.read(['notes']);
      return fresh;
    });
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
    storage.read((db) => db.remember('marks', () => db.all('SELECT * FROM marks').length));
  expect(await marks()).toBe(1);
  await storage.transaction((tx) => tx.run('DELETE FROM notes'));
  expect(await marks()).toBe(0);
  await storage.close();
});

test('what is made of other values depends on all that they read, also where they were known already', async () => {
  const storage = await openOn(new FaultyDisk());
  await storage.transaction((tx) => tx.run("INSERT INTO totals (name, value) VALUES ('x', 1)"));
  const total = (db: Reader): number =>
    db.remember('total', () => db.get<{ value: number }>(`SELECT value FROM "Totals" WHERE name = 'x'`)?.value ?? 0);
  const sum = (db: Reader): number => db.remember('sum', () => remembered(db) + total(db));
  const read = async (): Promise<number> => storage.read(sum);
  await storage.read(total);
  expect(await read()).toBe(1);
  await storage.transaction((tx) => tx.run("UPDATE totals SET value = 5 WHERE name = 'x'"));
  expect(await read()).toBe(5);
  await storage.transaction((tx) => tx.run(insert, 'a'));
  expect(await read()).toBe(6);
  await storage.close();
});

test('a value that threw leaves its tables to the value around it, and a table that is made later counts', async () => {
  const storage = await openOn(new FaultyDisk());
  const outer = (db: Reader): string =>
    db.remember('outer', () => {
      try {
        return db.remember('inner', (): string => {
          if (count(db) === 0) throw new Error('none');
          return 'some';
        });
      } catch {
        return 'none';
      }
    });
  expect(await storage.read(outer)).toBe('none');
  await storage.transaction((tx) => tx.run(insert, 'a'));
  expect(await storage.read(outer)).toBe('some');
  const later = (db: Reader): number =>
    db.remember('later', () => db.get<{ n: number }>('SELECT count(*) AS n FROM later')?.n ?? 0);
  await storage.transaction((tx) => tx.run('CREATE TABLE later (id INTEGER PRIMARY KEY)'));
  expect(await storage.read(later)).toBe(0);
  await storage.transaction((tx) => tx.run('INSERT INTO later (id) VALUES (1)'));
  expect(await storage.read(later)).toBe(1);
  const dropped = storage.transaction((tx) => {
    tx.run('DROP TABLE later');
    tx.get('SELECT 1');
    throw new Error('mine');
  });
  await expect(dropped).rejects.toThrow('mine');
  await storage.transaction((tx) => tx.run('INSERT INTO later (id) VALUES (2)'));
  expect(await storage.read(later)).toBe(2);
  await storage.close();
});

test('a version stays until its table is written or its name outdated, and values made of it end with it', async () => {
  const storage = await openOn(new FaultyDisk());
  await storage.read(remembered);
  const version = async (): Promise<number> => storage.read((db) => db.version('notes', 'a name'));
  const valueNow = async (): Promise<object> =>
    storage.read((db) => db.remember('made', () => ({ at: db.version('notes', 'a name') })));
  const [before, value] = [await version(), await valueNow()];
  await storage.transaction((tx) => tx.run("INSERT INTO totals (name, value) VALUES ('x', 1)"));
  expect([await version(), await valueNow()]).toEqual([before, value]);
  await storage.transaction((tx) => tx.outdate('a name'));
  const then = await version();
  expect(then).toBeGreaterThan(before);
  expect(await valueNow()).not.toBe(value);
  await storage.transaction((tx) => tx.run(insert, 'a'));
  expect(await version()).toBeGreaterThan(then);
  await storage.close();
});

test.each([
  ['SELECT * FROM notes n JOIN totals USING (id)', ['notes', 'totals']],
  ['select * from "Notes", [totals], `marks`', ['notes', 'totals', 'marks']],
  ['WITH x AS (SELECT 1 FROM notes) SELECT (SELECT max(id) FROM totals) FROM x', ['notes', 'totals']],
  ["SELECT 'notes', '' -- totals\n FROM marks /* notes */", ['marks']],
])('words of %s that may be tables', (sql, tables) => {
  expect(wordsOf(sql).filter((word) => ['notes', 'totals', 'marks'].includes(word))).toEqual(tables);
});

test('no one can change what belongs to all', async () => {
  const storage = await openOn(new FaultyDisk());
  const rows = await storage.read((db) => db.remember<{ a: number }>('row', () => ({ a: 1 })));
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
  // Ten of them at most are kept: the last replaced the first.
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
    db.rememberUntil(`note ${id}`, () => textOf(db, id)),
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
  const value = (): number =>
    store.get('value', () => {
      store.read(['notes']);
      return (times += 1);
    });
  expect([value(), value()]).toEqual([1, 1]);
  for (let id = 0; id < 30_000; id += 1) store.wrote(`note ${id}`);
  expect([value(), value()]).toEqual([2, 2]);
  expect(store.holds(0, ['note 29999'])).toBe(false);
});

test('what has a name that no one has is made each time: it may be as long as what someone sends', () => {
  const store = new Remembered();
  let times = 0;
  const value = (name: string): number => store.get(name, () => (times += 1));
  const [short, long] = [`user at ${'x'.repeat(300)}`, `user at ${'x'.repeat(500)}`];
  expect([value(short), value(short), value(long), value(long)]).toEqual([1, 1, 2, 3]);
});
