/** Of dialogs and panels that stand one above the other, Escape closes the uppermost alone. */
import { useEffect, useState, useSyncExternalStore } from 'react';

/** The lowest first. */
let standing: readonly symbol[] = [];
const listeners = new Set<() => void>();

function change(next: readonly symbol[]): void {
  standing = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** To be called by what opens by being put on the page. @returns whether nothing stands above it. */
export function useIsTopmost(): boolean {
  const [own] = useState(() => Symbol('dialog'));
  useEffect(() => {
    change([...standing, own]);
    return () => change(standing.filter((one) => one !== own));
  }, [own]);
  return useSyncExternalStore(subscribe, () => standing.at(-1) === own);
}
