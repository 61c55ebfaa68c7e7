/** The fence of writes, with real processes: what a server acknowledged is there, whichever process takes its folder and when. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { addNote, freshFolder, noteTexts, notes, openReal } from '../testing/storage-kit.ts';
import { dataPaths } from './file-names.ts';

const storageUrl = pathToFileURL(`${import.meta.dirname}/database.ts`).href;

interface Writer {
  child: ChildProcess;
  /** Texts that the process was reported are on disk. */
  acknowledged: string[];
  /** Why it stopped writing. */
  ended: Promise<string>;
}

/** A process that writes notes as fast as it can, eight at once, and prints each that is acknowledged. */
function startWriter(dataDir: string, name: string, before: string[] = []): Writer {
  const program = `import { openStorage } from '${storageUrl}';
    const storage = await openStorage({ dataDir: ${JSON.stringify(dataDir)}, migrations: ${JSON.stringify(notes)}, segmentBytes: 65536 }).catch((error) => {
      console.log('ended ' + error.reason);
      process.exit();
    });
    let next = 0;
    const write = async () => {
      for (;;) {
        const text = '${name} ' + (next += 1);
        await storage.transaction((tx) => {
          tx.run('INSERT INTO notes (text) VALUES (?)', text);
          tx.run("INSERT INTO totals (name, value) VALUES ('notes', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1");
        });
        console.log('acknowledged ' + text);
      }
    };
    await Promise.all(Array.from({ length: 8 }, write)).catch((error) => console.log('ended ' + error.kind));
    process.exit();`;
  const [command = '', ...args] = [...before, process.execPath];
  const child = spawn(command, [...args, '--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const acknowledged: string[] = [];
  const ended = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('acknowledged ')) acknowledged.push(line.slice('acknowledged '.length));
      if (line.startsWith('ended ')) resolve(line.slice('ended '.length));
    });
  });
  return { child, acknowledged, ended };
}

async function hasWritten(writer: Writer, more: number): Promise<void> {
  const from = writer.acknowledged.length;
  await expect.poll(() => writer.acknowledged.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(from + more);
}

async function missingIn(dataDir: string, writers: readonly Writer[]): Promise<string[]> {
  const storage = await openReal(dataDir);
  const found = new Set(await noteTexts(storage));
  await storage.close();
  return writers.flatMap(({ acknowledged }) => acknowledged.filter((text) => !found.has(text)));
}

test('a lock that is deleted under load and a second server: nothing that either acknowledged is lost', async () => {
  const dataDir = freshFolder();
  const first = startWriter(dataDir, 'first');
  await hasWritten(first, 200);
  rmSync(dataPaths(dataDir).lock);
  const second = startWriter(dataDir, 'second');
  // The first one makes its lock again, unless the second one was quicker: exactly one goes on.
  const outcome = await Promise.race([first.ended, hasWritten(first, 2000).then(() => 'writes on')]);
  if (outcome === 'writes on') await second.ended;
  else await hasWritten(second, 200);
  expect(['writes on', 'taken-over']).toContain(outcome);
  for (const { child } of [first, second]) {
    const isOver = child.exitCode !== null || once(child, 'exit');
    child.kill('SIGKILL');
    await isOver;
  }
  rmSync(dataPaths(dataDir).lock, { force: true });
  expect(await missingIn(dataDir, [first, second])).toEqual([]);
});

test('a lock that is deleted while the next server opens the folder: the first one writes nothing more', async () => {
  const dataDir = freshFolder();
  const first = startWriter(dataDir, 'first');
  await hasWritten(first, 200);
  // Stopped, it cannot make the lock again before the other one has the folder.
  first.child.kill('SIGSTOP');
  rmSync(dataPaths(dataDir).lock);
  const second = await openReal(dataDir);
  first.child.kill('SIGCONT');
  await addNote(second, 'of the second');
  expect(await first.ended).toBe('taken-over');
  await addNote(second, 'after it');
  expect(await noteTexts(second)).toEqual(expect.arrayContaining([...first.acknowledged, 'of the second', 'after it']));
  await second.close();
  expect(await missingIn(dataDir, [first])).toEqual([]);
});

test('a server that slept while another one took its folder and stopped again writes nothing more, though no lock is there', async () => {
  const dataDir = freshFolder();
  const first = startWriter(dataDir, 'first');
  await hasWritten(first, 200);
  first.child.kill('SIGSTOP');
  rmSync(dataPaths(dataDir).lock);
  const second = await openReal(dataDir);
  await addNote(second, 'of the second');
  await second.close();
  expect(existsSync(dataPaths(dataDir).lock)).toBe(false);
  first.child.kill('SIGCONT');
  expect(await first.ended).toBe('taken-over');
  const third = await openReal(dataDir);
  expect(await noteTexts(third)).toEqual(expect.arrayContaining([...first.acknowledged, 'of the second']));
  await third.close();
});

test('a lock that is only deleted is made again, and writing goes on', async () => {
  const dataDir = freshFolder();
  const { lock } = dataPaths(dataDir);
  const writer = startWriter(dataDir, 'first');
  await hasWritten(writer, 100);
  const id = (JSON.parse(readFileSync(lock, 'utf8')) as { id: string }).id;
  rmSync(lock);
  await hasWritten(writer, 100);
  expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({ id });
  await expect(openReal(dataDir)).rejects.toMatchObject({ reason: 'in-use' });
});

test('a paused server of another container, whose folder was taken: nothing acknowledged before or after is lost', async (context) => {
  const unshare = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
  if (spawnSync('unshare', [...unshare.slice(1), 'true']).status !== 0)
    return context.skip('needs leave to make a namespace');
  for (const name of ['one', 'two', 'three']) {
    const dataDir = freshFolder();
    const first = startWriter(dataDir, name, unshare);
    await hasWritten(first, 200);
    const inner = spawnSync('pgrep', ['-P', String(first.child.pid)], { encoding: 'utf8' });
    const pid = Number(inner.stdout.trim());
    process.kill(pid, 'SIGSTOP');
    const second = await openReal(dataDir, { pause: async () => undefined });
    await addNote(second, 'of the second');
    process.kill(pid, 'SIGCONT');
    expect(await first.ended).toBe('taken-over');
    expect(await noteTexts(second)).toEqual(expect.arrayContaining(first.acknowledged));
    await second.close();
    expect(await missingIn(dataDir, [first])).toEqual([]);
  }
});
