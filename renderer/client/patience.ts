/**
 * Poll scheduling of a tab: it waits while it is its turn (poll-turns.ts); a computer that wakes, or
 * a tab that is shown, asks at once; the others rest until it rings, and for a minute at most.
 */
import { minuteMs } from './durations.ts';
import { tryNow } from './long-poll.ts';
import { page } from './page-port.ts';
import { leaveTurn, mayWait, onRing, onTurnLeft } from './poll-turns.ts';
import { longestWaitMs } from './request.ts';
import { onWake } from './wake.ts';

const restMs = minuteMs;
/** However often it rings. */
const shortestRestMs = 1000;
/** Of several tabs that hear of a free turn one is the first. */
const longestHesitationMs = 500;

export class Patience {
  private readonly stops: (() => void)[];
  private readonly ended: AbortSignal;
  private isInHurry = false;
  private hasRung = false;
  private isResting = false;
  private current: AbortController | null = null;
  private wakeUp: () => void = () => undefined;

  constructor(ended: AbortSignal) {
    this.ended = ended;
    const hidden = (): void => {
      // Its connection is for the tab that is shown now.
      if (!page().isShown()) {
        leaveTurn();
        this.current?.abort();
      }
    };
    this.stops = [
      page().on('visibilitychange', hidden),
      onWake(() => this.hurry()),
      onRing(() => {
        this.hasRung = true;
        this.wakeUp();
      }),
      onTurnLeft(() => setTimeout(() => this.followOn(), Math.random() * longestHesitationMs)),
    ];
  }

  mayWait(): boolean {
    if (!this.isInHurry) return mayWait(longestWaitMs);
    this.isInHurry = false;
    return false;
  }

  /**
   * @param waits whether the answer may take its time.
   * @returns null when the wait was cut short: there is something to ask at once.
   * @throws ApiError as `ask` does.
   */
  async while<T>(waits: boolean, ask: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.hasRung = false;
    // Only a wait can be cut short: what is answered at once is just what the haste is for.
    if (!waits) return ask(this.ended);
    const turn = new AbortController();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      turn.abort();
    }, longestWaitMs);
    this.current = turn;
    try {
      return await ask(AbortSignal.any([this.ended, turn.signal]));
    } catch (error) {
      if (this.ended.aborted || !turn.signal.aborted) throw error;
      if (isLate) this.isInHurry = true;
      return null;
    } finally {
      clearTimeout(timer);
      this.current = null;
    }
  }

  /** Until there is a reason to ask. A tab whose turn it is has one at once. */
  async rest(): Promise<void> {
    if (mayWait(longestWaitMs)) return;
    await this.pause(shortestRestMs, false);
    if (this.hasRung || this.isInHurry || mayWait(longestWaitMs)) return;
    this.isResting = true;
    await this.pause(restMs, true);
    this.isResting = false;
  }

  end(): void {
    leaveTurn();
    for (const stop of this.stops) stop();
    this.wakeUp();
  }

  /** Takes a turn that another tab has left: with no one at the bell, nothing would ring. */
  private followOn(): void {
    if (this.isResting && !this.ended.aborted && mayWait(longestWaitMs)) this.wakeUp();
  }

  private hurry(): void {
    this.isInHurry = true;
    this.current?.abort();
    this.wakeUp();
    tryNow();
  }

  private pause(ms: number, endsByRing: boolean): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wakeUp = () => {
        if (!endsByRing && !this.isInHurry && !this.ended.aborted) return;
        clearTimeout(timer);
        this.wakeUp = () => undefined;
        resolve();
      };
    });
  }
}
