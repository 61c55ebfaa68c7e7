/** A backup of a running server is one consistent file; what is restored from it is counted and equal, or nothing is. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { addNote, freshFolder, noteTexts, openReal } from '../testing/storage-kit.ts';
import { backupFolder } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import type { Storage } from './interface.ts';
import { restore } from './restore.ts';

function put(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function busyFolder(): Promise<{ dataDir: string; storage: Storage }> {
  const dataDir = freshFolder();
  const storage = await openReal(dataDir);
  for (const text of ['a', 'b', 'c']) await addNote(storage, text);
  await storage.compact();
  await addNote(storage, 'd');
  put(dataDir, 'uploads/2/ab/cat.png', 'not really a cat');
  put(dataDir, 'uploads/2/empty.txt', '');
  put(dataDir, 'outbox/1.eml', 'Subject: hello');
  for (const name of ['logs/server.log', 'tls/key.pem', 'backups/old.tar', 'damaged-00000001/segment-00000001.journal'])
    put(dataDir, name, 'left out');
  return { dataDir, storage };
}

test('a backup made while transactions go on holds every one acknowledged before it began, whole', async () => {
  const { dataDir, storage } = await busyFolder();
  const out = join(freshFolder(), 'backup.tar');
  const stopping = new AbortController();
  const { signal } = stopping;
  let number = 0;
  const writer = (async () => {
    while (!signal.aborted) await addNote(storage, `during ${(number += 1)}`);
  })();
  const progress: number[] = [];
  const counts = await storage.backup(out, { onProgress: (done, total) => progress.push(done / total) });
  stopping.abort();
  await writer;
  expect(number).toBeGreaterThan(0);
  expect(progress.at(-1)).toBe(1);
  expect(counts).toMatchObject({ files: 3, fileBytes: 30 });
  expect((await checkBackup(out)).uploads).toEqual({ files: 2, bytes: 16 });
  expect(counts.tables['notes']).toBeGreaterThanOrEqual(4);

  const target = join(freshFolder(), 'restored');
  const report = await restore(out, target);
  expect(report.restored).toEqual(report.expected);
  expect(report.restored).toEqual(counts);
  const restored = await openReal(target);
  const texts = await noteTexts(restored);
  expect(texts.slice(0, 4)).toEqual(['a', 'b', 'c', 'd']);
  expect(texts).toHaveLength(counts.tables['notes'] ?? 0);
  expect(texts.slice(4)).toEqual(texts.slice(4).map((_, index) => `during ${index + 1}`));
  await addNote(restored, 'after');
  expect(readFileSync(join(target, 'uploads/2/ab/cat.png'), 'utf8')).toBe('not really a cat');
  expect(readdirSync(target).sort()).toEqual([
    'in-use.lock',
    'journal',
    'journal-end.json',
    'outbox',
    'snapshot-00000001.manifest.json',
    'snapshot-00000001.sqlite',
    'uploads',
  ]);
  expect(dataDir).not.toBe(target);
});

test('a folder that no server runs on is backed up the same way, and so is one from outside while a server runs', async () => {
  const { dataDir, storage } = await busyFolder();
  const out = join(freshFolder(), 'backup.tar');
  const running = await backupFolder(dataDir, out);
  await storage.close();
  const stopped = await backupFolder(dataDir, out);
  expect(stopped).toEqual(running);
  const target = freshFolder();
  await restore(out, target);
  expect(await noteTexts(await openReal(target))).toEqual(['a', 'b', 'c', 'd']);
});

test('a backup into the data folder itself does not hold itself', async () => {
  const { dataDir, storage } = await busyFolder();
  const first = await storage.backup(join(dataDir, 'mine.tar'));
  const again = await storage.backup(join(dataDir, 'mine.tar'));
  expect(again.files).toBe(first.files);
  expect(readdirSync(dataDir).filter((name) => name.includes('unfinished'))).toEqual([]);
});

test('files that go while a backup is made are left out of it, and are no failure', async () => {
  const { dataDir, storage } = await busyFolder();
  const names = Array.from({ length: 300 }, (_, index) => join(dataDir, `uploads/incoming/part${index}`));
  const made = new AbortController();
  const uploads = (async () => {
    while (!made.signal.aborted) {
      for (const name of names) put(dirname(name), basename(name), 'half of an upload');
      for (const name of names) await rm(name);
    }
  })();
  const settled = await Promise.allSettled(
    Array.from({ length: 5 }, async (_, index) => backupFolder(dataDir, join(freshFolder(), `${index}.tar`))),
  );
  made.abort();
  await uploads;
  expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
  await storage.close();
});

test('an empty folder, and an unwritable place, give errors and no file', async () => {
  const out = join(freshFolder(), 'backup.tar');
  await expect(backupFolder(freshFolder(), out)).rejects.toThrow('holds no database');
  const { storage } = await busyFolder();
  await expect(storage.backup(join(out, 'nowhere.tar'))).rejects.toThrow('ENOENT');
  expect(readdirSync(dirname(out))).toEqual([]);
});

test('a folder that is not empty is refused and stays as it is', async () => {
  const { storage } = await busyFolder();
  const out = join(freshFolder(), 'backup.tar');
  await storage.backup(out);
  const target = freshFolder();
  put(target, 'precious.txt', 'mine');
  await expect(restore(out, target)).rejects.toMatchObject({ reason: 'not-empty' });
  expect(readdirSync(target)).toEqual(['precious.txt']);
});

test('a damaged, cut, foreign or newer backup is refused and leaves the folder empty', async () => {
  const { storage } = await busyFolder();
  const folder = freshFolder();
  const out = join(folder, 'backup.tar');
  await storage.backup(out);
  const bytes = readFileSync(out);
  const target = freshFolder();
  const broken = join(folder, 'broken.tar');
  let refused = 0;
  for (let at = 700; at < bytes.length - 3000; at += 1531) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 16;
    writeFileSync(broken, flipped);
    const error: unknown = await restore(broken, target).catch((reason: unknown) => reason);
    // Nothing but the padding between entries is free of meaning; then all was compared and agreed.
    const message = error instanceof Error ? error.message : 'restored';
    if (message === 'restored') for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true });
    else refused += 1;
    expect(
      ['restored', broken].some((expected) => message.includes(expected)),
      message,
    ).toBe(true);
    expect(readdirSync(target)).toEqual([]);
  }
  expect(refused).toBeGreaterThan(10);
  const later = { knownVersion: 0 };
  writeFileSync(broken, bytes);
  await expect(restore(broken, target, later)).rejects.toMatchObject({ reason: 'newer-version' });
  await expect(checkBackup(broken, later)).rejects.toMatchObject({ reason: 'newer-version' });
  for (const foreign of [Buffer.from('a letter'), Buffer.alloc(100_000), gzipSync(bytes)]) {
    writeFileSync(broken, foreign);
    await expect(restore(broken, target)).rejects.toMatchObject({ reason: 'foreign' });
    await expect(checkBackup(broken)).rejects.toMatchObject({ reason: 'foreign' });
  }
  for (const length of [0, 1000, bytes.length >> 1, bytes.length - 4000]) {
    writeFileSync(broken, bytes.subarray(0, length));
    await expect(restore(broken, target), `cut at ${length}`).rejects.toMatchObject({ reason: 'damaged' });
    await expect(checkBackup(broken), `cut at ${length}`).rejects.toMatchObject({ reason: 'damaged' });
    expect(readdirSync(target)).toEqual([]);
  }
});

/** @returns the priority of a thread that had `before`, once it has let others go first. */
function priorityAfter(before: number): number {
  const module = new URL('../worker-file.ts', import.meta.url).href;
  const script = `import { getPriority, setPriority } from 'node:os';
    import { letOthersGoFirst } from ${JSON.stringify(module)};
    setPriority(${before});
    letOthersGoFirst();
    console.log(getPriority());`;
  const args = ['--import', 'tsx', '--input-type', 'module', '--eval', script];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

test.runIf(process.platform === 'linux')(
  'what nobody waits for steps back behind all else, and asks for no more than it has',
  () => {
    expect(priorityAfter(5)).toBe(15);
    expect(priorityAfter(19)).toBe(19);
  },
);
