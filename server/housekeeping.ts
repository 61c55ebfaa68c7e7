/** What happens by itself while the server runs: a list of jobs, each at its own pace, none in parallel with itself. */
import type { Logger } from 'pino';

export interface Job {
  name: string;
  everyMs: number;
  /** When it runs first, after the start; else after `everyMs`. */
  firstMs?: number;
  run(): Promise<void>;
}

export class Housekeeping {
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
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
    const run = (): void => {
      if (busy) return;
      busy = true;
      const done = job
        .run()
        .catch((error: unknown) => this.#log.error({ err: error, job: job.name }, 'housekeeping failed'))
        .finally(() => {
          busy = false;
          this.#running.delete(done);
        });
      this.#running.add(done);
    };
    let busy = false;
    const timers = [setInterval(run, job.everyMs)];
    if (job.firstMs !== undefined) timers.push(setTimeout(run, job.firstMs));
    for (const timer of timers) timer.unref();
    this.#timers.push(...timers);
  }
}
