/** Files that another program holds for a moment: each operation waits for it, and reports the error of the system after two seconds. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as access from '../file-access.ts';
import { mkdir, retryWhileHeld, retryWhileHeldNow } from '../file-access.ts';

function heldFor(times: number, code: string): { run: () => string; tries: () => number } {
  let tries = 0;
  const run = (): string => {
    tries += 1;
    if (tries <= times) throw Object.assign(new Error(code), { code });
    return 'done';
  };
  return { run, tries: () => tries };
}

test.each(['EBUSY', 'EACCES', 'EPERM'])(
  'retries after %s until the other program lets go, for two seconds',
  async (code) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const brief = heldFor(20, code);
    const done = retryWhileHeld(async () => brief.run());
    await vi.advanceTimersByTimeAsync(1000);
    expect(await done).toBe('done');
    const long = heldFor(1000, code);
    const failed = retryWhileHeld(async () => long.run()).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await failed).toMatchObject({ code });
    expect(long.tries()).toBe(40);
  },
);

test('the blocking variant retries too; any other error is reported at once', async () => {
  expect(retryWhileHeldNow(heldFor(2, 'EBUSY').run)).toBe('done');
  const gone = heldFor(1, 'ENOENT');
  expect(() => retryWhileHeldNow(gone.run)).toThrow('ENOENT');
  await expect(retryWhileHeld(async () => heldFor(1, 'ENOSPC').run())).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(gone.tries()).toBe(1);
});

/** Loaded before the program: each file and kind of operation fails until 300 ms after its first try. */
const hold = `const fs = require('node:fs');
const firsts = new Map();
const check = (kind, path) => {
  if (!String(path).startsWith(process.env.HELD_FOLDER)) return;
  const key = kind + path;
  if (!firsts.has(key)) firsts.set(key, Date.now());
  if (Date.now() - firsts.get(key) < 300) throw Object.assign(new Error('EBUSY: held, ' + kind + ' ' + path), { code: 'EBUSY', syscall: kind, path });
};
for (const kind of ['open', 'rename', 'rm', 'unlink', 'link']) {
  const now = fs[kind + 'Sync'], later = fs.promises[kind], called = fs[kind];
  fs[kind + 'Sync'] = (...args) => (check(kind, args[0]), now(...args));
  fs.promises[kind] = async (...args) => (check(kind, args[0]), later(...args));
  fs[kind] = (...args) => { try { check(kind, args[0]); } catch (error) { return process.nextTick(args.at(-1), error); } return called(...args); };
}
require('node:module').syncBuiltinESMExports();
`;

test('a database opens, writes, compacts and closes while each of its files is held for a moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-held-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  writeFileSync(join(folder, 'hold.cjs'), hold);
  const storageUrl = pathToFileURL(`${import.meta.dirname}/database.ts`).href;
  const program = `import { openStorage } from '${storageUrl}';
    const dataDir = ${JSON.stringify(dataDir)};
    for (const round of [1, 2]) {
      const storage = await openStorage({ dataDir, compactIn: 'inline' });
      await storage.compact();
      await storage.close();
    }
    console.log('done');`;
  const preload = ['--require', join(folder, 'hold.cjs'), '--import', 'tsx'];
  const child = spawn(process.execPath, [...preload, '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HELD_FOLDER: dataDir },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  await once(child, 'close');
  expect(output).toBe('done\n');
}, 60_000);

test('a folder that a disk without room does not take is refused with the reason of the system', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-small-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,nr_inodes=4', 'tmpfs', folder]).status === 0;
  if (!isMounted) context.skip('a tmpfs cannot be mounted here');
  try {
    for (const name of ['1', '2', '3']) writeFileSync(join(folder, name), '');
    const deep = join(folder, 'a', 'b');
    await expect(mkdir(deep, { recursive: true })).rejects.toMatchObject({ code: 'ENOSPC' });
    for (const name of ['1', '2', '3']) rmSync(join(folder, name));
    expect(await mkdir(deep, { recursive: true })).toBe(join(folder, 'a'));
    expect(await mkdir(deep, { recursive: true })).toBeUndefined();
    await expect(mkdir(join(folder, 'c', 'd'))).rejects.toMatchObject({ code: 'ENOENT' });
  } finally {
    spawnSync('umount', ['-l', folder]);
  }
});

test.skipIf(process.platform === 'win32')('a pipe or a socket in place of a file is refused at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-no-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [pipe, socket, file] = ['pipe', 'socket', 'file'].map((name) => join(folder, name)) as [string, string, string];
  execFileSync('mkfifo', [pipe]);
  const listening = createServer().listen(socket);
  await once(listening, 'listening');
  onTestFinished(() => void listening.close());
  writeFileSync(file, 'sound');
  for (const path of [pipe, socket]) {
    const attempts = [
      () => access.open(path),
      () => access.open(path, 'r+'),
      () => access.readFile(path, 'utf8'),
      () => access.writeFile(path, 'x'),
      () => access.copyFile(path, join(folder, 'copy')),
      () => text(access.createReadStream(path)),
      () => once(access.createWriteStream(path), 'open'),
      () => text(access.readInPieces(path, { end: 1 })),
      async () => access.openNow(path, 'r'),
      async () => access.readTextNow(path),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'ENXIO', path });
  }
  expect(await access.readFile(file, 'utf8')).toBe('sound');
  expect(await access.readFile('/dev/null', 'utf8')).toBe('');
});
