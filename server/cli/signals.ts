/** Ends a running server when the system, the parent process or the desktop app asks for it. */
import type { RunningServer } from '../start.ts';
import { endNow, endProcess } from './end-process.ts';
import { t } from './language.ts';
import { onShell } from './parent-port.ts';

/** A stop that hangs is cut off, so that the process always ends within 5 s; what was acknowledged is on disk already. */
const patienceMs = 4500;

/** Ends the process so that a service manager starts it again (EX_TEMPFAIL of sysexits.h). */
const restartCode = 75;

/** Resolves never: the process ends with code 0 once the server has stopped, or with `restartCode` when an app asked for that. */
export async function runUntilSignal(server: RunningServer): Promise<void> {
  let isStopping = false;
  const stop = (code = 0): void => {
    if (isStopping) return;
    isStopping = true;
    // Only to a terminal: a closed pipe would end the stop with an error.
    if (process.stderr.isTTY) process.stderr.write(`${t('Stopping …')}\n`);
    setTimeout(() => endNow(code), patienceMs).unref();
    server.stop().then(
      () => endProcess(code),
      async (error: unknown) => {
        process.stderr.write(`hearth: ${t('stopping failed: {{error}}', { error: String(error) })}\n`);
        await endProcess(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop());
  process.once('disconnect', () => stop());
  // Where there are no signals this is the only orderly way.
  onShell(({ type }) => {
    if (type === 'stop') stop();
    if (type === 'restart') stop(restartCode);
  });
  await new Promise<never>(() => undefined);
}
