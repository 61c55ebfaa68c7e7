/** The moments in which what a page knows may be old all at once: it is shown, the network is back, the computer was asleep. */
import { page } from './page-port.ts';

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
    if (late > (page().isShown() ? lateMs : hiddenLateMs)) listener();
  };
  const timer = setInterval(tick, tickMs);
  const shown = (): void => {
    if (page().isShown()) listener();
  };
  const ends = [page().on('online', listener), page().on('pageshow', listener), page().on('visibilitychange', shown)];
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
  };
}

/** Until the page is shown, or the signal aborts: what no one looks at takes no connection from those that are looked at. */
export function whileHidden(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!page().isShown() && !signal.aborted) return;
      end();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const end = page().on('visibilitychange', check);
    signal.addEventListener('abort', check);
    check();
  });
}
