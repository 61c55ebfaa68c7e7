/**
 * The one loop behind everything that is live: ask, take what came, ask again. After a failure it waits, each time longer, and
 * goes on on its own when the server is back.
 */
import { ApiError } from './request.ts';

/** So short that no one feels a gap as short as a restart of the server. */
const firstPauseMs = 250;
const longestPauseMs = 15_000;

/** Twice as long each time, and not all clients at once: a server that comes back is not asked by everyone in the same moment. */
export const pauseAfter = (failures: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** failures) * (0.75 + Math.random() / 4);

/** Ends the pauses between attempts to reach the server. */
const impatience = new EventTarget();

/** Tries at once to reach a server that did not answer. */
export function tryNow(): void {
  impatience.dispatchEvent(new Event('try'));
}

let nextTry: number | null = null;

/** @returns when a server that did not answer is asked again, in milliseconds since 1970; null = it is being asked. */
export const nextTryAt = (): number | null => nextTry;

/** How often someone has signed in again on this page. */
let signIns = 0;

/** Someone has signed in again: what waited for a session goes on. */
export function goOnSignedIn(): void {
  signIns += 1;
  impatience.dispatchEvent(new Event('session'));
  tryNow();
}

interface LongPoll {
  /** @param failures in a row before this: after one, the question should be one that is answered at once. @throws ApiError */
  ask: (failures: number) => Promise<void>;
  onFailure: (error: unknown) => void;
}

/** Asks until the signal aborts. While the server does not know the session, it waits for another one of the same person. */
export async function longPoll({ ask, onFailure }: LongPoll, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const askedAfter = signIns;
    try {
      await ask(failures);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 401) {
        // The refusal may arrive after the next sign-in: no other one follows then.
        if (askedAfter === signIns) await next('session', signal);
      } else {
        onFailure(error);
        const ms = pauseAfter(failures);
        nextTry = Date.now() + ms;
        await pause(ms, signal);
        nextTry = null;
      }
      failures += 1;
    }
  }
}

function next(event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      signal.removeEventListener('abort', end);
      impatience.removeEventListener(event, end);
      resolve();
    };
    signal.addEventListener('abort', end);
    impatience.addEventListener(event, end);
  });
}

/** Until the time is over, the signal aborts, or someone cannot wait. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      impatience.removeEventListener('try', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    impatience.addEventListener('try', end);
  });
}
