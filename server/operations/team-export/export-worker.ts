/** The thread in which the server exports its team, so that it goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../errors.ts';
import { errorCode } from '../../storage/errors.ts';
import { guardFilesOfThread, type WorkerAnswer } from '../../worker-file.ts';
import type { ExportJob } from './export-in-worker.ts';
import { exportTeam } from './team-export.ts';

guardFilesOfThread();
const { dataDir, outFile } = workerData as ExportJob;
const answer = await exportTeam(dataDir, outFile).then(
  (): WorkerAnswer => ({ error: null }),
  (error: unknown): WorkerAnswer => ({
    error: messageOf(error),
    code: errorCode(error) ?? errorCode(error instanceof Error ? error.cause : undefined),
  }),
);
parentPort?.postMessage(answer, []);
