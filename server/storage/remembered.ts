/**
 * Cache of values from tables, valid until one of them is written. A value is made from what the database holds at that
 * moment, and every write, and every write that is undone, ends what was made of its table: so what is remembered is at any time
 * what reading again would give, also within a transaction and after a rollback.
 */

/** The oldest is dropped. */
const mostValues = 50_000;
/** Characters of a key: names and addresses that people have are shorter, those that strangers send may be as long as a request. */
const longestKey = 400;
/** Of tables and single rows, for which it is known when they were written. */
const mostNames = 20_000;

interface Value {
  madeAt: number;
  value: unknown;
  /** Tables that were read for it, and names whose versions were. */
  madeOf: Set<string>;
  /** It ends with its name, not with all that it reads. */
  isNamed: boolean;
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
  /** Where what is read is recorded; undefined while nothing is made. */
  #record: Set<string> | undefined;

  /**
   * @param key names the value, with all that it depends on beside the database.
   * @param make what it reads is recorded: the value ends when one of those tables is written.
   * @returns the same object to all callers: a plain one, or a list, cannot be changed.
   */
  get<T>(key: string, make: () => T): T {
    const known = this.#known<T>(key);
    if (known !== undefined) return known.value;
    const madeOf = new Set<string>();
    const value = this.#recording(madeOf, make);
    return this.#keep(key, { madeAt: this.now, value, madeOf, isNamed: false });
  }

  /** @param name also the key; the value ends when it is written, whatever `make` reads. */
  getUntil<T>(name: string, make: () => T): T {
    const known = this.#known<T>(name);
    if (known !== undefined) return known.value;
    const value = this.unrecorded(make);
    this.read([name]);
    return this.#keep(name, { madeAt: this.now, value, madeOf: new Set([name]), isNamed: true });
  }

  /** In an object, as a value may be undefined. */
  #known<T>(key: string): { value: T } | undefined {
    const known = this.#values.get(key);
    if (known === undefined || !this.holds(known.madeAt, known.madeOf)) return undefined;
    this.read(known.madeOf);
    return known as { value: T };
  }

  #keep<T>(key: string, made: Value & { value: T }): T {
    const { value } = made;
    if (typeof value === 'object' && value !== null) Object.freeze(value);
    if (key.length > longestKey) return value;
    // A key that is made again becomes the youngest.
    this.#values.delete(key);
    this.#values.set(key, made);
    this.#endsIfUndone(key);
    const [oldest] = this.#values.size > mostValues ? this.#values.keys() : [];
    if (oldest !== undefined) this.#values.delete(oldest);
    return value;
  }

  /** Runs `work` by which a value takes in more of the database: it then also depends on what that reads. */
  grow<T>(key: string, work: () => T): T {
    const known = this.#values.get(key);
    if (known === undefined) return work();
    const result = this.#recording(known.isNamed ? undefined : known.madeOf, work);
    this.#endsIfUndone(key);
    return result;
  }

  /** Notes that tables, or versions of names, are read: values that are being made depend on them. */
  read(names: Iterable<string>): void {
    if (this.#record !== undefined) for (const name of names) this.#record.add(name);
  }

  /** Whether what is read has to be noted. */
  get isRecording(): boolean {
    return this.#record !== undefined;
  }

  /** Runs `make` without noting what it reads; the caller notes what the result depends on. */
  unrecorded<T>(make: () => T): T {
    return this.#recording(undefined, make);
  }

  /**
   * The moment at which one of these was last written: the same number as long as none of them is. What a transaction reads after
   * a write of its own holds only if that is kept.
   */
  version(names: readonly string[]): number {
    this.read(names);
    return Math.max(this.#allWrittenAt, ...names.map((name) => this.#writtenAt.get(name) ?? 0));
  }

  #recording<T>(record: Set<string> | undefined, work: () => T): T {
    const outer = this.#record;
    this.#record = record;
    try {
      return work();
    } finally {
      this.#record = outer;
      // Also where it threw: what is made around it may catch that.
      if (record !== undefined) this.read(record);
    }
  }

  #endsIfUndone(key: string): void {
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
  holds(madeAt: number, tables: Iterable<string>): boolean {
    if (this.#allWrittenAt > madeAt) return false;
    for (const table of tables) if ((this.#writtenAt.get(table) ?? 0) > madeAt) return false;
    return true;
  }
}
