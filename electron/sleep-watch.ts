/**
 * Notices when the machine was asleep: "I did not get your message" has a reason then. Learned from what the system says, and
 * from the clock where it says nothing. The server receives and remembers it.
 */

export interface Sleep {
  /** UNIX milliseconds. */
  from: number;
  until: number;
}

export interface SleepWatch {
  suspended(): void;
  resumed(): void;
  /** Called every `beatMs`: a beat that comes far too late means that the computer slept. */
  beat(): void;
}

export const beatMs = 15_000;
/** Shorter sleeps are not reported. */
const shortestMs = 60_000;

/** @param now UNIX milliseconds. */
export function createSleepWatch(now: () => number, onSlept: (sleep: Sleep) => void): SleepWatch {
  let asleepSince: number | null = null;
  let lastBeat = now();

  function woke(from: number): void {
    asleepSince = null;
    lastBeat = now();
    const sleep = { from, until: lastBeat };
    if (sleep.until - sleep.from < shortestMs) return;
    onSlept(sleep);
  }

  return {
    suspended: () => void (asleepSince ??= now()),
    resumed: () => woke(asleepSince ?? lastBeat),
    beat() {
      // Some systems wake up for moments; the sleep ends with its own message.
      if (asleepSince !== null) return;
      if (now() - lastBeat > beatMs + shortestMs) woke(lastBeat);
      else lastBeat = now();
    },
  };
}
