/** Moving a data folder: all of it arrives, checked, or nothing does; the old one is never touched but for a note. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addNote, freshFolder, noteTexts, openReal } from '../testing/storage-kit.ts';
import { backupFolder } from './backup.ts';
import { StartRefusedError } from './errors.ts';
import { discardMove, moveFolder } from './move.ts';
import { movedNote, refuseMoved } from './moved-note.ts';
import { recover } from './recover.ts';
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

describe('A move that is ended before its time', () => {
  /** What lies at the new place before all of it is checked, as a crash would leave it. */
  async function halfMoved(): Promise<{ from: string; to: string }> {
    const from = await folderWithNotes();
    const to = join(freshFolder(), 'half');
    const half = join(freshFolder(), 'half');
    await moveFolder(from, to, (done, total) => {
      if (done === total) cpSync(to, half, { recursive: true });
    });
    truncateSync(join(half, 'uploads/2/picture'), 1000);
    // The process that held it is gone.
    rmSync(join(half, 'in-use.lock'));
    rmSync(join(from, movedNote));
    return { from, to: half };
  }

  test('by the user who listens to its progress leaves nothing at the new place, nor the new place itself', async () => {
    const from = await folderWithNotes();
    const to = join(freshFolder(), 'new');
    const stop = (): void => {
      throw new StartRefusedError('interrupted', 'It was stopped.');
    };
    await expect(moveFolder(from, to, stop)).rejects.toMatchObject({ reason: 'interrupted' });
    expect(existsSync(to)).toBe(false);
    expect(existsSync(join(from, movedNote))).toBe(false);
  });

  test('by a crash leaves a copy that nothing takes for data, and that goes away', async () => {
    const { from, to } = await halfMoved();
    expect(readdirSync(to)).toContain('journal');
    const refused = { reason: 'interrupted', message: expect.stringContaining(`still in ${from}`) };
    for (const use of [openReal, recover, async (folder: string) => backupFolder(folder, join(freshFolder(), 'b'))])
      await expect(use(to)).rejects.toMatchObject(refused);
    await expect(moveFolder(to, `${to} 2`)).rejects.toMatchObject(refused);
    expect(await discardMove(from, to)).toBe(
      `The unfinished copy in ${to} has been removed. Everything is still in ${from}.`,
    );
    expect(existsSync(to)).toBe(false);
    expect(await discardMove(from, to)).toContain('Nothing of the copy is left');
    const storage = await openReal(from);
    expect(await noteTexts(storage)).toEqual(['a', 'b']);
    await storage.close();
  });

  test('is begun again at the same place', async () => {
    const { from, to } = await halfMoved();
    await moveFolder(from, to);
    expect(readdirSync(to)).toEqual(expect.not.arrayContaining(['unfinished-copy.json', 'in-use.lock']));
    // Whether anybody used it since, only who moved it knows.
    expect(await discardMove(from, to)).toContain('nothing was removed');
    expect(existsSync(join(from, movedNote))).toBe(true);
    // A crash right before the app knew of it: the old folder is the one that counts, and does not say otherwise.
    expect(await discardMove(from, to, true)).toContain(`${to} holds a whole copy, which is not used`);
    expect(existsSync(join(from, movedNote))).toBe(false);
    expect(readdirSync(to)).toContain('journal');
  });

  test('leaves alone what is not of it: files and links of others, longer files, copies of other folders', async () => {
    const { from, to } = await halfMoved();
    const mine = freshFolder();
    writeFileSync(join(mine, 'picture'), 'mine');
    rmSync(join(to, 'uploads'), { recursive: true, force: true });
    mkdirSync(join(to, 'uploads'));
    symlinkSync(mine, join(to, 'uploads/2'), 'junction');
    writeFileSync(join(to, 'notes.txt'), 'mine');
    const mark = join(to, 'unfinished-copy.json');
    const { files, ...rest } = JSON.parse(readFileSync(mark, 'utf8')) as { files: { path: string; bytes: number }[] };
    const outside = join(freshFolder(), 'outside');
    writeFileSync(outside, '');
    const listed = [...files, { path: relative(to, outside), bytes: 9 }, { path: 'notes.txt', bytes: 3 }];
    writeFileSync(mark, JSON.stringify({ ...rest, files: listed }));

    const other = await folderWithNotes();
    for (const wrong of [other, join(freshFolder(), 'gone')])
      await expect(discardMove(wrong, to)).rejects.toMatchObject({ reason: 'foreign' });
    expect(await discardMove(from, to)).toContain('but for what is not of it');
    expect(readdirSync(to).sort()).toEqual(['notes.txt', 'unfinished-copy.json', 'uploads']);
    for (const path of [join(mine, 'picture'), outside]) expect(existsSync(path)).toBe(true);
    await expect(openReal(to)).rejects.toMatchObject({ reason: 'interrupted' });
  });
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

test('refuses to start on a folder that was moved, names the new one, and starts when it is meant', async () => {
  const from = await folderWithNotes();
  const to = join(freshFolder(), 'new. place');
  await moveFolder(from, to);
  await refuseMoved(to, false);
  await expect(refuseMoved(from, false)).rejects.toMatchObject({
    reason: 'moved',
    message: expect.stringContaining(`--data-dir ${to},`) as string,
  });
  await refuseMoved(from, true);
  await refuseMoved(from, false);
});

test('refuses the old folder whatever has become of the note in it, and not while the copy does not count', async () => {
  const from = await folderWithNotes();
  const to = join(freshFolder(), "it's $& new");
  await moveFolder(from, to);
  const note = join(from, movedNote);
  const text = readFileSync(note, 'utf8');
  for (const [written, said] of [
    [text, `was moved to ${to}. Use`],
    // Saved by an editor of Windows, and lost by a disk.
    [text.replaceAll('\n', '\r\n'), `was moved to ${to}. Use`],
    ['', 'MOVED.txt in it no longer says where'],
  ] as const) {
    writeFileSync(note, written);
    await expect(refuseMoved(from, false)).rejects.toMatchObject({
      reason: 'moved',
      message: expect.stringContaining(said) as string,
    });
  }
  // Killed before the copy lost its mark: the old folder counts, and a start removes the note.
  writeFileSync(note, text);
  writeFileSync(join(to, 'unfinished-copy.json'), JSON.stringify({ from, is_new: true, files: [] }));
  await refuseMoved(from, false);
  expect(existsSync(note)).toBe(false);
});

test('backs up what lies behind a link to another drive, and refuses a link to nothing', async () => {
  const from = await folderWithNotes();
  const drive = join(freshFolder(), 'drive');
  renameSync(join(from, 'uploads'), drive);
  symlinkSync(drive, join(from, 'uploads'));
  const out = join(freshFolder(), 'backup.tar');
  expect(await backupFolder(from, out)).toMatchObject({ files: 1, fileBytes: 300_000 });
  const target = join(freshFolder(), 'restored');
  expect((await restore(out, target)).restored.files).toBe(1);
  await expect(moveFolder(from, join(freshFolder(), 'to'))).rejects.toThrow(/uploads is a symbolic link/);
  expect(existsSync(join(from, movedNote))).toBe(false);
  rmSync(drive, { recursive: true });
  await expect(backupFolder(from, out)).rejects.toThrow(/uploads is a symbolic link that leads to no folder/);
});

test('reports files that the database records and that are not there, as when their drive is not mounted', async () => {
  const from = await folderWithNotes();
  const filesSql = [
    "SELECT 'uploads/2/picture' AS path, 300000 AS bytes FROM notes",
    "SELECT 'uploads/2/gone' AS path, 7 AS bytes FROM notes",
  ];
  const { lacking } = await moveFolder(from, join(freshFolder(), 'to'), undefined, filesSql);
  expect(lacking).toEqual([{ path: 'uploads/2/gone', expected: 7, found: null }]);
});
