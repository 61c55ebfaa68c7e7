/**
 * The storage bench: durable transactions a second beside better-sqlite3 (storage-throughput.ts), and whether a million messages
 * change what a commit costs, how long a start takes, and whether anything pauses.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StorageError } from '../../storage/errors.ts';
import { buildFolder } from './storage-folder.ts';
import type { ScaleResult } from './storage-scale.ts';
import { benchThroughput, result, type BenchResult } from './storage-throughput.ts';

/** Runs all of it: about a minute and a half. Without better-sqlite3, what is compared with it counts as not run. */
export async function benchStorage(): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-'));
  try {
    return [...(await benchThroughput(folder)), ...(await scale(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

function inOwnProcess(small: string, big: string): Promise<ScaleResult> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./storage-scale.ts', import.meta.url)), [small, big]);
    child.once('message', (message) => resolve(message as ScaleResult));
    child.once('exit', (code) => reject(new StorageError('failed', `The measuring process ended with code ${code}.`)));
  });
}
