/** Timers that fire when the test says so, and those that do for work which is due. */
import type { Timers } from '../options.ts';

export class ManualTimers implements Timers {
  readonly waiting: { ms: number; fn: () => void }[] = [];

  after(ms: number, fn: () => void): () => void {
    const timer = { ms, fn };
    this.waiting.push(timer);
    return () => this.waiting.splice(this.waiting.indexOf(timer), this.waiting.includes(timer) ? 1 : 0);
  }

  fire(): void {
    for (const { fn } of this.waiting.splice(0)) fn();
  }
}

/** So long due work naps at most (runtime/scheduler.ts); jobs of the background wait longer. */
const longestNapMs = 1000;

/** The machine's, but for jobs of the background: whatever a test is doing, none falls into the middle of it. */
export const napTimers: Timers = {
  after(ms, fn) {
    if (ms > longestNapMs) return () => undefined;
    const timer = setTimeout(fn, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
