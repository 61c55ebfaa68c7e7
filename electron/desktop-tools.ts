/** Injected interfaces to Electron and this computer, and the questions that only a person may answer. */
import type { DesktopState } from './bridge.ts';
import type { Dialogs } from './data-folder.ts';
import type { Blocker } from './keep-awake.ts';
import type { ServerChild } from './server-process.ts';
import type { ServiceTools } from './service-control.ts';
import type { SettingsFile } from './settings-file.ts';
import { t } from './texts.ts';
import type { Updater, Updates } from './updates/updates.ts';

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
  /** Address of updates unless the settings name another; empty: none. */
  builtInFeed: string;
  openFolder: (path: string) => void;
  /** Opens a file with the system's program for it. @returns why it was not opened; empty: it was */
  openFile: (path: string) => Promise<string>;
  /** Shows a file in its folder. */
  showFile: (path: string) => void;
  /** Whether the folder also holds files of the window's profile. */
  isShared: (dataDir: string) => boolean;
  /** Whether Chromium's sandbox is on: an AppImage switches it off where the system forbids it (appimage toolset, AppRun). */
  hasSandbox: boolean;
  /** Lets windows close, or keeps them: an installer closes them before it asks the app to quit. */
  releaseWindows: (isReleased: boolean) => void;
  quit: () => void;
  /** Shows a notification of the system. */
  notify: (title: string, body: string) => void;
  version: string;
  onState: (state: DesktopState) => void;
}

/** A page may ask for another source of updates; only a person may allow it. */
export const mayUseFeed = (dialogs: Dialogs, feed: string): Promise<boolean> =>
  dialogs.confirm({
    title: t('Get updates from another address?'),
    detail: t('Hearth would download and install programs from {{feed}}. Only continue if you trust it.', { feed }),
    confirm: t('Use this address'),
  });

/** Installs a fetched update. That ends the app and runs another program: a person allows it, whatever page asked. */
export async function installWhenAllowed(dialogs: Dialogs, updates: Pick<Updates, 'state' | 'install'>): Promise<void> {
  const { version, kind } = updates.state();
  if (kind !== 'ready') return;
  const isAllowed = await dialogs.confirm({
    title: t('Install Hearth {{version}} now?', { version: version ?? '' }),
    detail: t('A backup is made first. Then the server stops, and starts again with the new version.'),
    confirm: t('Install'),
  });
  if (isAllowed) await updates.install();
}
