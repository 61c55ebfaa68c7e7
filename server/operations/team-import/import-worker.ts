/** The thread in which a file is read, unpacked and written, so that the server goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../errors.ts';
import type { ImportAnswer } from './import-in-worker.ts';
import type { ImportJob, OnImportProgress } from './job-types.ts';
import { previewFile, unpackFile, writeFileTeam } from './job.ts';
import { ImportRefused } from './report.ts';

/** Time between two reports of the progress, in milliseconds. */
const everyMs = 200;

function answer(message: ImportAnswer): void {
  parentPort?.postMessage(message, []);
}

let told = -Infinity;
const onProgress: OnImportProgress = (progress) => {
  if (performance.now() - told < everyMs) return;
  told = performance.now();
  answer({ progress });
};

let held: Promise<void> | undefined;
/** Says that the team is prepared, and waits until the server has closed its data. */
function hold(): Promise<void> {
  held ??= new Promise((resolve) => {
    parentPort?.once('message', () => resolve());
    answer({ isPrepared: true });
  });
  return held;
}

async function work(job: ImportJob): Promise<ImportAnswer> {
  // To cancel is to end the thread.
  const hooks = { signal: new AbortController().signal, onProgress };
  if (job.kind === 'preview') return { result: await previewFile(job, hooks) };
  if (job.kind === 'write') return { result: await writeFileTeam(job, { ...hooks, hold }) };
  await unpackFile(job, hooks);
  return { result: null };
}

answer(
  await work(workerData as ImportJob).catch((error: unknown): ImportAnswer => ({
    error: messageOf(error),
    isRefused: error instanceof ImportRefused,
  })),
);
