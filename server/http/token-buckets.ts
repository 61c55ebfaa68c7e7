/** Shares that are used up by use and come back with time: so much at once, and so much a second from then on. */
export interface Bucket {
  used: number;
  atMs: number;
}

/** With more buckets than this, those that are whole again are forgotten. */
const manyBuckets = 10_000;

export class TokenBuckets {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #nowMs: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param share.perSecond what comes back a second; both above 0. */
  constructor(share: { burst: number; perSecond: number }, nowMs: () => number) {
    this.#burst = share.burst;
    this.#perSecond = share.perSecond;
    this.#nowMs = nowMs;
  }

  /** Takes an amount, up to the whole burst. @returns 0, or the seconds after which there is enough; nothing is taken then. */
  take(key: string, amount: number): number {
    const used = this.#used(key) + Math.min(amount, this.#burst);
    if (used > this.#burst) return (used - this.#burst) / this.#perSecond;
    if (this.#buckets.size >= manyBuckets && !this.#buckets.has(key)) this.#forgetWhole();
    this.#buckets.set(key, { used, atMs: this.#nowMs() });
    return 0;
  }

  /** Takes an amount that was used already, up to the whole burst: what is taken next may have to wait for it. */
  spend(key: string, amount: number): void {
    const used = Math.min(this.#burst, this.#used(key) + amount);
    if (this.#buckets.size >= manyBuckets && !this.#buckets.has(key)) this.#forgetWhole();
    this.#buckets.set(key, { used, atMs: this.#nowMs() });
  }

  /** Gives back what was taken. */
  give(key: string, amount: number): void {
    const used = this.#used(key) - amount;
    if (used > 0) this.#buckets.set(key, { used, atMs: this.#nowMs() });
    else this.#buckets.delete(key);
  }

  /** @returns the buckets of which so much or more is used up, the most used first, to go on with after a restart. */
  fullest(least: number, most: number): [key: string, bucket: Bucket][] {
    const atMs = this.#nowMs();
    return [...this.#buckets.keys()]
      .map((key): [string, Bucket] => [key, { used: Math.round(this.#used(key)), atMs }])
      .filter(([, { used }]) => used >= least)
      .toSorted(([, a], [, b]) => b.used - a.used)
      .slice(0, most);
  }

  /** Goes on with what `fullest` gave before a restart. */
  goOn(buckets: readonly [key: string, bucket: Bucket][]): void {
    for (const [key, { used, atMs }] of buckets) this.#buckets.set(key, { used: Math.min(used, this.#burst), atMs });
  }

  #used(key: string): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return 0;
    const nowMs = this.#nowMs();
    // Of a clock that was put back, it counts from there on: or nothing would come back until it is as late again.
    bucket.atMs = Math.min(bucket.atMs, nowMs);
    return Math.max(0, bucket.used - ((nowMs - bucket.atMs) / 1000) * this.#perSecond);
  }

  #forgetWhole(): void {
    for (const key of this.#buckets.keys()) if (this.#used(key) === 0) this.#buckets.delete(key);
  }
}
