/**
 * Backlog size of all queues together, and in those of each account: bytes, and the log's events that no queue waits for.
 * An event counts once for all queues, and once a queue for the account that owns them.
 */
import type { EventQueue, PendingEvent } from './queue.ts';

/** What an event's place in one queue takes. */
const placeBytes = 16;

export class Backlogs {
  readonly #byUser = new Map<number, number>();
  #bytes = 0;
  #unneeded: number[] = [];
  #unneededBytes = 0;

  /** Of all queues together. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Of what the log keeps though no queue waits for it. */
  get unneededBytes(): number {
    return this.#unneededBytes;
  }

  ofUser(userId: number): number {
    return this.#byUser.get(userId) ?? 0;
  }

  /** An event begins to wait in a queue. */
  hold(queue: EventQueue, event: PendingEvent): void {
    const { shared } = event;
    queue.push(event);
    this.#bytes += placeBytes + (shared.holders === 0 ? shared.bytes : 0);
    shared.holders += 1;
    this.#byUser.set(queue.userId, this.ofUser(queue.userId) + placeBytes + shared.bytes);
  }

  /** Events wait in a queue no more. */
  release(queue: EventQueue, events: readonly PendingEvent[]): void {
    let bytes = this.ofUser(queue.userId);
    for (const { shared } of events) {
      bytes -= placeBytes + shared.bytes;
      shared.holders -= 1;
      this.#bytes -= placeBytes + (shared.holders === 0 ? shared.bytes : 0);
      if (shared.holders === 0) this.notNeeded(shared);
    }
    if (bytes > 0) this.#byUser.set(queue.userId, bytes);
    else this.#byUser.delete(queue.userId);
  }

  /** An event of the log waits in no queue. */
  notNeeded(shared: PendingEvent['shared']): void {
    this.#unneeded.push(shared.id);
    this.#unneededBytes += shared.bytes;
    shared.dropForms();
  }

  /** The events of the log that wait in no queue, each told once. */
  takeUnneeded(): { ids: number[]; bytes: number } {
    const taken = { ids: this.#unneeded, bytes: this.#unneededBytes };
    this.#unneeded = [];
    this.#unneededBytes = 0;
    return taken;
  }

  /** They could not be deleted yet. */
  putBack(taken: { ids: readonly number[]; bytes: number }): void {
    this.#unneeded = [...taken.ids, ...this.#unneeded];
    this.#unneededBytes += taken.bytes;
  }
}

/** @returns the queue that holds the most of those given, of which there is one at least. */
export function largest(queues: Iterable<EventQueue>): EventQueue {
  return [...queues].reduce((most, queue) => (queue.backlogBytes > most.backlogBytes ? queue : most));
}
