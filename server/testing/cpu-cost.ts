/**
 * What a piece of work costs, for tests that compare two pieces side by side: this process's own processor time, for the
 * machine may be busy, and the best of several runs, for now and then the memory of all tests before is cleaned up meanwhile.
 */

/** @returns microseconds of processor time, of the cheapest of `runs` runs. */
export function cpuCost(work: () => void, runs = 8): number {
  const times = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}
