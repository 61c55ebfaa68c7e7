/** The promises of transactions and reads: durable, whole, typed errors, nothing unrepeatable in the journal. */
import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { FaultyDisk } from '../testing/faulty-disk.ts';
import { addNote, freshFolder, freezeClock, noteTexts, openOn, openReal } from '../testing/storage-kit.ts';
import { openStorage, type SqlValue, StorageError } from './database.ts';
import type { DiskFile } from './disk.ts';
import type { Storage } from './interface.ts';

freezeClock();

test('what a transaction wrote is there after a restart, before and after a compaction', async () => {
  const dataDir = freshFolder();
  const first = await openReal(dataDir);
  expect(await Promise.all(['a', 'b', 'c'].map((text) => addNote(first, text)))).toEqual([1, 2, 3]);
  await first.compact();
  await addNote(first, 'd');
  await first.close();
  const second = await openReal(dataDir);
  expect(await noteTexts(second)).toEqual(['a', 'b', 'c', 'd']);
  expect(second.stats()).toMatchObject({ state: 'ok', dataVersion: 1, transactions: 5, compacting: false });
  expect(second.stats().snapshotBytes).toBeGreaterThan(4096);
});

test('every kind of value comes back as it went in, also from the journal', async () => {
  const dataDir = freshFolder();
  const values: SqlValue[] = [
    0,
    -1,
    2 ** 53 - 1,
    1.5,
    -0.1,
    Infinity,
    -Infinity,
    '',
    'é😀"\\\n',
    '\ud800x',
    null,
    new Uint8Array([0, 255, 10]),
  ];
  const first = await openReal(dataDir, {
    migrations: [{ number: 1, name: 'v', sql: 'CREATE TABLE v (id INTEGER PRIMARY KEY, value)' }],
  });
  const before = await first.transaction((tx) => {
    for (const value of values) tx.run('INSERT INTO v (value) VALUES (?)', value);
    return tx.all<{ value: SqlValue }>('SELECT value FROM v ORDER BY id').map((row) => row.value);
  });
  expect(before.filter((_, index) => index !== 9)).toEqual(values.filter((_, index) => index !== 9));
  await first.close();
  const second = await openReal(dataDir, {
    migrations: [{ number: 1, name: 'v', sql: 'CREATE TABLE v (id INTEGER PRIMARY KEY, value)' }],
  });
  expect(
    await second.read((view) =>
      view.all<{ value: SqlValue }>('SELECT value FROM v ORDER BY id').map((row) => row.value),
    ),
  ).toEqual(before);
});

test('a transaction that throws leaves nothing, whatever its place in the group, and rejects with its own error', async () => {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  const mine = new Error('mine');
  const failing = (text: string): Promise<unknown> =>
    storage.transaction((tx) => {
      tx.run('INSERT INTO notes (text) VALUES (?)', text);
      throw mine;
    });
  const results = await Promise.allSettled([
    failing('x'),
    addNote(storage, 'a'),
    failing('y'),
    addNote(storage, 'b'),
    failing('z'),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(
    results
      .filter(({ status }) => status === 'rejected')
      .every((result) => 'reason' in result && result.reason === mine),
  ).toBe(true);
  expect(await noteTexts(storage)).toEqual(['a', 'b']);
  const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [{ id: result.value }] : []));
  const storedIds = (of: Storage): Promise<unknown[]> =>
    of.read((view) => view.all('SELECT id FROM notes ORDER BY id'));
  expect(await storedIds(storage)).toEqual(ids);
  await storage.close();
  const reopened = await openReal(dataDir);
  expect(await noteTexts(reopened)).toEqual(['a', 'b']);
  expect(await storedIds(reopened)).toEqual(ids);
});

test('a statement that fails inside a transaction that goes on leaves no trace in the journal', async () => {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  await addNote(storage, 'a');
  await storage.transaction((tx) => {
    expect(() => tx.run('INSERT INTO notes (text) VALUES (?), (?)', 'c', 'a')).toThrow(StorageError);
    tx.run('INSERT INTO notes (text) VALUES (?)', 'b');
    tx.run('UPDATE totals SET value = value + 1');
  });
  await storage.close();
  expect(await noteTexts(await openReal(dataDir))).toEqual(['a', 'b']);
});

test('errors of SQLite are recognisable', async () => {
  const storage = await openReal(freshFolder());
  await addNote(storage, 'a');
  const failure = (sql: string, ...params: SqlValue[]): Promise<unknown> =>
    storage.transaction((tx) => tx.run(sql, ...params)).catch((error: unknown) => error);
  expect(await failure('INSERT INTO notes (text) VALUES (?)', 'a')).toMatchObject({
    name: 'StorageError',
    kind: 'unique',
    columns: ['notes.text'],
  });
  expect(await failure('INSERT INTO notes (text) VALUES (?)', null)).toMatchObject({
    kind: 'not-null',
    columns: ['notes.text'],
  });
  expect(await failure('INSERT INTO notes (text, parent) VALUES (?, ?)', 'b', 99)).toMatchObject({
    kind: 'foreign-key',
  });
  expect(await failure('INSERT INTO notes (text, n) VALUES (?, ?)', 'b', -5)).toMatchObject({ kind: 'check' });
  expect(await failure('INSERT INTO nowhere (text) VALUES (?)', 'b')).toMatchObject({ kind: 'sql' });
  expect(await failure('INSERT INTO notes (text) VALUES (?)', 'b', 'c')).toMatchObject({ kind: 'misuse' });
  expect(await failure('INSERT INTO notes (text) VALUES (?)', Number.NaN)).toMatchObject({ kind: 'misuse' });
  expect(await failure('INSERT INTO notes (text) VALUES (?)', 'a\0b')).toMatchObject({ kind: 'misuse' });
  expect(await noteTexts(storage)).toEqual(['a']);
});

test.each([
  'INSERT INTO notes (text) VALUES (random())',
  "INSERT INTO notes (text) VALUES (datetime('now'))",
  'INSERT INTO notes (text) VALUES (CURRENT_TIMESTAMP)',
  "UPDATE notes SET text = strftime('%s', 'now')",
  'INSERT INTO notes (text, parent) VALUES (1, last_insert_rowid())',
  'CREATE TABLE later (at TEXT DEFAULT CURRENT_TIMESTAMP)',
  'CREATE TRIGGER t AFTER INSERT ON notes BEGIN UPDATE notes SET n = random(); END',
  'INSERT OR ROLLBACK INTO notes (text) VALUES (1)',
  'CREATE TABLE c (id INTEGER REFERENCES notes(id) DEFERRABLE INITIALLY DEFERRED)',
  'PRAGMA user_version = 5',
  'VACUUM',
  'COMMIT',
  'SELECT 1',
  "INSERT INTO notes (text) VALUES ('x'); DELETE FROM notes",
])('the journal refuses %s', async (sql) => {
  const storage = await openReal(freshFolder());
  await expect(storage.transaction((tx) => tx.run(sql))).rejects.toMatchObject({ kind: 'misuse' });
});

test.each([
  'DELETE FROM notes',
  'WITH old AS (SELECT 1) DELETE FROM notes',
  'PRAGMA user_version = 5',
  'PRAGMA writable_schema',
  'SELECT 1; DELETE FROM notes',
  'BEGIN',
])('a read refuses %s', async (sql) => {
  const storage = await openReal(freshFolder());
  await expect(storage.read((view) => view.all(sql))).rejects.toMatchObject({ kind: 'misuse' });
  await expect(storage.transaction((tx) => tx.get(sql))).rejects.toMatchObject({ kind: 'misuse' });
});

test('words in quotes and comments are not mistaken for functions or statements', async () => {
  const storage = await openReal(freshFolder());
  await storage.transaction((tx) =>
    tx.run("INSERT INTO notes (text) VALUES ('random() ; ? datetime()') -- current_timestamp ?"),
  );
  expect(
    await storage.read((view) => view.get("SELECT text FROM notes WHERE text <> 'delete;?' AND id = ?", 1)),
  ).toEqual({ text: 'random() ; ? datetime()' });
});

test('columns of SELECT * follow a change of the schema, also one that is rolled back', async () => {
  const storage = await openReal(freshFolder());
  const columns = (): Promise<string[]> =>
    storage.read((view) => Object.keys(view.get<object>('SELECT * FROM totals') ?? {}));
  await addNote(storage, 'a');
  expect(await columns()).toEqual(['name', 'value']);
  const undone = storage.transaction((tx) => {
    tx.run('ALTER TABLE totals ADD COLUMN gone TEXT');
    expect(Object.keys(tx.get<object>('SELECT * FROM totals') ?? {})).toContain('gone');
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await columns()).toEqual(['name', 'value']);
  await storage.transaction((tx) => tx.run('ALTER TABLE totals ADD COLUMN kept TEXT'));
  expect(await columns()).toEqual(['name', 'value', 'kept']);
});

test('returning gives rows, and needs RETURNING', async () => {
  const storage = await openReal(freshFolder());
  const rows = await storage.transaction((tx) =>
    tx.returning('INSERT INTO notes (text) VALUES (?), (?) RETURNING id, text', 'a', 'b'),
  );
  expect(rows).toEqual([
    { id: 1, text: 'a' },
    { id: 2, text: 'b' },
  ]);
  await expect(storage.transaction((tx) => tx.returning('DELETE FROM notes'))).rejects.toMatchObject({
    kind: 'misuse',
  });
});

test('an asynchronous function is refused, and its late statements find the transaction over', async () => {
  const storage = await openReal(freshFolder());
  let late: unknown;
  const result = storage.transaction(async (tx) => {
    tx.run('INSERT INTO notes (text) VALUES (?)', 'a');
    await Promise.resolve();
    try {
      tx.run('INSERT INTO notes (text) VALUES (?)', 'b');
    } catch (error) {
      late = error;
    }
  });
  await expect(result).rejects.toMatchObject({ kind: 'misuse' });
  expect(late).toMatchObject({ kind: 'misuse' });
  expect(await noteTexts(storage)).toEqual([]);
});

/** A disk whose durable writes wait until they are let through. */
class GatedDisk extends FaultyDisk {
  gate: Promise<void> = Promise.resolve();
  writes = 0;

  override async openDurable(path: string): Promise<DiskFile> {
    const file = await super.openDurable(path);
    const waiting = async (bytes: Uint8Array, position: number): Promise<void> => {
      this.writes += 1;
      await this.gate;
      await file.writeDurable(bytes, position);
    };
    return { ...file, writeDurable: waiting };
  }
}

test('no one sees what is not on disk; one write carries all transactions of a turn; callbacks run in between', async () => {
  const disk = new GatedDisk();
  const storage = await openOn(disk);
  await addNote(storage, 'before');
  const gate = new EventEmitter();
  disk.gate = once(gate, 'open').then(() => undefined);
  const order: string[] = [];
  const writes = disk.writes;
  const done = Promise.all(
    ['a', 'b', 'c'].map((text) =>
      storage
        .transaction((tx) => {
          tx.run('INSERT INTO notes (text) VALUES (?)', text);
          tx.run('UPDATE totals SET value = value + 1');
          tx.afterDurable(() => order.push(`durable ${text}`));
        })
        .then(() => order.push(`resolved ${text}`)),
    ),
  );
  while (disk.writes === writes) await new Promise((resolve) => setImmediate(resolve));
  const read = noteTexts(storage).then((texts) => order.push(`read ${texts.length}`));
  expect(order).toEqual([]);
  gate.emit('open');
  await Promise.all([done, read]);
  expect(disk.writes - writes).toBe(1);
  expect(order.slice(0, 3)).toEqual(['durable a', 'durable b', 'durable c']);
  expect(order).toContain('read 4');
  await storage.close();
});

test('a closed database says so', async () => {
  const storage = await openReal(freshFolder());
  const last = addNote(storage, 'a');
  await storage.close();
  await last;
  await expect(addNote(storage, 'b')).rejects.toMatchObject({ kind: 'closed' });
  await expect(noteTexts(storage)).rejects.toMatchObject({ kind: 'closed' });
  expect(storage.stats().state).toBe('closed');
});

test('the schema that is shipped opens, and opens again', async () => {
  const dataDir = freshFolder();
  const first = await openStorage({ dataDir });
  expect(first.stats().dataVersion).toBeGreaterThan(0);
  await first.compact();
  await first.close();
  const second = await openStorage({ dataDir });
  expect(second.stats().dataVersion).toBe(first.stats().dataVersion);
  await second.close();
});
