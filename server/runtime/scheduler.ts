/** What happens by itself while the server runs: a list of jobs, each at its own pace, none in parallel with itself. */
import type { Logger } from 'pino';

export interface Job {
  name: string;
  everyMs: number;
  /** When it runs first, after the start; else after `everyMs`. */
  firstMs?: number;
  /**
   * Its pace goes on over restarts, by the clock: soon after a start it runs if it is due by then. For jobs so rare that a
   * computer which is switched off in between would never see them.
   */
  isKept?: boolean;
  run(): Promise<void>;
}

/** When the kept jobs ran last, by name, in UNIX milliseconds. */
export type JobTimes = Record<string, number>;

export interface SchedulerTools {
  log: Logger;
  /** UNIX milliseconds. */
  nowMs: () => number;
  /** As it was stored last. */
  times: JobTimes;
  store: (times: JobTimes) => Promise<void>;
}

/** How often kept jobs are looked at, and when first, in milliseconds: not while people wait for the server to come back. */
const lookEveryMs = 60_000;

export class Scheduler {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #tools: SchedulerTools;
  readonly #times: JobTimes;

  constructor(tools: SchedulerTools) {
    this.#tools = tools;
    this.#times = { ...tools.times };
  }

  start(jobs: readonly Job[]): void {
    for (const job of jobs) this.#schedule(job);
  }

  /** Ends the timers and waits for what is under way. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running);
  }

  #schedule(job: Job): void {
    let busy = false;
    const run = (): void => {
      if (busy || (job.isKept === true && !this.#isDue(job))) return;
      busy = true;
      const done = this.#run(job)
        .catch((error: unknown) => this.#tools.log.error({ err: error, job: job.name }, 'housekeeping failed'))
        .finally(() => {
          busy = false;
          this.#running.delete(done);
        });
      this.#running.add(done);
    };
    const timers = [setInterval(run, job.isKept === true ? lookEveryMs : job.everyMs)];
    if (job.firstMs !== undefined) timers.push(setTimeout(run, job.firstMs));
    for (const timer of timers) timer.unref();
    this.#timers.push(...timers);
  }

  #isDue({ name, everyMs }: Job): boolean {
    const sinceMs = this.#tools.nowMs() - (this.#times[name] ?? -Infinity);
    // Of a clock that was set back, nothing is known.
    return sinceMs >= everyMs || sinceMs < 0;
  }

  async #run(job: Job): Promise<void> {
    if (job.isKept !== true) return job.run();
    // Also one that fails waits for its next turn; after a restart it is due again.
    this.#times[job.name] = this.#tools.nowMs();
    await job.run();
    await this.#tools.store(this.#times);
  }
}
