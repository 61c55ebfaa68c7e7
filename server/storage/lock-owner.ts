/** The content of a lock file: the process that owns the folder, and a counter by which others see that it lives. */
export interface Owner {
  pid: number;
  /** Start time and boot of that process, where the system knows them; otherwise empty. */
  started: string;
  /** The namespace or computer in which `pid` means that process; absent in locks of versions without a counter. */
  where?: string;
  /** Different each time a folder is taken. */
  id?: string;
  /** Counts up while the owner lives. */
  beat?: string;
}

/** Always the same number of bytes, and sound JSON even when a reader meets it half written. */
export function encodeOwner(owner: Owner, beats: number): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ ...owner, beat: String(beats).padStart(10, '0') })}\n`);
}

/** Undefined for a lock that a crash cut short. */
export function parseOwner(bytes: Uint8Array): Owner | undefined {
  let owner: unknown;
  try {
    owner = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  if (typeof owner !== 'object' || owner === null || !('pid' in owner) || !('started' in owner)) return undefined;
  if (typeof owner.pid !== 'number' || typeof owner.started !== 'string') return undefined;
  const text = (name: 'where' | 'id' | 'beat'): string | undefined => {
    const value = (owner as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : undefined;
  };
  return { pid: owner.pid, started: owner.started, where: text('where'), id: text('id'), beat: text('beat') };
}
