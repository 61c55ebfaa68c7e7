/** Timeline of demo events: filled in any order, run in the order of time, in a few transactions. */
import type { Calendar } from './calendar.ts';
import type { DemoRandom } from './random.ts';
import type { Seeder } from './seeder.ts';

interface Moment {
  atMs: number;
  run: () => void;
}

/** So many moments go into one transaction: few enough to leave the disk some work, not all of it. */
const perTransaction = 500;

export class Timeline {
  readonly #moments: Moment[] = [];

  /** Messages that the timeline sends, without those that the server adds. */
  messages = 0;

  add(atMs: number, run: () => void): void {
    this.#moments.push({ atMs, run });
  }

  /** Runs everything. Moments of the same time keep the order in which they were added. */
  async run(seeder: Seeder): Promise<void> {
    const ordered = this.#moments.toSorted((a, b) => a.atMs - b.atMs);
    for (let start = 0; start < ordered.length; start += perTransaction) {
      await seeder.run(() => {
        for (const { atMs, run } of ordered.slice(start, start + perTransaction)) {
          seeder.clock.nowMs = atMs;
          run();
        }
      });
    }
  }
}

export interface ScenarioPlan {
  seeder: Seeder;
  timeline: Timeline;
  calendar: Calendar;
  random: DemoRandom;
}
