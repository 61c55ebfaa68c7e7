/**
 * A second start raises the window of the first one and reports what it ignored. The first one answers with a file in the profile: Electron
 * also refuses the lock that a crash left behind, and no process answers then (shell/browser/browser.cc, ProcessSingleton).
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { retryWhileHeldNow } from '../server/file-access.ts';
import { waitFor } from './blocking-wait.ts';

const answerLimitMs = 3000;
/** What the second instance hands to the first: electron's `additionalData`. */
export interface SecondStart {
  answer: string;
}

export const secondStart = (pid: number): SecondStart => ({ answer: `second-start-${pid}` });

/** Called in the first instance. @param data of any program that knows the lock */
export function answerSecondStart(profile: string, data: unknown): void {
  const answer: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'answer') : undefined;
  if (typeof answer !== 'string' || !/^second-start-\d+$/.test(answer)) return;
  retryWhileHeldNow(() => writeFileSync(join(profile, basename(answer)), ''));
}

/** Called in the second instance. @param ignored words of the command line. @returns sentences for the person who started it */
export function explainSecondStart(profile: string, { answer }: SecondStart, ignored: readonly string[]): string {
  const path = join(profile, answer);
  const isAnswered = waitFor(() => existsSync(path), answerLimitMs);
  removeAnswer(path);
  if (!isAnswered)
    return `Hearth did not start: ${join(profile, 'SingletonLock')} shows that it already runs, but it does not answer. If Hearth runs neither here nor on another computer with this home folder, delete that file and start again.`;
  const words =
    ignored.length === 0 ? '' : ` These arguments were ignored: ${ignored.join(' ')}. Quit Hearth first to use them.`;
  return `Hearth is already running: its window was opened.${words}`;
}

/** A file that cannot be removed must not hide the explanation: it is empty, and the next start with this process id writes it again. */
function removeAnswer(path: string): void {
  try {
    retryWhileHeldNow(() => rmSync(path, { force: true }));
  } catch {
    // The profile is not writable, which the app reports when it starts there.
  }
}
