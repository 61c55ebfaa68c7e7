/** Disks that refuse and processes that die, at every single operation: nothing acknowledged is lost or doubled. */
import { expect, test } from 'vitest';
import { seededRandom } from '../demo/random.ts';
import { type Fault, FaultyDisk, type Survival } from '../testing/faulty-disk.ts';
import { addNote, freezeClock, notes, noteTexts, openOn, textsOf } from '../testing/storage-kit.ts';
import { StorageWriteError } from './database.ts';
import { makeFirstImage } from './first-image.ts';
import type { Storage } from './interface.ts';
import { recover } from './recover.ts';

interface Outcome {
  acknowledged: string[];
  refused: string[];
  /** Neither: the process died first. */
  unknown: string[];
}

const rounds = 4;
/** As the server does, a new folder begins with an image of the build. */
const firstImage = await makeFirstImage(notes);

freezeClock();

/** Groups of three, compactions and closing; goes on after refusals, as a server does. */
async function workload(disk: FaultyDisk, outcome: Outcome): Promise<void> {
  const storage = await openOn(disk, { firstImage });
  try {
    await writeRounds(storage, disk, outcome);
  } finally {
    // After a crash too: what a process held ends with it, and this one lives on.
    await storage.close().catch(() => undefined);
  }
}

async function writeRounds(storage: Storage, disk: FaultyDisk, outcome: Outcome): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const texts = ['a', 'b', 'c'].map((name) => `${name}${round} ${'x'.repeat(200 * (round % 3))}`);
    const results = await Promise.allSettled(texts.map((text) => addNote(storage, text)));
    for (const [index, result] of results.entries()) {
      const text = texts[index] ?? '';
      if (result.status === 'fulfilled') outcome.acknowledged.push(text);
      else if (disk.crashed) outcome.unknown.push(text);
      else outcome.refused.push(text);
    }
    if (disk.crashed) return;
    // What memory shows is exactly what was acknowledged, whatever the disk refused.
    expect(await noteTexts(storage)).toEqual(outcome.acknowledged);
    if (round === 1 || round === 2) await storage.compact().catch(() => undefined);
    if (disk.crashed) return;
  }
}

async function run(fault: Fault | undefined): Promise<{ disk: FaultyDisk; outcome: Outcome; openError: unknown }> {
  const disk = new FaultyDisk();
  disk.fault = fault;
  const outcome: Outcome = { acknowledged: [], refused: [], unknown: [] };
  let openError: unknown;
  await workload(disk, outcome).catch((error: unknown) => {
    if (outcome.acknowledged.length + outcome.refused.length + outcome.unknown.length > 0) throw error;
    openError = error;
  });
  return { disk, outcome, openError };
}

/** Opens what is there, checks it against the outcome, and checks that it takes writes. */
async function check(disk: FaultyDisk, { acknowledged, unknown }: Outcome, what: string): Promise<void> {
  let storage: Storage;
  try {
    storage = await openOn(disk);
  } catch (error) {
    throw new Error(`${what}: ${String(error)}\n${disk.log.join('\n')}`, { cause: error });
  }
  const texts = await noteTexts(storage);
  const extra = texts.filter((text) => !acknowledged.includes(text));
  expect(texts.slice(0, acknowledged.length), what).toEqual(acknowledged);
  expect(new Set(texts).size, what).toBe(texts.length);
  // A group is whole or absent, and only one can have been on its way.
  expect([0, unknown.length], what).toContain(extra.length);
  expect(
    extra.every((text) => unknown.includes(text)),
    what,
  ).toBe(true);
  await addNote(storage, 'after');
  await storage.close();
  const again = await openOn(disk);
  expect(await noteTexts(again), what).toEqual([...texts, 'after']);
  await again.close();
}

test('the workload without a fault keeps everything, so that the others prove something', async () => {
  const { disk, outcome } = await run(undefined);
  expect(outcome).toMatchObject({ refused: [], unknown: [] });
  expect(outcome.acknowledged).toHaveLength(3 * rounds);
  expect(disk.operations).toBeGreaterThan(50);
  expect(disk.log.some((line) => /rename .*snapshot-00000002\.manifest/.test(line))).toBe(true);
  expect(disk.log.some((line) => /remove .*segment/.test(line))).toBe(true);
  await check(disk, outcome, 'no fault');
});

test.each(['ENOSPC', 'EIO'] as const)(
  '%s at any one operation: what was refused left no trace, the next write works',
  async (code) => {
    let refusals = 0;
    for (let operation = 1; ; operation += 1) {
      const { disk, outcome } = await run({ operation, code });
      if (disk.operations < operation) break;
      refusals += outcome.refused.length;
      expect(outcome.refused.length, `operation ${operation}`).toBeLessThanOrEqual(3);
      disk.fault = undefined;
      disk.removeNow('/data/in-use.lock'); // its removal can be what failed; it ends with the process, which lives on here
      await check(disk, outcome, `${code} at operation ${operation}: ${disk.log[operation - 1]}`);
    }
    expect(refusals).toBeGreaterThan(9);
  },
);

test.each(['nothing unsynced', 'everything', 'some sectors', 'garbled sectors'] as const)(
  'a crash at any operation that leaves %s of what was not synced: everything acknowledged is there once',
  async (survival: Survival) => {
    let lost = 0;
    for (let operation = 1; ; operation += 1) {
      const { disk, outcome } = await run({ operation, code: 'crash' });
      if (!disk.crashed) break;
      lost += outcome.unknown.length;
      const left = disk.afterCrash(survival, seededRandom(operation));
      await check(left, outcome, `${survival} at operation ${operation}: ${disk.log.at(-1)}`);
    }
    expect(lost).toBeGreaterThan(9);
  },
);

test('a second crash during the recovery from the first loses nothing either', async () => {
  const random = seededRandom(7);
  let crashes = 0;
  for (let operation = 1; operation < 400; operation += 3) {
    const { disk, outcome } = await run({ operation, code: 'crash' });
    if (!disk.crashed) break;
    let left = disk.afterCrash('some sectors', random);
    for (let second = 1; second < 12; second += 2) {
      left.fault = { operation: second, code: 'crash' };
      const storage = await openOn(left).catch(() => undefined);
      await storage?.compact().catch(() => undefined);
      if (!left.crashed) {
        await storage?.close();
        break;
      }
      crashes += 1;
      left = left.afterCrash('some sectors', random);
      await storage?.close().catch(() => undefined);
    }
    left.fault = undefined;
    await check(left.afterCrash('everything', random), outcome, `operation ${operation}`);
  }
  expect(crashes).toBeGreaterThan(50);
});

test('a full disk: requests are refused with the reason, reads go on, and writes work again when there is room', async () => {
  const disk = new FaultyDisk();
  const storage = await openOn(disk);
  const kept: string[] = [];
  disk.capacity = 14_000;
  const refusal: unknown = await (async () => {
    for (let index = 0; index < 1000; index += 1) {
      const text = `${index} ${'x'.repeat(300)}`;
      await addNote(storage, text);
      kept.push(text);
    }
  })().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(StorageWriteError);
  expect(refusal).toMatchObject({ code: 'ENOSPC', message: 'Nothing was saved: the disk is full.' });
  expect(kept.length).toBeGreaterThan(2);
  expect(storage.stats().state).toBe('disk-full');
  expect(await noteTexts(storage)).toEqual(kept);
  await expect(addNote(storage, 'y'.repeat(9000))).rejects.toBeInstanceOf(StorageWriteError);
  // What is small may still be taken: that is no room yet.
  disk.capacity += 400;
  await addNote(storage, 'small');
  expect(storage.stats().state).toBe('disk-full');
  disk.capacity = Infinity;
  await addNote(storage, 'room again');
  expect(storage.stats().state).toBe('ok');
  await storage.close();
  const again = await openOn(disk);
  expect(await noteTexts(again)).toEqual([...kept, 'small', 'room again']);
  await again.close();
});

test('a disk that is full from the start: a clear refusal without room for a lock, reads with it', async () => {
  const disk = new FaultyDisk();
  const first = await openOn(disk);
  await addNote(first, 'a');
  await first.close();
  const before = disk.contents();
  disk.capacity = 0;
  await expect(openOn(disk)).rejects.toMatchObject({
    reason: 'disk-full',
    message: '/data cannot be opened: the disk is full.',
  });
  expect(textsOf(disk.contents())).toEqual(textsOf(before));
  disk.capacity = [...before.values()].reduce((sum, bytes) => sum + bytes.length, 400);
  const second = await openOn(disk);
  expect(await noteTexts(second)).toEqual(['a']);
  await expect(addNote(second, 'b')).rejects.toMatchObject({ code: 'ENOSPC' });
  await second.close();
});

/** A disk whose last segment has a flipped bit. */
async function damagedDisk(): Promise<FaultyDisk> {
  const { disk } = await run(undefined);
  const segment = [...disk.contents()].findLast(([path]) => path.endsWith('.journal'));
  if (!segment) throw new Error('no segment');
  const [path, bytes] = segment;
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  disk.place(path, bytes);
  return disk;
}

test('a crash at any operation of a recovery on command: repeating the command ends it', async () => {
  const sound = await recover('/data', { disk: await damagedDisk() });
  expect(sound.recovered).toBe(true);
  for (let operation = 1; ; operation += 1) {
    const disk = await damagedDisk();
    disk.fault = { operation: disk.operations + operation, code: 'crash' };
    await recover('/data', { disk }).catch(() => undefined);
    if (!disk.crashed) break;
    const left = disk.afterCrash('some sectors', seededRandom(operation));
    const report = await recover('/data', { disk: left });
    expect(report.lastTransaction, `operation ${operation}`).toBe(sound.lastTransaction);
    const storage = await openOn(left);
    await addNote(storage, 'after');
    await storage.close();
  }
});
