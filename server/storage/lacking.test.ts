/** Messages about files that are missing or differ from their record. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder, openReal } from '../testing/storage-kit.ts';
import { backupFolder } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { describeLacking, describeLackingFile, type LackingFile } from './lacking.ts';
import { restore } from './restore.ts';

const file = (found: number | null): LackingFile => ({ path: 'uploads/2/ab/cat.png', expected: 68, found });

test.each<[string, (number | null)[]]>([
  ['', []],
  ['1 file is missing', [null]],
  ['2 files are shorter than they were', [3, 0]],
  ['1 file is longer than it was', [69]],
  ['1 file is missing, 1 file is shorter than it was', [3, null]],
  ['2 files are missing, 1 file is shorter than it was, 2 files are longer than they were', [null, 70, 3, null, 80]],
])('says "%s"', (text, found) => {
  expect(describeLacking(found.map(file))).toBe(text);
});

test('names a file with its bytes', () => {
  expect(describeLackingFile(file(null))).toBe('uploads/2/ab/cat.png is missing');
  expect(describeLackingFile(file(3))).toBe('uploads/2/ab/cat.png has 3 bytes instead of 68');
});

test('a backup lists the recorded files that it lacks, and so do its check and its restore', async () => {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  const folder = join(dataDir, 'uploads/2/ab');
  mkdirSync(folder, { recursive: true });
  for (const name of ['whole', 'gone', 'short', 'long']) writeFileSync(join(folder, name), '12345');
  const filesSql = ['whole', 'gone', 'short', 'long'].map(
    (name) => `SELECT 'uploads/2/ab/${name}' AS path, 5 AS bytes`,
  );
  const whole = join(freshFolder(), 'whole.tar');
  expect((await storage.backup(whole, { filesSql })).lacking).toBeUndefined();
  expect((await restore(whole, freshFolder(), { filesSql })).lacking).toEqual([]);

  rmSync(join(folder, 'gone'));
  writeFileSync(join(folder, 'short'), '123');
  writeFileSync(join(folder, 'long'), '123456');
  const lacking = [
    { path: 'uploads/2/ab/gone', expected: 5, found: null },
    { path: 'uploads/2/ab/short', expected: 5, found: 3 },
    { path: 'uploads/2/ab/long', expected: 5, found: 6 },
  ];
  const out = join(freshFolder(), 'backup.tar');
  expect(await storage.backup(out, { filesSql })).toMatchObject({ files: 3, lacking });
  expect(await backupFolder(dataDir, out, { filesSql })).toMatchObject({ files: 3, lacking });
  expect(await checkBackup(out)).toMatchObject({ lacking });
  expect((await restore(out, freshFolder(), { filesSql })).lacking).toEqual(lacking);
  // A database of another kind has no such files.
  expect((await storage.backup(out, { filesSql: ['SELECT path, bytes FROM nothing'] })).lacking).toBeUndefined();
  await storage.close();
});

test('a file without recorded bytes lacks when it is missing or empty, and a later statement adds the bytes', async () => {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  const folder = join(dataDir, 'uploads/emoji');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'any'), '123');
  writeFileSync(join(folder, 'empty'), '');
  writeFileSync(join(folder, 'short'), '12');
  const filesSql = [
    ...['any', 'empty', 'gone', 'short'].map((name) => `SELECT 'uploads/emoji/${name}' AS path, NULL AS bytes`),
    'SELECT path, bytes FROM nothing',
    "SELECT 'uploads/emoji/short' AS path, 3 AS bytes",
  ];
  const out = join(freshFolder(), 'backup.tar');
  const { lacking = [] } = await storage.backup(out, { filesSql });
  expect(lacking.map(describeLackingFile)).toEqual([
    'uploads/emoji/empty is empty',
    'uploads/emoji/gone is missing',
    'uploads/emoji/short has 2 bytes instead of 3',
  ]);
  expect(describeLacking(lacking)).toBe('1 file is missing, 2 files are shorter than they were');
  expect(await checkBackup(out)).toMatchObject({ lacking });
  expect((await restore(out, freshFolder(), { filesSql })).lacking).toEqual(lacking);
  await storage.close();
});
