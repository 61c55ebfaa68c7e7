import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStorage } from './database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'storage-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
const migrations = [
  { number: 1, name: 'first', sql: 'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT UNIQUE);' },
];

test('what a transaction wrote is there after a restart', async () => {
  const storage = await openStorage({ dataDir, migrations });
  const ids = await Promise.all(
    [1, 2, 3].map((n) => storage.transaction((tx) => tx.run('INSERT INTO t (a) VALUES (?)', `a${n}`).lastId)),
  );
  expect(ids).toEqual([1, 2, 3]);
  await storage.compact();
  await storage.transaction((tx) => tx.run('INSERT INTO t (a) VALUES (?)', 'later'));
  console.log(storage.stats());
  await storage.close();
  const again = await openStorage({ dataDir, migrations });
  expect(await again.read((view) => view.all('SELECT id, a FROM t ORDER BY id'))).toHaveLength(4);
  await again.close();
});
test('real schema', async () => {
  const storage = await openStorage({ dataDir });
  expect(storage.stats().dataVersion).toBe(1);
  await storage.close();
});
