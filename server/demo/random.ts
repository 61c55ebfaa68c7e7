/**
 * Chance that is the same every time: the demo's choices, and the keys and names that the domain asks for while it is built.
 * A key that people are to know is announced in advance, so that it can be read and copied.
 */
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { mersenne } from 'pure-rand/generator/mersenne';
import type { RandomSource } from '../options.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** @returns numbers in [0, 1), the same for the same seed, on every machine. */
export function seededRandom(seed: number): () => number {
  const generator = mersenne(seed);
  return () => uniformFloat64(generator);
}

export class DemoRandom implements RandomSource {
  readonly #next: () => number;
  #nextToken: string | undefined;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  /** The next token of exactly this length is this one. */
  expectToken(token: string): void {
    this.#nextToken = token;
  }

  hex(bytes: number): string {
    return Array.from({ length: bytes }, () => this.whole(256).toString(16).padStart(2, '0')).join('');
  }

  token(length: number): string {
    const known = this.#nextToken;
    if (known?.length === length) {
      this.#nextToken = undefined;
      return known;
    }
    return Array.from({ length }, () => letters[this.whole(letters.length)]).join('');
  }

  /** A whole number from 0 to below `limit`. */
  whole(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to pick from');
    return list[this.whole(list.length)] as T;
  }
}

/** Deals the entries of a list in turn, in an order of its own each time round, so that nothing repeats soon. */
export class Deck<T> {
  readonly #entries: readonly T[];
  readonly #random: DemoRandom;
  #left: T[] = [];

  constructor(entries: readonly T[], random: DemoRandom) {
    this.#entries = entries;
    this.#random = random;
  }

  deal(): T {
    if (this.#left.length === 0) this.#left = [...this.#entries];
    const [dealt] = this.#left.splice(this.#random.whole(this.#left.length), 1);
    if (dealt === undefined) throw new Error('a deck without entries');
    return dealt;
  }
}
