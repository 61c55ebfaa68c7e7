/** Files that are taken over are whole, or are not there. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepUpload, locateUpload } from './files.ts';

describe('a file that is taken over', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'hearth-files-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const located = (pathId: string) => locateUpload(dataDir, pathId) ?? '';

  it.each(['move', 'link'] as const)('is there whole (%s)', async (how) => {
    const source = join(dataDir, how);
    await writeFile(source, 'abcdef');
    await keepUpload(dataDir, source, `1/${how}/a.txt`, { how, size: 6 });
    expect(await readFile(located(`1/${how}/a.txt`), 'utf8')).toBe('abcdef');
    expect(existsSync(source)).toBe(how === 'link');
  });

  it.each(['move', 'link'] as const)(
    'is refused and gone when the disk kept less than was received (%s)',
    async (how) => {
      const source = join(dataDir, how);
      await writeFile(source, 'abc');
      await expect(keepUpload(dataDir, source, `1/cut${how}/a.txt`, { how, size: 6 })).rejects.toMatchObject({
        status: 503,
        code: 'STORAGE_UNAVAILABLE',
      });
      expect(existsSync(join(located(`1/cut${how}/a.txt`), '..'))).toBe(false);
    },
  );

  it('takes the place of what an attempt before it left half written', async () => {
    const source = join(dataDir, 'again');
    await writeFile(source, 'abcdef');
    await keepUpload(dataDir, source, '1/again/a.txt', { how: 'link', size: 6 });
    await rm(located('1/again/a.txt'));
    await writeFile(located('1/again/a.txt'), 'abc');
    await keepUpload(dataDir, source, '1/again/a.txt', { how: 'link', size: 6 });
    expect(await readFile(located('1/again/a.txt'), 'utf8')).toBe('abcdef');
  });
});
