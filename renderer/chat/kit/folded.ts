/** Collapsed sections of a list, stored in this browser. */
import { useCallback, useState } from 'react';
import { readStoredJson, writeStored } from '../../client/storage.ts';

/** Where a browser stores nothing, it is as at first. */
function readFolded(list: string): readonly string[] | null {
  const stored = readStoredJson(`folded-${list}`);
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : null;
}

/** @param atFirst sections that are folded until someone opens them. @returns those that are folded, and what folds and unfolds one. */
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
        writeStored(`folded-${list}`, JSON.stringify([...after]));
        return after;
      }),
    [list],
  );
  return [folded, toggle];
}
