/** Work with due times, as this room asks for it: the server's one scheduler (`runtime/scheduler.ts`) is handed in. */

export interface DueWork {
  /** In the log, when it fails. */
  name: string;
  /** Does all that is due. @returns when the next is due, UNIX milliseconds; null when nothing waits. */
  run(): Promise<number | null>;
}

/** How the scheduler runs one such work: when it is due and when it is woken, never two runs at once. */
export interface DueTurns {
  start(): void;
  /** Looks for due work now; while a run is under way, once more after it. Before `start` and after `stop`, nothing. */
  wake(): void;
  readonly isRunning: boolean;
  /** Resolves when no run is under way. */
  settled(): Promise<void>;
  /** Ends the timer and waits for the run under way. */
  stop(): Promise<void>;
}

export type Schedule = (work: DueWork) => DueTurns;
