/**
 * The app's own log, beside the server's: what the main process reports, in a file that survives the terminal. One file of at most 1 MB,
 * and the one before it. It holds no message and no secret: only what the app did and why something failed.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { retryWhileHeld } from '../server/file-access.ts';

const maxBytes = 1_000_000;

export interface AppLog {
  path: string;
  write(text: string): void;
}

/**
 * Opens the log. A log that cannot be written never stops or delays the app: its lines wait in memory, up to 1 MB, for another program to
 * release the file or for the next line.
 * @param path of the file. @param now UNIX milliseconds
 */
export function openAppLog(path: string, now: () => number): AppLog {
  let waiting = '';
  let isRetrying = false;
  const append = (): void => {
    mkdirSync(dirname(path), { recursive: true });
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.1`);
    appendFileSync(path, waiting, { mode: 0o600 });
    waiting = '';
  };
  const retry = async (): Promise<void> => {
    isRetrying = true;
    // The disk is full, or the folder is gone: the lines wait for the next one.
    await retryWhileHeld(async () => append()).catch(() => undefined);
    isRetrying = false;
  };
  return {
    path,
    write(text) {
      const stamp = new Date(now()).toISOString();
      const lines = text
        .trimEnd()
        .split(/\r?\n/)
        .map((line) => `${stamp} ${line}\n`);
      waiting = (waiting + lines.join('')).slice(-maxBytes - 1000);
      if (isRetrying) return;
      try {
        append();
      } catch {
        void retry();
      }
    },
  };
}
