/**
 * The polls that wait for something to happen: one a queue, a newer one releases an older one. All wait equally long, so the order in
 * which they came is that in which their time is over, and one timer, for the first of them, does for thousands.
 */

/** So long, in milliseconds, polls are kept to be answered with what follows at once: it spares most of the polls of a rush, and no one sees it. */
const gatherMs = 20;
/** So far, in milliseconds, the answers of one queue are apart at most: of two hundred messages in a second no one reads each. */
const longestRestMs = 100;
const restMsAnEvent = 5;

/** When a queue that is notified many events now is reported more. @returns a time by `performance.now()`. */
export const restAfter = (events: number): number =>
  performance.now() + Math.min(longestRestMs, Math.max(gatherMs, events * restMsAnEvent));

interface Waiting {
  queueId: string;
  endsAtMs: number;
  /** Gone once it was informed: tables that a map has outgrown hold on to what they had until a collection of the whole heap. */
  done: (() => void) | undefined;
}

export class WaitingPolls {
  readonly #ms: number;
  readonly #polls = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  /** What is over, to be reported together. */
  #over: (() => void)[] = [];
  readonly #moreFollows: () => boolean;
  /** Queues for which something has come that is kept, with the ends of their rests. */
  #notified = new Map<string, number>();
  #gathering: NodeJS.Timeout | undefined;

  /**
   * @param ms how long each waits, in milliseconds.
   * @param moreFollows whether what has just come is followed by more at once.
   */
  constructor(ms: number, moreFollows: () => boolean) {
    this.#ms = ms;
    this.#moreFollows = moreFollows;
  }

  has(queueId: string): boolean {
    return this.#polls.has(queueId);
  }

  /**
   * Whether what has come for a queue is kept for a moment, to be reported with all that comes in the meantime.
   * @param restsUntilMs when the queue may be reported more (`restAfter`).
   */
  keeps(restsUntilMs: number): boolean {
    return this.#gathering !== undefined || this.#moreFollows() || performance.now() < restsUntilMs;
  }

  /** Something has come for a queue: its poll is released, now or in a moment (`keeps`). */
  notify(queueId: string, restsUntilMs: number): void {
    if (this.keeps(restsUntilMs)) {
      this.#notified.set(queueId, restsUntilMs);
      this.#gathering ??= setTimeout(() => this.#gathered(), gatherMs);
    } else this.wake(queueId);
  }

  /** Releases the poll of a queue, if one waits. */
  wake(queueId: string): void {
    this.#end(this.#polls.get(queueId));
  }

  wakeAll(): void {
    for (const poll of this.#polls.values()) this.#end(poll);
  }

  /**
   * @param whenGone is given what ends the wait when no one is there any more.
   * @param done is called once, after whatever has woken it has been done: when it was woken, its client has gone, or its time is over.
   */
  wait(queueId: string, whenGone: (listener: () => void) => void, done: () => void): void {
    this.wake(queueId);
    const poll: Waiting = { queueId, endsAtMs: performance.now() + this.#ms, done };
    this.#polls.set(queueId, poll);
    if (this.#timer === undefined) this.#timer = this.#ringIn(this.#ms);
    whenGone(() => this.#end(poll));
  }

  #gathered(): void {
    const nowMs = performance.now();
    for (const [queueId, restsUntilMs] of this.#notified) {
      if (restsUntilMs > nowMs) continue;
      this.#notified.delete(queueId);
      this.wake(queueId);
    }
    this.#gathering = this.#notified.size === 0 ? undefined : setTimeout(() => this.#gathered(), gatherMs);
  }

  #end(poll: Waiting | undefined): void {
    if (poll?.done === undefined) return;
    const { done } = poll;
    poll.done = undefined;
    this.#polls.delete(poll.queueId);
    this.#tellSoon(done);
  }

  #tellSoon(tell: () => void): void {
    this.#over.push(tell);
    if (this.#over.length > 1) return;
    queueMicrotask(() => {
      const over = this.#over;
      this.#over = [];
      for (const one of over) one();
    });
  }

  #ringIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#ring(), ms).unref();
  }

  #ring(): void {
    const nowMs = performance.now();
    this.#timer = undefined;
    for (const poll of this.#polls.values()) {
      if (poll.endsAtMs > nowMs) {
        this.#timer = this.#ringIn(Math.ceil(poll.endsAtMs - nowMs));
        return;
      }
      this.#end(poll);
    }
  }
}
