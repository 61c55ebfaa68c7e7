/** The highlighted row of a list, by its key: it stays highlighted while others come, go or change their order. */
import { useState } from 'react';

interface Highlight {
  of: unknown;
  key: string;
}

/**
 * @param of what the list was made for, e.g. the text that is typed: another one begins at its first row.
 * @returns the index of the highlighted row, and what highlights another one.
 */
export function useHighlighted(of: unknown, keys: readonly string[]): [at: number, highlight: (index: number) => void] {
  const [highlighted, setHighlighted] = useState<Highlight | null>(null);
  const next = highlightIn(highlighted, of, keys);
  // The first row is looked at as soon as it is there.
  if (next !== highlighted) setHighlighted(next);
  const at = next === null ? 0 : keys.indexOf(next.key);
  const highlight = (index: number): void => {
    const key = keys[index];
    if (key !== undefined) setHighlighted({ of, key });
  };
  return [at, highlight];
}

/** @returns the same object where the row is still there; the first row otherwise; null = the list is empty. */
export function highlightIn(before: Highlight | null, of: unknown, keys: readonly string[]): Highlight | null {
  if (before !== null && before.of === of && keys.includes(before.key)) return before;
  const [key] = keys;
  return key === undefined ? null : { of, key };
}
