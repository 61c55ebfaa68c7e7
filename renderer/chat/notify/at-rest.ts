/** Idle work that must not delay a key or a message. */

/** What is read as it comes, by someone who looks at it, is read by then: the tab says nothing of it. Milliseconds. */
export const settleMs = 1500;

/** A busy machine may never come to rest. Milliseconds. */
const longestWorkMs = 2000;

/** Runs when the page has nothing else to do, or soon where a browser does not tell. */
export function whenAtRest(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: longestWorkMs });
  else setTimeout(run);
}
