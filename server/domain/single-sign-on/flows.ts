/**
 * Sign-ins on their way through a provider, without storage of their own: what a browser has to bring back is sealed in its
 * cookie, so that no stranger fills memory. Kept in memory are only what was used, one-time tokens and recent failures; a
 * restart ends the sign-ins on their way.
 */
import type { RandomSource } from '../../options.ts';
import { hashToken, seal, unseal } from '../../secrets.ts';

/** Who signed in at the provider. */
export interface Identity {
  issuer: string;
  subject: string;
  email: string;
  /** Whether the provider says that it has checked the address: missing means no. */
  isEmailVerified: boolean;
  name: string;
  groups: string[];
  /** With which the provider can be asked for the person later: a secret. undefined where it gave none. */
  refreshToken?: string | undefined;
}

/** Milliseconds that a person may take at the provider. */
export const flowLifetimeMs = 10 * 60_000;
/** Milliseconds that a one-time token of the desktop flow works. */
const tokenLifetimeMs = 2 * 60_000;
const mostFailures = 50;
const mostRemembered = 10_000;

/** How the credentials reach a client: its one-time pads, 64 hexadecimal digits. */
export interface Delivery {
  mobilePad?: string | undefined;
  desktopPad?: string | undefined;
  /** The desktop app of Hearth, which is opened by a link of its own. */
  isOwnApp?: boolean | undefined;
  /** Path below this server to open in a browser. */
  next: string;
}

/** A sign-in that is to begin. */
export type NewFlow = Omit<Flow, 'expiresMs'>;

/** One sign-in, from the redirect to the provider until the browser is back. */
export interface Flow extends Delivery {
  providerId: number;
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  /** By the clock of the process. */
  expiresMs: number;
  /** Whether a refresh token was asked for. */
  isOffline: boolean;
  /** The account that is linked; undefined for a sign-in. */
  linkTo?: number | undefined;
  /** An owner tries the provider: nothing is changed. */
  isTest?: boolean | undefined;
  /** Key of an invitation. */
  invitation?: string | undefined;
}

/** A proved identity that waits for the password of the account it is to be linked with. */
export interface PendingLink extends Delivery {
  id: string;
  providerId: number;
  userId: number;
  identity: Identity;
  expiresMs: number;
}

export interface SignInFailure {
  /** UNIX seconds. */
  at: number;
  provider: string;
  /** As the provider gave it; '' where the sign-in did not come that far. */
  email: string;
  reason: string;
}

/** The memory of sign-ins through providers. */
export class SingleSignOnFlows {
  readonly #key: Buffer;
  readonly #random: RandomSource;
  readonly #nowMs: () => number;
  readonly #elapsedMs: () => number;
  /** What worked once, until when it would have worked: states, pending links. */
  readonly #used = new Map<string, number>();
  readonly #tokens = new Map<string, { userId: number; expiresMs: number }>();
  readonly #failures: SignInFailure[] = [];

  /** @param nowMs UNIX milliseconds. @param elapsedMs a clock that cannot be set: sign-ins on their way end by it. */
  constructor(random: RandomSource, nowMs: () => number, elapsedMs: () => number = nowMs) {
    this.#random = random;
    this.#nowMs = nowMs;
    this.#elapsedMs = elapsedMs;
    this.#key = Buffer.from(random.hex(32), 'hex');
  }

  /** Seals a sign-in that begins now, for `flowLifetimeMs`. */
  sealFlow(flow: NewFlow): string {
    return this.seal({ ...flow, expiresMs: this.#elapsedMs() + flowLifetimeMs });
  }

  seal(content: Flow | PendingLink): string {
    return seal(this.#key, JSON.stringify(content)).toString('base64url');
  }

  /** @returns the flow of a state; undefined for what is forged, of another browser, or too old. */
  flowOf(sealed: string | undefined, state: string): Flow | undefined {
    const flow = this.#opened<Flow>(sealed);
    return flow?.state === state ? flow : undefined;
  }

  pendingLinkOf(sealed: string): PendingLink | undefined {
    const pending = this.#opened<PendingLink>(sealed);
    return pending?.identity === undefined ? undefined : pending;
  }

  #opened<T extends { expiresMs: number }>(sealed: string | undefined): T | undefined {
    const text = sealed === undefined ? null : unseal(this.#key, Buffer.from(sealed, 'base64url'));
    if (text === null) return undefined;
    const content = JSON.parse(text) as T;
    return content.expiresMs > this.#elapsedMs() ? content : undefined;
  }

  /** @returns false for what was used before. */
  use(id: string): boolean {
    this.#sweep(this.#used, (expiresMs) => expiresMs);
    if (this.#used.has(id)) return false;
    this.#used.set(id, this.#elapsedMs() + flowLifetimeMs);
    return true;
  }

  /** @returns a token that opens one session of the user. */
  newToken(userId: number): string {
    this.#sweep(this.#tokens, ({ expiresMs }) => expiresMs);
    const token = this.#random.token(43);
    this.#tokens.set(hashToken(token), { userId, expiresMs: this.#elapsedMs() + tokenLifetimeMs });
    return token;
  }

  /** @returns whose token it is; undefined for one that was used, is too old, or never was. */
  redeem(token: string): number | undefined {
    const found = this.#tokens.get(hashToken(token));
    this.#tokens.delete(hashToken(token));
    return found === undefined || found.expiresMs <= this.#elapsedMs() ? undefined : found.userId;
  }

  noteFailure(failure: Omit<SignInFailure, 'at'>): void {
    this.#failures.unshift({ ...failure, at: Math.floor(this.#nowMs() / 1000) });
    this.#failures.length = Math.min(this.#failures.length, mostFailures);
  }

  /** The newest first. */
  get failures(): readonly SignInFailure[] {
    return this.#failures;
  }

  #sweep<T>(kept: Map<string, T>, endOf: (value: T) => number): void {
    for (const [key, value] of kept)
      if (endOf(value) <= this.#elapsedMs() || kept.size > mostRemembered) kept.delete(key);
  }
}
