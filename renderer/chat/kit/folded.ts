/** Which sections of a list are folded, as this browser remembers it. */
import { useCallback, useState } from 'react';

const storeKey = (list: string): string => `hearth-chat-folded-${list}`;

/** Where a browser keeps nothing, it is as at first. */
function readFolded(list: string): readonly string[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storeKey(list)) ?? 'null');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : null;
  } catch {
    return null;
  }
}

/** @param atFirst sections that are folded until somebody opens them. @returns those that are folded, and what folds and unfolds one. */
export function useFolded(
  list: string,
  atFirst: readonly string[] = [],
): readonly [ReadonlySet<string>, (key: string) => void] {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(readFolded(list) ?? atFirst));
  const toggle = useCallback(
    (key: string) =>
      setFolded((before) => {
        const after = new Set(before);
        if (!after.delete(key)) after.add(key);
        try {
          localStorage.setItem(storeKey(list), JSON.stringify([...after]));
        } catch {
          // It holds until the page is left.
        }
        return after;
      }),
    [list],
  );
  return [folded, toggle];
}
