/** Ends a running server when the system or the parent process asks for it. */
import type { RunningServer } from '../start.ts';

/** A stop that hangs is cut off, so that the process always ends within 5 s; what was acknowledged is on disk already. */
const patienceMs = 4500;

/** Resolves never: the process ends with code 0 once the server has stopped. */
export async function runUntilSignal(server: RunningServer): Promise<void> {
  const stop = (): void => {
    setTimeout(() => process.exit(0), patienceMs).unref();
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`hearth: stopping failed: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  process.once('disconnect', stop);
  await new Promise<never>(() => undefined);
}
