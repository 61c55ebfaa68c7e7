/** Polls that were answered as they should be: counted, and told of in one line a minute, because there are thousands. */
import type { Logger } from 'pino';
import { minuteMs } from '../durations.ts';

const everyMs = minuteMs;

export class PollCount {
  readonly #log: Logger;
  readonly #nowMs: () => number;
  #count = 0;
  #sinceMs: number;

  /** @param nowMs UNIX milliseconds. */
  constructor(log: Logger, nowMs: () => number) {
    this.#log = log;
    this.#nowMs = nowMs;
    this.#sinceMs = nowMs();
  }

  note(): void {
    this.#count += 1;
    if (Math.abs(this.#nowMs() - this.#sinceMs) >= everyMs) this.tell();
  }

  /** Writes the line for what was counted since the last one. */
  tell(): void {
    const nowMs = this.#nowMs();
    if (this.#count > 0)
      this.#log.info({ polls: this.#count, seconds: Math.max(0, Math.round((nowMs - this.#sinceMs) / 1000)) });
    this.#count = 0;
    this.#sinceMs = nowMs;
  }
}
