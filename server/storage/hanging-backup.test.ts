/** Backups while the drive with the uploaded files does not answer: they end with a reason, and take no more than their place. */
import { mkdirSync, writeFileSync } from 'node:fs';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { FilesHangError, gateBefore } from '../file-gates.ts';
import { addNote, freshFolder, openReal } from '../testing/storage-kit.ts';
import { runThread } from '../worker-file.ts';
import { backupFolder } from './backup.ts';

/** Operations on paths with a word wait until they are released. @returns what releases them */
function hang(operation: 'open' | 'readdir' | 'lstat', word: string): () => void {
  const before = fs.promises[operation] as (...args: unknown[]) => Promise<unknown>;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const waiting = async (...args: unknown[]): Promise<unknown> => {
    if (String(args[0]).includes(word)) await released;
    return Reflect.apply(before, fs.promises, args);
  };
  Object.assign(fs.promises, { [operation]: waiting });
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs.promises, { [operation]: before });
    syncBuiltinESMExports();
    release();
  };
}

test.each(['open', 'readdir', 'lstat'] as const)(
  'a backup ends with a reason when the drive hangs at %s, and is made when the drive answers',
  async (operation) => {
    const dataDir = freshFolder();
    const storage = await openReal(dataDir);
    onTestFinished(async () => storage.close());
    await addNote(storage, 'a note');
    const uploads = join(dataDir, 'uploads');
    mkdirSync(join(uploads, '2', 'hanging'), { recursive: true });
    writeFileSync(join(uploads, '2', 'hanging', 'cat.png'), 'cat');
    gateBefore([uploads], 1, { short: 40, long: 60 });
    const release = hang(operation, 'hanging');
    const outFile = join(freshFolder(), 'a.tar');
    await expect(backupFolder(dataDir, outFile)).rejects.toThrow(new FilesHangError(uploads).message);
    expect(fs.existsSync(outFile) || fs.existsSync(`${outFile}.unfinished`)).toBe(false);
    release();
    await expect.poll(async () => backupFolder(dataDir, outFile).catch(String)).toMatchObject({ files: 1 });
  },
);

test('a thread that waits for a drive ends for its caller, and keeps a place of the gate until it ends', async () => {
  const folder = freshFolder();
  const gate = gateBefore([join(folder, 'uploads')], 1, { short: 40, long: 60 });
  const file = join(folder, 'worker.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
     parentPort.once('message', () => parentPort.close());
     parentPort.postMessage({ error: 'hangs', code: 'FILES_HANG' });`,
  );
  let end = (): void => undefined;
  const { last } = await runThread(pathToFileURL(file), null, {
    onMessage: (_, post) => (end = () => post('the drive answers')),
  });
  expect(last).toEqual({ error: 'hangs', code: 'FILES_HANG' });
  await expect.poll(() => gate.isHanging).toBe(true);
  end();
  await expect.poll(() => gate.isHanging).toBe(false);
});
