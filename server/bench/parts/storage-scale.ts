/** The part of the storage bench that needs a process of its own: start, memory, pauses and commits on a big folder. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { usualCompactAtBytes } from '../../storage/compaction.ts';
import { openStorage } from '../../storage/database.ts';
import type { Storage } from '../../storage/interface.ts';
import { sendMessage } from './storage-folder.ts';

export interface ScaleResult {
  startMs: number;
  /** Highest resident memory of the process minus what it had before opening, bytes. */
  memoryBytes: number;
  longestPauseMs: number;
  /** The longest pause under the same load before the compaction began. */
  pauseWithoutCompactionMs: number;
  compactionMs: number;
  commitsDuringCompaction: number;
  smallP50Ms: number;
  bigP50Ms: number;
}

const writers = 8;
const calmMs = 3000;
const rounds = 40;
const commitsPerRound = 40;
let number = 0;

async function measure(smallDir: string, bigDir: string): Promise<ScaleResult> {
  await fillJournal(bigDir);
  const start = performance.now();
  const big = await openStorage({ dataDir: bigDir, compactAtBytes: Infinity });
  const startMs = performance.now() - start;
  const small = await openStorage({ dataDir: smallDir, compactAtBytes: Infinity });
  const [smallP50Ms, bigP50Ms] = await commitTimes(small, big);
  await small.close();

  const stopping = new AbortController();
  const { signal } = stopping;
  const load = Array.from({ length: writers }, async () => {
    while (!signal.aborted) await commit(big);
  });
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await new Promise((resolve) => setTimeout(resolve, 500));
  delays.reset();
  await new Promise((resolve) => setTimeout(resolve, calmMs));
  const pauseWithoutCompactionMs = delays.max / 1e6;
  const before = number;
  const compactionStart = performance.now();
  await big.compact();
  const compactionMs = performance.now() - compactionStart;
  const commitsDuringCompaction = number - before;
  stopping.abort();
  await Promise.all(load);
  const longestPauseMs = delays.max / 1e6;
  await big.close();
  const memoryBytes = process.resourceUsage().maxRSS * 1024;
  return {
    startMs,
    memoryBytes,
    longestPauseMs,
    pauseWithoutCompactionMs,
    compactionMs,
    commitsDuringCompaction,
    smallP50Ms,
    bigP50Ms,
  };
}

/** Leaves as much journal as there ever is before a compaction: the longest start. */
async function fillJournal(dataDir: string): Promise<void> {
  const storage = await openStorage({ dataDir, compactAtBytes: Infinity });
  const writer = async (): Promise<void> => {
    while (storage.stats().journalBytes < usualCompactAtBytes) await commit(storage);
  };
  await Promise.all(Array.from({ length: 64 }, writer));
  await storage.close();
}

async function commitTimes(small: Storage, big: Storage): Promise<[small: number, big: number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, storage] of [small, big].entries()) {
      for (let count = 0; count < commitsPerRound; count += 1) {
        const start = performance.now();
        await commit(storage);
        if (round > 1) times[index]?.push(performance.now() - start);
      }
    }
  }
  return [median(times[0]), median(times[1])];
}

function commit(storage: Storage): Promise<void> {
  number += 1;
  return storage.transaction((tx) => sendMessage(tx, number));
}

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

const [smallDir, bigDir] = process.argv.slice(2);
if (process.send && smallDir !== undefined && bigDir !== undefined) {
  const result = await measure(smallDir, bigDir);
  process.send(result);
}
