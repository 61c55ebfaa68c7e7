/** Power events of the system: sleep, waking, and the end of the session. Keeps the machine awake when it is asked to. */
import { powerMonitor, powerSaveBlocker } from 'electron';
import type { Blocker } from './keep-awake.ts';
import { beatMs, type SleepWatch } from './sleep-watch.ts';

export const blocker: Blocker = {
  start: () => powerSaveBlocker.start('prevent-app-suspension'),
  stop: (id) => void powerSaveBlocker.stop(id),
};

/** @param quit ends the app in order, without a question */
export function watchPower(sleep: SleepWatch, quit: () => void): void {
  powerMonitor.on('suspend', () => sleep.suspended());
  powerMonitor.on('resume', () => sleep.resumed());
  setInterval(() => sleep.beat(), beatMs);
  // Prevented, the system waits until the server has stopped: otherwise Electron lets it go on when the listener returns
  // (shell/browser/api/electron_api_power_monitor.cc, power_observer_linux.cc).
  powerMonitor.on('shutdown', (event?: Electron.Event) => {
    event?.preventDefault();
    quit();
  });
}
