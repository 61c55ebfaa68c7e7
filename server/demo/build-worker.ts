/** The thread in which a scenario is built, so that the server goes on answering. */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import { letOthersGoFirst, type WorkerAnswer } from '../worker-file.ts';
import type { BuildJob } from './build-in-worker.ts';
import { buildDemo } from './build.ts';

const { folder, lastDay, scenario, language, isAwaited } = workerData as BuildJob;

function answer(message: WorkerAnswer): void {
  parentPort?.postMessage(message, []);
}

if (isAwaited !== true) letOthersGoFirst();

try {
  await buildDemo(folder, lastDay, { scenario, language });
  answer({ error: null });
} catch (error) {
  answer({ error: messageOf(error) });
}
