/** Work after the server's start: it prepares the first requests and releases unused memory. */
import { setTimeout as pause } from 'node:timers/promises';
import { prepareRendering } from '../markdown/prepare.ts';

/** By then a user who waited for the server has been answered, and what is done soon after a start has been done. */
const restAfterMs = 2500;
/** So long others have their turn between two steps. */
const betweenStepsMs = 2;

/**
 * Two and a half seconds from now, makes ready what the first messages need, in steps of some milliseconds, and then collects
 * garbage once. V8 does so by what is newly made: a server at rest makes nothing, and would keep for ever what its start took.
 */
export function settleAfterStart(prepare: () => Iterator<void, void> = prepareRendering): void {
  // A runtime built without an inspector keeps its memory, and serves.
  setTimeout(() => void settle(prepare()).catch(() => undefined), restAfterMs).unref();
}

async function settle(steps: Iterator<void, void>): Promise<void> {
  while (steps.next().done !== true) await pause(betweenStepsMs, undefined, { ref: false });
  await collect();
}

/** Only this way makes V8 give back the room, too; `gc()` keeps it for later. */
async function collect(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
