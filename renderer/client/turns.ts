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

/** Pure. @param turns as they stand, its own too. @returns whether it is this tab's turn. */
export function isTurnOf(turns: readonly Turn[], { tab, isShown }: Omit<Turn, 'until'>, now: number): boolean {
  const before = turns.filter((turn) => turn.tab !== tab && turn.until > now && turn.isShown === isShown).length;
  return before < (isShown ? mostShown : 1);
}
