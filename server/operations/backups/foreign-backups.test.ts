/** Files that claim to be a backup: what one from elsewhere may bring into a data folder. */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../../laws/tree.ts';
import { archivedName } from '../../storage/archive-names.ts';
import { listName, type BackupList } from '../../storage/backup.ts';
import { restore } from '../../storage/restore.ts';
import { decodeSealed } from '../../storage/sealed.ts';
import { encodeManifest, snapshotManifest, type SnapshotManifest } from '../../storage/snapshot.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { exportTeam } from '../team-export/team-export.ts';
import { backupQueries, outsideRules } from './queries.ts';

const outside = outsideRules(false);
let world: World;
let folder: string;
beforeEach(async () => {
  world = await startWorld();
  folder = mkdtempSync(join(tmpdir(), 'hearth-foreign-'));
});
afterEach(async () => {
  await world.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function backUp(from = world): Promise<string> {
  const file = join(folder, 'office.hearth-backup');
  await from.server.services.storage.backup(file);
  return file;
}

/** Adds a file to a backup and to the backup's own list. */
async function withFile(
  file: string,
  name: string,
  content: string,
  change: (name: string, bytes: Buffer) => void = () => undefined,
): Promise<string> {
  const out = `${file}.changed`;
  const [reader, writer] = [extract(), pack()];
  const reading = pipeline(createReadStream(file), reader);
  const writing = pipeline(writer, createWriteStream(out));
  const sums = new Map<string, string>();
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    if (entry.header.name !== listName) {
      change(entry.header.name, bytes);
      sums.set(entry.header.name, createHash('sha256').update(bytes).digest('hex'));
      writer.entry({ name: entry.header.name }, bytes);
      continue;
    }
    const list = JSON.parse(bytes.toString()) as BackupList;
    for (const listed of list.entries) listed.sha256 = sums.get(listed.path) ?? listed.sha256;
    writer.entry({ name }, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    list.entries.push({ path: name.replaceAll('\\', '/'), bytes: content.length, sha256 });
    list.files += 1;
    list.fileBytes += content.length;
    writer.entry({ name: listName }, JSON.stringify(list));
  }
  writer.finalize();
  await Promise.all([reading, writing]);
  return out;
}

interface Entry {
  name: string;
  bytes: Buffer;
}

/** @returns the files of a backup: the database, its manifest, uploads, and last the list */
async function entriesOf(file: string): Promise<Entry[]> {
  const reader = extract();
  const reading = pipeline(createReadStream(file), reader);
  const found: Entry[] = [];
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    found.push({ name: entry.header.name, bytes: Buffer.concat(chunks) });
  }
  await reading;
  return found;
}

/** Writes a backup whose list, the last entry, fits the others. @param listed changes what it lists */
async function written(
  entries: readonly (Entry | undefined)[],
  listed: (list: BackupList) => BackupList['entries'] = (list) => list.entries,
): Promise<string> {
  const file = join(folder, 'written.hearth-backup');
  const all = entries.filter((entry) => entry !== undefined);
  const list = JSON.parse(all.at(-1)?.bytes.toString() ?? '') as BackupList;
  const others = all.slice(0, -1);
  const uploads = others.slice(2);
  list.entries = others.map(({ name, bytes }) => ({
    path: name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  list.entries = listed(list);
  Object.assign(list, { files: uploads.length, fileBytes: uploads.reduce((sum, { bytes }) => sum + bytes.length, 0) });
  const writer = pack();
  const writing = pipeline(writer, createWriteStream(file));
  for (const { name, bytes } of others) writer.entry({ name }, bytes);
  writer.entry({ name: listName }, JSON.stringify(list));
  writer.finalize();
  await writing;
  return file;
}

test.each([
  'tls/key.pem',
  'TLS/key.pem',
  'replacing/left',
  'clock.json',
  'images/a/snapshot-00000001.sqlite',
  'logs/server.log',
  'backups/other.hearth-backup',
  'journal/segment-00000001.journal',
  'journal-end.json',
  'snapshot-00000002.sqlite',
  'in-use.lock',
  'uploads/../tls/key.pem',
  'uploads\\..\\tls\\key.pem',
  'uploads\\..\\..\\outside.txt',
  '../outside.txt',
  '/tmp/outside.txt',
  'CON',
  'uploads/nul',
  'uploads/1/COM1.txt/a.txt',
  'uploads/1/x/evil.txt:stream',
  'uploads/1/x/C:evil',
  'uploads/1/x/two\nlines.txt',
  'uploads/1/x/escape\u001b[31m.txt',
  'uploads/1/x/dot.',
  'uploads/1/x/blank ',
  'uploads/1/x./a.txt',
  `uploads/1/x/${'a'.repeat(256)}`,
])('a backup with %s is refused, and nothing is left', async (name) => {
  const file = await withFile(await backUp(), name, 'not yours');
  const target = join(folder, 'restored');
  await expect(restore(file, target, { outside })).rejects.toMatchObject({
    reason: 'foreign',
    message: expect.stringMatching(/^[^\n]*(?: no backup has| no file of a data)[^\n]*$/) as string,
  });
  expect(existsSync(target)).toBe(false);
  expect(existsSync(join(folder, 'outside.txt'))).toBe(false);
});

test.each(['hearth-demo.json', 'notes.txt', 'private/diary.txt', 'uploads', 'MOVED.txt', '.env'])(
  'a file %s of a backup is left out and reported',
  async (name) => {
    const file = await withFile(await backUp(), name, '{}');
    const target = join(folder, 'restored');
    expect((await restore(file, target, { outside })).leftOut).toEqual([name]);
    const path = join(target, name);
    expect(existsSync(path) && statSync(path).isFile()).toBe(false);
  },
);

test.each([
  ['a trigger', "CREATE TRIGGER t AFTER INSERT ON messages BEGIN UPDATE users SET role = 100 WHERE email = 'b'; END"],
  ['a view', 'CREATE VIEW v AS SELECT * FROM users'],
  ['another table', 'CREATE TABLE extra (a)'],
  ['another index', 'CREATE INDEX extra ON users (full_name)'],
  ['another column', 'ALTER TABLE users ADD COLUMN extra'],
  ['no such index', 'DROP INDEX {index}'],
  [
    'a former search index',
    'CREATE VIRTUAL TABLE message_search USING fts4(content="messages", tokenize=unicode61, topic, content)',
  ],
  ['no state of the search index', 'DROP TABLE search_state'],
  ['no owner', 'UPDATE users SET role = 400'],
  ['only owners who cannot sign in', 'UPDATE users SET is_active = 0 WHERE role = 100'],
  ['an unknown migration', "UPDATE schema_migrations SET checksum = 'x' WHERE number = 12"],
  ['a changed name', 'UPDATE schema_migrations SET number = 900 WHERE number = 12'],
])('a backup whose database has %s is refused', async (_, sql) => {
  const [index] = await world.db<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL LIMIT 1",
  );
  await world.server.services.storage.transaction((tx) => {
    for (const statement of sql.replace('{index}', index?.name ?? '').split(/; (?=DROP)/)) tx.run(statement);
  });
  const file = await backUp();
  const target = join(folder, 'restored');
  await expect(restore(file, target, { outside })).rejects.toThrow(/not a backup that Hearth made|newer version/);
  expect(existsSync(target)).toBe(false);
});

test('a backup of a version that had twelve migrations in place of the first is restored', async () => {
  const older = join(root, 'e2e/older-version/twelve-migrations/office.hearth-backup.gz');
  const file = join(folder, 'older.hearth-backup');
  writeFileSync(file, gunzipSync(readFileSync(older)));
  const { restored } = await restore(file, join(folder, 'restored'), { outside });
  expect(restored.tables['messages']).toBeGreaterThan(20);
});

test('an upload that was named as a device of Windows is restored where it is a file', () => {
  const name = 'uploads/2/x/aux.c';
  expect(archivedName(name, 'linux')).toBe(name);
  expect(archivedName(name, 'win32')).toBeUndefined();
  expect(archivedName('uploads/nul/x/a.c', 'linux')).toBeUndefined();
});

test('rows that name files outside of the data folder are served, deleted, exported and cleaned without following them', async () => {
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, 'not yours');
  const { storage, options } = world.server.services;
  const outsidePath = relative(join(options.dataDir, 'uploads'), secret);
  await storage.transaction((tx) => {
    tx.run(
      "INSERT INTO attachments (owner_id, path_id, name, size, content_type, create_time) SELECT id, ?, 'a.txt', 9, 'text/plain', 1 FROM users WHERE email = 'owner@example.com'",
      outsidePath,
    );
    tx.run(
      "UPDATE users SET avatar_file = ?, avatar_source = 'U' WHERE email = 'owner@example.com'",
      dirname(outsidePath),
    );
  });
  const path = `/user_uploads/${outsidePath.split('/').map(encodeURIComponent).join('/')}`;
  expect([400, 404]).toContain((await world.owner.get(path)).status);
  const { files, lacking } = await exportTeam(options.dataDir, join(folder, 'team.tar.gz'));
  expect(files).toBe(0);
  expect(lacking.map(({ path: missing }) => missing)).toContain(`uploads/${outsidePath}`);
  const target = join(folder, 'restored');
  const report = await restore(await backUp(), target, { outside, ...backupQueries });
  expect(report.lacking).toContainEqual({ path: `uploads/${outsidePath}`, expected: 9, found: null });
  expect((await world.owner.delete('/users/me/avatar')).status).toBe(200);
  await world.server.workers.jobs.find(({ name }) => name === 'uploads')?.run();
  expect(await world.db('SELECT id FROM attachments')).toEqual([]);
  expect(readFileSync(secret, 'utf8')).toBe('not yours');
});

test('a backup with a damaged database is refused without naming a folder that is gone', async () => {
  const file = await backUp();
  const target = join(folder, 'restored');
  const damaged = await withFile(file, 'uploads/1/a/a.txt', 'x', (name, bytes) => {
    if (name.endsWith('.sqlite')) bytes.fill(0x2a, 4096, 8192);
  });
  const error = (await restore(damaged, target, { outside }).catch((caught: unknown) => caught)) as Error;
  expect(error).toMatchObject({ reason: 'damaged' });
  expect(error.message).not.toContain('npm run recover');
  expect(error.message).not.toContain(target);
});

test.each<[string, Partial<SnapshotManifest>, string]>([
  ['a history that is none', { history: '../../elsewhere' }, 'makes no sense'],
  ['a version that is not of its database', { dataVersion: 9999 }, 'does not hold the counts that it names'],
  ['no pieces', { pieces: null as never }, 'makes no sense'],
  ['half a transaction', { nextTransaction: 1.5 }, 'makes no sense'],
  ['a transaction close to the largest whole number', { nextTransaction: 2 ** 53 - 1 }, 'makes no sense'],
])('a backup whose manifest has %s is refused', async (_, change, why) => {
  const [database, manifest, list] = await entriesOf(await backUp());
  const value = decodeSealed('manifest', manifest?.bytes ?? Buffer.alloc(0)) as SnapshotManifest;
  const changed = Buffer.from(encodeManifest({ ...value, ...change }));
  const file = await written([database, manifest && { ...manifest, bytes: changed }, list]);
  const target = join(folder, 'restored');
  await expect(restore(file, target, { outside })).rejects.toThrow(why);
  expect(existsSync(target)).toBe(false);
});

test('a backup whose database says that it is read-only is refused', async () => {
  const [database, manifest, list] = await entriesOf(await backUp());
  const bytes = Buffer.from(database?.bytes ?? '');
  bytes[18] = 3;
  const value = decodeSealed('manifest', manifest?.bytes ?? Buffer.alloc(0)) as SnapshotManifest;
  const fitting = Buffer.from(encodeManifest(snapshotManifest(bytes, value)));
  const file = await written([database && { ...database, bytes }, manifest && { ...manifest, bytes: fitting }, list]);
  await expect(restore(file, join(folder, 'restored'), { outside })).rejects.toMatchObject({ reason: 'damaged' });
});

test('a backup that lists a file twice, and another not at all, is refused', async () => {
  const [database, manifest, list] = await entriesOf(await backUp());
  const files = ['a', 'b'].map((name) => ({ name: `uploads/1/x/${name}.txt`, bytes: Buffer.from(name) }));
  const file = await written([database, manifest, ...files, list], ({ entries }) => [
    ...entries.slice(0, -1),
    ...entries.slice(-2, -1),
  ]);
  await expect(restore(file, join(folder, 'restored'), { outside })).rejects.toMatchObject({ reason: 'damaged' });
});

test('a backup of a server that was never set up is refused', async () => {
  const empty = await startWorld({ empty: true });
  try {
    const file = await backUp(empty);
    await expect(restore(file, join(folder, 'restored'), { outside })).rejects.toThrow(/no organization with an owner/);
  } finally {
    await empty.stop();
  }
});

test('the console refuses a backup with a trigger, and everything stays as it was', async () => {
  await world.server.services.storage.transaction((tx) =>
    tx.run('CREATE TRIGGER t AFTER INSERT ON drafts BEGIN UPDATE users SET role = 100; END'),
  );
  const file = await backUp();
  await world.server.services.storage.transaction((tx) => tx.run('DROP TRIGGER t'));
  const { services } = world.server;
  await expect(
    services.restorer.restore(services, file, {
      requestId: 'none',
      safetyCopy: false,
      cause: { via: 'command_line' },
      name: '',
      asker: null,
    }),
  ).rejects.toMatchObject({ code: 'BACKUP_FOREIGN' });
  expect(await world.owner.ok.get('/users/me')).toMatchObject({ email: 'owner@example.com' });
});

test.each<[string, object, string?]>([
  ['a time that is none', { madeAt: 'x' }],
  ['a time beyond all calendars', { madeAt: 1e300 }],
  ['a version below all', { dataVersion: -1 }],
  ['no entries', { entries: null }],
  ['a title of a megabyte', { title: 'x'.repeat(1_000_000) }],
  ['a transaction beyond all numbers', { lastTransaction: 2 ** 53 }],
  ['a transaction before all', { lastTransaction: -1 }],
  ['half a transaction', { lastTransaction: 1.5 }],
  ['another transaction than the database has', { lastTransaction: 2 }, 'does not hold the counts that it names'],
  ['other counts', { files: 7 }, 'does not hold the counts that it names'],
])('a list of contents with %s is refused before the folder counts as restored', async (_what, change, why) => {
  const file = await backUp();
  const changed = await withFile(file, 'uploads/1/a.txt', 'x');
  const out = `${changed}.list`;
  const [reader, writer] = [extract(), pack()];
  const work = [pipeline(createReadStream(changed), reader), pipeline(writer, createWriteStream(out))];
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const isList = entry.header.name === listName;
    writer.entry(
      { name: entry.header.name },
      isList ? JSON.stringify({ ...(JSON.parse(bytes.toString()) as BackupList), ...change }) : bytes,
    );
  }
  writer.finalize();
  await Promise.all(work);
  const target = join(folder, 'restored');
  await expect(restore(out, target, { outside })).rejects.toThrow(why ?? 'Its list of contents makes no sense');
  expect(existsSync(join(target, 'journal-end.json'))).toBe(false);
});
