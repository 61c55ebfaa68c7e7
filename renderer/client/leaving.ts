/** What must end while the session still works, because the server refuses it afterwards: above all, event queues. */
const endings = new Set<() => Promise<unknown>>();

/** @returns a function that takes it back. */
export function endBeforeSignOut(end: () => Promise<unknown>): () => void {
  endings.add(end);
  return () => void endings.delete(end);
}

/** Resolves when all have ended, or cannot: signing out does not depend on it. */
export async function endAll(): Promise<void> {
  await Promise.allSettled([...endings].map((end) => end()));
}
