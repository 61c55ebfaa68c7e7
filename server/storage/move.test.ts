/** Moving a data folder: all of it arrives, checked, or nothing does; the old one is never touched but for a note. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addNote, freshFolder, noteTexts, openReal } from '../testing/storage-kit.ts';
import { movedNote, moveFolder } from './move.ts';
import { restore } from './restore.ts';

async function folderWithNotes(): Promise<string> {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  await addNote(storage, 'a');
  await addNote(storage, 'b');
  await storage.close();
  mkdirSync(join(dataDir, 'uploads/2'), { recursive: true });
  writeFileSync(join(dataDir, 'uploads/2/picture'), Buffer.alloc(300_000, 7));
  writeFileSync(join(dataDir, 'uploads/half.unfinished'), 'x');
  return dataDir;
}

test('everything arrives, is counted as it goes, and opens at the new place; the old folder says where it went', async () => {
  const from = await folderWithNotes();
  const to = join(freshFolder(), 'new', 'place');
  const seen: [number, number][] = [];
  const report = await moveFolder(from, to, (done, total) => seen.push([done, total]));
  expect(report.files).toBeGreaterThan(1);
  expect(seen.at(-1)).toEqual([report.bytes * 2, report.bytes * 2]);
  expect(readFileSync(join(to, 'uploads/2/picture'))).toEqual(readFileSync(join(from, 'uploads/2/picture')));
  expect(existsSync(join(to, 'uploads/half.unfinished'))).toBe(false);
  expect(readFileSync(join(from, movedNote), 'utf8')).toContain(to);
  const moved = await openReal(to);
  expect(await noteTexts(moved)).toEqual(['a', 'b']);
  await moved.close();
  expect(existsSync(join(to, movedNote))).toBe(false);
});

test('folders that are made for data are for their user alone: others on the computer read no messages and keys', async () => {
  const fresh = freshFolder();
  const [opened, moved, restored] = ['opened', 'moved', 'restored'].map((name) => join(fresh, name)) as [
    string,
    string,
    string,
  ];
  const storage = await openReal(opened);
  await addNote(storage, 'a');
  await storage.backup(join(fresh, 'backup'));
  await storage.close();
  await moveFolder(opened, moved);
  await restore(join(fresh, 'backup'), restored);
  // Windows has no such modes: there the folder of the user is the fence.
  const modeOf = (path: string): number => (process.platform === 'win32' ? 0o700 : statSync(path).mode & 0o777);
  for (const folder of [opened, moved, restored]) expect(modeOf(folder), folder).toBe(0o700);
});

test.each([
  ['is not empty', (folder: string) => (writeFileSync(join(folder, 'mine'), 'x'), folder), 'not-empty'],
  ['is a file', (folder: string) => (writeFileSync(join(folder, 'mine'), 'x'), join(folder, 'mine')), 'not-writable'],
])('a place that %s is refused, and nothing is changed there', async (_what, make, reason) => {
  const from = await folderWithNotes();
  const folder = freshFolder();
  await expect(moveFolder(from, make(folder))).rejects.toMatchObject({ reason });
  expect(readdirSync(folder)).toEqual(['mine']);
  expect(existsSync(join(from, movedNote))).toBe(false);
});

test('a folder is not moved into itself, nor while a server has it', async () => {
  const from = await folderWithNotes();
  await expect(moveFolder(from, join(from, 'inside'))).rejects.toMatchObject({ reason: 'not-empty' });
  await expect(moveFolder(from, from)).rejects.toMatchObject({ reason: 'not-empty' });
  const storage = await openReal(from);
  await expect(moveFolder(from, join(freshFolder(), 'new'))).rejects.toMatchObject({ reason: 'in-use' });
  await storage.close();
});

test('a folder whose data are damaged is not moved, and nothing is left at the new place', async () => {
  const from = await folderWithNotes();
  const journal = join(from, 'journal');
  for (const name of readdirSync(journal))
    writeFileSync(join(journal, name), 'no journal at all, and long enough to be one, it is hoped, of 64');
  const to = freshFolder();
  await expect(moveFolder(from, to)).rejects.toMatchObject({ reason: 'damaged' });
  expect(readdirSync(to)).toEqual([]);
});
