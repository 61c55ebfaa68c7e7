/** Gates before folders on drives that may hang: the rule itself, and file operations that really hang, on a pipe that no one writes to. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createReadStream, open, readFile, readInPieces, stat, writeFile } from '../file-access.ts';
import { FileGate, FilesHangError, gateBefore, gateOf, gateSize } from '../file-gates.ts';

const limits = { short: 40, long: 60 };

/** An operation that ends when the test says so. */
function held<T>(value: T): { run: () => Promise<T>; end: () => void; begun: () => number } {
  let end = (): void => undefined;
  let begun = 0;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (): Promise<T> => {
    begun += 1;
    await ended;
    return value;
  };
  return { run, end, begun: () => begun };
}

test('runs some operations at once, the others in their order, and passes values and errors on', async () => {
  const gate = new FileGate('/files', 2);
  const operations = ['a', 'b', 'c', 'd'].map(held);
  const all = operations.map(({ run }) => gate.run(run));
  expect(operations.map(({ begun }) => begun())).toEqual([1, 1, 0, 0]);
  operations[1]?.end();
  expect(await all[1]).toBe('b');
  await expect.poll(() => operations.map(({ begun }) => begun())).toEqual([1, 1, 1, 0]);
  for (const { end } of operations) end();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(gate.isHanging).toBe(false);
});

test('rejects what takes too long, then what waits, then what comes, until one of the operations ends', async () => {
  const gate = new FileGate('/files', 2, limits);
  const changes: boolean[] = [];
  gate.onChange = (isHanging) => changes.push(isHanging);
  const first = held('first');
  const second = held('second');
  const late: string[] = [];
  const isLate = (value: string): void => void late.push(value);
  const waiting = held('waiting');
  const closing = held('closed');
  const results = await Promise.allSettled([
    gate.run(first.run, 'short', isLate),
    gate.run(second.run, 'long', isLate),
    gate.run(waiting.run),
    gate.run(closing.run, 'short', undefined, true),
  ]);
  expect(results.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  await expect(gate.run(waiting.run)).rejects.toThrow(FilesHangError);
  expect([waiting.begun(), closing.begun(), changes]).toEqual([0, 0, [true]]);
  first.end();
  // What has to run at some time runs now.
  await expect.poll(() => closing.begun()).toBe(1);
  second.end();
  closing.end();
  await expect.poll(() => gate.isHanging).toBe(false);
  expect([late, changes]).toEqual([
    ['first', 'second'],
    [true, false],
  ]);
  waiting.end();
  expect(await gate.run(waiting.run)).toBe('waiting');
});

test('leaves threads for names of the network and the journal', () => {
  for (let threads = 3; threads <= 64; threads += 1)
    expect(gateSize(threads) + Math.ceil(threads / 2), String(threads)).toBeLessThanOrEqual(threads);
  expect([1, 4, 6, 12, 64].map(gateSize)).toEqual([1, 1, 2, 4, 4]);
});

test.each([
  ['/d/uploads', false, true],
  ['/d/uploads/2/ab/x.png', false, true],
  ['/d/uploads-stray/x', false, false],
  ['/d', false, false],
  ['/d', true, true],
  ['/d/journal', true, false],
  [Buffer.from('/d/uploads/x'), false, false],
])('finds the gate before %s (deep: %s): %s', (path, isDeep, isFound) => {
  const gate = gateBefore(['/d/uploads'], 1);
  expect(gateOf(path, isDeep) === gate).toBe(isFound);
  expect(gateOf('/', true)).toBeDefined();
});

test.skipIf(process.platform === 'win32')(
  'operations that really hang leave threads for others, and go on when the drive answers',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'hearth-gate-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const folder = join(root, 'uploads');
    mkdirSync(folder);
    const pipe = join(folder, 'pipe');
    // A pipe itself is refused, a link to it is not.
    execFileSync('mkfifo', [`${root}/pipe`]);
    symlinkSync(`${root}/pipe`, pipe);
    // Threads that hang would keep this process from ending.
    onTestFinished(() => release(pipe));
    writeFileSync(join(folder, 'sound'), 'sound');
    gateBefore([folder], 2, { short: 100, long: 150 });
    const asked = [
      () => readFile(pipe),
      () => open(pipe),
      () => text(createReadStream(pipe)),
      () => text(readInPieces(pipe, { end: 9 })),
      () => readFile(pipe),
      () => open(pipe),
      () => stat(join(folder, 'sound')),
      () => writeFile(join(folder, 'new'), 'new'),
    ];
    const results = await Promise.allSettled(asked.map((ask) => ask()));
    expect(results.map((one) => one.status === 'rejected' && one.reason instanceof FilesHangError)).toEqual(
      Array(asked.length).fill(true),
    );
    // Two of the four threads hang. Others still write, as the journal does.
    for (const name of ['a', 'b', 'c']) await promises.writeFile(join(root, name), name);
    expect(gateOf(pipe)?.isHanging).toBe(true);
    await release(pipe);
    await expect.poll(() => gateOf(pipe)?.isHanging).toBe(false);
    expect(await readFile(join(folder, 'sound'), 'utf8')).toBe('sound');
    const file = await open(join(folder, 'sound'), 'r+');
    await file.writeFile('other');
    expect((await file.stat()).size).toBe(5);
    await file.close();
    expect(await text(createReadStream(join(folder, 'sound')))).toBe('other');
    expect(await text(readInPieces(join(folder, 'sound'), { start: 1, end: 3 }))).toBe('the');
  },
);

/** Ends what hangs on a pipe: every open gets its other side, and every read its end. */
async function release(pipe: string): Promise<void> {
  await (await promises.open(pipe, 'r+')).close();
}
