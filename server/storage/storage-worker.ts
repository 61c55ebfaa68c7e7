/**
 * The thread in which snapshots and backups are made, and backups read through and unpacked, so that the serving thread never
 * holds still for them. It writes in small strides with rests between them: commits on the same disk come first.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import { guardFilesOfThread, letOthersGoFirst } from '../worker-file.ts';
import { backupFolder } from './backup.ts';
import { checkBackup } from './check-backup.ts';
import { makeSnapshot } from './compaction.ts';
import { realDisk } from './disk.ts';
import { errorCode, StartRefusedError } from './errors.ts';
import { dataPaths } from './file-names.ts';
import { restore } from './restore.ts';
import type { WorkerAnswer, WorkerJob } from './worker.ts';

const restMs = 4;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

function rest(): void {
  Atomics.wait(sleeper, 0, 0, restMs);
}

function work(job: WorkerJob): Promise<unknown> {
  if (job.kind === 'compact') return makeSnapshot(realDisk, dataPaths(job.dataDir), job, rest);
  if (job.kind === 'check') return checkBackup(job.file, { onProgress: reportProgress });
  if (job.kind === 'restore')
    return restore(job.file, job.dataDir, {
      onProgress: reportProgress,
      outside: job.outside,
      filesSql: job.filesSql,
    });
  const { dataDir, outFile, madeAt, titleSql, filesSql } = job;
  const asked = { titleSql, filesSql, pause: rest, onProgress: reportProgress };
  return backupFolder(dataDir, outFile, { now: () => madeAt, ...asked });
}

function reportProgress(done: number, total: number): void {
  answer({ progress: [done, total] });
}

function answer(message: WorkerAnswer<unknown>): void {
  parentPort?.postMessage(message, []);
}

const job = workerData as WorkerJob;
guardFilesOfThread();
if (job.isInBackground === true) letOthersGoFirst();

work(job).then(
  (result) => answer({ result }),
  (error: unknown) =>
    answer({
      error: messageOf(error),
      refused: error instanceof StartRefusedError ? error.reason : undefined,
      code: errorCode(error),
    }),
);
