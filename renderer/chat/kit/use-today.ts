/** The current day, for what is called "Today": a page may stay open over midnight. */
import { useSyncExternalStore } from 'react';

const lookMs = 15_000;
const dayNow = (): number => new Date().setHours(0, 0, 0, 0);

/** @returns the first moment of today; another one after midnight. */
export const useToday = (): number => useSyncExternalStore(listen, dayNow);

/** Looked at again and again: a machine that sleeps misses a time that was waited for. */
function listen(onChange: () => void): () => void {
  const timer = setInterval(onChange, lookMs);
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}
