/** The polls that wait for something to happen: one a queue, a newer one releases an older one. */
export class WaitingPolls {
  readonly #wakes = new Map<string, () => void>();

  has(queueId: string): boolean {
    return this.#wakes.has(queueId);
  }

  /** Releases the poll of a queue, if one waits. */
  wake(queueId: string): void {
    this.#wakes.get(queueId)?.();
  }

  wakeAll(): void {
    for (const wake of this.#wakes.values()) wake();
  }

  /** @returns 'event' when it was woken or the signal aborted, 'time' after `ms` milliseconds. */
  async wait(queueId: string, ms: number, signal: AbortSignal): Promise<'event' | 'time'> {
    return new Promise((resolve) => {
      const finish = (reason: 'event' | 'time') => () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', released);
        if (this.#wakes.get(queueId) === released) this.#wakes.delete(queueId);
        resolve(reason);
      };
      const released = finish('event');
      const timer = setTimeout(finish('time'), ms);
      signal.addEventListener('abort', released);
      this.#wakes.set(queueId, released);
      if (signal.aborted) released();
    });
  }
}
