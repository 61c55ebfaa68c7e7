/** Countdown after a rate-limited request, second by second. */
import { useEffect, useState } from 'react';
import { ApiError } from '../../client/request.ts';

/** @returns seconds that are left; 0 when nothing stands in the way. */
export function useWait(error: Error | null): number {
  const wait = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  const [state, setState] = useState<{ error: Error | null; left: number }>({ error: null, left: 0 });
  useEffect(() => {
    if (wait === 0) return;
    const until = Date.now() + wait * 1000;
    const tick = (): void => setState({ error, left: Math.max(0, Math.ceil((until - Date.now()) / 1000)) });
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [error, wait]);
  return state.error === error ? state.left : wait;
}
