/** What the system says of power: sleep, waking, and the end of the session. Keeps the machine awake when it is asked to. */
import { app, powerMonitor, powerSaveBlocker } from 'electron';
import type { Blocker } from './keep-awake.ts';
import { beatMs, type SleepWatch } from './sleep-watch.ts';

export const blocker: Blocker = {
  start: () => powerSaveBlocker.start('prevent-app-suspension'),
  stop: (id) => void powerSaveBlocker.stop(id),
};

export function watchPower(sleep: SleepWatch): void {
  powerMonitor.on('suspend', () => sleep.suspended());
  powerMonitor.on('resume', () => sleep.resumed());
  setInterval(() => sleep.beat(), beatMs);
  // The server is stopped in order while the system still waits for us.
  powerMonitor.on('shutdown', () => app.quit());
}
