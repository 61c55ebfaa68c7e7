/** Timers that fire when the test says so. */
import type { Timers } from '../options.ts';

export class ManualTimers implements Timers {
  readonly waiting: { ms: number; fn: () => void }[] = [];

  after(ms: number, fn: () => void): () => void {
    const timer = { ms, fn };
    this.waiting.push(timer);
    return () => this.waiting.splice(this.waiting.indexOf(timer), this.waiting.includes(timer) ? 1 : 0);
  }

  fire(): void {
    for (const { fn } of this.waiting.splice(0)) fn();
  }
}
