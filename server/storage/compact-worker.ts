/**
 * The thread in which snapshots and backups are made, so that the serving thread never holds still for them. It writes
 * in small strides with rests between them: commits on the same disk come first.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type CompactionJob, makeSnapshot, type WorkerAnswer } from './compaction.ts';
import { realDisk } from './disk.ts';
import { dataPaths } from './file-names.ts';

const restMs = 4;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

async function work(): Promise<unknown> {
  const job = workerData as CompactionJob;
  return makeSnapshot(realDisk, dataPaths(job.dataDir), job, () => void Atomics.wait(sleeper, 0, 0, restMs));
}

function answer(message: WorkerAnswer<unknown>): void {
  parentPort?.postMessage(message, []);
}

work().then(
  (result) => answer({ result }),
  (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
);
