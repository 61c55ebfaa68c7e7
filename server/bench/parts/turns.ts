/** Turns of the event loop, in processor time of its thread: how long other requests wait. */
import { threadCpuMs } from './client-thread.ts';

/** Runs work, and measures what each turn of the event loop takes. @returns the longest, in milliseconds of processor */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const state = { isOver: false, last: threadCpuMs(), longest: 0 };
  const look = (): void => {
    const now = threadCpuMs();
    state.longest = Math.max(state.longest, now - state.last);
    state.last = now;
    if (!state.isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  state.isOver = true;
  return state.longest;
}
