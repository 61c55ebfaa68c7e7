/** The moments in which what a page knows may be old all at once: it is shown, the network is back, the computer was asleep. */

const tickMs = 10_000;
/** A timer that comes so late was asleep with its computer. Milliseconds. */
const lateMs = 30_000;
/** Browsers let timers of hidden pages come once a minute. */
const hiddenLateMs = 120_000;

/** @returns a function that ends the listening. */
export function onWake(listener: () => void): () => void {
  let last = Date.now();
  const tick = (): void => {
    const late = Date.now() - last - tickMs;
    last = Date.now();
    if (late > (document.visibilityState === 'visible' ? lateMs : hiddenLateMs)) listener();
  };
  const timer = setInterval(tick, tickMs);
  const shown = (): void => {
    if (document.visibilityState === 'visible') listener();
  };
  addEventListener('online', listener);
  addEventListener('pageshow', listener);
  document.addEventListener('visibilitychange', shown);
  return () => {
    clearInterval(timer);
    removeEventListener('online', listener);
    removeEventListener('pageshow', listener);
    document.removeEventListener('visibilitychange', shown);
  };
}

/** Until the page is shown, or the signal aborts: what nobody looks at takes no connection from those that are looked at. */
export function whileHidden(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
    check();
  });
}
