/** The small office as sample data for somebody who looks around: its days end yesterday, so that it looks alive. */
import { buildInWorker } from './build-in-worker.ts';
import { emailOf } from './cast.ts';
import { writeMark } from './folder.ts';
import { defaultScenario } from './scenario-names.ts';
import type { Sample } from '../operations/services.ts';
import { dayMs } from '../durations.ts';

/** @param nowMs UNIX milliseconds. @param stop ends a build that is under way. */
export function sampleData(nowMs: () => number, stop: AbortSignal): Sample {
  return {
    async build(folder) {
      const lastDay = new Date(nowMs() - dayMs).toISOString().slice(0, 10);
      await buildInWorker({ folder, lastDay, scenario: defaultScenario, isAwaited: true }, stop);
      await writeMark(folder, { lastDay, scenario: defaultScenario, isFinished: true, isSample: true });
    },
    ownerEmail: emailOf('amara'),
  };
}
