/** Listeners by key: each is notified of its own key only. */
export class Listeners<Key> {
  private readonly byKey = new Map<Key, Set<() => void>>();

  has(key: Key): boolean {
    return this.byKey.has(key);
  }

  /** @returns a function that ends the listening. */
  subscribe(key: Key, listener: () => void): () => void {
    const listeners = this.byKey.get(key) ?? new Set();
    this.byKey.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.byKey.get(key) === listeners) this.byKey.delete(key);
    };
  }

  tell(key: Key): void {
    for (const listener of this.byKey.get(key) ?? []) listener();
  }
}
