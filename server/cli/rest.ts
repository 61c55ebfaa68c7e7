/** What a server gives back once it has started. */

/** By then whoever waited for the server has been answered, and what is done soon after a start has been done. */
const restAfterMs = 2500;

/**
 * Collects garbage once, two and a half seconds from now. V8 does so by what is newly made: a server at rest makes nothing, and would
 * keep for ever what its start took. Only this way makes it give back the room, too; `gc()` keeps it for later.
 */
export function collectAfterStart(): void {
  // A runtime built without an inspector keeps its memory, and serves.
  setTimeout(() => void collect().catch(() => undefined), restAfterMs).unref();
}

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
