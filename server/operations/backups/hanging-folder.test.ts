/** The folder of backups on a disk on which writes hang. */
import { promises } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder } from '../../testing/storage-kit.ts';
import { readyFolder } from './folder.ts';

test('finds a folder that is there while writes hang on its disk', async () => {
  const dataDir = freshFolder();
  const own = join(dataDir, 'backups');
  expect(await readyFolder(dataDir, '', false)).toBe(own);
  const hanging = vi.spyOn(promises, 'mkdir').mockReturnValue(new Promise(() => undefined));
  onTestFinished(() => hanging.mockRestore());
  expect(await readyFolder(dataDir, '', false)).toBe(own);
});
