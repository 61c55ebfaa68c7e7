/** The small office as sample data for someone who looks around: its days end yesterday, so that it looks alive. */
import type { Sample } from '../operations/services.ts';
import { english } from '../translation.ts';
import { buildInWorker } from './build-in-worker.ts';
import { yesterday } from './calendar.ts';
import { demoPassword, emailOf } from './cast.ts';
import { writeMark } from './folder.ts';
import { defaultScenario } from './scenario-names.ts';
import { demoLanguage } from './texts.ts';

/** @param nowMs UNIX milliseconds. @param stop ends a build that is under way. */
export function sampleData(nowMs: () => number, stop: AbortSignal): Sample {
  return {
    async build(folder, wanted) {
      const language = demoLanguage(wanted) ?? english;
      const kind = { lastDay: yesterday(nowMs()), scenario: defaultScenario, language };
      await buildInWorker({ ...kind, folder, isAwaited: true }, stop);
      await writeMark(folder, { ...kind, isFinished: true, isSample: true });
    },
    ownerEmail: emailOf('amara'),
    password: demoPassword,
  };
}
