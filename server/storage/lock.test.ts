/** The lock of a data folder across namespaces, zombies and processes that were held up. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FaultyDisk } from '../testing/faulty-disk.ts';
import { addNote, freshFolder, noteTexts, openOn, openReal } from '../testing/storage-kit.ts';
import { realDisk } from './disk.ts';
import { dataPaths } from './file-names.ts';
import { findOwner, takeLock } from './lock.ts';

/** A lock as a process elsewhere writes it. */
function lockOfElsewhere(beat: number): string {
  const owner = { pid: 1, started: 'another-boot 12', where: 'another-boot pid:[7]', id: 'abcd', beat: String(beat) };
  return `${JSON.stringify(owner)}\n`;
}

const withoutWaiting = { pause: async (): Promise<void> => undefined };

/** The first line that a process writes. */
async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

function started(command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('a lock of elsewhere whose heart beats is respected, and one whose heart stands still is taken over', async () => {
  const paths = dataPaths(freshFolder());
  writeFileSync(paths.lock, lockOfElsewhere(5));
  let looks = 0;
  const beating = async (): Promise<void> => {
    looks += 1;
    if (looks === 20) writeFileSync(paths.lock, lockOfElsewhere(6));
  };
  await expect(takeLock(realDisk, paths, { pause: beating })).rejects.toMatchObject({
    reason: 'in-use',
    message: `${paths.folder} is in use by process 1 in another container or computer.`,
  });
  expect(looks).toBe(20);
  expect(readFileSync(paths.lock, 'utf8')).toBe(lockOfElsewhere(6));
  expect(await findOwner(realDisk, paths, withoutWaiting)).toBeUndefined();
  const lock = await takeLock(realDisk, paths, withoutWaiting);
  expect(await findOwner(realDisk, paths)).toBe(process.pid);
  await lock.release();
  expect(existsSync(paths.lock)).toBe(false);
});

test('of two that wait for the same dead owner, one gets the folder', async () => {
  const paths = dataPaths(freshFolder());
  writeFileSync(paths.lock, lockOfElsewhere(5));
  const turns = { pause: async () => new Promise((resolve) => void setImmediate(resolve)) };
  const outcomes = await Promise.allSettled([
    takeLock(realDisk, paths, turns),
    takeLock(realDisk, paths, turns),
    takeLock(realDisk, paths, turns),
  ]);
  const locks = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  expect(locks).toHaveLength(1);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { reason: 'in-use' } },
    { reason: { reason: 'in-use' } },
  ]);
  await locks[0]?.release();
});

test('a zombie of the dead owner does not hold the lock', async (context) => {
  if (process.platform !== 'linux') return context.skip('reports states of processes as Linux does');
  const dataDir = freshFolder();
  // The inner shell ends; sleep, its parent then, never asks how.
  const parent = started('sh', ['-c', 'sh -c "echo \\$\\$" & exec sleep 60']);
  const pid = Number(await firstLine(parent));
  const fields = (): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  await expect.poll(() => fields()[0]).toBe('Z');
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  writeFileSync(dataPaths(dataDir).lock, JSON.stringify({ pid, started: `${boot} ${fields()[19]}` }));
  expect(await findOwner(realDisk, dataPaths(dataDir))).toBeUndefined();
  const storage = await openReal(dataDir);
  expect(await findOwner(realDisk, dataPaths(dataDir))).toBe(process.pid);
  await storage.close();
  expect(fields()[0]).toBe('Z');
});

test('a server in another pid namespace keeps its folder, and when it is killed its lock goes', async (context) => {
  const unshare = ['--pid', '--fork', '--mount-proc', '--kill-child'];
  if (spawnSync('unshare', [...unshare, 'true']).status !== 0) return context.skip('needs leave to make a namespace');
  const dataDir = freshFolder();
  const storageUrl = pathToFileURL(`${import.meta.dirname}/database.ts`).href;
  const serve = `import { openStorage } from '${storageUrl}';
    await openStorage({ dataDir: ${JSON.stringify(dataDir)} });
    console.log(process.pid);
    setInterval(() => undefined, 1000);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', serve];
  const server = started('unshare', [...unshare, process.execPath, ...args]);
  const pid = Number(await firstLine(server));
  expect(pid).toBeLessThan(10);
  await expect(openReal(dataDir)).rejects.toMatchObject({
    reason: 'in-use',
    message: `${dataDir} is in use by process ${pid} in another container or computer.`,
  });
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
  const lock = await takeLock(realDisk, dataPaths(dataDir), {
    // Gone with its namespace, though perhaps a moment after unshare itself.
    pause: async () => new Promise((resolve) => void setTimeout(resolve, 60)),
  });
  await lock.release();
});

/** What is on the disk, without the note of the journal's end: that of the last write in time may follow it. */
function withoutNote(disk: FaultyDisk): Map<string, Uint8Array> {
  return new Map([...disk.contents()].filter(([path]) => !path.endsWith('journal-end.json')));
}

test.each([
  ['its next heartbeat', ['performance', 'setInterval'], 'taken-over'],
  ['its next write', ['performance'], 'ok'],
] as const)(
  'a server that was held up while another one took its folder is told by %s, and writes nothing more',
  async (_when, toFake, stateBeforeWrite) => {
    vi.useFakeTimers({ toFake: [...toFake] });
    onTestFinished(() => void vi.useRealTimers());
    const disk = new FaultyDisk();
    const warnings: string[] = [];
    const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
    const storage = await openOn(disk, { log });
    await addNote(storage, 'before');
    vi.advanceTimersByTime(2000);
    await addNote(storage, 'in time');
    disk.place('/data/in-use.lock', new TextEncoder().encode(lockOfElsewhere(5)));
    const before = withoutNote(disk);
    vi.advanceTimersByTime(5000);
    await expect.poll(() => storage.stats().state).toBe(stateBeforeWrite);
    const failed = {
      kind: 'taken-over',
      message: expect.stringContaining('/data was taken over by process 1') as string,
    };
    await expect(addNote(storage, 'too late')).rejects.toMatchObject(failed);
    await expect(noteTexts(storage)).rejects.toMatchObject(failed);
    await expect(storage.compact()).rejects.toMatchObject(failed);
    expect(storage.stats().state).toBe('taken-over');
    expect(warnings).toHaveLength(1);
    await storage.close();
    expect(withoutNote(disk), 'nothing was written, nor the lock of the other one removed').toEqual(before);
  },
);

/** A disk whose lock files take what is written to them later, when it is told to. */
class SlowLock extends FaultyDisk {
  readonly held: (() => void)[] = [];
  readonly closed: string[] = [];

  override openNow(path: string, mode: 'read' | 'create'): ReturnType<FaultyDisk['openNow']> {
    const file = super.openNow(path, mode);
    if (mode === 'read' || !path.endsWith('.lock')) return file;
    const write = async (bytes: Uint8Array, position: number): Promise<void> => {
      await new Promise<void>((resolve) => void this.held.push(resolve));
      await file.write(bytes, position);
    };
    return { ...file, write, close: async () => void this.closed.push(path) };
  }
}

function beatIn(disk: FaultyDisk): number {
  const text = new TextDecoder().decode(disk.contents().get('/data/in-use.lock'));
  return Number((JSON.parse(text) as { beat: string }).beat);
}

test('a heartbeat that the disk does not answer holds up no write, and a folder that is taken then is noticed', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const disk = new SlowLock();
  const storage = await openOn(disk);
  vi.advanceTimersByTime(2900);
  await addNote(storage, 'while it beats');
  await expect.poll(() => disk.held, { message: 'one at a time is on its way' }).toHaveLength(1);
  expect(beatIn(disk)).toBe(0);
  vi.advanceTimersByTime(5000);
  await addNote(storage, 'after a gap');
  disk.held.shift()?.();
  await expect.poll(() => beatIn(disk)).toBe(1);
  vi.advanceTimersByTime(1000);
  await expect.poll(() => disk.held).toHaveLength(1);
  // Taken while a beat is on its way: the write after it is refused, without a gap.
  disk.place('/data/in-use.lock', new TextEncoder().encode(lockOfElsewhere(5)));
  await expect(addNote(storage, 'too late')).rejects.toMatchObject({ kind: 'taken-over' });
  await storage.close();
});

test('a folder is free at once where a heartbeat is on its way, and the file is closed after it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const disk = new SlowLock();
  const paths = dataPaths('/data');
  const lock = await takeLock(disk, paths);
  vi.advanceTimersByTime(1000);
  await expect.poll(() => disk.held).toHaveLength(1);
  await lock.release();
  expect(await findOwner(disk, paths)).toBeUndefined();
  expect(disk.closed).toEqual([]);
  const next = await takeLock(disk, paths);
  disk.held.shift()?.();
  await expect.poll(() => disk.closed).toEqual([paths.lock]);
  expect(await findOwner(disk, paths)).toBe(process.pid);
  await next.release();
});

test.skipIf(process.platform === 'win32')(
  'a lock that is a symbolic link to nothing is refused by its name',
  async () => {
    for (const target of ['/nowhere/in-use.lock', 'in-use.lock', 'file.txt/in-use.lock']) {
      const paths = dataPaths(freshFolder());
      writeFileSync(`${paths.folder}/file.txt`, '');
      symlinkSync(target, paths.lock);
      const refused = {
        reason: 'not-writable',
        message: `${paths.lock} is a symbolic link to ${target}, where there is no file. Remove the link, then start again.`,
      };
      await expect(takeLock(realDisk, paths)).rejects.toMatchObject(refused);
      await expect(findOwner(realDisk, paths)).rejects.toMatchObject(refused);
    }
  },
);
