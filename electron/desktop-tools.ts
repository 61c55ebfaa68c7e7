/** What the app uses of Electron and of this computer: everything is handed in, so that the app can be tested without either. */
import type { DesktopState } from './bridge.ts';
import type { Dialogs } from './data-folder.ts';
import type { Blocker } from './keep-awake.ts';
import type { ServerChild } from './server-process.ts';
import type { ServiceTools } from './service-control.ts';
import type { SettingsFile } from './settings-file.ts';
import type { Updater } from './updates/updates.ts';

export interface LoginItem {
  isPossible: boolean;
  isOn(): boolean;
  set(isOn: boolean): void;
}

export interface DesktopTools {
  settings: SettingsFile;
  /** From the command line or the environment; it goes before the settings. */
  givenDataDir: string | null;
  usualDataDir: string;
  /** What else the command line says to the server. */
  serverArgs: string[];
  fork: (args: string[]) => ServerChild;
  after: (ms: number, fn: () => void) => () => void;
  /** UNIX milliseconds. */
  now: () => number;
  dialogs: Dialogs;
  blocker: Blocker;
  loginItem: LoginItem;
  service: ServiceTools;
  updater: Updater;
  /** Where updates are looked for while nobody said otherwise; empty: nowhere. */
  builtInFeed: string;
  openFolder: (path: string) => void;
  quit: () => void;
  /** Tells the person at the machine, wherever they are. */
  notify: (title: string, body: string) => void;
  version: string;
  onState: (state: DesktopState) => void;
}
