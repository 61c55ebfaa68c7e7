/** Recorded requests of the app to the system: a test reads all of it at once. Plain values only. */

export interface RecordedMenuItem {
  label: string;
  role: string | null;
  isEnabled: boolean;
  items: RecordedMenuItem[];
}

export interface Recorded {
  isSandboxed: boolean;
  opensAtLogin: boolean;
  /** Schemes that open the app. */
  schemes: string[];
  /** The number on the app's icon. */
  badge: number;
  tray: { image: string; tooltip: string; items: RecordedMenuItem[] } | null;
  menu: RecordedMenuItem[];
  notifications: { title: string; body: string }[];
  /** Addresses given to the system's browser, and folders to its file manager. */
  openedOutside: string[];
  openedPaths: string[];
  /** Files that are shown in their folder. */
  shownPaths: string[];
  clipboard: string;
  /** Dialogs that wait for an answer, or have had one: the newest last. */
  dialogs: { kind: 'open' | 'save' | 'message'; text: string; buttons: string[] }[];
  /** Kinds of power save blockers that are on. */
  blockers: string[];
  /** Processes of the app, the newest last. */
  processes: { pid: number; args: string[]; isAlive: boolean }[];
  /** Addresses that windows download. */
  downloads: string[];
  /** Whether the app asked the system to wait with its shutdown. */
  isShutdownPrevented: boolean;
  windows: {
    isVisible: boolean;
    isMinimized: boolean;
    isFullScreen: boolean;
    url: string;
    width: number;
    height: number;
    preferences: Record<string, unknown>;
  }[];
}

export const recorded: Omit<Recorded, 'windows'> = {
  isSandboxed: false,
  opensAtLogin: false,
  schemes: [],
  badge: 0,
  tray: null,
  menu: [],
  notifications: [],
  openedOutside: [],
  openedPaths: [],
  shownPaths: [],
  clipboard: '',
  dialogs: [],
  blockers: [],
  processes: [],
  downloads: [],
  isShutdownPrevented: false,
};
