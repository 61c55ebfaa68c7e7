/** The condition of the disk as writes show it: full, failing, or not answering. Logs each change once. */
import { conditionAfter, type DiskCondition, type StorageWriteError } from './errors.ts';
import type { StorageLog } from './interface.ts';

/** A write that takes longer than this is reported, in milliseconds. */
const hangMs = 3000;

export class DiskWatch {
  readonly #log: StorageLog;
  readonly #onHanging: (isHanging: boolean) => void;
  #condition: DiskCondition = 'ok';
  #beganAtMs: number | undefined;
  #isHanging = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: StorageLog, onHanging: (isHanging: boolean) => void) {
    this.#log = log;
    this.#onHanging = onHanging;
  }

  get condition(): DiskCondition {
    return this.#isHanging ? 'disk-hanging' : this.#condition;
  }

  /** A write begins. One timer serves all: most writes are over long before it fires. */
  began(): void {
    this.#beganAtMs = performance.now();
    this.#timer ??= setTimeout(() => this.#look(), hangMs).unref();
  }

  /** The write is over, whatever came of it. */
  ended(): void {
    this.#beganAtMs = undefined;
    if (!this.#isHanging) return;
    this.#isHanging = false;
    this.#log.info('The disk answers again.');
    this.#onHanging(false);
  }

  /** @param hasRoom there was room for more than this write */
  settled(failure: StorageWriteError | undefined, hasRoom: boolean): void {
    const condition = conditionAfter(failure, this.#condition, hasRoom);
    if (condition !== this.#condition) {
      if (failure) this.#log.warn(failure.message);
      else this.#log.info('The disk accepts writes again.');
    }
    this.#condition = condition;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    this.#timer = undefined;
    if (this.#beganAtMs === undefined) return;
    const leftMs = hangMs - (performance.now() - this.#beganAtMs);
    if (leftMs > 0) {
      this.#timer = setTimeout(() => this.#look(), leftMs).unref();
      return;
    }
    this.#isHanging = true;
    this.#log.warn('The disk does not respond to a write. Reads continue, and writes wait.');
    this.#onHanging(true);
  }
}
