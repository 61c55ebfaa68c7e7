/**
 * What this browser keeps of what somebody wrote: one item of its storage each, so that two tabs that write at once never lose each
 * other's words, and by person, as computers are shared. Where storage is full or forbidden they live as long as the tab.
 */
export class StoredItems<Item> {
  private readonly prefix: string;
  private readonly itemOf: (value: unknown) => Item | undefined;

  /**
   * @param kind what they are.
   * @param itemOf reads one; undefined for what is none, as an earlier version may have left it.
   */
  constructor(kind: string, userId: number, itemOf: (value: unknown) => Item | undefined) {
    this.prefix = `hearth.${kind}.${userId}.`;
    this.itemOf = itemOf;
  }

  /** All of this person, from any tab, by their keys. */
  read(): ReadonlyMap<string, Item> {
    try {
      const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
      return new Map(
        names
          .filter((name) => name.startsWith(this.prefix))
          .flatMap((name) => {
            const item = this.parsed(localStorage.getItem(name));
            return item === undefined ? [] : [[name.slice(this.prefix.length), item]];
          }),
      );
    } catch {
      return new Map();
    }
  }

  /** Makes the storage say what has changed. */
  write(before: ReadonlyMap<string, Item>, after: ReadonlyMap<string, Item>): void {
    try {
      for (const key of before.keys()) if (!after.has(key)) localStorage.removeItem(this.prefix + key);
      for (const [key, item] of after)
        if (before.get(key) !== item) localStorage.setItem(this.prefix + key, JSON.stringify(item));
    } catch {
      // Full or forbidden.
    }
  }

  /** @returns what another tab changed: the key of an item, and the item, or null when it is gone. Undefined for anything else. */
  changeIn({ key, newValue }: StorageEvent): { key: string; item: Item | null } | undefined {
    if (key?.startsWith(this.prefix) !== true) return undefined;
    return { key: key.slice(this.prefix.length), item: this.parsed(newValue) ?? null };
  }

  private parsed(text: string | null): Item | undefined {
    try {
      return this.itemOf(JSON.parse(text ?? 'null'));
    } catch {
      return undefined;
    }
  }
}
