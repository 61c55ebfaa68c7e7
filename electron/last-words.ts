/**
 * Last output that a server wrote into its log folder before it ended (server/cli/last-words.ts). Electron drops the output of a utility process at
 * its exit, before it has been read: see lib/browser/api/utility-process.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readTextNow, retryWhileHeldNow } from '../server/file-access.ts';

const pathIn = (dataDir: string): string => join(dataDir, 'logs', 'last-words.txt');

/** Called before a start: words of an earlier server explain nothing. */
export function forgetLastWords(dataDir: string): void {
  try {
    retryWhileHeldNow(() => rmSync(pathIn(dataDir), { force: true }));
  } catch {
    // A folder that is not writable is reported by the server.
  }
}

/** @returns the lines, oldest first. */
export function lastWords(dataDir: string): string[] {
  try {
    return readTextNow(pathIn(dataDir))
      .split(/\r?\n/)
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
