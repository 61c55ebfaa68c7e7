/** Imports that are killed, or whose disk fills up, at any step: the folder is as it was, and the same import can begin again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packTo, teamFiles } from '../../../e2e/import/zulip-export.ts';
import { openStorage } from '../../storage/database.ts';
import { readFolder } from '../../storage/read-folder.ts';
import { copyDemo } from '../../testing/demo-folder.ts';
import { importIntoFolder } from './import-folder.ts';

let root: string;
let archive: string;
let original: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-unfinished-'));
  archive = join(root, 'team.tar.gz');
  original = join(root, 'original');
  await copyDemo('empty', original);
  await packTo(archive, teamFiles({ seed: 3, users: 6, channels: 2, messages: 40, files: 2 }));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const importInto = (dataDir: string): Promise<unknown> =>
  importIntoFolder({
    dataDir,
    file: archive,
    choose: () => ({ leaveOutChannels: [], leaveOutDirectMessages: false, mainTopic: '', team: null }),
    owner: null,
    nowMs: Date.UTC(2030, 0, 1),
    signal: new AbortController().signal,
    onPhase: () => undefined,
    onProgress: () => undefined,
  });

const messagesIn = (dataDir: string): Promise<number> =>
  readFolder(dataDir, async (db) => db.get<{ n: number }>('SELECT count(*) AS n FROM messages')?.n ?? 0);

async function freshCopy(name: string): Promise<string> {
  const dataDir = join(root, name);
  await cp(original, dataDir, { recursive: true });
  return dataDir;
}

/** The folder opens as after a crash, and has what it had. */
async function expectUntouched(dataDir: string, messages: number): Promise<void> {
  const storage = await openStorage({ dataDir });
  const found = await storage.read((db) => db.get<{ n: number }>('SELECT count(*) AS n FROM messages')?.n);
  await storage.close();
  expect(found).toBe(messages);
  const names = await readdir(dataDir);
  expect(names).not.toContain('replacing');
  expect(
    (await readdir(join(dataDir, 'backups')).catch(() => [])).filter((name) => /part|unchecked/.test(name)),
  ).toEqual([]);
}

/** A program that is killed before the nth rename of the swap, or when a phase begins. */
const program = (dataDir: string, { rename, phase }: { rename?: number; phase?: string }): string => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { dirname, join } from 'node:path';
  const dataDir = ${JSON.stringify(dataDir)};
  const kill = () => process.kill(process.pid, 'SIGKILL');
  const rename = fs.promises.rename;
  let count = 0;
  fs.promises.rename = async (from, to) => {
    const ofSwap = [dataDir, join(dataDir, 'replacing'), join(dataDir, 'replacing', 'leaving')];
    const isStep = String(from).startsWith(dataDir) && ofSwap.includes(dirname(String(to)));
    if (isStep && (count += 1) === ${rename ?? -1}) kill();
    return rename(from, to);
  };
  syncBuiltinESMExports();
  const { importIntoFolder } = await import(${JSON.stringify(new URL('import-folder.ts', import.meta.url).href)});
  await importIntoFolder({
    dataDir,
    file: ${JSON.stringify(archive)},
    choose: () => ({ leaveOutChannels: [], leaveOutDirectMessages: false, mainTopic: '', team: null }),
    owner: null,
    nowMs: ${Date.UTC(2030, 0, 1)},
    signal: new AbortController().signal,
    onPhase: (phase) => phase === ${JSON.stringify(phase ?? '')} && kill(),
    onProgress: () => undefined,
  });
  process.exit(count);`;

async function runProgram(
  dataDir: string,
  at: { rename?: number; phase?: string },
): Promise<[number | null, string | null]> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program(dataDir, at)], {
    stdio: 'inherit',
  });
  return (await once(child, 'exit')) as [number | null, string | null];
}

/** How many renames and links a whole import takes. */
let wholeSteps: Promise<number> | undefined;
const stepsOfWhole = (): Promise<number> =>
  (wholeSteps ??= freshCopy('whole').then(async (dataDir) => (await runProgram(dataDir, {}))[0] ?? 0));

// While what was there leaves, between both, and while the new content comes.
test.each([
  ['unpacked', { phase: 'unpacking' }],
  ['written', { phase: 'writing' }],
  ['swapped, at the first step', { rename: () => 1 }],
  ['swapped, at the second step', { rename: () => 2 }],
  ['swapped, in the middle', { rename: (last: number) => Math.floor(last / 2) }],
  ['swapped, after the middle', { rename: (last: number) => Math.floor(last / 2) + 1 }],
  ['swapped, at the last step', { rename: (last: number) => last }],
] as const)('killed while the team is %s, it leaves what was there', async (name, at) => {
  const messages = await messagesIn(original);
  const last = await stepsOfWhole();
  expect(last).toBeGreaterThan(4);
  const dataDir = await freshCopy(`killed-${name.replaceAll(/\W+/g, '-')}`);
  expect(await runProgram(dataDir, 'rename' in at ? { rename: at.rename(last) } : at)).toEqual([null, 'SIGKILL']);
  await expectUntouched(dataDir, messages);
  await importInto(dataDir);
  expect(await messagesIn(dataDir)).toBe(messages + 40);
});

/** Refuses everything that takes room on the disk from the nth operation on. @returns how many there were, and what ends it. */
function fillDiskAfter(most: number): { count: () => number; release: () => void } {
  let count = 0;
  const full = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  const isFull = (): boolean => (count += 1) > most;
  const { open, openSync, writeSync } = fs;
  const promised = {
    open: fs.promises.open,
    writeFile: fs.promises.writeFile,
    mkdir: fs.promises.mkdir,
    copyFile: fs.promises.copyFile,
    link: fs.promises.link,
  };
  const isReading = (flags: unknown): boolean => flags === undefined || flags === 'r' || flags === 0;
  for (const name of ['writeFile', 'mkdir', 'copyFile', 'link'] as const)
    Object.assign(fs.promises, {
      [name]: async (...args: unknown[]): Promise<unknown> => {
        if (isFull()) throw full();
        return Reflect.apply(promised[name], fs.promises, args);
      },
    });
  Object.assign(fs.promises, {
    open: async (path: string, flags?: string): Promise<unknown> => {
      if (!isReading(flags) && isFull()) throw full();
      return promised.open(path, flags);
    },
  });
  Object.assign(fs, {
    open: (...args: unknown[]): unknown => {
      if (isReading(args[1]) || !isFull()) return Reflect.apply(open, fs, args);
      return process.nextTick(args.at(-1) as () => void, full());
    },
    writeSync: (...args: unknown[]): unknown => {
      if (isFull()) throw full();
      return Reflect.apply(writeSync, fs, args);
    },
  });
  syncBuiltinESMExports();
  return {
    count: () => count,
    release() {
      Object.assign(fs, { open, openSync, writeSync });
      Object.assign(fs.promises, promised);
      syncBuiltinESMExports();
    },
  };
}

test('on a disk that fills up at any step, it says so and leaves what was there', async () => {
  const messages = await messagesIn(original);
  const whole = fillDiskAfter(Infinity);
  await importInto(await freshCopy('counted')).finally(whole.release);
  const all = whole.count();
  expect(all).toBeGreaterThan(20);
  const ends: string[] = [];
  for (let most = 0; most < all; most += Math.ceil(all / 40)) {
    const dataDir = await freshCopy(`full-${most}`);
    const disk = fillDiskAfter(most);
    const end = await importInto(dataDir)
      .then(
        () => 'done',
        (error: unknown) => String(error),
      )
      .finally(disk.release);
    ends.push(end);
    const found = await messagesIn(dataDir);
    // What cannot be noted after the swap does not undo it.
    expect([most, end, found]).toEqual([most, end, end === 'done' ? messages + 40 : messages]);
    await expectUntouched(dataDir, found);
    await rm(dataDir, { recursive: true });
  }
  const refused = ends.filter((end) => end !== 'done');
  expect(refused.filter((end) => !/ENOSPC|no space|full|room/i.test(end))).toEqual([]);
  expect(refused.length).toBeGreaterThan(20);
  const again = await freshCopy('again');
  const disk = fillDiskAfter(Math.floor(all / 2));
  await expect(importInto(again).finally(disk.release)).rejects.toThrow(/ENOSPC|no space|full|room/i);
  await importInto(again);
  expect(await messagesIn(again)).toBe(messages + 40);
  expect(dirname(again)).toBe(root);
});

test('where a rename of the swap fails, it leaves what was there', async () => {
  const messages = await messagesIn(original);
  const { rename } = fs.promises;
  let [count, failing] = [0, -1];
  const dataDirs = new Set<string>();
  const failingRename = async (from: string, to: string): Promise<void> => {
    const isStep = [...dataDirs].some((dataDir) =>
      [dataDir, join(dataDir, 'replacing'), join(dataDir, 'replacing', 'leaving')].includes(dirname(to)),
    );
    if (isStep && (count += 1) === failing) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    return rename(from, to);
  };
  Object.assign(fs.promises, { rename: failingRename });
  syncBuiltinESMExports();
  try {
    dataDirs.add(await freshCopy('renamed'));
    await importInto(join(root, 'renamed'));
    const steps = count;
    expect(steps).toBeGreaterThan(4);
    for (failing = 1; failing <= steps; failing += 1) {
      const dataDir = await freshCopy(`rename-${failing}`);
      dataDirs.add(dataDir);
      count = 0;
      await expect(importInto(dataDir)).rejects.toThrow('EIO');
      await expectUntouched(dataDir, messages);
    }
  } finally {
    Object.assign(fs.promises, { rename });
    syncBuiltinESMExports();
  }
});

test('an import deletes the oldest copies of what was there before, and no other backup', async () => {
  const dataDir = await freshCopy('copies');
  const { safetyCopy } = (await importInto(dataDir)) as { safetyCopy: string };
  const own = /^hearth-[0-9a-z]+/.exec(safetyCopy)?.[0] ?? '';
  const folder = join(dataDir, 'backups');
  const days = Array.from({ length: 16 }, (_, day) => `202912${String(day + 1).padStart(2, '0')}-080000`);
  const older = [own, 'hearth-former'].flatMap((first) => days.map((day) => `${first}-${day}-safety.hearth-backup`));
  const others = [`${own}-20291201-080000-manual.hearth-backup`, 'hearth-former-20291201-080000-daily.hearth-backup'];
  for (const name of [...older, ...others]) await writeFile(join(folder, name), '');
  await importInto(dataDir);
  const left = await readdir(folder);
  const copiesOf = (first: string): string[] =>
    left.filter((name) => name.startsWith(first) && name.endsWith('-safety.hearth-backup')).toSorted();
  expect(left).toEqual(expect.arrayContaining(others));
  expect(copiesOf(own)).toHaveLength(14);
  expect(copiesOf(own)).toContain(safetyCopy);
  expect(copiesOf('hearth-former')).toEqual(older.slice(18));
});
