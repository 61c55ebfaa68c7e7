/** A wait that does not return to the event loop: for moments after which this process ends. */

const pauseMs = 50;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Waits until a condition holds. @returns false when it did not hold within `limitMs`. */
export function waitFor(condition: () => boolean, limitMs: number): boolean {
  const end = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() >= end) return false;
    Atomics.wait(sleeper, 0, 0, pauseMs);
  }
  return true;
}
