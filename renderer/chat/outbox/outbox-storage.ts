/**
 * The outbox in the browser's storage: one item an entry, so that two tabs that write at once never lose each other's words.
 * Where storage is full or forbidden the outbox lives as long as its tab.
 */
import type { OutboxEntry } from './outbox.ts';

export class OutboxStorage {
  private readonly prefix: string;

  /** Entries are kept by person: computers are shared. */
  constructor(userId: number) {
    this.prefix = `hearth.outbox.${userId}.`;
  }

  /** All entries of this person, from any tab, in the order of sending. */
  read(): readonly OutboxEntry[] {
    try {
      const items = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index));
      return items
        .filter((item) => item?.startsWith(this.prefix) === true)
        .flatMap((item) => parsed(localStorage.getItem(item ?? '')) ?? [])
        .toSorted((a, b) => a.order - b.order);
    } catch {
      return [];
    }
  }

  /** Makes the storage say what has changed. */
  write(before: readonly OutboxEntry[], after: readonly OutboxEntry[]): void {
    const kept = new Map(after.map((entry) => [entry.key, entry]));
    try {
      for (const { key } of before) if (!kept.has(key)) localStorage.removeItem(this.prefix + key);
      for (const entry of after)
        if (!before.includes(entry)) localStorage.setItem(this.prefix + entry.key, JSON.stringify(entry));
    } catch {
      // Full or forbidden.
    }
  }

  /** @returns what another tab changed: the key of the entry, and the entry, or null when it is gone. Undefined for anything else. */
  changeIn({ key, newValue }: StorageEvent): { key: string; entry: OutboxEntry | null } | undefined {
    if (key?.startsWith(this.prefix) !== true) return undefined;
    return { key: key.slice(this.prefix.length), entry: parsed(newValue) ?? null };
  }
}

function parsed(text: string | null): OutboxEntry | undefined {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<OutboxEntry> | null;
    const isEntry =
      typeof value?.key === 'string' &&
      typeof value.order === 'number' &&
      typeof value.content === 'string' &&
      typeof value.conversation === 'object';
    // Entries of earlier versions do not say whether a request left: one may have.
    return isEntry ? ({ isTried: true, isRevised: false, ...value } as OutboxEntry) : undefined;
  } catch {
    return undefined;
  }
}
