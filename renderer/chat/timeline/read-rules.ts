/**
 * Rules for marking a message as read: its end was on the screen for half a second, or passed upward out of it, while someone
 * was there. Pure but for the moment that is handed in, so that it can be tested without a screen.
 */
import { conversationIn, isSearch, type Narrow } from '../routing/narrow.ts';

/** How long the end of a message must be seen. Milliseconds. */
export const seenForMs = 500;

/** The setting `web_mark_read_on_scroll_policy`: 1 in all views, 2 in single conversations, 3 never. */
export type MarkReadPolicy = 1 | 2 | 3;

export interface ReadingView {
  narrow: Narrow;
  policy: MarkReadPolicy;
  /** The view was opened at a message by its link: its reader looks at one thing, not through all. */
  isNear: boolean;
  /** Someone chose "mark as unread from here" in this view, and has not left it since. */
  isPaused: boolean;
}

/** @returns whether scrolling through the view marks messages as read. */
export function marksAsRead({ narrow, policy, isNear, isPaused }: ReadingView): boolean {
  if (isNear || isPaused || policy === 3) return false;
  // Views that show messages out of their place: seeing one there is not reading its conversation.
  if (isSearch(narrow) || narrow.some(({ operator, operand }) => operator === 'is' && operand !== 'dm')) return false;
  return policy === 1 || conversationIn(narrow) !== null;
}

/** What the list looks like at one moment. */
export interface Glance {
  /** Ids of unread messages whose last line is on the screen. */
  endsShown: readonly number[];
  /** Ids of unread messages that lie above the screen now and were on it or below it before. */
  passed: readonly number[];
  /** The page has the focus, no dialog is open, and someone used it lately. */
  isPresent: boolean;
  /** Milliseconds, from any fixed beginning. */
  now: number;
}

/** Remembers since when each end is on the screen. */
export class ReadingTracker {
  private shownSince = new Map<number, number>();

  /** @returns ids that are read from this moment on, ascending. */
  look({ endsShown, passed, isPresent, now }: Glance): number[] {
    if (!isPresent) {
      this.shownSince.clear();
      return [];
    }
    this.shownSince = new Map(endsShown.map((id) => [id, this.shownSince.get(id) ?? now]));
    const seen = endsShown.filter((id) => now - (this.shownSince.get(id) ?? now) >= seenForMs);
    return [...new Set([...seen, ...passed])].toSorted((a, b) => a - b);
  }
}
