/**
 * The storage bench: durable transactions a second beside better-sqlite3, and whether a million messages change what a
 * commit costs, how long a start takes, and whether anything pauses. Sides are interleaved and medians compared.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder } from './storage-folder.ts';
import { fetchReference } from './storage-reference.ts';
import { median, type ScaleResult } from './storage-scale.ts';
import { openStorage } from '../../storage/database.ts';
import { StorageError } from '../../storage/errors.ts';
import type { Storage } from '../../storage/interface.ts';

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
const schema = 'CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, sender INTEGER NOT NULL, text TEXT NOT NULL)';
const insert = 'INSERT INTO notes (sender, text) VALUES (?, ?)';
const text = 'x'.repeat(150);

/** Runs all of it: about a minute and a half. Without better-sqlite3, what is compared with it counts as not run. */
export async function benchStorage(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  try {
    return [...(await throughput(folder)), ...(await scale(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function throughput(folder: string): Promise<BenchResult[]> {
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
  const rates = { theirs: [] as number[], 1: [] as number[], 8: [] as number[], 64: [] as number[] };
  // Turns side by side, so that what else the machine does meets all alike; long enough to hold checkpoints and new segments.
  for (let round = 0; round < rounds; round += 1) {
    if (theirs !== null) rates.theirs.push(await rate(1000, theirs.write));
    rates[1].push(await rate(1000, (count) => ours(1, count)));
    if (round % 3 > 0) continue;
    rates[8].push(await rate(4000, (count) => ours(8, count)));
    rates[64].push(await rate(10_000, (count) => ours(64, count)));
  }
  theirs?.close();
  for (const storage of Object.values(storages)) await storage.close();
  const reference = theirs === null ? null : median(rates.theirs);
  return ([1, 8, 64] as const).map((writers) => {
    const value = median(rates[writers]);
    const least = writers === 1 ? 1 : 2;
    const name = `durable transactions, ${writers} ${writers === 1 ? 'writer' : 'writers'}, against better-sqlite3 (WAL, FULL)`;
    const holds = reference === null ? null : value / reference >= least;
    return result(name, value, 'per second', reference, `ratio >= ${least}`, holds);
  });
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

async function scale(folder: string): Promise<BenchResult[]> {
  const small = join(folder, 'thousand');
  const big = join(folder, 'million');
  await buildFolder(small, 1000);
  const snapshotBytes = await buildFolder(big, 1_000_000);
  const measured = await inOwnProcess(small, big);
  const { smallP50Ms, bigP50Ms, longestPauseMs, pauseWithoutCompactionMs, startMs, memoryBytes } = measured;
  const megabyte = 1024 * 1024;
  const memoryGoal = 3 * snapshotBytes + 200 * megabyte;
  return [
    result(
      'commit p50 at 1,000,000 messages, against 1,000',
      bigP50Ms,
      'ms',
      smallP50Ms,
      'ratio < 1.3',
      bigP50Ms / smallP50Ms < 1.3,
    ),
    result(
      'longest pause of the event loop, 8 writers and a compaction',
      longestPauseMs,
      'ms',
      pauseWithoutCompactionMs,
      'value < 50',
      longestPauseMs < 50,
    ),
    result(
      'start with 1,000,000 messages and a journal as long as it gets',
      startMs,
      'ms',
      5000,
      'value < 5000',
      startMs < 5000,
    ),
    result(
      'peak memory, compaction included, against the snapshot',
      memoryBytes / megabyte,
      'MB',
      snapshotBytes / megabyte,
      `value <= ${Math.round(memoryGoal / megabyte)}`,
      memoryBytes <= memoryGoal,
    ),
    result(
      'commits a second during the compaction',
      (measured.commitsDuringCompaction / measured.compactionMs) * 1000,
      'per second',
      1000,
      'value > 1000',
      (measured.commitsDuringCompaction / measured.compactionMs) * 1000 > 1000,
    ),
  ];
}

function result(
  name: string,
  value: number,
  unit: string,
  reference: number | null,
  goal: string,
  holds: boolean | null,
): BenchResult {
  return { name, value, unit, reference, ratio: reference === null ? null : value / reference, goal, holds };
}

function inOwnProcess(small: string, big: string): Promise<ScaleResult> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./storage-scale.ts', import.meta.url)), [small, big]);
    child.once('message', (message) => resolve(message as ScaleResult));
    child.once('exit', (code) => reject(new StorageError('failed', `The measuring process ended with code ${code}.`)));
  });
}
