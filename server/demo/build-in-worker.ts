/** Starts the thread that builds a scenario, from TypeScript source as from the build, and waits for it. */
import { answerOfWorker, workerFile } from '../worker-file.ts';
import type { DemoKind } from './images.ts';

export interface BuildJob extends DemoKind {
  folder: string;
  /** Someone looks on: the work is not put behind everything else. */
  isAwaited?: boolean;
}

/** @throws Error when it was not built, or was stopped. */
export async function buildInWorker(job: BuildJob, stop: AbortSignal): Promise<void> {
  await answerOfWorker(workerFile(import.meta.url, 'demo', 'build-worker'), job, stop);
}
