/**
 * The newest of what happens, for the console: bounded in number and in bytes, the oldest is dropped. Items carry a rising
 * `seq`, so that a reader goes on where it stopped.
 */

export class Ring<T extends { seq: number }> {
  readonly #maxItems: number;
  readonly #maxBytes: number;
  #items: { item: T; bytes: number }[] = [];
  /** Items before this index are dropped; the array is cut once half of it is. */
  #head = 0;
  #bytes = 0;

  constructor(bounds: { maxItems: number; maxBytes: number }) {
    this.#maxItems = bounds.maxItems;
    this.#maxBytes = bounds.maxBytes;
  }

  get size(): number {
    return this.#items.length - this.#head;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @param bytes what the item takes, about. `item.seq` is above every earlier one. */
  push(item: T, bytes: number): void {
    this.#items.push({ item, bytes });
    this.#bytes += bytes;
    while (this.size > this.#maxItems || (this.#bytes > this.#maxBytes && this.size > 0)) this.#dropOldest();
  }

  /** Items after a seq, oldest first. */
  after(seq: number, limit: number): T[] {
    let low = this.#head;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#items[middle]?.item.seq ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return this.#items.slice(low, low + limit).map(({ item }) => item);
  }

  #dropOldest(): void {
    this.#bytes -= this.#items[this.#head]?.bytes ?? 0;
    this.#head += 1;
    if (this.#head < 64 || this.#head * 2 < this.#items.length) return;
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}
