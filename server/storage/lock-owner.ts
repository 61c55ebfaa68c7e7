/** The content of a lock file: the process that owns the folder, a counter by which others see that it lives, and how far its journal reached. */
import type { JournalEnd } from './journal-end.ts';

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

/**
 * Always the same number of bytes, and sound JSON even when a reader meets it half written.
 * @param end how far the journal reaches; undefined before that is known
 */
export function encodeOwner(owner: Owner, beats: number, end?: JournalEnd): Uint8Array {
  const { history = '', nextTransaction = 0, segment = 0 } = end ?? {};
  const reached = `${history.padEnd(32, '0')} ${digits(nextTransaction, 16)} ${digits(segment, 10)}`;
  return new TextEncoder().encode(`${JSON.stringify({ ...owner, beat: digits(beats, 10), reached })}\n`);
}

const digits = (value: number, count: number): string => String(value).padStart(count, '0');

/** How far the journal reached at the owner's last beat; undefined in a lock that does not say. */
export function reachedBy(bytes: Uint8Array): JournalEnd | undefined {
  const [, history = '', next = '', segment = ''] =
    /"reached":"([0-9a-f]{32}) (\d{16}) (\d{10})"/.exec(new TextDecoder().decode(bytes)) ?? [];
  return Number(next) > 0 ? { history, nextTransaction: Number(next), segment: Number(segment) } : undefined;
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
