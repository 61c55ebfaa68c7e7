/**
 * Does work when it is due: a timer set to the next due time, a wake-up when something new came, never two runs at once.
 * Clock and timers are handed in, so that tests move time instead of waiting for it.
 */
export interface Timers {
  /** Calls `fn` once after `ms`; the result cancels it. */
  after(ms: number, fn: () => void): () => void;
}

export const systemTimers: Timers = {
  after(ms, fn) {
    const timer = setTimeout(fn, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

// While anything waits, the clock is looked at this often: it may be set, or the machine may have slept.
const longestNapMs = 1000;

interface DueLoopOptions {
  nowMs: () => number;
  timers: Timers;
  /** Does all that is due. @returns when the next is due, UNIX milliseconds; null when nothing waits. */
  work: () => Promise<number | null>;
  onError: (error: unknown) => void;
}

export class DueLoop {
  readonly #options: DueLoopOptions;
  #stopped = true;
  #again = false;
  #isRunning = false;
  #run: Promise<void> = Promise.resolve();
  #cancelTimer: (() => void) | undefined;

  constructor(options: DueLoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopped = false;
    this.wake();
  }

  /** Looks for due work now; while a run is under way, once more after it. */
  wake(): void {
    if (this.#stopped) return;
    this.#again = true;
    if (!this.#isRunning) this.#run = this.#work();
  }

  /** Resolves when no run is under way. */
  async settled(): Promise<void> {
    while (this.#isRunning) await this.#run;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer?.();
    await this.settled();
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    this.#cancelTimer?.();
    let next: number | null = null;
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        next = await this.#options.work();
      } catch (error) {
        this.#options.onError(error);
        next = this.#options.nowMs() + longestNapMs;
      }
    }
    // In the same turn as the last look at #again: a wake-up between the two would be lost.
    this.#isRunning = false;
    if (next === null || this.#stopped) return;
    const napMs = Math.min(Math.max(next - this.#options.nowMs(), 0), longestNapMs);
    this.#cancelTimer = this.#options.timers.after(napMs, () => this.wake());
  }
}
