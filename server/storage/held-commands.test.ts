/** Commands on a data folder while another program holds each file for a moment: all succeed, and nothing is lost. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdFiles } from '../testing/held-files.ts';
import { freshFolder, openReal } from '../testing/storage-kit.ts';
import { backupFolder } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { moveFolder } from './move.ts';
import { recover } from './recover.ts';
import { restore } from './restore.ts';

test.each(['EBUSY', 'EPERM', 'EACCES'])(
  'a start, a backup, a restore, a move and a recovery wait (%s)',
  async (code) => {
    const root = freshFolder();
    const [dataDir, restored, moved] = ['data', 'restored', 'moved'].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [dataDir, restored]) mkdirSync(folder);
    const { refused, release } = holdFiles(root, 80, code);
    onTestFinished(release);
    const storage = await openReal(dataDir, { compactIn: 'inline' });
    await storage.transaction((tx) => tx.run("INSERT INTO notes (text) VALUES ('kept')"));
    mkdirSync(join(dataDir, 'uploads'));
    await expect.poll(() => tryOf(() => writeFileSync(join(dataDir, 'uploads/a.txt'), 'a file'))).toBe(true);
    await storage.close();
    const backup = join(root, 'backup.tar');
    await backupFolder(dataDir, backup);
    expect(await checkBackup(backup)).toMatchObject({ files: 1 });
    await restore(backup, restored);
    await moveFolder(restored, moved);
    await recover(moved);
    const again = await openReal(moved, { compactIn: 'inline' });
    expect(await again.read((view) => view.all('SELECT text FROM notes'))).toEqual([{ text: 'kept' }]);
    await again.close();
    await expect.poll(() => tryOf(() => readFileSync(join(moved, 'uploads/a.txt'), 'utf8'))).toBe('a file');
    for (const folder of [dataDir, restored, moved, backup])
      expect([folder, refused.some((one) => one.includes(folder))]).toEqual([folder, true]);
    for (const kind of ['stat', 'readdir']) expect(refused.some((one) => one.startsWith(`${kind} `))).toBe(true);
  },
);

function tryOf<T>(run: () => T): T | true | undefined {
  try {
    return run() ?? true;
  } catch {
    return undefined;
  }
}
