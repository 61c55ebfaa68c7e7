/** Long reads in slices: others pass in between, and yet each sees one state of the data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStorage, type Reader, type Storage } from './database.ts';

let folder: string;
let storage: Storage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hearth-slices-'));
  const sql =
    'CREATE TABLE pairs (id INTEGER PRIMARY KEY, value INTEGER NOT NULL); CREATE TABLE other (id INTEGER PRIMARY KEY);';
  storage = await openStorage({ dataDir: join(folder, 'data'), migrations: [{ number: 1, name: 'test', sql }] });
  await storage.transaction((tx) => {
    tx.run('INSERT INTO pairs (value) VALUES (1)');
    tx.run('INSERT INTO pairs (value) VALUES (1)');
  });
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const valueOf = (view: Reader, id: number): number =>
  view.get<{ value: number }>('SELECT value FROM pairs WHERE id = ?', id)?.value ?? 0;

/** Reads the first value, yields until `isOver`, then reads the second. */
function* both(view: Reader, isOver: () => boolean): Generator<void, [number, number]> {
  const first = valueOf(view, 1);
  while (!isOver()) yield;
  return [first, valueOf(view, 2)];
}

it('lets others read and write in between, and begins again when what it read has changed', async () => {
  let starts = 0;
  let isWritten = false;
  const read = storage.readInSlices(
    (view) => {
      starts += 1;
      return both(view, () => isWritten);
    },
    { pairs: 'any' },
  );
  expect(await storage.read((view) => valueOf(view, 1))).toBe(1);
  await storage.transaction((tx) => tx.run('UPDATE pairs SET value = 2'));
  isWritten = true;
  expect(await read).toEqual([2, 2]);
  expect(starts).toBe(2);
});

it.each([
  'UPDATE "pairs" SET value = 2',
  'WITH two (value) AS (SELECT 2) UPDATE pairs SET value = (SELECT value FROM two)',
  "/* not into other */ UPDATE pairs SET value = 2 WHERE 'insert into other' <> ''",
])('starts again after %s', async (sql) => {
  let isWritten = false;
  const read = storage.readInSlices((view) => both(view, () => isWritten), { pairs: 'any' });
  expect(await storage.read((view) => valueOf(view, 1))).toBe(1);
  await storage.transaction((tx) => tx.run(sql));
  isWritten = true;
  expect(await read).toEqual([2, 2]);
});

it('goes on when something else was written, or when rows came that it does not look at', async () => {
  let starts = 0;
  let isWritten = false;
  const read = storage.readInSlices(
    (view) => {
      starts += 1;
      return both(view, () => isWritten);
    },
    { pairs: 'grows' },
  );
  await storage.transaction((tx) => tx.run('INSERT INTO other (id) VALUES (1)'));
  await storage.transaction((tx) => tx.run('INSERT INTO pairs (value) VALUES (9)'));
  isWritten = true;
  expect(await read).toEqual([1, 1]);
  expect(starts).toBe(1);
});

it('ends under writes without an end: they wait for it in the end', async () => {
  let [starts, writes] = [0, 0];
  const state = { isOver: false };
  const read = storage.readInSlices(
    (view) => {
      starts += 1;
      // Each start but the last waits for a write that overtakes it.
      const seen = writes;
      const isLast = starts > 4;
      return both(view, () => isLast || writes > seen);
    },
    { pairs: 'any' },
  );
  const done = read.then((value) => {
    state.isOver = true;
    return value;
  });
  while (!state.isOver) {
    await storage.transaction((tx) => tx.run('UPDATE pairs SET value = value + 1'));
    writes += 1;
  }
  const [first, second] = await done;
  expect(first).toBe(second);
  expect(starts).toBeLessThanOrEqual(5);
});

it('reports the error of its steps, and holds nothing afterwards', async () => {
  const failing = storage.readInSlices(
    function* (): Generator<void, never> {
      yield;
      throw new Error('no such thing');
    },
    { pairs: 'any' },
  );
  await expect(failing).rejects.toThrow('no such thing');
  await storage.transaction((tx) => tx.run('UPDATE pairs SET value = 7'));
  expect(await storage.read((view) => valueOf(view, 2))).toBe(7);
});

it('writes what it found before anything else is written, and again when it was overtaken', async () => {
  let isWritten = false;
  const raise = storage.readThenWrite(
    (view) => both(view, () => isWritten),
    { pairs: 'any' },
    (tx, [first]) => {
      tx.run('UPDATE pairs SET value = ?', first + 1);
      return first;
    },
  );
  await storage.transaction((tx) => tx.run('UPDATE pairs SET value = 10'));
  isWritten = true;
  // Those wait already when the read ends: two raises by what was read, and none is lost.
  const others = Array.from({ length: 4 }, async () =>
    storage.readThenWrite(
      (view) => both(view, () => true),
      { pairs: 'any' },
      (tx, [first]) => tx.run('UPDATE pairs SET value = ?', first + 1).changes,
    ),
  );
  const plain = storage.transaction((tx) => tx.run('UPDATE pairs SET value = value + 100'));
  expect(await raise).toBeGreaterThanOrEqual(10);
  await Promise.all([...others, plain]);
  expect(await storage.read((view) => [valueOf(view, 1), valueOf(view, 2)])).toEqual([115, 115]);
});

it('reports the error of such a write, and goes on', async () => {
  const failing = storage.readThenWrite(
    (view) => both(view, () => true),
    { pairs: 'any' },
    (tx) => {
      tx.run('UPDATE pairs SET value = 3');
      throw new Error('not like this');
    },
  );
  await expect(failing).rejects.toThrow('not like this');
  const next = storage.readInSlices((view) => both(view, () => true), { pairs: 'any' });
  expect(await next).toEqual([1, 1]);
});
