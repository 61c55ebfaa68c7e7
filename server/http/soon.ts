/**
 * Values that are available now or later. A request that waits for nothing is served in one go: a promise for each of its steps would be
 * most of what a poll costs.
 */
export type Soon<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there. */
export function after<T, U>(soon: Soon<T>, goOn: (value: T) => Soon<U>): Soon<U> {
  return soon instanceof Promise ? soon.then(goOn) : goOn(soon);
}

/** Calls `end` when the work is done, however it ended. */
export function withEnd<T>(work: () => Soon<T>, end: () => void): Soon<T> {
  let made: Soon<T>;
  try {
    made = work();
  } catch (error) {
    end();
    throw error;
  }
  if (made instanceof Promise) return made.finally(end);
  end();
  return made;
}

/** Goes on with what came instead of a value where the work fails, at once or later. */
export function rescued<T, U>(work: () => Soon<T>, failed: (error: unknown) => U): Soon<T | U> {
  try {
    const made = work();
    return made instanceof Promise ? made.catch(failed) : made;
  } catch (error) {
    return failed(error);
  }
}
