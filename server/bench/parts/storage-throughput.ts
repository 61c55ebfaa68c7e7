/**
 * Durable transactions a second by one, eight and many writers, beside better-sqlite3, and where the time of one goes. Sides are
 * interleaved and medians compared.
 */
import { join } from 'node:path';
import { openStorage } from '../../storage/database.ts';
import { realDisk } from '../../storage/disk.ts';
import { Engine } from '../../storage/engine.ts';
import type { Storage } from '../../storage/interface.ts';
import { fetchReference } from './storage-reference.ts';
import { median } from './storage-scale.ts';

export interface BenchResult {
  name: string;
  value: number;
  unit: string;
  /** What it is compared with, in the same unit; null where that could not be run. */
  reference: number | null;
  ratio: number | null;
  /** The bound on the ratio or on the value, in words. */
  goal: string;
  holds: boolean | null;
}

const rounds = 18;
const segmentBytes = 4 * 1024 * 1024;
const schema = 'CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, sender INTEGER NOT NULL, text TEXT NOT NULL)';
const insert = 'INSERT INTO notes (sender, text) VALUES (?, ?)';
const text = 'x'.repeat(150);

/** Runs for a minute. Without better-sqlite3, what is compared with it counts as not run. */
export async function benchThroughput(folder: string): Promise<BenchResult[]> {
  const open = (name: string): Promise<Storage> =>
    openStorage({ dataDir: join(folder, name), migrations: [{ number: 1, name: 'notes', sql: schema }] });
  const storages = { 1: await open('one'), 8: await open('eight'), 64: await open('many') };
  const theirs = openReference(join(folder, 'theirs.sqlite'));
  const ours = async (writers: 1 | 8 | 64, count: number): Promise<void> => {
    let left = count;
    const writer = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await storages[writers].transaction((tx) => tx.run(insert, 1, text));
      }
    };
    await Promise.all(Array.from({ length: writers }, writer));
  };
  const parts = await partsOf(folder, await recordBytes(storages[1], async () => ours(1, 100)));
  const rates = { theirs: [] as number[], 1: [] as number[], 8: [] as number[], 64: [] as number[] };
  const alone = { disk: [] as number[], sqlite: [] as number[] };
  // Turns side by side, so that what else the machine does meets all alike; long enough to hold checkpoints and new segments.
  for (let round = 0; round < rounds; round += 1) {
    if (theirs !== null) rates.theirs.push(await rate(1000, theirs.write));
    rates[1].push(await rate(1000, (count) => ours(1, count)));
    alone.disk.push(await rate(1000, parts.disk));
    alone.sqlite.push(await rate(1000, parts.sqlite));
    if (round % 3 > 0) continue;
    rates[8].push(await rate(4000, (count) => ours(8, count)));
    rates[64].push(await rate(10_000, (count) => ours(64, count)));
  }
  theirs?.close();
  await parts.close();
  for (const storage of Object.values(storages)) await storage.close();
  const reference = theirs === null ? null : median(rates.theirs);
  const compared = ([1, 8, 64] as const).map((writers) => {
    const value = median(rates[writers]);
    const least = writers === 1 ? 1 : 2;
    const name = `durable transactions, ${writers} ${writers === 1 ? 'writer' : 'writers'}, against better-sqlite3 (WAL, FULL)`;
    const holds = reference === null ? null : value / reference >= least;
    return result(name, value, 'per second', reference, `ratio >= ${least}`, holds);
  });
  return [...compared, ...whereItGoes(median(rates[1]), reference, median(alone.disk), median(alone.sqlite))];
}

/** Where the time of one writer goes, in microseconds a transaction; of them, only what is not the disk can become less. */
function whereItGoes(ours: number, theirs: number | null, disk: number, sqlite: number): BenchResult[] {
  const [whole, write, database] = [1e6 / ours, 1e6 / disk, 1e6 / sqlite];
  const shown = (name: string, value: number): BenchResult =>
    result(`one writer: ${name} (of ${whole.toFixed(0)} µs a transaction)`, value, 'µs', null, 'shown', null);
  const ceiling =
    theirs === null
      ? []
      : [
          result(
            'one writer, if only the disk took time: how many times as fast as better-sqlite3',
            disk / theirs,
            'times',
            null,
            'shown',
            null,
          ),
        ];
  return [
    shown('the durable write of its record, alone', write),
    shown('SQLite in WebAssembly, alone', database),
    shown('the rest: record, turn of the loop, promises', whole - write - database),
    ...ceiling,
  ];
}

/** What a transaction is made of, each on its own: the write of its record to a file of zeros, and SQLite in memory. */
async function partsOf(
  folder: string,
  bytes: number,
): Promise<{ disk(count: number): Promise<void>; sqlite(count: number): Promise<void>; close(): Promise<void> }> {
  const path = join(folder, 'record-alone');
  await realDisk.createZeroed(path, segmentBytes);
  const file = await realDisk.openDurable(path);
  const record = new Uint8Array(bytes).fill(1);
  const engine = await Engine.open();
  engine.run(schema, []);
  let at = 0;
  return {
    async disk(count) {
      for (let index = 0; index < count; index += 1) {
        await file.writeDurable(record, at);
        at = (at + bytes) % (segmentBytes - bytes);
      }
    },
    async sqlite(count) {
      for (let index = 0; index < count; index += 1) {
        engine.begin();
        engine.run(insert, [1, text]);
        engine.commit();
      }
    },
    async close() {
      await file.close();
      engine.close();
    },
  };
}

/** How long the record of one transaction is. */
async function recordBytes(storage: Storage, write100: () => Promise<void>): Promise<number> {
  const before = storage.stats().journalBytes;
  await write100();
  return Math.round((storage.stats().journalBytes - before) / 100);
}

/** The same table in better-sqlite3, as durable as ours; null where that cannot be had. */
function openReference(file: string): { write(count: number): Promise<void>; close(): void } | null {
  const Reference = fetchReference();
  if (Reference === null) return null;
  const database = new Reference(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(schema);
  const statement = database.prepare(insert);
  const transaction = database.transaction(() => statement.run(1, text));
  return {
    async write(count) {
      for (let index = 0; index < count; index += 1) transaction();
    },
    close: () => database.close(),
  };
}

async function rate(count: number, work: (count: number) => Promise<void>): Promise<number> {
  const start = performance.now();
  await work(count);
  return (count / (performance.now() - start)) * 1000;
}

/** One line of what was found. */
export function result(
  name: string,
  value: number,
  unit: string,
  reference: number | null,
  goal: string,
  holds: boolean | null,
): BenchResult {
  return { name, value, unit, reference, ratio: reference === null ? null : value / reference, goal, holds };
}
