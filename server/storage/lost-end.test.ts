/** A journal that is cut together with the note of its end: what the lock of a killed server and the other files still know. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { FaultyDisk } from '../testing/faulty-disk.ts';
import { addNote, noteTexts, openOn } from '../testing/storage-kit.ts';
import { DamagedDataError, type Storage } from './database.ts';
import { readRecord, segmentHeaderBytes } from './records.ts';
import { recover } from './recover.ts';

const texts = Array.from({ length: 12 }, (_, index) => `note ${index}`);
const lock = '/data/in-use.lock';
const note = '/data/journal-end.json';
const isSegment = (path: string): boolean => path.endsWith('.journal');

type Contents = ReadonlyMap<string, Uint8Array>;

function diskWith(contents: Contents): FaultyDisk {
  const disk = new FaultyDisk();
  for (const [path, bytes] of contents) disk.place(path, bytes);
  return disk;
}

/** A folder with a snapshot after half of the notes. @param stop `killed` leaves the lock of a process that is gone */
async function written(stop: 'cleanly' | 'killed'): Promise<Map<string, Uint8Array>> {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const disk = new FaultyDisk();
  const storage = await openOn(disk);
  for (const text of texts.slice(0, 6)) await addNote(storage, text);
  await storage.compact();
  for (const text of texts.slice(6)) await addNote(storage, text);
  await vi.advanceTimersByTimeAsync(1100);
  if (stop === 'cleanly') await storage.close();
  const contents = disk.contents();
  const owner = contents.get(lock);
  if (owner !== undefined)
    contents.set(
      lock,
      Buffer.from(
        Buffer.from(owner)
          .toString()
          .replace(/"pid":\d+/, `"pid":${2 ** 30}`),
      ),
    );
  return contents;
}

const warningsOf = (): { warnings: string[]; log: { info(): void; warn(message: string): void } } => {
  const warnings: string[] = [];
  return { warnings, log: { info: () => undefined, warn: (message) => void warnings.push(message) } };
};

const refusalOf = (disk: FaultyDisk): Promise<DamagedDataError> =>
  openOn(disk).then(
    async (storage) => {
      await storage.close();
      throw new Error('not refused');
    },
    (error: unknown) => {
      if (error instanceof DamagedDataError) return error;
      throw error;
    },
  );

/** Every state of the note that says nothing. */
const lostNotes: [string, (contents: Map<string, Uint8Array>) => void][] = [
  ['removed', (contents) => void contents.delete(note)],
  ['empty', (contents) => void contents.set(note, new Uint8Array())],
  ['zeros', (contents) => void contents.set(note, new Uint8Array(8192))],
  ['cut short', (contents) => void contents.set(note, contents.get(note)?.slice(0, 40) ?? new Uint8Array())],
];

test.each(lostNotes)(
  'the lock of a killed server shows what is missing where records and their note (%s) are gone together',
  async (_, lose) => {
    const contents = await written('killed');
    const newest = [...contents.keys()].findLast(isSegment) ?? '';
    const bytes = contents.get(newest) ?? new Uint8Array();
    const cuts: Contents[] = [new Map([...contents].filter(([path]) => path !== newest))];
    for (let record = readRecord(bytes, segmentHeaderBytes); record; record = readRecord(bytes, record.end))
      if (record.count > 0 && !isSealed(bytes, record.end))
        cuts.push(new Map([...contents, [newest, bytes.slice().fill(0, record.offset)] as const]));
    expect(cuts.length).toBeGreaterThan(5);
    for (const [at, cut] of cuts.entries()) {
      const left = new Map(cut);
      lose(left);
      const disk = diskWith(left);
      const { damage } = await refusalOf(disk);
      expect(damage).toMatchObject({ file: newest });
      // What the lock knew survives the refused start, which has taken the lock.
      expect((await refusalOf(disk)).damage).toEqual(damage);
      const kept = damage.lastGoodTransaction - 1;
      expect(await recover('/data', { disk })).toMatchObject({
        recovered: true,
        lostTransactions: at === 0 ? 6 : 12 - kept,
        isEndUnknown: false,
      });
      const { warnings, log } = warningsOf();
      const storage = await openOn(disk, { log });
      expect(await noteTexts(storage)).toEqual(texts.slice(0, kept));
      expect([storage.stats().isEndUnknown, warnings]).toEqual([false, []]);
      await storage.close();
    }
  },
);

/** Whether a seal follows, which ends what a cut can take. */
const isSealed = (bytes: Uint8Array, at: number): boolean => readRecord(bytes, at)?.count === 0;

test.each(lostNotes)(
  'a folder whose newest segment and note (%s) are gone starts, and reports that',
  async (_, lose) => {
    const contents = await written('cleanly');
    const segments = [...contents.keys()].filter(isSegment);
    for (const gone of [segments.slice(-1), segments]) {
      const left = new Map([...contents].filter(([path]) => !gone.includes(path)));
      lose(left);
      const disk = diskWith(left);
      expect(await recover('/data', { disk })).toMatchObject({ recovered: false, isEndUnknown: true });
      const { warnings, log } = warningsOf();
      const storage = await openOn(disk, { log });
      expect(storage.stats().isEndUnknown).toBe(true);
      expect(warnings).toEqual([
        '/data/journal-end.json is missing or damaged. It notes how far the data reaches: the newest changes may be missing.',
      ]);
      await addNote(storage, 'after');
      await storage.close();
      const next = await openOn(disk);
      expect(next.stats().isEndUnknown).toBe(false);
      await next.close();
    }
  },
);

test('no crash at any operation of a disk is taken for a lost end', async () => {
  let operation = 0;
  for (let isCrashed = true; isCrashed;) {
    operation += 1;
    const disk = new FaultyDisk();
    disk.fault = { operation, code: 'crash' };
    await work(disk).catch(() => undefined);
    isCrashed = disk.crashed;
    for (const survival of ['nothing unsynced', 'everything'] as const) {
      const { warnings, log } = warningsOf();
      const storage = await openOn(
        disk.afterCrash(survival, () => 0.5),
        { log },
      );
      expect([storage.stats().isEndUnknown, warnings.filter((line) => line.includes('missing'))]).toEqual([false, []]);
      await storage.close();
    }
  }
  expect(operation).toBeGreaterThan(60);
});

/** A new folder, some notes, a snapshot, a clean stop and a second run. */
async function work(disk: FaultyDisk): Promise<void> {
  for (const run of ['first', 'second']) {
    let storage: Storage | undefined;
    try {
      storage = await openOn(disk);
      for (const text of texts.slice(0, 4)) await addNote(storage, `${run} ${text}`);
      await storage.compact();
      await addNote(storage, `${run} last`);
    } finally {
      await storage?.close();
    }
  }
}

test('a lock that is left in a folder without data starts an empty folder, and one of other data says nothing', async () => {
  const contents = await written('killed');
  const owner = contents.get(lock) ?? new Uint8Array();
  const empty = await openOn(diskWith(new Map([[lock, owner]])));
  expect(await noteTexts(empty)).toEqual([]);
  await empty.close();
  const other = await written('cleanly');
  const storage = await openOn(diskWith(new Map([...other, [lock, owner]])));
  expect(await noteTexts(storage)).toEqual(texts);
  await storage.close();
});

test('one write and one sync make a message durable, the note and the lock included', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const disk = new FaultyDisk();
  const storage = await openOn(disk, { segmentBytes: 65_536 });
  for (const text of texts.slice(0, 2)) await addNote(storage, text);
  const before = disk.log.length;
  for (const text of texts.slice(2)) await addNote(storage, text);
  const operations = disk.log.slice(before);
  expect(operations.filter((line) => line.startsWith('sync'))).toHaveLength(10);
  expect(operations).toHaveLength(20);
  await storage.close();
});
