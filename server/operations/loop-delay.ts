/** Event loop delay: while it is busy with one thing, everyone else waits. Told for the last one to two minutes. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { minuteMs } from '../durations.ts';

const windowMs = minuteMs;
/** How often it is looked; what a look is late by its own pace is no delay. */
const resolutionMs = 20;

export interface LoopDelayReport {
  /** Milliseconds that the loop was late: usually, once in a hundred looks, and at most. */
  p50_ms: number;
  p99_ms: number;
  max_ms: number;
}

export class LoopDelay {
  readonly #histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  #before: LoopDelayReport = { p50_ms: 0, p99_ms: 0, max_ms: 0 };
  #timer: NodeJS.Timeout | undefined;

  start(): void {
    this.#histogram.enable();
    this.#timer = setInterval(() => {
      this.#before = this.#now();
      this.#histogram.reset();
    }, windowMs).unref();
  }

  stop(): void {
    this.#histogram.disable();
    clearInterval(this.#timer);
  }

  report(): LoopDelayReport {
    const [now, before] = [this.#now(), this.#before];
    return {
      p50_ms: now.p50_ms,
      p99_ms: Math.max(now.p99_ms, before.p99_ms),
      max_ms: Math.max(now.max_ms, before.max_ms),
    };
  }

  #now(): LoopDelayReport {
    if (this.#histogram.count === 0) return { p50_ms: 0, p99_ms: 0, max_ms: 0 };
    const late = (nanoseconds: number): number => Math.max(0, Math.round(nanoseconds / 1e5) / 10 - resolutionMs);
    const { max } = this.#histogram;
    return {
      p50_ms: late(this.#histogram.percentile(50)),
      p99_ms: late(this.#histogram.percentile(99)),
      max_ms: late(max),
    };
  }
}
