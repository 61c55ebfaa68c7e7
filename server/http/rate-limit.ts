/**
 * Limits on how often: failed sign-ins per address and per account, bytes of text per account (both always on), and requests per
 * user (a setting, off by default).
 */
import { isIPv6 } from 'node:net';
import { rateLimitHit } from '../errors.ts';
import { TokenBuckets, type Bucket } from './token-buckets.ts';

/** Failed sign-ins: so many at once, which come back in five minutes. One office may share an address, so an address gets more than an account. */
const failuresPerAccount = { burst: 10, perSecond: 10 / 300 };
const failuresPerAddress = { burst: 50, perSecond: 50 / 300 };
/** Failures at one account from all addresses together that it has not been used from: so many at once, then one in ten seconds. */
const strangeFailures = { burst: 30, perSecond: 0.1 };
/** Wrong codes of an authenticator app, of a caller that knows the password: a million codes are few, so these come back slowly. */
const codeFailures = { burst: 10, perSecond: 10 / 3600 };
/** The same from all addresses together. Twice as many, so that a stranger alone leaves the user half of them. */
const codeFailuresOfAccount = { burst: 20, perSecond: 20 / 3600 };
/** Addresses that are remembered as those of someone's account. */
const maxKnown = 100_000;

export class SignInLimiter {
  readonly #byAccountAndAddress: TokenBuckets;
  readonly #byAddress: TokenBuckets;
  readonly #byAccount: TokenBuckets;
  readonly #codes: TokenBuckets;
  readonly #codesOfAccount: TokenBuckets;
  /** Where accounts have been signed in to, since the start: guesses from elsewhere do not lock out their owner. */
  readonly #known = new Set<string>();

  /** @param nowMs the server's clock, UNIX milliseconds. */
  constructor(nowMs: () => number) {
    this.#byAccountAndAddress = new TokenBuckets(failuresPerAccount, nowMs);
    this.#byAddress = new TokenBuckets(failuresPerAddress, nowMs);
    this.#byAccount = new TokenBuckets(strangeFailures, nowMs);
    this.#codes = new TokenBuckets(codeFailures, nowMs);
    this.#codesOfAccount = new TokenBuckets(codeFailuresOfAccount, nowMs);
  }

  /** Counts an attempt before the password is checked. @throws ApiError RATE_LIMIT_HIT with the seconds to wait. */
  async attempt(ip: string, account: string): Promise<void> {
    const place = placeOf(ip);
    const key = accountKey(place, account);
    // An address that is used up is refused first, or the accounts it makes up would be remembered without end.
    takeOne(this.#byAddress, place);
    try {
      if (!this.#known.has(key)) takeOne(this.#byAccount, accountName(account));
      takeOne(this.#byAccountAndAddress, key);
    } catch (refused) {
      this.#byAddress.give(place, 1);
      throw refused;
    }
  }

  /** A right password: the failures counted against the account no longer count. */
  async succeeded(ip: string, account: string): Promise<void> {
    const place = placeOf(ip);
    const key = accountKey(place, account);
    if (!this.#known.has(key)) this.#byAccount.give(accountName(account), 1);
    this.#remember(key);
    this.#byAccountAndAddress.give(key, failuresPerAccount.burst);
    this.#byAddress.give(place, 1);
  }

  /** A right password whose second step is still to come: what `attempt` took is given back, and no more. */
  async unfinished(ip: string, account: string): Promise<void> {
    const place = placeOf(ip);
    const key = accountKey(place, account);
    if (!this.#known.has(key)) this.#byAccount.give(accountName(account), 1);
    this.#byAccountAndAddress.give(key, 1);
    this.#byAddress.give(place, 1);
  }

  /** Counts a code before it is compared. @throws ApiError RATE_LIMIT_HIT with the seconds to wait. */
  async attemptCode(ip: string, account: string): Promise<void> {
    takeOne(this.#codes, this.#codeKey(ip, account));
    try {
      takeOne(this.#codesOfAccount, accountName(account));
    } catch (refused) {
      this.#codes.give(this.#codeKey(ip, account), 1);
      throw refused;
    }
  }

  /** A right code: the wrong ones no longer count. */
  async codeSucceeded(ip: string, account: string): Promise<void> {
    this.#codes.give(this.#codeKey(ip, account), codeFailures.burst);
    this.#codesOfAccount.give(accountName(account), codeFailuresOfAccount.burst);
  }

  /**
   * A wrong code after a right password. It counts against its address, and not against the account at all addresses: otherwise a
   * stranger who knows the password could keep the user's recovery codes from working.
   */
  async codeFailed(ip: string, account: string): Promise<void> {
    if (!this.#known.has(accountKey(placeOf(ip), account))) this.#byAccount.give(accountName(account), 1);
  }

  /** Counts a request for a password link by its address alone: no stranger keeps the user from asking. @throws ApiError RATE_LIMIT_HIT */
  async attemptLink(ip: string, account: string): Promise<void> {
    const place = placeOf(ip);
    takeOne(this.#byAddress, place);
    try {
      takeOne(this.#byAccountAndAddress, accountKey(place, `forgotten ${account}`));
    } catch (refused) {
      this.#byAddress.give(place, 1);
      throw refused;
    }
  }

  /** All addresses that the account was not used from count as one: a stranger does not lock out its owner. */
  #codeKey(ip: string, account: string): string {
    const key = accountKey(placeOf(ip), account);
    return this.#known.has(key) ? key : accountName(account);
  }

  #remember(key: string): void {
    this.#known.delete(key);
    this.#known.add(key);
    const [oldest] = this.#known;
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
  }
}

const accountName = (account: string): string => account.trim().toLowerCase();
/** Per account and address, so that a stranger cannot lock someone out from another machine. */
const accountKey = (place: string, account: string): string => `${place}|${accountName(account)}`;

/** A user who has one IPv6 address has all of its /64: they count as one. */
export function placeOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...(tail === undefined ? [] : zeros), ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * What a letter outside the Latin script counts, in bytes: with index and HTML it takes up to 20, and up to 50 times the processor time
 * of a Latin letter.
 */
const otherLetter = 20;
/** Letters that are stored of a request whatever it sends, and for each letter of it: HTML, words of the index, events. */
const usuallyStored = { ofRequest: 16_000, ofLetter: 8 };
/** Accounts that are stored, the ones with the least left first; of the others less than a twentieth of the burst is used up. */
const mostStored = 1000;
const leastStored = 0.05;

/** Text that each account may write, by what it costs to store and to index: plenty at once, and then so much a second. */
export class TextLimiter {
  readonly #buckets: TokenBuckets;
  readonly #leastStored: number;

  constructor(share: { burst: number; perSecond: number }, nowMs: () => number) {
    this.#buckets = new TokenBuckets(share, nowMs);
    this.#leastStored = share.burst * leastStored;
  }

  /** Counts what a request has sent to be written. @throws ApiError RATE_LIMIT_HIT with the seconds to wait. */
  count(userId: number, sent: Iterable<string>): void {
    let cost = 0;
    for (const text of sent) cost += costOf(text);
    const wait = this.#buckets.take(String(userId), cost);
    if (wait > 0) throw rateLimitHit(Math.ceil(wait));
  }

  /** Counts what a request has stored beyond the usual: of formulas, emoji and tables the HTML is many times as long as the text. */
  countStored(userId: number, sent: Iterable<string>, letters: number): void {
    let usual = usuallyStored.ofRequest;
    for (const text of sent) usual += text.length * usuallyStored.ofLetter;
    if (letters > usual) this.#buckets.spend(String(userId), letters - usual);
  }

  /** What accounts have used up, to be stored: a restart gives nothing back. */
  get state(): TextLimiterState {
    return this.#buckets.fullest(this.#leastStored, mostStored);
  }

  goOn(state: TextLimiterState): void {
    this.#buckets.goOn(state);
  }
}

export type TextLimiterState = [userId: string, bucket: Bucket][];

/** What a text counts: its bytes, and letters outside the Latin script more. */
function costOf(text: string): number {
  const bytes = Buffer.byteLength(text);
  if (bytes === text.length) return bytes;
  let others = 0;
  for (let at = 0; at < text.length; at += 1) if (!isLatin(text.charCodeAt(at))) others += 1;
  return bytes + others * otherLetter;
}

/** Letters of the Latin script with their marks, and the punctuation that is set with them. */
const isLatin = (code: number): boolean =>
  code <= 0x24f ||
  (code >= 0x300 && code <= 0x36f) ||
  (code >= 0x1e00 && code <= 0x1eff) ||
  (code >= 0x2000 && code <= 0x20cf);

/** Requests of each caller: a minute's share at once, which comes back within a minute. */
export class RequestLimiter {
  readonly #nowMs: () => number;
  #perMinute = 0;
  #buckets: TokenBuckets | null = null;

  /** @param nowMs the server's clock, UNIX milliseconds. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /**
   * Counts a request.
   * @param caller whom it counts against.
   * @param perMinute requests a minute and user; 0 = unlimited.
   * @throws ApiError RATE_LIMIT_HIT with the seconds to wait
   */
  count(caller: string, perMinute: number): void {
    if (perMinute <= 0) return;
    if (this.#buckets === null || this.#perMinute !== perMinute) {
      this.#perMinute = perMinute;
      this.#buckets = new TokenBuckets({ burst: perMinute, perSecond: perMinute / 60 }, this.#nowMs);
    }
    takeOne(this.#buckets, caller);
  }
}

function takeOne(buckets: TokenBuckets, key: string): void {
  const wait = buckets.take(key, 1);
  if (wait > 0) throw rateLimitHit(Math.ceil(wait));
}
