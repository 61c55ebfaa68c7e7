/**
 * Whose turn it is to wait at the server. Browsers allow six connections to a host over HTTP/1.1, for all tabs together, and a
 * long poll holds one: so of the tabs that are shown at most three wait, of the hidden ones a single one, the bell.
 */

export interface Turn {
  tab: string;
  isShown: boolean;
  /** Milliseconds since 1970; a tab that was closed or put to sleep loses its turn then. */
  until: number;
}

/** Tabs that wait while they are shown: side by side on one screen, there are seldom more. */
export const mostShown = 3;

/**
 * Pure. @param turns as they stand. @param asking the tab that wants to wait, until when.
 * @returns the turns with its own; null where it is not its turn.
 */
export function takeTurn(turns: readonly Turn[], asking: Turn, now: number): Turn[] | null {
  const others = turns.filter(({ tab, until }) => tab !== asking.tab && until > now);
  const before = others.filter(({ isShown }) => isShown === asking.isShown).length;
  return before < (asking.isShown ? mostShown : 1) ? [...others, asking] : null;
}
