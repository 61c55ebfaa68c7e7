/** Folders that are not as a server leaves them: entries of the operating system, symbolic links that loop, and folders behind links. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addNote, freshFolder, noteTexts, openReal } from '../testing/storage-kit.ts';
import { backupFolder } from './backup.ts';
import { moveFolder } from './move.ts';
import { restore } from './restore.ts';

const systemEntries = [
  '.DS_Store',
  '.Trash-1000',
  '.fseventsd',
  '$RECYCLE.BIN',
  'System Volume Information',
  'desktop.ini',
  'lost+found',
  'Thumbs.db',
];

/** @returns a data folder with a note and an upload. */
async function dataFolder(): Promise<string> {
  const dataDir = join(freshFolder(), 'data');
  const storage = await openReal(dataDir);
  await addNote(storage, 'a');
  await storage.close();
  mkdirSync(join(dataDir, 'uploads/2'), { recursive: true });
  writeFileSync(join(dataDir, 'uploads/2/picture'), 'picture');
  return dataDir;
}

async function backupOf(dataDir: string): Promise<string> {
  const file = join(freshFolder(), 'office.hearth-backup');
  await backupFolder(dataDir, file);
  return file;
}

/** @returns the root of a drive as systems leave it. */
function driveRoot(): string {
  const root = freshFolder();
  for (const name of systemEntries) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'kept.lock'), name);
  }
  return root;
}

const kept = (root: string): string[] =>
  systemEntries.map((name) => readFileSync(join(root, name, 'kept.lock'), 'utf8'));

describe('the root of a drive', () => {
  test('takes a restored backup beside the entries of the operating system, which stay', async () => {
    const root = driveRoot();
    await restore(await backupOf(await dataFolder()), root);
    expect(await noteTexts(await openReal(root))).toEqual(['a']);
    expect(kept(root)).toEqual(systemEntries);
  });

  test('has the same entries again after a restore that failed, also hidden ones that are named like locks', async () => {
    const root = driveRoot();
    writeFileSync(join(root, '.other.lock'), 'x');
    const file = await backupOf(await dataFolder());
    writeFileSync(file, readFileSync(file).subarray(0, -3000));
    await expect(restore(file, root)).rejects.toMatchObject({ reason: 'damaged' });
    expect(readdirSync(root).sort()).toEqual(['.other.lock', ...systemEntries].sort());
    expect(kept(root)).toEqual(systemEntries);
  });

  test('takes a moved folder, and is refused when it holds a file of a person', async () => {
    const root = driveRoot();
    await moveFolder(await dataFolder(), root);
    expect(await noteTexts(await openReal(root))).toEqual(['a']);
    expect(kept(root)).toEqual(systemEntries);
    const other = driveRoot();
    writeFileSync(join(other, 'letter.txt'), 'Dear Ann');
    const data = await dataFolder();
    await expect(moveFolder(data, other)).rejects.toMatchObject({ reason: 'not-empty' });
    await expect(restore(await backupOf(data), other)).rejects.toMatchObject({ reason: 'not-empty' });
  });
});

describe('a symbolic link', () => {
  test.each<[string, (uploads: string) => void, string]>([
    ['leads to itself', (uploads) => symlinkSync('loop', join(uploads, 'loop')), 'loop'],
    ['leads to the folder above it', (uploads) => symlinkSync('..', join(uploads, 'loop')), 'loop'],
    ['leads to the folder that holds it', (uploads) => symlinkSync('.', join(uploads, '2/loop')), '2/loop'],
    [
      'leads to another link, which leads back',
      (uploads) => {
        symlinkSync('2', join(uploads, 'loop'));
        symlinkSync('../loop', join(uploads, '2/back'));
      },
      '2/back',
    ],
  ])('that %s is named when the folder is backed up or moved', async (_, make, name) => {
    const dataDir = await dataFolder();
    make(join(dataDir, 'uploads'));
    const file = join(freshFolder(), 'backup');
    const message = expect.stringMatching(/is a symbolic link that leads back to itself/) as string;
    const failure = await backupFolder(dataDir, file).catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'foreign', message });
    expect((failure as Error).message).toContain(name);
    expect(existsSync(file)).toBe(false);
    const to = join(freshFolder(), 'new');
    await expect(moveFolder(dataDir, to)).rejects.toMatchObject({ reason: 'foreign' });
    expect(existsSync(to)).toBe(false);
  });

  test.each([
    ['to a missing file', 'gone', 'leads to no folder. A backup would lack its files'],
    ['below a file', 'picture/x', 'leads to no folder. A backup would lack its files'],
    ['to a device', '/dev/null', 'leads to no folder, but to a file'],
  ])('%s in the place of an upload is named', async (_, target, why) => {
    const dataDir = await dataFolder();
    symlinkSync(target, join(dataDir, 'uploads/2/other'));
    await expect(backupFolder(dataDir, join(freshFolder(), 'backup'))).rejects.toThrow(why);
  });

  test('that leads to itself is refused as the folder of a server, a restore and a move', async () => {
    const loop = join(freshFolder(), 'loop');
    symlinkSync('loop', loop);
    const data = await dataFolder();
    const refusal = { reason: 'foreign', message: expect.stringContaining(`${loop} is a symbolic link`) as string };
    await expect(openReal(loop)).rejects.toThrow(`${loop} is not a folder.`);
    const file = await backupOf(data);
    await expect(restore(file, loop)).rejects.toMatchObject(refusal);
    await expect(restore(file, join(loop, 'below'))).rejects.toMatchObject(refusal);
    await expect(moveFolder(data, join(loop, 'below'))).rejects.toMatchObject(refusal);
  });

  test('is followed when it leads to a folder elsewhere', async () => {
    const dataDir = await dataFolder();
    const elsewhere = freshFolder();
    cpSync(join(dataDir, 'uploads/2'), elsewhere, { recursive: true });
    symlinkSync(elsewhere, join(dataDir, 'uploads/3'));
    expect(await backupFolder(dataDir, join(freshFolder(), 'backup'))).toMatchObject({ files: 2 });
  });
});

describe('a move', () => {
  test.each([
    ['into the data folder', (data: string) => data],
    ['to a new folder in the data folder', (data: string) => join(data, 'uploads')],
  ])('through a symbolic link %s is refused, and nothing is made', async (_, target) => {
    const data = await dataFolder();
    const link = join(freshFolder(), 'link');
    symlinkSync(target(data), link);
    const before = readdirSync(data, { recursive: true });
    for (const to of [link, join(link, 'new'), join(link, 'new/deeper')])
      await expect(moveFolder(data, to)).rejects.toThrow('lie in each other');
    // The source may be reached through a link, too.
    const way = join(freshFolder(), 'way');
    symlinkSync(data, way);
    await expect(moveFolder(way, join(data, 'new'))).rejects.toThrow('lie in each other');
    expect(readdirSync(data, { recursive: true })).toEqual(before);
  });
});
