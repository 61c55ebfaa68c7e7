/** Torn tails are cut, damage is refused with its place and the command, and that command keeps all that can be kept. */
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { seededRandom } from '../demo/random.ts';
import { FaultyDisk } from '../testing/faulty-disk.ts';
import { addNote, freezeClock, noteTexts, openOn, textsOf } from '../testing/storage-kit.ts';
import { DamagedDataError } from './database.ts';
import { readRecord, segmentHeaderBytes } from './records.ts';
import { recover } from './recover.ts';

freezeClock();

const many = ['one', 'two', 'three', 'four', 'five'];

/** A disk with one note a record, in one segment; sealed only when closed. */
async function written(texts: readonly string[], close: boolean): Promise<FaultyDisk> {
  const disk = new FaultyDisk();
  const storage = await openOn(disk);
  for (const text of texts) await addNote(storage, text);
  if (close) await storage.close();
  else disk.removeNow('/data/in-use.lock');
  return disk;
}

/** A fresh disk with these contents. */
function diskWith(
  contents: ReadonlyMap<string, Uint8Array>,
  changes: Record<string, Uint8Array | undefined> = {},
): FaultyDisk {
  const disk = new FaultyDisk();
  for (const [path, bytes] of contents) if (!(path in changes)) disk.place(path, bytes);
  for (const [path, bytes] of Object.entries(changes)) if (bytes) disk.place(path, bytes);
  return disk;
}

function only(disk: FaultyDisk, ending: string): [path: string, bytes: Uint8Array] {
  const found = [...disk.contents()].filter(([path]) => path.endsWith(ending));
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} files end in ${ending}`);
  return found[0];
}

/** Offsets at which records begin; the last is where the next one would. */
function recordOffsets(bytes: Uint8Array): number[] {
  const offsets = [segmentHeaderBytes];
  for (;;) {
    const record = readRecord(bytes, offsets.at(-1) ?? 0);
    if (!record) return offsets;
    offsets.push(record.end);
  }
}

async function opened(disk: FaultyDisk): Promise<string[]> {
  const storage = await openOn(disk);
  const texts = await noteTexts(storage);
  await addNote(storage, 'next');
  await storage.close();
  const again = await openOn(disk);
  expect(await noteTexts(again)).toEqual([...texts, 'next']);
  await again.close();
  return texts;
}

async function refusal(disk: FaultyDisk): Promise<DamagedDataError> {
  const before = disk.contents();
  const error: unknown = await openOn(disk).then(
    (storage) => storage.close(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DamagedDataError)) throw new Error(`not refused: ${String(error)}`);
  expect(error.message).toContain('npm run recover -- --data-dir /data');
  expect(error.message).toContain(error.damage.file);
  expect(error.message).toContain(`, byte ${error.damage.offset}`);
  expect(textsOf(disk.contents()), 'nothing on disk was changed').toEqual(textsOf(before));
  return error;
}

test('the last record cut at every byte, with zeros after it: recovered to the last whole record; with nothing after it: refused', async () => {
  const disk = await written(many, false);
  const contents = disk.contents();
  const [path, bytes] = only(disk, '.journal');
  const offsets = recordOffsets(bytes);
  const [start, end] = offsets.slice(-2) as [number, number];
  expect(offsets).toHaveLength(many.length + 2);
  for (let cut = start; cut < end; cut += 1) {
    const zeroed = bytes.slice().fill(0, cut);
    const whole = readRecord(zeroed, start) !== undefined; // the padding after a record holds nothing
    const expected = whole ? many : many.slice(0, -1);
    expect(await opened(diskWith(contents, { [path]: zeroed })), `zeros from ${cut}`).toEqual(expected);
    // A segment is made whole in advance: one that is shorter has lost something since.
    const short = diskWith(contents, { [path]: bytes.slice(0, cut) });
    expect((await refusal(short)).damage.file).toBe(path);
    expect(await recover('/data', { disk: short })).toMatchObject({ recovered: true });
    expect(await opened(short), `cut at ${cut}`).toEqual(expected);
  }
});

test('garbage after the last record, or instead of a part of it, is an unfinished write', async () => {
  const disk = await written(many, false);
  const contents = disk.contents();
  const [path, bytes] = only(disk, '.journal');
  const [start, end] = recordOffsets(bytes).slice(-2) as [number, number];
  const random = seededRandom(3);
  const garbage = (from: number, to: number): Uint8Array =>
    bytes.map((byte, index) => (index >= from && index < to ? random() * 256 : byte));
  for (let round = 0; round < 20; round += 1) {
    expect(await opened(diskWith(contents, { [path]: garbage(end, end + 1 + random() * 400) }))).toEqual(many);
    expect(
      await opened(diskWith(contents, { [path]: garbage(start + random() * (end - start - 8), end + 300) })),
    ).toEqual(many.slice(0, -1));
  }
});

test('a flipped bit anywhere in a segment that was sealed is refused with file and offset; only the padding is free', async () => {
  const disk = await written(many, true);
  const contents = disk.contents();
  const [path, bytes] = only(disk, '.journal');
  const offsets = recordOffsets(bytes);
  const seal = offsets.at(-2) ?? 0;
  let refused = 0;
  for (let at = 0; at < seal; at += 3) {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
    const record = offsets.findLast((offset) => offset <= at) ?? 0;
    if (record > 0 && readRecord(flipped, record)) continue; // padding
    const error = await refusal(diskWith(contents, { [path]: flipped }));
    expect(error.damage.file).toBe(path);
    expect(error.damage.offset, `byte ${at}`).toBe(record);
    expect(error.damage.lastGoodTransaction).toBe(Math.max(0, offsets.indexOf(record)));
    refused += 1;
  }
  expect(refused).toBeGreaterThan(200);
});

test('recovering from a flipped bit keeps all before it, reports the rest, and puts the damaged file aside', async () => {
  const disk = await written(many, true);
  const contents = disk.contents();
  const [path, bytes] = only(disk, '.journal');
  const offsets = recordOffsets(bytes);
  for (const [index, offset] of offsets.slice(1, -2).entries()) {
    const flipped = bytes.slice();
    flipped[offset + 30] = (flipped[offset + 30] ?? 0) ^ 4;
    const broken = diskWith(contents, { [path]: flipped });
    const report = await recover('/data', { disk: broken });
    expect(report).toMatchObject({
      recovered: true,
      lastTransaction: index + 1,
      lostTransactions: many.length - index,
      asideFolder: '/data/damaged-00000001',
    });
    expect(report.damage).toMatchObject([{ file: path, offset }]);
    expect(broken.contents().get('/data/damaged-00000001/segment-00000001.journal')).toEqual(flipped);
    expect(await opened(broken)).toEqual(many.slice(0, index));
    expect(await recover('/data', { disk: broken })).toMatchObject({ recovered: false, asideFiles: [] });
  }
});

/** Two snapshots, segments before, between and after them. */
async function generations(): Promise<{ disk: FaultyDisk; texts: string[] }> {
  const disk = new FaultyDisk();
  const texts: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const storage = await openOn(disk);
    for (const text of many) {
      texts.push(`${text} ${round}`);
      await addNote(storage, `${text} ${round}`);
    }
    if (round < 2) await storage.compact();
    await addNote(storage, `after ${round}`);
    texts.push(`after ${round}`);
    await storage.close();
  }
  return { disk, texts };
}

test('a flipped bit anywhere in a snapshot or its manifest is refused, and recovery from the one before loses nothing', async () => {
  const { disk, texts } = await generations();
  const contents = disk.contents();
  for (const ending of ['00000002.sqlite', '00000002.manifest.json']) {
    const [path, bytes] = only(disk, ending);
    const random = seededRandom(ending.length);
    for (let round = 0; round < 12; round += 1) {
      const at = Math.floor(random() * bytes.length);
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      const broken = diskWith(contents, { [path]: flipped });
      const error = await refusal(broken);
      expect(error.damage.file).toBe(path);
      expect(at - error.damage.offset).toBeLessThan(64 * 1024);
      const report = await recover('/data', { disk: broken });
      expect(report).toMatchObject({ recovered: true, lostTransactions: 0 });
      expect(await opened(broken)).toEqual(texts);
    }
    const cut = await refusal(diskWith(contents, { [path]: bytes.slice(0, bytes.length >> 1) }));
    expect(cut.damage.file).toBe(path);
  }
});

test('missing files are noticed: a snapshot, its manifest, a segment in between, the first segment', async () => {
  const { disk, texts } = await generations();
  const contents = disk.contents();
  const [snapshot] = only(disk, '00000002.sqlite');
  expect((await refusal(diskWith(contents, { [snapshot]: undefined }))).damage).toMatchObject({
    file: snapshot,
    what: 'The file is missing.',
  });
  const segments = [...contents.keys()].filter((path) => path.endsWith('.journal'));
  expect(segments.length).toBeGreaterThan(2);
  const needed = segments.at(-2) ?? '';
  const gap = await refusal(diskWith(contents, { [needed]: undefined }));
  expect(gap.damage.file).toBe(segments.at(-1));
  expect(gap.message).toMatch(/The file before it is missing, with transactions \d+ to \d+\./);
  const first = new FaultyDisk();
  for (const [path, bytes] of contents) if (path.endsWith('.journal')) first.place(path, bytes);
  await refusal(first);
  // Without the newest manifest, the older snapshot and the journal since give the same.
  const [manifest] = only(disk, '00000002.manifest.json');
  expect(await opened(diskWith(contents, { [manifest]: undefined }))).toEqual(texts);
});

test('a segment of another data folder is refused', async () => {
  const mine = await written(many, true);
  const other = await written(['x', 'y'], true);
  const [, bytes] = only(other, '.journal');
  const renamed = bytes.slice();
  const error = await refusal(diskWith(mine.contents(), { '/data/journal/segment-00000002.journal': renamed }));
  expect(error.damage.file).toBe('/data/journal/segment-00000002.journal');
});

test('a snapshot alone, its manifest and journal gone, is not taken for an empty folder', async () => {
  const { disk } = await generations();
  const [path, bytes] = only(disk, '00000002.sqlite');
  const left = new FaultyDisk();
  left.place(path, bytes);
  expect((await refusal(left)).damage.what).toBe('The file is missing.');
});

test('when nothing can be recovered, the command says so and changes nothing', async () => {
  const disk = await written(many, true);
  const [path, bytes] = only(disk, '.journal');
  bytes[segmentHeaderBytes + 30] = (bytes[segmentHeaderBytes + 30] ?? 0) ^ 1;
  const broken = diskWith(disk.contents(), { [path]: bytes });
  const before = broken.contents();
  await expect(recover('/data', { disk: broken })).rejects.toThrow('Restore a backup into an empty folder');
  expect(textsOf(broken.contents())).toEqual(textsOf(before));
});

test('old segments and snapshots go after the second compaction; two generations stay', async () => {
  const { disk } = await generations();
  const names = [...disk.contents().keys()].map((path) => path.split('/').at(-1));
  expect(names.filter((name) => name?.endsWith('.sqlite'))).toEqual([
    'snapshot-00000001.sqlite',
    'snapshot-00000002.sqlite',
  ]);
  expect(names).not.toContain('segment-00000001.journal');
  const storage = await openOn(disk);
  await storage.compact();
  const after = [...disk.contents().keys()].map((path) => path.split('/').at(-1));
  expect(after.filter((name) => name?.endsWith('.sqlite'))).toEqual([
    'snapshot-00000002.sqlite',
    'snapshot-00000003.sqlite',
  ]);
  await storage.close();
});

test('a record that is whole but does not replay is refused, and recovery keeps the transactions before it', async () => {
  const disk = await written(many, true);
  const [path, bytes] = only(disk, '.journal');
  const start = recordOffsets(bytes)[3] ?? 0;
  const record = readRecord(bytes, start);
  if (!record) throw new Error('no record');
  const changes = [
    ['"three"', '"two"'], // a text twice, as if there had been no constraint
    ['[[2,', '[[3,'], // another count of changed rows
  ] as const;
  for (const [from, to] of changes) {
    const text = Buffer.from(record.payload).toString('utf8');
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    const forged = forge(changed, record.firstTransaction, record.count);
    const tail = bytes.slice(record.end);
    const broken = diskWith(disk.contents(), { [path]: Buffer.concat([bytes.subarray(0, start), forged, tail]) });
    const error = await refusal(broken);
    expect(error.damage).toMatchObject({ file: path, offset: start, lastGoodTransaction: 3 });
    expect(error.message).toContain('does not replay as it was written');
    expect(await recover('/data', { disk: broken })).toMatchObject({ lastTransaction: 3, lostTransactions: 3 });
    expect(await opened(broken)).toEqual(['one', 'two']);
  }
});

/** A record with any payload, under a right checksum. */
function forge(payload: string, first: number, count: number): Buffer {
  const text = Buffer.from(payload);
  const bytes = Buffer.alloc(Math.ceil((24 + text.length) / 8) * 8);
  bytes.writeUInt32LE(0xfff8fbfe, 0);
  bytes.writeUInt32LE(text.length, 8);
  bytes.writeUInt32LE(count, 12);
  bytes.writeUInt32LE(first, 16);
  text.copy(bytes, 24);
  bytes.writeUInt32LE(crc32(bytes.subarray(8, 24 + text.length)), 4);
  return bytes;
}
