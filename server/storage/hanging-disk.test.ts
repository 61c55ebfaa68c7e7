/** A disk that does not answer: reads go on with what is on disk, writes wait, and the condition says so. */
import { expect, test } from 'vitest';
import { HangingDisk } from '../testing/hanging-disk.ts';
import { addNote, noteTexts, openOn } from '../testing/storage-kit.ts';

test.each(['writes', 'lock'] as const)('reads go on while %s hang, and see only what is on disk', async (what) => {
  const disk = new HangingDisk();
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (text: string) => void warnings.push(text) };
  const storage = await openOn(disk, { log });
  await addNote(storage, 'before');
  disk.hangs = what;
  const write = addNote(storage, 'while it hangs');
  const next = addNote(storage, 'waits');
  await expect.poll(() => disk.waits).toBe(true);
  // The first one waits a moment for the write, the others not at all.
  expect(await noteTexts(storage)).toEqual(['before']);
  for (let index = 0; index < 50; index += 1) expect(await noteTexts(storage)).toEqual(['before']);
  const sliced = storage.readInSlices(
    function* (view) {
      yield;
      return view.all<{ text: string }>('SELECT text FROM notes').length;
    },
    { notes: 'any' },
  );
  expect(await sliced).toBe(1);
  await expect.poll(() => storage.stats().state).toBe('disk-hanging');
  expect(warnings).toEqual(['The disk does not respond to a write. Reads continue, and writes wait.']);
  disk.answer();
  await Promise.all([write, next]);
  expect(storage.stats().state).toBe('ok');
  expect(await noteTexts(storage)).toEqual(['before', 'while it hangs', 'waits']);
  await storage.close();
  const again = await openOn(disk);
  expect(await noteTexts(again)).toEqual(['before', 'while it hangs', 'waits']);
  await again.close();
});

test('a write that hangs and then fails leaves nothing, and the next one is taken', async () => {
  const disk = new HangingDisk();
  const storage = await openOn(disk);
  await addNote(storage, 'before');
  disk.hangs = 'writes';
  disk.refusal = 'EIO';
  const write = addNote(storage, 'refused').catch((error: unknown) => error);
  await expect.poll(() => disk.waits).toBe(true);
  expect(await noteTexts(storage)).toEqual(['before']);
  disk.answer();
  expect(await write).toMatchObject({ kind: 'write', code: 'EIO' });
  disk.refusal = undefined;
  await addNote(storage, 'after');
  expect(await noteTexts(storage)).toEqual(['before', 'after']);
  await storage.close();
});

test('a read whose result is written waits for the write that hangs, and then sees it', async () => {
  const disk = new HangingDisk();
  const storage = await openOn(disk);
  await addNote(storage, 'before');
  disk.hangs = 'writes';
  const write = addNote(storage, 'second');
  await expect.poll(() => disk.waits).toBe(true);
  expect(await noteTexts(storage)).toEqual(['before']);
  const counted = storage.readThenWrite(
    function* (view) {
      yield;
      return view.all('SELECT id FROM notes').length;
    },
    { notes: 'any' },
    (tx, found) => {
      tx.run('INSERT INTO totals (name, value) VALUES (?, ?)', 'counted', found);
      return found;
    },
  );
  expect(await noteTexts(storage)).toEqual(['before']);
  disk.answer();
  expect(await counted).toBe(2);
  await write;
  await storage.close();
});

test('a new folder opens on a disk that takes long for its first write', async () => {
  const disk = new HangingDisk();
  disk.hangs = 'writes';
  const opening = openOn(disk, { migrations: undefined });
  await expect.poll(() => disk.waits).toBe(true);
  const began = performance.now();
  await expect.poll(() => performance.now() - began).toBeGreaterThan(150);
  disk.answer();
  const storage = await opening;
  expect(storage.stats().dataVersion).toBeGreaterThan(0);
  await storage.close();
  const again = await openOn(disk, { migrations: undefined });
  expect(again.stats().dataVersion).toBe(storage.stats().dataVersion);
  await again.close();
});
