/** Lists that are made ahead: in steps, by all who need them together, and of what is there in the end. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultyDisk } from '../testing/faulty-disk.ts';
import { openOn } from '../testing/storage-kit.ts';
import type { Reader, Storage } from './database.ts';
import { prepareList, rememberedList, type ListSource } from './remembered-list.ts';

let storage: Storage;
let made: string[];

beforeEach(async () => {
  made = [];
  storage = await openOn(new FaultyDisk());
  await storage.transaction((tx) => {
    for (const text of ['a', 'b', 'c', 'd', 'e']) tx.run('INSERT INTO notes (text) VALUES (?)', text);
  });
});
afterEach(async () => storage.close());

const notes = (db: Reader): ListSource<{ text: string }, string> => ({
  key: 'notes in capitals',
  items: () => db.all<{ text: string }>('SELECT text FROM notes ORDER BY id'),
  make(items) {
    const texts = items.map(({ text }) => text.toUpperCase());
    made.push(texts.join(''));
    return texts;
  },
  atOnce: 2,
});
const whole = async (): Promise<string> => storage.read((db) => rememberedList(db, notes(db)).join(''));

test('are made some entries a step, and once; what is missing when they are needed is made then', async () => {
  await storage.read((db) => {
    const [one, another] = [prepareList(db, notes(db)), prepareList(db, notes(db))];
    one.next();
    another.next();
  });
  expect(made).toEqual(['AB', 'CD']);
  expect([await whole(), await whole()]).toEqual(['ABCDE', 'ABCDE']);
  expect(made).toEqual(['AB', 'CD', 'E']);
});

test('begin again when what they are made from changed between two steps', async () => {
  const change = { isWritten: false };
  const prepared = storage.readInSlices(function* (db) {
    const steps = prepareList(db, notes(db));
    steps.next();
    while (!change.isWritten) yield;
    yield* steps;
  }, {});
  await storage.transaction((tx) => tx.run("UPDATE notes SET text = 'x' WHERE id = 1"));
  change.isWritten = true;
  await prepared;
  expect(made).toEqual(['AB', 'XB', 'CD', 'E']);
  expect([await whole(), made.length]).toEqual(['XBCDE', 4]);
});

test('are left to the user who needs them when they are overtaken again and again', async () => {
  const counts = { steps: 0, writes: 0 };
  const prepared = storage.readInSlices(function* (db) {
    for (const preparing = prepareList(db, notes(db)); preparing.next().done !== true;) {
      counts.steps += 1;
      while (counts.writes < counts.steps) yield;
    }
  }, {});
  for (let turn = 0; turn < 20; turn += 1) {
    await storage.transaction((tx) => tx.run('UPDATE notes SET text = ? WHERE id = 1', `n${turn}`));
    counts.writes += 1;
  }
  await prepared;
  expect(counts.steps).toBeLessThan(6);
  expect(await whole()).toBe('N19BCDE');
});
