/** Access to a data folder: one process, of a version that knows the schema. A refusal changes nothing. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FaultyDisk, SystemError } from '../testing/faulty-disk.ts';
import { addNote, freshFolder, notes, noteTexts, openOn, openReal } from '../testing/storage-kit.ts';
import { openStorage, StartRefusedError } from './database.ts';
import { realDisk } from './disk.ts';
import { dataPaths } from './file-names.ts';
import { findOwner } from './lock.ts';
import { type Migration, readMigrations, shippedMigrations, splitStatements } from './migrate.ts';
import { readFolder } from './read-folder.ts';
import { recover } from './recover.ts';

const second: Migration = {
  number: 2,
  name: 'tags',
  sql: 'CREATE TABLE tags (name TEXT PRIMARY KEY); INSERT INTO tags VALUES (1);',
};

/** Every file with size and content, to see that nothing changed. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(files.sort().map((name) => [name, readFileSync(join(folder, name)).toString('base64')]));
}

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('a folder in use is refused with the pid of its owner, by opening and by recovery', async () => {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  await addNote(storage, 'a');
  const refused = { reason: 'in-use', message: `${dataDir} is in use by process ${process.pid}.` };
  await expect(openStorage({ dataDir, migrations: notes })).rejects.toMatchObject(refused);
  await expect(recover(dataDir)).rejects.toMatchObject(refused);
  expect(await findOwner(realDisk, dataPaths(dataDir))).toBe(process.pid);
  await addNote(storage, 'b');
  await storage.close();
  expect(existsSync(dataPaths(dataDir).lock)).toBe(false);
  expect(await findOwner(realDisk, dataPaths(dataDir))).toBeUndefined();
});

test('the lock of a dead process, of a reused pid, and one cut short by a crash are taken over', async () => {
  const dataDir = freshFolder();
  const stale = [
    { pid: await deadPid(), started: '' },
    { pid: process.pid, started: 'another-boot 12' },
    { pid: 1, started: 'another-boot 12' },
  ];
  for (const text of [...stale.map((owner) => JSON.stringify(owner)), '', '{"pid":']) {
    writeFileSync(dataPaths(dataDir).lock, text);
    const storage = await openReal(dataDir);
    expect(await findOwner(realDisk, dataPaths(dataDir))).toBe(process.pid);
    await storage.close();
  }
  expect(readdirSync(dataDir).filter((name) => name.includes('lock'))).toEqual([]);
});

test('a folder that cannot be written is refused', async () => {
  class ReadOnly extends FaultyDisk {
    override openNow(path: string, mode: 'read' | 'create'): ReturnType<FaultyDisk['openNow']> {
      if (mode === 'create') throw new SystemError('EROFS', path);
      return super.openNow(path, mode);
    }
  }
  const refused = { reason: 'not-writable', message: '/data cannot be written (EROFS).' };
  await expect(openOn(new ReadOnly())).rejects.toMatchObject(refused);
  const file = join(freshFolder(), 'file');
  writeFileSync(file, '');
  await expect(openStorage({ dataDir: join(file, 'data'), migrations: notes })).rejects.toMatchObject({
    reason: 'not-writable',
  });
  await expect(openStorage({ dataDir: file, migrations: notes })).rejects.toMatchObject({
    reason: 'not-writable',
    message: `${file} is not a folder.`,
  });
});

test('migrations are applied once each, in order, also to a folder of an older version', async () => {
  const dataDir = freshFolder();
  const older = await openReal(dataDir);
  await addNote(older, 'a');
  await older.close();
  for (let round = 0; round < 2; round += 1) {
    const newer = await openReal(dataDir, { migrations: [...notes, second] });
    expect(newer.stats().dataVersion).toBe(2);
    expect(await newer.read((view) => view.all('SELECT name FROM tags'))).toEqual([{ name: '1' }]);
    expect(await newer.read((view) => view.all('SELECT number, name FROM schema_migrations ORDER BY number'))).toEqual([
      { number: 1, name: 'notes' },
      { number: 2, name: 'tags' },
    ]);
    await newer.close();
  }
});

test('a folder of an older version is read with the newer schema and stays as it is; one of a newer version is refused', async () => {
  const dataDir = freshFolder();
  const older = await openReal(dataDir);
  await addNote(older, 'a');
  await older.close();
  const before = contents(dataDir);
  const tags = (migrations: Migration[]) =>
    readFolder(dataDir, async (db) => db.all('SELECT name FROM tags'), migrations);
  expect(await tags([...notes, second])).toEqual([{ name: '1' }]);
  expect(contents(dataDir)).toEqual(before);
  const newer = await openReal(dataDir, { migrations: [...notes, second] });
  await newer.close();
  await expect(tags(notes)).rejects.toMatchObject({ reason: 'newer-version' });
});

test('a migration that fails leaves the folder as it was, at the version before', async () => {
  const dataDir = freshFolder();
  const older = await openReal(dataDir);
  await addNote(older, 'a');
  await older.close();
  const before = contents(dataDir);
  const broken: Migration = {
    number: 2,
    name: 'broken',
    sql: 'CREATE TABLE tags (name TEXT); INSERT INTO nowhere VALUES (1);',
  };
  await expect(openStorage({ dataDir, migrations: [...notes, broken] })).rejects.toMatchObject({ kind: 'sql' });
  expect(contents(dataDir)).toEqual(before);
  const again = await openReal(dataDir);
  expect(again.stats().dataVersion).toBe(1);
  expect(await noteTexts(again)).toEqual(['a']);
});

test.each(['journal', 'snapshot'])(
  'a folder from a newer version is refused unharmed, whether its %s says so',
  async (where) => {
    const dataDir = freshFolder();
    const newer = await openReal(dataDir, { migrations: [...notes, second] });
    if (where === 'snapshot') await newer.compact();
    await newer.close();
    const before = contents(dataDir);
    const refused = {
      reason: 'newer-version',
      message: `${dataDir} was written by a newer version of Hearth; start that version.`,
    };
    await expect(openStorage({ dataDir, migrations: notes })).rejects.toMatchObject(refused);
    expect(contents(dataDir)).toEqual(before);
  },
);

test('a folder made with another text of a migration is refused unharmed; other line ends are the same text', async () => {
  const dataDir = freshFolder();
  const first = await openReal(dataDir);
  await first.close();
  const before = contents(dataDir);
  const edited = notes.map((migration) => ({ ...migration, sql: `${migration.sql} ` }));
  const error: unknown = await openStorage({ dataDir, migrations: edited }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartRefusedError);
  expect(error).toMatchObject({ reason: 'changed-history' });
  expect(contents(dataDir)).toEqual(before);
  const windows = notes.map((migration) => ({ ...migration, sql: migration.sql.replaceAll('\n', '\r\n') }));
  const again = await openReal(dataDir, { migrations: windows });
  expect(again.stats().dataVersion).toBe(1);
});

test('a folder with all migrations that one replaces opens, and one with some of them is refused unharmed', async () => {
  const parts: Migration[] = [...notes, second];
  const beginning = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex').slice(0, 16);
  const whole: Migration = {
    number: 2,
    name: 'first',
    sql: parts.map(({ sql }) => sql).join(';\n'),
    replaces: parts.map(beginning),
  };
  const third: Migration = { number: 3, name: 'third', sql: 'CREATE TABLE thirds (a)' };
  const complete = freshFolder();
  await (await openReal(complete, { migrations: parts })).close();
  const opened = await openReal(complete, { migrations: [whole, third] });
  expect(opened.stats().dataVersion).toBe(3);
  await opened.close();
  const fresh = await openReal(freshFolder(), { migrations: [whole, third] });
  expect(fresh.stats().dataVersion).toBe(3);
  await fresh.close();

  const early = freshFolder();
  await (await openReal(early, { migrations: notes })).close();
  const before = contents(early);
  await expect(openStorage({ dataDir: early, migrations: [whole, third] })).rejects.toMatchObject({
    reason: 'older-version',
    message: expect.stringMatching(/nothing was changed\. Start it once with a version of November 26, 2026/) as string,
  });
  expect(contents(early)).toEqual(before);
});

test('shipped migrations are numbered without gaps from the one that replaces those before it, and files of other names are not migrations', () => {
  const shipped = shippedMigrations();
  expect(shipped.length).toBeGreaterThan(0);
  expect(shipped[0]?.replaces).toHaveLength(shipped[0]?.number ?? 0);
  expect(shipped.map(({ number }) => number)).toEqual(shipped.map((_, index) => 12 + index));
  const folder = freshFolder();
  mkdirSync(join(folder, '0009-folder.sql.d'));
  for (const name of ['0002-b.sql', '0001-a.sql', 'notes.txt', '3-c.sql'])
    writeFileSync(join(folder, name), `-- ${name}`);
  expect(readMigrations(folder).map(({ number, name }) => `${number} ${name}`)).toEqual(['1 a', '2 b']);
});

test('a script is split into its statements at the right semicolons', () => {
  const script = `-- a comment; with one
    CREATE TABLE a (t TEXT DEFAULT ';'); /* ; */
    CREATE TRIGGER b AFTER INSERT ON a BEGIN
      UPDATE a SET t = CASE WHEN t THEN 'end' ELSE "x;y" END; DELETE FROM a WHERE t = 1;
    END;
    INSERT INTO a VALUES ('it''s;')`;
  const statements = splitStatements(script);
  expect(statements.map((statement) => statement.split(/\s+/).slice(0, 2).join(' '))).toEqual([
    'CREATE TABLE',
    'CREATE TRIGGER',
    'INSERT INTO',
  ]);
  expect(statements[1]).toMatch(/END$/);
});
