/**
 * CPU cost of a piece of work, for tests that compare two pieces side by side: this process's own processor time, for the
 * machine may be busy, and the best of several runs, for now and then the memory of all tests before is cleaned up in the meantime.
 */

/**
 * @param runs at most so many: none is needed any more once one took less than `enough`.
 * @returns microseconds of processor time, of the cheapest of the runs.
 */
export function cpuCost(work: () => void, { runs = 8, enough = 0 } = {}): number {
  let cheapest = Infinity;
  for (let run = 0; run < runs && cheapest >= enough; run += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    cheapest = Math.min(cheapest, user + system);
  }
  return cheapest;
}
