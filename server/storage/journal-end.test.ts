/** Journal end noted by a stop, a snapshot and a new segment: a missing part is refused, named and recovered from. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FaultyDisk } from '../testing/faulty-disk.ts';
import { addNote, freezeClock, freshFolder, noteTexts, openOn, openReal, textsOf } from '../testing/storage-kit.ts';
import { DamagedDataError } from './database.ts';
import { realDisk } from './disk.ts';
import { dataPaths, kinds, numbered } from './file-names.ts';
import { loadState } from './history.ts';
import { readJournalEnd } from './journal-end.ts';
import { readRecord, segmentHeaderBytes } from './records.ts';
import { recover } from './recover.ts';

freezeClock();

const texts = Array.from({ length: 12 }, (_, index) => `note ${index}`);
const firstHalf = texts.slice(0, 6);

/** A folder with a snapshot after the first half of the notes, stopped as `stop` says. */
async function written(stop: 'cleanly' | 'killed'): Promise<Map<string, Uint8Array>> {
  const disk = new FaultyDisk();
  const storage = await openOn(disk);
  for (const text of firstHalf) await addNote(storage, text);
  await storage.compact();
  for (const text of texts.slice(6)) await addNote(storage, text);
  if (stop === 'cleanly') await storage.close();
  const contents = disk.contents();
  contents.delete('/data/in-use.lock');
  return contents;
}

const isSegment = (path: string): boolean => path.endsWith('.journal');

function diskWith(contents: ReadonlyMap<string, Uint8Array>): FaultyDisk {
  const disk = new FaultyDisk();
  for (const [path, bytes] of contents) disk.place(path, bytes);
  return disk;
}

async function refusal(disk: FaultyDisk): Promise<DamagedDataError> {
  const before = disk.contents();
  const error: unknown = await openOn(disk).then(
    (storage) => storage.close(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DamagedDataError)) throw new Error(`not refused: ${String(error)}`);
  expect(error.message).toContain('npm run recover -- --data-dir /data');
  expect(textsOf(disk.contents()), 'nothing on disk was changed').toEqual(textsOf(before));
  return error;
}

/** Recovers on command, and starts with what is kept; then nothing is missing any more. */
async function kept(disk: FaultyDisk, expected: { lostTransactions: number }): Promise<string[]> {
  expect(await recover('/data', { disk })).toMatchObject({ recovered: true, ...expected });
  const storage = await openOn(disk);
  const found = await noteTexts(storage);
  await addNote(storage, 'after');
  await storage.close();
  expect(await recover('/data', { disk })).toMatchObject({ recovered: false });
  return found;
}

test('after a clean stop, a journal that is cut anywhere in what was written is refused by its name', async () => {
  const contents = await written('cleanly');
  const path = [...contents.keys()].findLast(isSegment) ?? '';
  const bytes = contents.get(path) ?? new Uint8Array();
  let midRecord = 0;
  for (let size = 64; size < bytes.length - 64; size += 149) {
    for (const cut of [bytes.slice(0, size), bytes.slice().fill(0, size)]) {
      const disk = diskWith(new Map([...contents, [path, cut]]));
      const { damage } = await refusal(disk);
      expect(damage.file).toBe(path);
      expect(damage.what).toMatch(/^The file is cut off: transactions \d+ to 13 are missing\.$/);
      expect(damage.offset).toBeLessThanOrEqual(size);
      if (damage.offset < size) midRecord += 1;
      const lostTransactions = 13 - damage.lastGoodTransaction;
      expect(await kept(disk, { lostTransactions })).toEqual(texts.slice(0, 12 - lostTransactions));
    }
  }
  expect(midRecord).toBeGreaterThan(5);
});

test.each(['cleanly', 'killed'] as const)(
  'a server stopped %s: a newest segment or a whole journal that is gone is refused by its name, snapshot or not',
  async (stop) => {
    const contents = await written(stop);
    const newest = [...contents.keys()].findLast(isSegment) ?? '';
    for (const isGone of [(path: string) => path === newest, isSegment]) {
      const disk = diskWith(new Map([...contents].filter(([path]) => !isGone(path))));
      expect((await refusal(disk)).damage).toMatchObject({ file: newest, offset: 0, what: 'The file is missing.' });
      // A killed server had noted the beginning of the segment only.
      expect(await kept(disk, { lostTransactions: stop === 'cleanly' ? 6 : 1 })).toEqual(firstHalf);
    }
    const note = [...contents].filter(([path]) => path.endsWith('journal-end.json'));
    expect((await refusal(diskWith(new Map(note)))).damage).toMatchObject({ file: newest, lastGoodTransaction: 0 });
  },
);

test('a folder of a version that noted no end starts, and notes it', async () => {
  const contents = await written('cleanly');
  contents.delete('/data/journal-end.json');
  const disk = diskWith(contents);
  const storage = await openOn(disk);
  expect(await noteTexts(storage)).toEqual(texts);
  await storage.close();
  expect(disk.contents().has('/data/journal-end.json')).toBe(true);
});

test('a note that is damaged itself, or of another history, keeps no one from starting', async () => {
  const contents = await written('cleanly');
  const other = await written('cleanly');
  const damaged = contents.get('/data/journal-end.json')?.map((byte, index) => (index === 60 ? byte ^ 1 : byte));
  for (const note of [damaged, other.get('/data/journal-end.json'), new Uint8Array(3)]) {
    if (note === undefined) throw new Error('no note');
    const storage = await openOn(diskWith(new Map([...contents, ['/data/journal-end.json', note]])));
    expect(await noteTexts(storage)).toEqual(texts);
    await storage.close();
  }
});

test('a write that a crash cut off is left out, counted and logged; a clean stop leaves none', async () => {
  const contents = await written('killed');
  const path = [...contents.keys()].findLast(isSegment) ?? '';
  const bytes = contents.get(path) ?? new Uint8Array();
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (message: string) => void warnings.push(message) };
  const torn = await openOn(diskWith(new Map([...contents, [path, bytes.slice().fill(0, end - 30)]])), { log });
  const { tornBytes } = torn.stats();
  expect(tornBytes).toBeGreaterThan(20);
  expect(warnings).toEqual([`A write that was never finished (${tornBytes} bytes) was left out.`]);
  expect(await noteTexts(torn)).toEqual(texts.slice(0, -1));
  await torn.close();
  const sound = await openOn(diskWith(await written('cleanly')), { log });
  expect(sound.stats().tornBytes).toBe(0);
  expect(warnings).toHaveLength(1);
  await sound.close();
});

/** A folder on the real disk as a killed server leaves it: three snapshots and several segments. */
async function killedFolder(): Promise<{ folder: string; written: string[]; close(): Promise<void> }> {
  vi.useRealTimers();
  onTestFinished(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
  const folder = freshFolder();
  const storage = await openReal(folder, { segmentBytes: 4096, compactIn: 'inline' });
  const all: string[] = [];
  for (let index = 0; index < 60; index += 1) {
    const text = `note ${index} ${'x'.repeat(index * 5)}`;
    await addNote(storage, text);
    all.push(text);
    if (index === 20 || index === 35) await storage.compact();
  }
  await expect
    .poll(() => readJournalEnd(realDisk, dataPaths(folder))?.nextTransaction)
    .toBe(storage.stats().transactions + 1);
  const copy = freshFolder();
  cpSync(folder, copy, { recursive: true });
  rmSync(dataPaths(copy).lock);
  return { folder: copy, written: all, close: () => storage.close() };
}

/** What a start finds in a folder on the real disk. */
async function textsIn(folder: string): Promise<string[] | 'refused'> {
  const found = await loadState(realDisk, dataPaths(folder)).catch((error: unknown) => {
    if (error instanceof DamagedDataError) return 'refused' as const;
    throw error;
  });
  if (found === 'refused') return found;
  const rows = found.engine.all<{ text: string }>('SELECT text FROM notes ORDER BY id', []);
  found.engine.close();
  return rows.map(({ text }) => text);
}

test('a journal that is cut after a kill, at any record of any segment, is refused or complete, never silently shorter', async () => {
  const { folder, written: all, close } = await killedFolder();
  await close();
  const paths = dataPaths(folder);
  const segments = numbered(readdirSync(paths.journal), kinds.segment, paths.segment);
  expect(segments.length).toBeGreaterThan(3);
  const originals = segments.map(({ path }) => readFileSync(path));
  const silent: string[] = [];
  let refused = 0;
  for (const [index, { path }] of segments.entries()) {
    const bytes = originals[index] ?? Buffer.alloc(0);
    const cuts = [segmentHeaderBytes];
    for (let record = readRecord(bytes, segmentHeaderBytes); record; record = readRecord(bytes, record.end))
      cuts.push(record.end, record.end + 12);
    for (const cut of cuts.filter((at) => at <= bytes.length)) {
      for (const kind of ['short', 'short and last', 'zeros and last'] as const) {
        writeFileSync(path, kind === 'zeros and last' ? Buffer.from(bytes).fill(0, cut) : bytes.subarray(0, cut));
        if (kind !== 'short') for (const later of segments.slice(index + 1)) rmSync(later.path);
        const found = await textsIn(folder);
        if (found === 'refused') refused += 1;
        else if (JSON.stringify(found) !== JSON.stringify(all)) silent.push(`${kind} ${path} at ${cut}`);
        for (const [at, original] of originals.entries()) writeFileSync(segments[at]?.path ?? '', original);
      }
    }
  }
  expect(silent).toEqual([]);
  expect(refused).toBeGreaterThan(60);
});

test('a segment that is cut in the milliseconds before a kill, which no note covers, is noticed by its size', async () => {
  const contents = await written('killed');
  const path = [...contents.keys()].findLast(isSegment) ?? '';
  const bytes = contents.get(path) ?? new Uint8Array();
  let cuts = 0;
  for (let record = readRecord(bytes, segmentHeaderBytes); record; record = readRecord(bytes, record.end)) {
    for (const cut of [record.end, record.end - 20]) {
      const { damage } = await refusal(diskWith(new Map([...contents, [path, bytes.slice(0, cut)]])));
      expect(damage).toMatchObject({ file: path, what: expect.stringMatching(/^The file is cut off/) as string });
      cuts += 1;
    }
  }
  expect(cuts).toBeGreaterThan(10);
});

test('a damaged header of a later segment leaves what the segments before it hold', async () => {
  const disk = new FaultyDisk();
  for (const text of texts.slice(0, 3)) {
    const storage = await openOn(disk);
    await addNote(storage, text);
    await storage.close();
  }
  const segments = [...disk.contents()].filter(([path]) => isSegment(path)).toSorted(([a], [b]) => a.localeCompare(b));
  expect(segments).toHaveLength(3);
  for (const [at, keep] of [2, 1].map((index) => [index, texts.slice(0, index)] as const)) {
    for (const damage of ['empty', 'cut', 'flipped'] as const) {
      const [path, whole] = segments[at] ?? ['', new Uint8Array()];
      const bytes = whole.slice(0, { empty: 0, cut: 40, flipped: whole.length }[damage]);
      if (damage === 'flipped') bytes[20] = 0xff;
      const contents = new Map([...disk.contents(), [path, bytes] as const]);
      const error = await refusal(diskWith(contents));
      expect(error.damage).toMatchObject({ file: path, offset: 0 });
      expect(error.damage.lastGoodTransaction).toBeGreaterThan(0);
      expect(await kept(diskWith(contents), { lostTransactions: 3 - at })).toEqual(keep);
    }
  }
});
