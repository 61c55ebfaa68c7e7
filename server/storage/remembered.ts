/**
 * What was worked out from tables and holds until one of them is written. A value is made from what the database holds at that
 * moment, and every write, and every write that is undone, ends what was made of its table: so what is remembered is at any time
 * what reading again would give, also within a transaction and after a rollback.
 */

/** The oldest gives way. */
const mostValues = 50_000;
/** Characters of a key: names and addresses that people have are shorter, those that strangers send may be as long as a request. */
const longestKey = 400;
/** Of tables and single rows, for which it is known when they were written. */
const mostNames = 20_000;

interface Value {
  madeAt: number;
  value: unknown;
}

export class Remembered {
  readonly #values = new Map<string, Value>();
  /** When each table was last written, in writes of any table. */
  readonly #writtenAt = new Map<string, number>();
  /** Whether there are writes that may still be undone. */
  #isUndecided = false;
  /** What forgets the values that were made since the first of them: they may be made of it. */
  #unsure: (() => void)[] = [];
  #writes = 0;
  #allWrittenAt = 0;

  /**
   * @param key names the value, with all that it depends on beside the tables.
   * @param tables that `make` reads.
   * @returns the same object to everybody: a plain one, or a list, cannot be changed.
   */
  get<T>(key: string, tables: readonly string[], make: () => T): T {
    const known = this.#values.get(key);
    if (known !== undefined && this.holds(known.madeAt, tables)) return known.value as T;
    const value = make();
    if (typeof value === 'object' && value !== null) Object.freeze(value);
    if (key.length > longestKey) return value;
    // A key that is made anew becomes the youngest.
    this.#values.delete(key);
    this.#values.set(key, { madeAt: this.now, value });
    this.grew(key);
    const [oldest] = this.#values.size > mostValues ? this.#values.keys() : [];
    if (oldest !== undefined) this.#values.delete(oldest);
    return value;
  }

  /** A value has been made, or has taken in something that it was not made of: it ends if what was written is undone. */
  grew(key: string): void {
    const value = this.#values.get(key);
    this.made(() => {
      if (this.#values.get(key) === value) this.#values.delete(key);
    });
  }

  /** Whether nothing is, so that nothing has to be forgotten one by one. */
  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** Rows of a table have changed, or may have. @param table null = it is not known which. */
  wrote(table: string | null): void {
    this.#writes += 1;
    this.#isUndecided = true;
    if (table === null) {
      this.#allWrittenAt = this.#writes;
    } else {
      this.#writtenAt.set(table, this.#writes);
      if (this.#writtenAt.size > mostNames) this.#forgetNames();
    }
  }

  /** Notes a value that was made just now. @param forget is called if what it may be made of is undone. */
  made(forget: () => void): void {
    if (this.#isUndecided) this.#unsure.push(forget);
  }

  /** No write can be undone any more: all are committed, or undone. */
  decided(): void {
    this.#isUndecided = false;
    this.#unsure = [];
  }

  /** What was written since the last commit is undone, or a part of it. What was made before those writes ended with them. */
  undone(): void {
    for (const forget of this.#unsure) forget();
    this.#unsure = [];
  }

  /** From here on everything counts as written: names of single rows are without number. */
  #forgetNames(): void {
    this.#writtenAt.clear();
    this.#allWrittenAt = this.#writes;
  }

  /** The moment, counted in writes. */
  get now(): number {
    return this.#writes;
  }

  /** Whether none of these has been written since a moment. */
  holds(madeAt: number, tables: readonly string[]): boolean {
    if (this.#allWrittenAt > madeAt) return false;
    for (const table of tables) if ((this.#writtenAt.get(table) ?? 0) > madeAt) return false;
    return true;
  }
}
