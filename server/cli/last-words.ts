/**
 * Writes the error that ends a server into its log folder. The desktop app reads it from there: the output of a process may be lost when
 * the process ends.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasShell } from './parent-port.ts';

/** Does nothing without an app. */
export function keepLastWords(dataDir: string): void {
  if (!hasShell) return;
  process.on('uncaughtExceptionMonitor', (error) => {
    const folder = join(dataDir, 'logs');
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, 'last-words.txt'), `${error.stack ?? String(error)}\n`, { mode: 0o600 });
    } catch {
      // A disk that takes nothing: standard error has it as well.
    }
  });
}
