/**
 * Notices that this computer slept: a clock that is looked at every few seconds has then jumped. Remembered for a day, so that
 * whoever wonders why nobody could connect at night is told.
 */
import type { Logger } from 'pino';

export interface Sleep {
  /** UNIX milliseconds. */
  from: number;
  until: number;
}

export interface SleepTools {
  /** UNIX milliseconds. */
  nowMs: () => number;
  log: Pick<Logger, 'warn'>;
}

/** How often the clock is to be looked at, in milliseconds. */
export const watchEveryMs = 15_000;
/** A busy machine is late too, but not so late. */
const shortestMs = 60_000;
const rememberedMs = 24 * 3_600_000;
const maxRemembered = 20;

export class SleepWatch {
  readonly #tools: SleepTools;
  #lookedMs: number;
  #sleeps: Sleep[] = [];

  constructor(tools: SleepTools) {
    this.#tools = tools;
    this.#lookedMs = tools.nowMs();
  }

  /** Looks at the clock; to be called every `watchEveryMs`. */
  look(): void {
    const now = this.#tools.nowMs();
    const from = this.#lookedMs;
    this.#lookedMs = now;
    if (now - from > watchEveryMs + shortestMs) this.wasAsleep(from, now);
  }

  /** Also told by the desktop app, which the system tells; the same sleep counts once. UNIX milliseconds. */
  wasAsleep(from: number, until: number): void {
    if (until - from < shortestMs) return;
    const same = this.#sleeps.find((sleep) => sleep.from < until && from < sleep.until);
    if (same === undefined) {
      this.#tools.log.warn(
        { from: new Date(from).toISOString(), until: new Date(until).toISOString() },
        'the computer was asleep',
      );
      this.#sleeps = [...this.#sleeps, { from, until }].slice(-maxRemembered);
    } else Object.assign(same, { from: Math.min(from, same.from), until: Math.max(until, same.until) });
  }

  /** Those that ended within the last day, the newest first. */
  recent(): readonly Sleep[] {
    const since = this.#tools.nowMs() - rememberedMs;
    this.#sleeps = this.#sleeps.filter(({ until }) => until > since);
    return this.#sleeps.toReversed();
  }
}
