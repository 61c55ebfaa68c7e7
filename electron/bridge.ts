/**
 * The closed list of what a page in the desktop window may ask of the app, typed on both sides.
 * Adding a call means adding it here, in preload.ts and in ipc.ts; there is no generic channel.
 */

/** What the window shows of the server behind it. */
export interface ServerStatus {
  /** starting: not listening yet; restarting: it died and will be started again; failed: it will not be. */
  state: 'starting' | 'running' | 'restarting' | 'failed' | 'stopped';
  /** Address once it listens, without a trailing slash. */
  url: string | null;
  /** Path and fragment of the one-time set-up page, while there is no organization. */
  setupPath: string | null;
  /** One sentence for a person. */
  message: string;
  /** The last lines that the server printed, oldest first. */
  lastLines: string[];
}

export interface DesktopBridge {
  platform: string;
  status(): Promise<ServerStatus>;
  /** @returns a function that ends the subscription. */
  onStatus(listener: (status: ServerStatus) => void): () => void;
  /** Starts the server again, after it failed. */
  restartServer(): Promise<void>;
  quit(): Promise<void>;
}

export const channels = {
  status: 'hearth:status',
  statusChanged: 'hearth:status-changed',
  restartServer: 'hearth:restart-server',
  quit: 'hearth:quit',
} as const;
