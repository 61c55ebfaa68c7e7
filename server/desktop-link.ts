/**
 * Messages between the desktop app and the server process, over the port that the app opens when it starts the
 * process, or over the control socket of a service. Types only: the two sides share no code. A server without that port is a headless one and says nothing.
 */
import type { RefusalReason } from './storage/errors.ts';

/** The name under which the pages of the desktop window call: they are no client that keeps the machine awake. */
export type DesktopClient = 'HearthDesktop';

/** What the app shows of a running server: in its tray, its window and its menus. */
export interface DesktopStatus {
  /** null before there is an organization. */
  organization: string | null;
  /** Path and fragment of the one-time set-up page, while there is no organization. */
  setup_path: string | null;
  people_online: number;
  /** Programs and browsers that wait for events, but for the app's own window. */
  clients_connected: number;
  /** Whether others in the network reach the server; `can_share` false: it cannot be changed from here. */
  shared: boolean;
  can_share: boolean;
  /** The best one for teammates first, without those that only this computer knows. */
  addresses: { url: string; label: string }[];
  /** What someone should look at, the worst first; a notice is no problem. */
  alerts: { severity: 'error' | 'warning' | 'notice'; title: string }[];
  /** When this computer slept within the last day, the newest first; UNIX milliseconds. */
  sleeps: { from: number; until: number }[];
  /** The backup that is being made, from 0 to 1. */
  backup_progress: number | null;
}

/** Why a server did not start, or a task was not done; `other` is a defect. */
export type Refusal = RefusalReason | 'port' | 'usage' | 'other';

/** Counts of what was put back, moved or kept, for a person. */
export interface TaskReport {
  /** One sentence. */
  summary: string;
  /** UNIX milliseconds; of a backup: when it was made. */
  made_at?: number;
}

/** From the server's process to the app. */
export type ToShell =
  | { type: 'listening'; url: string; data_dir: string; version: string }
  | { type: 'status'; status: DesktopStatus }
  /**
   * The process ends with it, once the app has said `stop`. `damaged_file`: where the data stopped making sense. `free_port`,
   * with the reason `port`: one that is free, for `--keep-port`.
   */
  | { type: 'refused'; reason: Refusal; message: string; damaged_file: string | null; free_port?: number | null }
  /** Of a task: bytes. */
  | { type: 'progress'; done: number; total: number }
  /** A task is done; the process ends with it, once the app has said `stop`. */
  | { type: 'finished'; report: TaskReport }
  /** To what the app asked for with that id. `error` is a sentence. */
  | { type: 'answer'; id: number; text: string; error: string | null };

/** What the app may ask a running server for. */
export type ShellRequest =
  | { what: 'share'; on: boolean }
  /** A backup in the server's own folder of backups, as the button in the console makes one. */
  | { what: 'back_up' }
  /** Writes the log bundle into a file. */
  | { what: 'log_bundle'; path: string };

/** The file by which an app on this computer reaches a server that runs as a service. */
export interface ControlFile {
  /** Of a socket, or on Windows of a named pipe. */
  path: string;
  /** Sent first on each connection, as `{"token": …, "language": …}`: in the language are alerts and answers. */
  token: string;
  pid: number;
}

/** From the app to the server's process. */
export type FromShell =
  | { type: 'stop' }
  /** To a service: it ends in order, and the service manager starts it again, with new settings or a new version. */
  | { type: 'restart' }
  /** The machine slept; UNIX milliseconds. */
  | { type: 'slept'; from: number; until: number }
  | { type: 'request'; id: number; request: ShellRequest };
