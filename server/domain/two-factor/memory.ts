/** In-memory state of two-factor sign-in: set-ups on their way, codes that were used, and recent failures. */
import { dayMs } from '../../durations.ts';
import type { RandomSource } from '../../options.ts';
import { seal, unseal } from '../../secrets.ts';
import { mostUsedSteps } from './rows.ts';

/** Milliseconds that a user may take to scan the QR code and type the first code. */
const setupLifetimeMs = 15 * 60_000;
const mostFailures = 50;
/** Wrong codes after which the user is notified, and milliseconds within which they count. */
const fewestToNotify = 5;
const failuresCountMs = dayMs;

/** A secret that waits for its first code. The browser keeps it sealed, so that no stranger fills memory. */
export interface TwoFactorSetup {
  userId: number;
  secret: string;
  /** Names the password that was right when the set-up began: another password ends it. */
  passwordMark: string;
  /** Which of the account's set-ups it is: turning on, turning off and a reset end those of before. */
  round: number;
  expiresMs: number;
}

/** A right password with a wrong code. */
export interface CodeFailure {
  /** UNIX seconds. */
  at: number;
  userId: number;
  reason: string;
}

/** The memory of second steps; a restart ends the set-ups on their way. */
export class TwoFactorMemory {
  readonly #key: Buffer;
  readonly #nowMs: () => number;
  readonly #elapsedMs: () => number;
  /** By account: also where the disk has not taken them yet. */
  readonly #usedSteps = new Map<number, number[]>();
  readonly #failures: CodeFailure[] = [];
  /** By account: wrong codes since the last right one. */
  readonly #wrongCodes = new Map<number, { count: number; sinceMs: number }>();
  /** By account: how often set-ups were ended since the start. */
  readonly #rounds = new Map<number, number>();

  /** @param nowMs UNIX milliseconds. @param elapsedMs a clock that cannot be set: set-ups on their way end by it. */
  constructor(random: RandomSource, nowMs: () => number, elapsedMs: () => number = nowMs) {
    this.#key = Buffer.from(random.hex(32), 'hex');
    this.#nowMs = nowMs;
    this.#elapsedMs = elapsedMs;
  }

  seal(setup: Omit<TwoFactorSetup, 'expiresMs' | 'round'>): string {
    const round = this.#roundOf(setup.userId);
    const content: TwoFactorSetup = { ...setup, round, expiresMs: this.#elapsedMs() + setupLifetimeMs };
    return seal(this.#key, JSON.stringify(content)).toString('base64url');
  }

  /** @returns undefined for a set-up that is forged, too old, or from before a restart. */
  setupOf(sealed: string): TwoFactorSetup | undefined {
    const text = unseal(this.#key, Buffer.from(sealed, 'base64url'));
    if (text === null) return undefined;
    const setup = JSON.parse(text) as TwoFactorSetup;
    // A clock that was put back does not prolong it.
    const leftMs = setup.expiresMs - this.#elapsedMs();
    return leftMs > 0 && leftMs <= setupLifetimeMs ? setup : undefined;
  }

  /** Whether no set-up of the account was completed or ended since this one began. */
  isCurrent({ userId, round }: TwoFactorSetup): boolean {
    return round === this.#roundOf(userId);
  }

  /** Ends every set-up of an account that is on its way: its secret may be known to another person. */
  endSetups(userId: number): void {
    this.#rounds.set(userId, this.#roundOf(userId) + 1);
  }

  #roundOf(userId: number): number {
    return this.#rounds.get(userId) ?? 0;
  }

  /** Takes the code of a step for one sign-in. @returns false for one that was taken since the start. */
  claim(userId: number, step: number): boolean {
    const used = this.#usedSteps.get(userId) ?? [];
    if (used.includes(step)) return false;
    this.#usedSteps.set(userId, [...used, step].slice(-mostUsedSteps));
    return true;
  }

  /** @returns whether the user is to be notified: after several wrong codes, once a day. */
  noteFailure(userId: number, reason: string): boolean {
    this.#failures.unshift({ at: Math.floor(this.#nowMs() / 1000), userId, reason });
    this.#failures.length = Math.min(this.#failures.length, mostFailures);
    const known = this.#wrongCodes.get(userId);
    const ageMs = this.#elapsedMs() - (known?.sinceMs ?? 0);
    const isCounted = known !== undefined && ageMs >= 0 && ageMs < failuresCountMs;
    const counted = isCounted ? { ...known, count: known.count + 1 } : { count: 1, sinceMs: this.#elapsedMs() };
    this.#wrongCodes.set(userId, counted);
    return counted.count === fewestToNotify;
  }

  /** After a right code. */
  forgetFailures(userId: number): void {
    this.#wrongCodes.delete(userId);
  }

  /** The newest first. */
  get failures(): readonly CodeFailure[] {
    return this.#failures;
  }
}
