/**
 * Texts that this browser stores for a user: one item each, so that two tabs that write at once never lose each other's text,
 * and by user, as computers are shared. Where storage is full or forbidden the items live as long as the tab.
 */
import { parsed, readStoredUnder, storedChangeIn, writeStored } from '../../client/storage.ts';

export class StoredItems<Item> {
  private readonly beginning: string;
  private readonly itemOf: (value: unknown) => Item | undefined;

  /**
   * @param kind what they are.
   * @param itemOf reads one; undefined for what is none, as an earlier version may have left it.
   */
  constructor(kind: string, userId: number, itemOf: (value: unknown) => Item | undefined) {
    this.beginning = `${kind}.${userId}.`;
    this.itemOf = itemOf;
  }

  /** All of this user, from any tab, by their keys. */
  read(): ReadonlyMap<string, Item> {
    return new Map(
      [...readStoredUnder(this.beginning)].flatMap(([key, value]) => {
        const item = this.itemIn(value);
        return item === undefined ? [] : [[key, item]];
      }),
    );
  }

  /** Makes the storage say what has changed. */
  write(before: ReadonlyMap<string, Item>, after: ReadonlyMap<string, Item>): void {
    for (const key of before.keys()) if (!after.has(key)) writeStored(this.beginning + key, null);
    for (const [key, item] of after)
      if (before.get(key) !== item) writeStored(this.beginning + key, JSON.stringify(item));
  }

  /** @returns what another tab changed: the key of an item, and the item, or null when it is gone. Undefined for anything else. */
  changeIn(event: StorageEvent): { key: string; item: Item | null } | undefined {
    const change = storedChangeIn(event, this.beginning);
    return change && { key: change.name, item: this.itemIn(parsed(change.text)) ?? null };
  }

  private itemIn(value: unknown): Item | undefined {
    try {
      return this.itemOf(value ?? null);
    } catch {
      return undefined;
    }
  }
}
