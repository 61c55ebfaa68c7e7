/** Names the files that a backup or a restore lacks in the server's log. */
import type { Logger } from 'pino';
import { describeLacking, describeLackingFile, type LackingFile } from '../../storage/lacking.ts';

/** Files that one line of the log names. */
const mostNamed = 50;

/** Writes nothing when nothing lacks. */
export function logLacking(log: Logger, lacking: readonly LackingFile[], message: string): void {
  if (lacking.length === 0) return;
  log.warn({ lacking: describeLacking(lacking), files: lacking.slice(0, mostNamed).map(describeLackingFile) }, message);
}
