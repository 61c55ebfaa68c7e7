/** Sign-out cleanup that needs the session, because the server refuses it afterwards: above all, event queues. */

interface UntilSignOut {
  end: () => Promise<unknown>;
  /** Begins again where the session goes on, because it could not be ended. */
  resume: () => void;
}

const parts = new Set<UntilSignOut>();

/** @returns a function that takes it back. */
export function endBeforeSignOut(part: UntilSignOut): () => void {
  parts.add(part);
  return () => void parts.delete(part);
}

/** Resolves when all have ended, or cannot: signing out does not depend on it. @returns what begins them again */
export async function endAll(): Promise<() => void> {
  const ended = [...parts];
  await Promise.allSettled(ended.map(({ end }) => end()));
  return () => {
    for (const part of ended) if (parts.has(part)) part.resume();
  };
}
