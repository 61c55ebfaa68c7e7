/** Messages of storage from before there is a log: the log lies in the folder that storage opens. */
import type { StorageLog } from '../storage/database.ts';

/** Keeps messages until there is a log to pass them to. */
export class StorageMessages implements StorageLog {
  #waiting: ((log: StorageLog) => void)[] = [];
  #log: StorageLog | undefined;

  info(message: string): void {
    this.#say((log) => log.info(message));
  }

  warn(message: string): void {
    this.#say((log) => log.warn(message));
  }

  pass(log: StorageLog): void {
    this.#log = log;
    for (const say of this.#waiting.splice(0)) say(log);
  }

  #say(message: (log: StorageLog) => void): void {
    if (this.#log === undefined) this.#waiting.push(message);
    else message(this.#log);
  }
}
