/**
 * Job scheduler of the running server: jobs at a pace of their own, and work that is due at times it names. None
 * runs beside itself. Clock and timers are handed in, so that tests move time instead of waiting for it.
 */
import type { Logger } from 'pino';
import type { DueTurns, DueWork } from '../delivery/due-work.ts';
import { minuteMs, secondMs } from '../durations.ts';
import type { Timers } from '../options.ts';

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

const systemTimers: Timers = {
  after(ms, fn) {
    const timer = setTimeout(fn, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export interface SchedulerTools {
  log: Pick<Logger, 'error'>;
  /** UNIX milliseconds. */
  nowMs: () => number;
  /** When the kept jobs ran last, as it was stored. */
  times: JobTimes;
  store: (times: JobTimes) => Promise<void>;
  /** The machine's, unless a test has its own. */
  timers?: Timers | undefined;
}

/** How often kept jobs are looked at, and when first: not while people wait for the server to come back. */
const lookEveryMs = minuteMs;
/** While due work waits, the clock is looked at this often: it may be set, or the machine may have slept. */
const longestNapMs = secondMs;

export class Scheduler {
  readonly #tools: SchedulerTools;
  readonly #timers: Timers;
  readonly #times: JobTimes;
  readonly #all: Turns[] = [];

  constructor(tools: SchedulerTools) {
    this.#tools = tools;
    this.#timers = tools.timers ?? systemTimers;
    this.#times = { ...tools.times };
  }

  /** Runs each job at its pace from now on. */
  start(jobs: readonly Job[]): void {
    for (const job of jobs) {
      const paceMs = job.isKept === true ? lookEveryMs : job.everyMs;
      const turns = this.#turns(job.name, paceMs, async () => {
        await this.#run(job);
        return paceMs;
      });
      turns.startIn(job.firstMs ?? paceMs);
    }
  }

  /** Runs work when it says that it is due, and when it is woken; nothing of it before its `start`. */
  due(work: DueWork): DueTurns {
    return this.#turns(work.name, longestNapMs, async () => {
      const next = await work.run();
      return next === null ? null : Math.min(Math.max(next - this.#tools.nowMs(), 0), longestNapMs);
    });
  }

  /** Ends the timers and waits for what is under way. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map(async (turns) => turns.stop()));
  }

  /** @param run answers in how many milliseconds it wants its next turn; one that fails has it after `againMs`. */
  #turns(name: string, againMs: number, run: () => Promise<number | null>): Turns {
    const turns = new Turns(this.#timers, async () => {
      try {
        return await run();
      } catch (error) {
        this.#tools.log.error({ err: error, job: name }, 'background job failed');
        return againMs;
      }
    });
    this.#all.push(turns);
    return turns;
  }

  async #run(job: Job): Promise<void> {
    if (job.isKept !== true) return job.run();
    const sinceMs = this.#tools.nowMs() - (this.#times[job.name] ?? -Infinity);
    // Of a clock that was set back, nothing is known.
    if (sinceMs >= 0 && sinceMs < job.everyMs) return;
    // Also one that fails waits for its next turn; after a restart it is due again.
    this.#times[job.name] = this.#tools.nowMs();
    await job.run();
    await this.#tools.store(this.#times);
  }
}

/** The turns of one piece of work: one after the other, by a timer and by the user who wakes it. */
class Turns implements DueTurns {
  readonly #timers: Timers;
  readonly #run: () => Promise<number | null>;
  #isStopped = true;
  #isAskedFor = false;
  #isRunning = false;
  #running: Promise<void> = Promise.resolve();
  #cancelTimer: (() => void) | undefined;

  /** @param run never fails, and answers in how many milliseconds its next turn comes on its own; null = in none. */
  constructor(timers: Timers, run: () => Promise<number | null>) {
    this.#timers = timers;
    this.#run = run;
  }

  start(): void {
    this.#isStopped = false;
    this.wake();
  }

  startIn(ms: number): void {
    this.#isStopped = false;
    this.#wakeIn(ms);
  }

  wake(): void {
    if (this.#isStopped) return;
    this.#isAskedFor = true;
    if (!this.#isRunning) this.#running = this.#takeTurns();
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  async settled(): Promise<void> {
    while (this.#isRunning) await this.#running;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    await this.settled();
  }

  #wakeIn(ms: number): void {
    this.#cancelTimer = this.#timers.after(ms, () => this.wake());
  }

  async #takeTurns(): Promise<void> {
    this.#isRunning = true;
    this.#cancelTimer?.();
    let nextInMs: number | null = null;
    while (this.#isAskedFor && !this.#isStopped) {
      this.#isAskedFor = false;
      nextInMs = await this.#run();
    }
    // In the same turn of the event loop as the last look at what was asked for: a wake-up between the two would be lost.
    this.#isRunning = false;
    if (nextInMs !== null && !this.#isStopped) this.#wakeIn(nextInMs);
  }
}
