/** The thread in which a scenario is built, so that the server goes on answering. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../errors.ts';
import type { WorkerAnswer } from '../worker-file.ts';
import type { BuildJob } from './build-in-worker.ts';
import { buildDemo } from './build.ts';

const lowPriority = 15;
const { folder, lastDay, scenario, isAwaited } = workerData as BuildJob;

function answer(message: WorkerAnswer): void {
  parentPort?.postMessage(message, []);
}

// On Linux a priority belongs to a thread: the server goes first.
if (process.platform === 'linux' && isAwaited !== true) setPriority(0, lowPriority);

try {
  await buildDemo(folder, lastDay, undefined, scenario);
  answer({ error: null });
} catch (error) {
  answer({ error: messageOf(error) });
}
