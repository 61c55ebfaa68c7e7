/** A folder that begins with an image of the build is the same as one whose migrations ran here, and later migrations run on both. */
import { onTestFinished, expect, test, vi } from 'vitest';
import { FaultyDisk } from '../testing/faulty-disk.ts';
import { addNote, freshFolder, notes, noteTexts, openOn, openReal } from '../testing/storage-kit.ts';
import { type FirstImage, makeFirstImage, readFirstImage, shippedFirstImage, writeFirstImage } from './first-image.ts';
import type { Storage } from './interface.ts';
import { type Migration, shippedMigrations } from './migrate.ts';

const tags: Migration = {
  number: 2,
  name: 'tags',
  sql: "CREATE TABLE tags (name TEXT PRIMARY KEY); INSERT INTO tags VALUES ('a'), ('b');",
};
const both = [...notes, tags];
const beganAt = 1_700_000_000;
const now = (): number => beganAt * 1000 + 900;

/** All that a database holds: its schema, and the rows of every table. */
function everything(storage: Storage): Promise<Record<string, unknown[]>> {
  return storage.read((view) => {
    const schema = view.all<{ type: string; name: string }>('SELECT type, name, sql FROM sqlite_schema ORDER BY name');
    const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => name);
    return { schema, ...Object.fromEntries(tables.map((name) => [name, view.all(`SELECT * FROM "${name}"`)])) };
  });
}

async function everythingIn(options: { migrations: Migration[]; firstImage?: FirstImage }): Promise<unknown> {
  const storage = await openReal(freshFolder(), { now, ...options });
  return everything(storage);
}

test.each([
  ['of a small schema', both],
  ['that are shipped', shippedMigrations()],
])('migrations %s give the same whether they run here or come with the image', async (_, migrations) => {
  const ran = await everythingIn({ migrations });
  expect(await everythingIn({ migrations, firstImage: await makeFirstImage(migrations) })).toEqual(ran);
  expect(ran).toMatchObject({ schema_migrations: migrations.map(({ number }) => ({ number, applied_at: beganAt })) });
});

test('nothing is random or dated in an image: two, made at different times, are the same bytes', async () => {
  const early = await makeFirstImage(shippedMigrations());
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const late = await makeFirstImage(shippedMigrations());
  expect(Buffer.from(late.bytes).equals(early.bytes)).toBe(true);
  expect(late.made).toEqual(early.made);
});

test('the journal alone makes what the image gave: after a restart, after a compaction, and without the image', async () => {
  const dataDir = freshFolder();
  const firstImage = await makeFirstImage(both);
  const first = await openReal(dataDir, { migrations: both, firstImage, now });
  await addNote(first, 'a');
  const before = await everything(first);
  await first.close();
  const again = await openReal(dataDir, { migrations: both });
  expect(await everything(again)).toEqual(before);
  await again.compact();
  await again.close();
  const compacted = await openReal(dataDir, { migrations: both, firstImage });
  expect(await everything(compacted)).toEqual(before);
  expect(await noteTexts(compacted)).toEqual(['a']);
});

test('a migration that is not in the image runs, and its time is its own', async () => {
  const dataDir = freshFolder();
  const firstImage = await makeFirstImage(notes);
  const atOnce = await openReal(dataDir, { migrations: both, firstImage, now });
  expect(atOnce.stats().dataVersion).toBe(2);
  expect(await atOnce.read((view) => view.all('SELECT name FROM tags'))).toEqual([{ name: 'a' }, { name: 'b' }]);
  const later = freshFolder();
  const older = await openReal(later, { migrations: notes, firstImage, now });
  await addNote(older, 'kept');
  await older.close();
  const newer = await openReal(later, { migrations: both, firstImage, now: () => now() + 5000 });
  expect(await newer.read((view) => view.all('SELECT number, applied_at FROM schema_migrations'))).toEqual([
    { number: 1, applied_at: beganAt },
    { number: 2, applied_at: beganAt + 5 },
  ]);
  expect(await noteTexts(newer)).toEqual(['kept']);
});

test.each([
  ['newer than the program', both, notes],
  ['of another text', notes, [{ ...(notes[0] as Migration), sql: `${notes[0]?.sql} CREATE TABLE more (id INTEGER)` }]],
])('an image %s is left alone, and the migrations of the program run', async (_, inImage, migrations) => {
  const firstImage = await makeFirstImage(inImage);
  expect(await everythingIn({ migrations, firstImage })).toEqual(await everythingIn({ migrations }));
});

test('an image never stands in for data that is there', async () => {
  const dataDir = freshFolder();
  const old = await openReal(dataDir, { migrations: notes });
  await addNote(old, 'mine');
  await old.close();
  const firstImage = await makeFirstImage(both);
  const opened = await openReal(dataDir, { migrations: both, firstImage });
  expect(await noteTexts(opened)).toEqual(['mine']);
});

test('where the disk refuses the first write the folder stays new, and begins with the next', async () => {
  const disk = new FaultyDisk();
  const firstImage = await makeFirstImage(both);
  disk.capacity = 500; // room for the lock
  await expect(openOn(disk, { migrations: both, firstImage })).rejects.toMatchObject({
    kind: 'refused',
    reason: 'disk-full',
  });
  disk.capacity = Infinity;
  const storage = await openOn(disk, { migrations: both, firstImage });
  await addNote(storage, 'a');
  await storage.close();
  const again = await openOn(disk, { migrations: both });
  expect(await noteTexts(again)).toEqual(['a']);
  await again.close();
});

test('the build writes the image so that it is read as it was made; sources have none', async () => {
  const folder = freshFolder();
  expect(readFirstImage(folder)).toBeUndefined();
  const made = await makeFirstImage(shippedMigrations());
  writeFirstImage(folder, made);
  const read = readFirstImage(folder);
  expect(read?.made).toEqual(made.made);
  expect(Buffer.from(made.bytes).equals(read?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect(shippedFirstImage()).toBeUndefined();
});
