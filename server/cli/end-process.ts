/**
 * Ends the process, also while a file operation hangs on a drive that does not respond. `process.exit` waits for the threads that run file
 * operations, and would wait for such a drive.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { runningThreads } from '../worker-file.ts';
import { t } from './language.ts';

/** Of `process.getActiveResourcesInfo`: what runs on a thread of the process. */
const onThread = /^(?:FSReq|FileHandle|GetAddrInfo|GetNameInfo)/;
/** After the server has stopped, an operation that takes longer hangs. */
const graceMs = 500;
const stepMs = 20;

const isBusy = (): boolean =>
  runningThreads() > 0 || process.getActiveResourcesInfo().some((kind) => onThread.test(kind));

/** Ends the process with a code; as `endNow` does, where an operation hangs. */
export async function endProcess(code: number): Promise<never> {
  for (let waited = 0; isBusy() && waited < graceMs; waited += stepMs) await sleep(stepMs);
  return isBusy() ? endNow(code) : process.exit(code);
}

/**
 * Ends the process by a signal, whatever hangs: SIGTERM for the code 0, which service managers take for an orderly end, and SIGKILL for
 * any other, after which they start the process again.
 */
export function endNow(code: number): never {
  process.stderr.write(
    `hearth: ${t('The server did not stop in time, for example because a drive does not respond. It ends now; what was confirmed is saved.')}\n`,
  );
  process.removeAllListeners('SIGTERM');
  process.kill(process.pid, code === 0 ? 'SIGTERM' : 'SIGKILL');
  // A signal that the system holds back leaves only this.
  return process.exit(code);
}
