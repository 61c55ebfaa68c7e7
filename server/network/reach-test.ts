/**
 * The test from a second device: a code on the screen, typed into a page on the other device, proves the way between them.
 * There is one test at a time; guesses are limited, and a code ends on its own.
 */
import type { Reached, ReachTestState } from '../contract/shapes/network.ts';
import { minuteMs } from '../durations.ts';
import type { RandomSource } from '../options.ts';

const validMs = 15 * minuteMs;
/** Wrong codes a minute, from one address and from all. */
const guessesPerAddress = 10;
const guessesOfAll = 60;

export type ReachOutcome = 'reached' | 'same_computer' | 'wrong_code' | 'no_test' | 'too_often';

interface Test {
  code: string;
  /** By the clock of the process. */
  endsAtMs: number;
  reached: Reached | null;
}

export class ReachTest {
  readonly #nowMs: () => number;
  readonly #elapsedMs: () => number;
  readonly #random: RandomSource;
  #test: Test | null = null;
  #guesses: { address: string; atMs: number }[] = [];

  /** @param nowMs UNIX milliseconds. @param elapsedMs a clock that no one can set: codes end by it. */
  constructor(nowMs: () => number, random: RandomSource, elapsedMs: () => number = nowMs) {
    this.#nowMs = nowMs;
    this.#elapsedMs = elapsedMs;
    this.#random = random;
  }

  /** Begins a test with a new code; one that ran ends. */
  begin(): void {
    const code = String(Number.parseInt(this.#random.hex(6), 16) % 1_000_000).padStart(6, '0');
    this.#test = { code, endsAtMs: this.#elapsedMs() + validMs, reached: null };
  }

  /** @param origin that the other device uses: "http://192.168.1.20:7420". */
  state(origin: string): ReachTestState | null {
    const test = this.#running();
    if (test === null) return null;
    const { code, endsAtMs, reached } = test;
    const expiresMs = this.#nowMs() + endsAtMs - this.#elapsedMs();
    return { code, url: `${origin}/reach`, expires_at: Math.floor(expiresMs / 1000), reached };
  }

  /** @param visitor who typed it; `isOwn`: from an address of this very machine, which proves nothing. */
  type(code: string, visitor: { address: string; browser: string; isOwn: boolean }): ReachOutcome {
    const nowMs = this.#elapsedMs();
    this.#guesses = this.#guesses.filter(({ atMs }) => atMs > nowMs - minuteMs);
    const fromThere = this.#guesses.filter(({ address }) => address === visitor.address);
    if (fromThere.length >= guessesPerAddress || this.#guesses.length >= guessesOfAll) return 'too_often';
    const test = this.#running();
    if (test === null) return 'no_test';
    if (code.replaceAll(/\s/g, '') !== test.code) {
      this.#guesses.push({ address: visitor.address, atMs: nowMs });
      return 'wrong_code';
    }
    if (visitor.isOwn) return 'same_computer';
    test.reached = { address: visitor.address, browser: visitor.browser, at: Math.floor(this.#nowMs() / 1000) };
    return 'reached';
  }

  #running(): Test | null {
    return this.#test !== null && this.#test.endsAtMs > this.#elapsedMs() ? this.#test : null;
  }
}

const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];
/** In this order: most browsers name the others too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** @returns "Firefox on Android", as far as a User-Agent says. */
export function browserName(userAgent: string): string {
  const nameIn = (list: typeof systems): string | undefined => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = nameIn(browsers) ?? 'a program';
  const system = nameIn(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
