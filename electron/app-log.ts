/**
 * The app's own log, beside the server's: what the main process reports, in a file that survives the terminal. One file of at most 1 MB,
 * and the one before it. It holds no message and no secret: only what the app did and why something failed.
 */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const maxBytes = 1_000_000;

export interface AppLog {
  path: string;
  write(text: string): void;
}

/** @param path of the file. @param now UNIX milliseconds. A log that cannot be written never stops the app. */
export function openAppLog(path: string, now: () => number): AppLog {
  return {
    path,
    write(text) {
      try {
        mkdirSync(dirname(path), { recursive: true });
        if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.1`);
        const stamp = new Date(now()).toISOString();
        const lines = text
          .trimEnd()
          .split(/\r?\n/)
          .map((line) => `${stamp} ${line}\n`);
        appendFileSync(path, lines.join(''), { mode: 0o600 });
      } catch {
        // The disk is full, or the folder is gone.
      }
    },
  };
}
