/** Starts the thread that builds a scenario, from TypeScript source as from the build, and waits for it. */
import { Worker } from 'node:worker_threads';
import type { ScenarioName } from './scenario-names.ts';
import { workerFile } from '../worker-file.ts';

export interface BuildJob {
  folder: string;
  lastDay: string;
  scenario: ScenarioName;
  /** Somebody looks on: the work is not put behind everything else. */
  isAwaited?: boolean;
}

export interface BuildAnswer {
  /** null when the scenario is built. */
  error: string | null;
}

/** @throws Error when it was not built, or was stopped. */
export async function buildInWorker(job: BuildJob, stop: AbortSignal): Promise<void> {
  const file = workerFile(import.meta.url, 'demo', 'build-worker');
  stop.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const worker = new Worker(file, { workerData: job, execArgv: [] });
    const end = (): void => void worker.terminate();
    stop.addEventListener('abort', end, { once: true });
    let answer: BuildAnswer | undefined;
    worker.on('message', (message: BuildAnswer) => {
      answer = message;
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      stop.removeEventListener('abort', end);
      if (answer?.error === null) resolve();
      else reject(new Error(answer?.error ?? `The worker that builds scenarios ended with code ${code}.`));
    });
  });
}
