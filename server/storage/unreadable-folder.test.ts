/** A start on a folder whose files cannot be read: one sentence that names the file and what to do, and nothing is changed. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FaultyDisk, SystemError } from '../testing/faulty-disk.ts';
import { addNote, freshFolder, noteTexts, openOn, openReal } from '../testing/storage-kit.ts';
import type { DiskFile } from './disk.ts';
import { StartRefusedError } from './errors.ts';
import { dataPaths } from './file-names.ts';
import { recover } from './recover.ts';

/** Reports an error for every file whose name matches. */
class Unreadable extends FaultyDisk {
  refused: { name: RegExp; code: string } | undefined;

  override openNow(path: string, mode: 'read' | 'create'): DiskFile {
    const { name, code } = this.refused ?? {};
    if (code !== undefined && name?.test(path) === true) throw Object.assign(new SystemError(code, path), { path });
    return super.openNow(path, mode);
  }
}

const causes: [string, RegExp, string, RegExp][] = [
  [
    'the snapshot',
    /\.sqlite$/,
    'EIO',
    /snapshot-00000001\.sqlite cannot be read or written: the disk reported EIO\. Check/,
  ],
  ['the manifest', /manifest\.json$/, 'EIO', /manifest\.json cannot be read or written: the disk reported EIO\. Check/],
  ['the journal', /\.journal$/, 'EIO', /\.journal cannot be read or written: the disk reported EIO\. Check/],
  ['the lock', /\.lock$/, 'EIO', /in-use\.lock cannot be read or written: the disk reported EIO\. Check/],
  ['anything, with too few descriptors', /./, 'EMFILE', /may not open more files\. Raise the limit \(ulimit -n\)/],
  ['the snapshot, with too few descriptors', /\.sqlite$/, 'EMFILE', /may not open more files\. Raise the limit/],
];

test.each(causes)('a start that cannot read %s is refused in one sentence', async (_what, name, code, message) => {
  const disk = new Unreadable();
  const storage = await openOn(disk);
  await addNote(storage, 'kept');
  await storage.compact();
  await addNote(storage, 'after');
  await storage.close();
  disk.refused = { name, code };
  const error: unknown = await openOn(disk).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartRefusedError);
  expect(error).toMatchObject({ message: expect.stringMatching(message) as string });
  disk.refused = undefined;
  const again = await openOn(disk);
  expect(await noteTexts(again)).toEqual(['kept', 'after']);
  await again.close();
});

test('a lock that is a folder is named, and stays', async () => {
  const dataDir = freshFolder();
  const { lock } = dataPaths(dataDir);
  mkdirSync(lock);
  await expect(openReal(dataDir)).rejects.toMatchObject({
    reason: 'not-writable',
    message: `${lock} is a folder, not a file. Remove it, then start again.`,
  });
  expect(readdirSync(dataDir)).toEqual(['in-use.lock']);
});

test('a file in place of the journal is named, and stays', async () => {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  await storage.close();
  const { journal } = dataPaths(dataDir);
  rmSync(journal, { recursive: true });
  writeFileSync(journal, 'x');
  await expect(openReal(dataDir)).rejects.toMatchObject({
    reason: 'not-writable',
    message: `On the path ${journal} there is a file where a folder belongs. Move it away, then start again.`,
  });
  expect(readFileSync(journal, 'utf8')).toBe('x');
});

test('a folder without its journal is recovered to its snapshot', async () => {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  await addNote(storage, 'kept');
  await storage.compact();
  await addNote(storage, 'lost');
  await storage.close();
  rmSync(dataPaths(dataDir).journal, { recursive: true });
  await expect(openReal(dataDir)).rejects.toMatchObject({ reason: 'damaged' });
  expect(await recover(dataDir)).toMatchObject({ recovered: true, lostTransactions: 1 });
  const recovered = await openReal(dataDir);
  expect(await noteTexts(recovered)).toEqual(['kept']);
});

test('a folder with neither snapshot nor journal is refused by recover in one sentence', async () => {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  await addNote(storage, 'lost');
  await storage.close();
  rmSync(dataPaths(dataDir).journal, { recursive: true });
  await expect(recover(dataDir)).rejects.toMatchObject({
    message: expect.stringMatching(/^Nothing can be recovered: .* Restore a backup/) as string,
  });
});

test.each(['clock.json.unfinished', 'in-use.lock.0a1b.unfinished', 'journal/spare-00000009-0a1b.zeros'])(
  'a folder in place of the leftover file %s is named, and stays',
  async (name) => {
    const dataDir = freshFolder();
    const storage = await openReal(dataDir);
    await addNote(storage, 'kept');
    await storage.close();
    const path = join(dataDir, name);
    mkdirSync(path);
    await expect(openReal(dataDir)).rejects.toMatchObject({
      reason: 'not-writable',
      message: `On the path ${path} there is a folder where a file belongs. Move it away, then start again.`,
    });
    rmSync(path, { recursive: true });
    const again = await openReal(dataDir);
    expect(await noteTexts(again)).toEqual(['kept']);
    await again.close();
  },
);
