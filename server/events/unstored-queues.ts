/** Queues that are not on disk: those whose registration is being written, and those whose registration the disk refused. */
import type { Transaction } from '../storage/database.ts';
import { storeQueue } from './queue-rows.ts';
import type { EventQueue } from './queue.ts';

export class UnstoredQueues {
  /** Those whose registration may not be on disk yet. */
  readonly #registering = new Set<EventQueue>();
  /** Those that work from memory, and are stored once the disk takes writes. */
  readonly #refused = new Set<EventQueue>();
  /** Registrations under way that may end without a write. */
  #expected = 0;

  /** Whether a queue may appear that begins before what happens now. */
  get areComing(): boolean {
    return this.#registering.size > 0 || this.#expected > 0;
  }

  /** Counts a registration that may end without a write. @returns what ends it */
  expect(): () => void {
    this.#expected += 1;
    return () => {
      this.#expected -= 1;
    };
  }

  registeringOf(userId: number): EventQueue[] {
    return [...this.#registering].filter((queue) => queue.userId === userId);
  }

  /** Stores a queue that is registered in this transaction. @param added is called once it is on disk */
  register(tx: Transaction, queue: EventQueue, added: () => void): void {
    storeQueue(tx, queue);
    this.#registering.add(queue);
    tx.afterRollback(() => this.#registering.delete(queue));
    tx.afterDurable(() => {
      this.#registering.delete(queue);
      added();
    });
  }

  keep(queue: EventQueue): void {
    this.#refused.add(queue);
  }

  has(queue: EventQueue): boolean {
    return this.#refused.has(queue);
  }

  delete(queue: EventQueue): void {
    this.#refused.delete(queue);
  }

  /** Stores a queue that the disk refused before. */
  store(tx: Transaction, queue: EventQueue): void {
    const { afterId } = queue;
    storeQueue(tx, queue);
    tx.afterDurable(() => {
      queue.savedAfterId = afterId;
      this.#refused.delete(queue);
    });
  }
}
