/**
 * Sends scheduled messages and reminders when they are due: within a second while the server runs, and at start whatever
 * became due while it did not. Each goes in a transaction of its own; one that cannot be sent is marked with the reason.
 */
import type { Reader } from '../storage/database.ts';
import type { DueTurns, Schedule } from './due-work.ts';

interface SenderOptions<Row extends { id: number }, A> {
  /** Rows that are due at a time in UNIX seconds, and when the next after them is. */
  due(db: Reader, now: number): Row[];
  next(db: Reader): number | null;
  send(acting: A, row: Row): void;
  fail(acting: A, row: Row, reason: string): void;
  /** The reason of an expected refusal; undefined = a defect. */
  reasonOf(error: unknown): string | undefined;
  /** Worth trying again as it is: the disk takes no writes now. */
  isPassing(error: unknown): boolean;
  read<T>(fn: (db: Reader) => T): Promise<T>;
  writeAsSystem<T>(fn: (acting: A) => T): Promise<T>;
  nowMs: () => number;
  schedule: Schedule;
  log: { error(fields: object, message: string): void };
}

/** `A` is what a transaction of the server hands to those who write. */
export class ScheduledMessageSender<Row extends { id: number }, A> {
  readonly #options: SenderOptions<Row, A>;
  readonly #turns: DueTurns;
  #stopped = false;

  constructor(options: SenderOptions<Row, A>) {
    this.#options = options;
    this.#turns = options.schedule({ name: 'scheduled messages', run: async () => this.#sendDue() });
  }

  start(): void {
    this.#stopped = false;
    this.#turns.start();
  }

  /** Looks for due messages now. */
  wake(): void {
    this.#turns.wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#turns.stop();
  }

  /** Resolves when everything that is due has been sent or marked. */
  async settled(): Promise<void> {
    await this.#turns.settled();
  }

  async #sendDue(): Promise<number | null> {
    const { due, next, read, nowMs } = this.#options;
    for (;;) {
      const rows = await read((db) => due(db, Math.floor(nowMs() / 1000)));
      for (const row of rows) {
        if (this.#stopped) return null;
        await this.#sendOne(row);
      }
      if (rows.length === 0) break;
    }
    const seconds = await read(next);
    return seconds === null ? null : seconds * 1000;
  }

  async #sendOne(row: Row): Promise<void> {
    const { send, fail, reasonOf, isPassing, writeAsSystem, log } = this.#options;
    try {
      await writeAsSystem((acting) => send(acting, row));
    } catch (error) {
      if (isPassing(error)) throw error;
      const reason = reasonOf(error);
      if (reason === undefined)
        log.error({ err: error, scheduled: row.id }, 'scheduled message failed (internal error)');
      await writeAsSystem((acting) => fail(acting, row, reason ?? 'Internal server error'));
    }
  }
}
