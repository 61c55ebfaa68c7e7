/** Commands of global keys to the open feed. */
import { createStore } from 'zustand/vanilla';

export interface FeedControl {
  /** Selects the message so many further: 1 = the next, -1 = the one before. */
  step: (by: number) => void;
  /** Scrolls by screens. */
  page: (screens: number) => void;
  toNewest: () => void;
  toOldest: () => void;
  /** The message that keys are about; null = none is there. */
  selectedId: () => number | null;
}

interface TakenIn {
  viewKey: string;
  row: { key: string; messageId: number } | null;
}

/** The feed that is open, where one is. */
export class OpenFeed {
  /** The message that one would answer: clicked or focused, else read last; null = none is there. */
  readonly atHand = createStore<number | null>(() => null);
  /** The row that was clicked or focused in the view that was open last (timeline/selection.ts). */
  readonly taken = createStore<TakenIn>(() => ({ viewKey: '', row: null }));
  private control: FeedControl | null = null;

  get current(): FeedControl | null {
    return this.control;
  }

  /** @returns a function that takes it back. */
  offer(control: FeedControl): () => void {
    this.control = control;
    return () => {
      if (this.control === control) this.control = null;
    };
  }
}
