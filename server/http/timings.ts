/**
 * Response times of each operation: its newest times, in memory and bounded. A long poll is left out, as it says only how
 * long someone waited.
 */

/** Of each operation: enough for a 95th percentile that means something. */
const kept = 400;

export interface OperationTimes {
  /** "GET /messages/{message_id}" */
  operation: string;
  /** Since the server started. */
  count: number;
  /** Answers with a status of 500 and above. */
  failures: number;
  /** Milliseconds, of the newest requests. */
  p50_ms: number;
  p95_ms: number;
  max_ms: number;
}

interface Noted {
  count: number;
  failures: number;
  times: Float32Array;
}

export class Timings {
  readonly #noted = new Map<string, Noted>();

  /** @param operation one of the declared ones, so that there are never many. @param ms from the first byte to the answer. */
  note(operation: string, ms: number, status: number): void {
    const noted = this.#noted.get(operation) ?? { count: 0, failures: 0, times: new Float32Array(kept) };
    noted.times[noted.count % kept] = ms;
    noted.count += 1;
    if (status >= 500) noted.failures += 1;
    this.#noted.set(operation, noted);
  }

  /** The operations that take longest, by the time that one in twenty requests exceeds. */
  slowest(limit: number): OperationTimes[] {
    const all = [...this.#noted].map(([operation, noted]) => timesOf(operation, noted));
    return all.toSorted((a, b) => b.p95_ms - a.p95_ms).slice(0, limit);
  }
}

function timesOf(operation: string, { count, failures, times }: Noted): OperationTimes {
  const sorted = times.slice(0, Math.min(count, kept)).toSorted();
  const at = (part: number): number => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]);
  return { operation, count, failures, p50_ms: at(0.5), p95_ms: at(0.95), max_ms: rounded(sorted.at(-1)) };
}

const rounded = (ms = 0): number => Math.round(ms * 10) / 10;
