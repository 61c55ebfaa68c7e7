/** Foreign files in a data folder: a browser's profile, notes of a person. No operation changes, copies or deletes them. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, writeMark } from '../demo/folder.ts';
import { copyImage } from '../demo/images.ts';
import { addNote, freshFolder, noteTexts, openReal } from '../testing/storage-kit.ts';
import { backupFolder } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { moveFolder } from './move.ts';
import { closeToOthers } from './private-files.ts';
import { recover } from './recover.ts';
import { forgetReplaced, deleteReplaced, incomingFolder, putBack, swapIn } from './replace.ts';
import { restore } from './restore.ts';

const foreign = {
  Cookies: 'the session of the owner',
  'Local Storage/leveldb/000003.log': 'storage',
  'Local State': '{}',
  'desktop-settings.json': '{"dataDir":null}',
  'budget 2026.ods': 'a person keeps this here',
  'snapshot of my desk.png': 'not a snapshot of the database',
  'journal.txt': 'a diary',
};

function addForeign(folder: string): void {
  for (const [path, text] of Object.entries(foreign)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: 0o644 });
  }
}

const foreignIn = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.keys(foreign).map((path) => [path, readFileSync(join(folder, path), 'utf8')]));

/** Names of the first level, without those that the database changes at each start. */
const topLevel = (folder: string): string[] =>
  readdirSync(folder).filter((name) => !/^(?:journal|snapshot-\d)/.test(name));

async function mixedFolder(): Promise<string> {
  const folder = freshFolder();
  const storage = await openReal(folder);
  await addNote(storage, 'a');
  await storage.close();
  mkdirSync(join(folder, 'uploads'));
  writeFileSync(join(folder, 'uploads/picture'), 'pixels');
  addForeign(folder);
  return folder;
}

test('keeps foreign files out of backups', async () => {
  const folder = await mixedFolder();
  const file = join(freshFolder(), 'backup');
  await backupFolder(folder, file);
  const fresh = join(freshFolder(), 'restored');
  await restore(file, fresh, { knownVersion: 1 });
  expect(readdirSync(join(fresh, 'uploads'))).toEqual(['picture']);
  expect(topLevel(fresh)).toEqual(['uploads']);
  expect((await checkBackup(file)).files).toBe(1);
});

test('leaves foreign files in place when a restore swaps the data, and when it puts the data back', async () => {
  const folder = await mixedFolder();
  const inode = statSync(join(folder, 'Cookies')).ino;
  writeFileSync(join(await incomingFolder(folder), 'uploads'), 'new');
  await swapIn(folder);
  expect(foreignIn(folder)).toEqual(foreign);
  await putBack(folder);
  expect(readFileSync(join(folder, 'uploads/picture'), 'utf8')).toBe('pixels');
  writeFileSync(join(await incomingFolder(folder), 'uploads'), 'new');
  await swapIn(folder);
  await forgetReplaced(folder);
  await deleteReplaced(folder);
  expect(readFileSync(join(folder, 'uploads'), 'utf8')).toBe('new');
  expect(foreignIn(folder)).toEqual(foreign);
  expect(statSync(join(folder, 'Cookies')).ino).toBe(inode);
});

test('moves the data and leaves foreign files where they are', async () => {
  const from = await mixedFolder();
  const to = join(freshFolder(), 'place');
  await moveFolder(from, to);
  expect(topLevel(to)).toEqual(['uploads']);
  expect(foreignIn(from)).toEqual(foreign);
  const moved = await openReal(to);
  expect(await noteTexts(moved)).toEqual(['a']);
});

test('recovers damaged data without touching foreign files', async () => {
  const folder = await mixedFolder();
  const journal = join(folder, 'journal');
  const [segment = ''] = readdirSync(journal).filter((name) => name.startsWith('segment-'));
  const bytes = readFileSync(join(journal, segment));
  bytes.fill(0x2a, 0, 40);
  writeFileSync(join(journal, segment), bytes);
  await recover(folder).catch(() => undefined);
  expect(foreignIn(folder)).toEqual(foreign);
});

test('resets a demo without deleting foreign files, and copies none into its images', async () => {
  const folder = await mixedFolder();
  const about = { lastDay: '2026-01-01', scenario: 'small-office' as const, language: 'en' };
  await writeMark(folder, { ...about, isFinished: true });
  const image = join(freshFolder(), 'image');
  await copyImage(folder, image);
  expect(topLevel(image).toSorted()).toEqual(['hearth-demo.json', 'uploads']);
  await emptyFolder(folder, about);
  expect(readdirSync(folder)).not.toContain('journal');
  expect(foreignIn(folder)).toEqual(foreign);
});

test('leaves the modes of foreign files as they are', async () => {
  const folder = await mixedFolder();
  const before = statSync(join(folder, 'budget 2026.ods')).mode;
  closeToOthers(folder);
  expect(statSync(join(folder, 'budget 2026.ods')).mode).toBe(before);
  const opened = statSync(join(folder, 'uploads')).mode & 0o077;
  expect(process.platform === 'win32' ? 0 : opened).toBe(0);
});
