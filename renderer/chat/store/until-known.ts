/** Waits until the page shows what the server has done: the answer comes first, the event that reports it a moment later. */
import type { StoreApi } from 'zustand/vanilla';
import type { ClientState } from '../../client/state/state.ts';
import type { ChatState } from './chat-state.ts';

/** A connection that was lost meanwhile keeps no one from hearing that it was done. */
const longestMs = 20_000;

/** @param isShown of what is known; before the first registration nothing is. */
export function untilKnown(state: StoreApi<ChatState>, isShown: (clientState: ClientState) => boolean): Promise<void> {
  const isNow = ({ clientState }: ChatState): boolean => clientState !== null && isShown(clientState);
  if (isNow(state.getState())) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, longestMs);
    const stop = state.subscribe((now) => {
      if (isNow(now)) end();
    });
  });
}
