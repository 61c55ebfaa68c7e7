/** The small office as sample data for someone who looks around: its days end yesterday, so that it looks alive. */
import type { Sample } from '../operations/services.ts';
import { buildInWorker } from './build-in-worker.ts';
import { yesterday } from './calendar.ts';
import { demoPassword, emailOf } from './cast.ts';
import { writeMark } from './folder.ts';
import { defaultScenario } from './scenario-names.ts';

/** @param nowMs UNIX milliseconds. @param stop ends a build that is under way. */
export function sampleData(nowMs: () => number, stop: AbortSignal): Sample {
  return {
    async build(folder) {
      const lastDay = yesterday(nowMs());
      await buildInWorker({ folder, lastDay, scenario: defaultScenario, isAwaited: true }, stop);
      await writeMark(folder, { lastDay, scenario: defaultScenario, isFinished: true, isSample: true });
    },
    ownerEmail: emailOf('amara'),
    password: demoPassword,
  };
}
