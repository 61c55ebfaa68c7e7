/**
 * The closed list of what a page in the desktop window may ask of the app, typed on both sides.
 * Adding a call means adding it here and in ipc.ts; there is no generic channel.
 */
import type { DesktopStatus, Refusal } from '../server/desktop-link.ts';

/** What is known of the server's process. */
export interface ServerStatus {
  /**
   * starting: not listening yet; restarting: it died and will be started again; failed: it will not be;
   * stopping: what it was asked to keep is being written.
   */
  state: 'starting' | 'running' | 'restarting' | 'failed' | 'stopping' | 'stopped';
  /** Address once it listens, without a trailing slash. */
  url: string | null;
  /** One sentence for a person. */
  message: string;
  /** Why it failed; `missing`: the data folder is gone; `unknown-folder`: the app has lost its settings. */
  reason: Refusal | 'missing' | 'unknown-folder' | null;
  /** Where the stored data stopped making sense. */
  damagedFile: string | null;
  /** One that is free, when the port was the trouble. */
  freePort: number | null;
  /** It died, and is started again or has just been. */
  hasFallen: boolean;
  /** The last lines that the server printed, oldest first. */
  lastLines: string[];
}

/** What a person may do about a server that does not run; each is a button of the status page. */
export type Choice =
  | 'retry'
  | 'other_port'
  | 'choose_folder'
  | 'restore'
  | 'recover'
  | 'start_empty'
  | 'usual_folder'
  | 'open_logs'
  | 'quit';

/** What the status page shows. */
export interface StatusPageModel {
  title: string;
  /** Sentences. */
  text: string;
  /** The first is the one to try first. */
  choices: { choice: Choice; label: string; hint: string }[];
  /** From 0 to 1; null: there is none, or it is unknown. */
  progress: number | null;
  isBusy: boolean;
  /** Tag of the language of all texts, and its direction of writing. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** Labels that never change. */
  labels: { choices: string; folder: string; lines: string };
}

/** What a person chose for this computer. */
export interface ShellChoices {
  openAtLogin: boolean;
  /** Closing the window leaves the server running in the tray. */
  closeToTray: boolean;
  /** The computer does not fall asleep while a client is connected. */
  keepAwake: boolean;
  /** Where updates are looked for; empty: nowhere. */
  updateFeed: string;
  /** Updates are fetched and installed at night while no client is connected. */
  updateAtNight: boolean;
}

export interface UpdateState {
  kind: 'off' | 'idle' | 'checking' | 'none' | 'available' | 'downloading' | 'ready' | 'failed';
  version: string | null;
  /** From 0 to 1, while it is downloaded. */
  progress: number | null;
  /** Why it failed. */
  message: string | null;
}

/** A sentence about what has just been done, or has failed. */
export interface Notice {
  kind: 'done' | 'failed';
  text: string;
  /** A folder that a person may want to look at, such as the one before a move. */
  folder: string | null;
}

/** A file that was downloaded in the window. */
export interface Download {
  /** Of the file, as it was saved. */
  name: string;
  /** false: the disk was full, or the server did not give the file. */
  isSaved: boolean;
  /** Whether a page may have it opened: no program is. */
  canOpen: boolean;
}

export interface DesktopState {
  server: ServerStatus;
  /** What the running server says of itself; null while none runs. */
  status: DesktopStatus | null;
  statusPageModel: StatusPageModel;
  /** The console keeps failing in this window. */
  isPageBroken: boolean;
  choices: ShellChoices;
  /** false where the system has no such thing. */
  canOpenAtLogin: boolean;
  /** The service that starts the server with the computer. `whyNot`: why it cannot be had here, in a sentence. */
  service: { isOn: boolean; isBusy: boolean; whyNot: string | null };
  dataDir: string;
  /** The command line names the folder, and will again at the next start. */
  isDataDirGiven: boolean;
  logDir: string;
  /** false: Chromium runs pages of the window without its sandbox. */
  hasSandbox: boolean;
  /** Whether the machine is being kept awake now. */
  isKeptAwake: boolean;
  notice: Notice | null;
  /** The last download, until a page has shown it. */
  download: Download | null;
  /** What is being done with the data now. */
  task: { kind: 'move' | 'restore' | 'recover'; progress: number | null } | null;
  update: UpdateState;
  version: string;
  /** Unread messages, as the chat in the window counts them. */
  unread: number;
}

export interface DesktopBridge {
  platform: string;
  state(): Promise<DesktopState>;
  /** @returns a function that ends the subscription. */
  onState(listener: (state: DesktopState) => void): () => void;
  /** How much is unread in the chat, for the tray. */
  showUnread(count: number): Promise<void>;
  changeChoices(changes: Partial<ShellChoices>): Promise<void>;
  /** One of the choices that `statusPageModel` offers. */
  choose(choice: Choice): Promise<void>;
  /** Installs or removes the service, after the system asked the person for the rights. */
  setService(isOn: boolean): Promise<void>;
  restartServer(): Promise<void>;
  /** Brings the window to the front, as a click on a notification does. */
  showWindow(): Promise<void>;
  /** Opens the file of `download` with the system's program for it. */
  openDownload(): Promise<void>;
  /** Shows the file of `download` in its folder. */
  showDownload(): Promise<void>;
  dismissDownload(): Promise<void>;
  chooseDataFolder(): Promise<void>;
  moveDataFolder(): Promise<void>;
  restoreBackup(): Promise<void>;
  openDataFolder(): Promise<void>;
  openLogFolder(): Promise<void>;
  /** Opens the folder of the notice. */
  openNoticeFolder(): Promise<void>;
  dismissNotice(): Promise<void>;
  saveLogBundle(): Promise<void>;
  checkForUpdate(): Promise<void>;
  downloadUpdate(): Promise<void>;
  /** Makes a backup first, then quits and installs. */
  installUpdate(): Promise<void>;
}

/** The calls that have an answer, by name. */
export type Call = Exclude<keyof DesktopBridge, 'platform' | 'onState'>;

/** The calls of pages that show what others wrote, such as the chat. All other calls are for the console and the status page. */
export const callsOfEveryPage: readonly Call[] = [
  'state',
  'showUnread',
  'showWindow',
  'openDownload',
  'showDownload',
  'dismissDownload',
];

/** What the page sends with a call. */
export type CallArguments = { [K in Call]: Parameters<DesktopBridge[K]> };

/** Sent to pages whenever anything of the state changed. */
export const stateChanged = 'hearth:state-changed';

/** @returns the channel of a call. */
export const channelOf = (call: Call): string => `hearth:${call}`;
