/** A restore that is killed: no server starts on what it left, and the same command begins again. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { addNote, freshFolder, noteTexts, notes, openReal } from '../testing/storage-kit.ts';
import { backupFolder } from './backup.ts';
import { openStorage } from './database.ts';
import { quoted } from './errors.ts';
import { moveFolder } from './move.ts';
import { restore } from './restore.ts';

const restoreUrl = pathToFileURL(`${import.meta.dirname}/restore.ts`).href;

test.each(['onProgress', 'settle'])(
  'killed in %s, it says which command continues, and that command does',
  async (step) => {
    const source = await openReal(freshFolder());
    await addNote(source, 'kept');
    const file = join(freshFolder(), 'notes.backup');
    await source.backup(file);
    const dataDir = join(freshFolder(), 'data');
    const program = `import { restore } from '${restoreUrl}';
    const kill = () => process.kill(process.pid, 'SIGKILL');
    await restore(${JSON.stringify(file)}, ${JSON.stringify(dataDir)}, { knownVersion: 1, ${step}: kill });`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      stdio: 'inherit',
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const refused = {
      reason: 'interrupted',
      message: expect.stringContaining(`npm run restore -- --from ${file} --data-dir ${dataDir}`) as string,
    };
    await expect(openStorage({ dataDir, migrations: notes })).rejects.toMatchObject(refused);
    await expect(backupFolder(dataDir, join(freshFolder(), 'other.backup'))).rejects.toMatchObject(refused);
    await expect(moveFolder(dataDir, join(freshFolder(), 'moved'))).rejects.toMatchObject(refused);
    await restore(file, dataDir, { knownVersion: 1 });
    expect(readdirSync(dataDir).filter((name) => name.includes('unfinished'))).toEqual([]);
    const restored = await openReal(dataDir);
    expect(await noteTexts(restored)).toEqual(['kept']);
  },
);

test.each([
  ['/data/team.backup', false, '/data/team.backup'],
  ["/data/it's $HOME.backup", false, String.raw`'/data/it'\''s $HOME.backup'`],
  ["C:\\Users\\Ann Bee\\it's.backup", true, `"C:\\Users\\Ann Bee\\it's.backup"`],
  ['D:\\My data\\', true, '"D:\\My data\\\\"'],
])('the command that continues names %s as a shell reads it', (path, isWindows, written) => {
  expect(quoted(path, isWindows)).toBe(written);
});

test('a restore onto a disk with too little room says so, leaves nothing, and works once there is room', async (context) => {
  const source = await openReal(freshFolder());
  for (let count = 0; count < 300; count += 1) await addNote(source, `${count} ${'kept '.repeat(200)}`);
  const file = join(freshFolder(), 'notes.backup');
  await source.backup(file);
  const folder = freshFolder();
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status !== 0)
    context.skip('a tmpfs cannot be mounted here');
  try {
    const dataDir = join(folder, 'data');
    const refused = { reason: 'disk-full', message: expect.stringContaining('too little room for') as string };
    await expect(restore(file, dataDir, { knownVersion: 1 })).rejects.toMatchObject(refused);
    expect(readdirSync(folder)).toEqual([]);
    spawnSync('mount', ['-o', 'remount,size=16m', folder]);
    await restore(file, dataDir, { knownVersion: 1 });
    expect(await noteTexts(await openReal(dataDir))).toHaveLength(300);
  } finally {
    spawnSync('umount', ['-l', folder]);
  }
});
