/** Tells the server once a minute that somebody is here, while the page is shown; and whether they are at it. */
import { request } from '../../client/request.ts';
import { onWake } from '../../client/wake.ts';
import { isIdle } from '../model/page-presence.ts';

/** @param intervalSecs between two reports, as the server wants it. @returns a function that ends it. */
export function reportPresence(intervalSecs: number): () => void {
  let last: 'active' | 'idle' | null = null;
  const report = (): void => {
    if (document.visibilityState !== 'visible') return;
    const status = isIdle() ? 'idle' : 'active';
    last = status;
    // The next one comes by itself.
    void request('POST', '/users/me/presence', {
      status,
      ping_only: true,
      new_user_input: status === 'active',
    }).catch(() => undefined);
  };
  // Whoever comes back to the page is here at once, not within a minute.
  const back = (): void => {
    if (last === 'idle') report();
  };
  report();
  const timer = setInterval(report, intervalSecs * 1000);
  const stop = onWake(report);
  addEventListener('pointerdown', back);
  addEventListener('keydown', back);
  return () => {
    clearInterval(timer);
    stop();
    removeEventListener('pointerdown', back);
    removeEventListener('keydown', back);
  };
}
