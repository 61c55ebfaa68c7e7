/** The thread in which the server exports its team, so that it goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerAnswer } from '../../worker-file.ts';
import type { ExportJob } from './export-in-worker.ts';
import { exportTeam } from './team-export.ts';

const { dataDir, outFile } = workerData as ExportJob;
const answer = await exportTeam(dataDir, outFile).then(
  (): WorkerAnswer => ({ error: null }),
  (error: unknown): WorkerAnswer => ({ error: error instanceof Error ? error.message : String(error) }),
);
parentPort?.postMessage(answer, []);
