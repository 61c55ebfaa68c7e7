/** Recovery from a crashed page: loads it again, but not for ever. */

export interface CrashGuard {
  /** @returns what to show now. */
  crashed(): 'same' | 'status';
}

/** So many deaths within `withinMs` are no accident. */
const mostDeaths = 3;
const withinMs = 60_000;

/** @param now milliseconds. */
export function createCrashGuard(now: () => number): CrashGuard {
  let deaths: number[] = [];
  return {
    crashed() {
      deaths = [...deaths.filter((at) => now() - at < withinMs), now()];
      if (deaths.length < mostDeaths) return 'same';
      deaths = [];
      return 'status';
    },
  };
}
