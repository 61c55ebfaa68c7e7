/**
 * Limits on how often: failed sign-ins per address and per account (always on), and requests per user (a setting, off by default).
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimitHit } from './errors.ts';

/** Failed sign-ins in a window of seconds. One office may sit behind one address, so an address gets more than an account. */
const window = 300;
const failuresPerAccount = 10;
const failuresPerAddress = 50;

export class SignInLimiter {
  readonly #byAccount = new RateLimiterMemory({ points: failuresPerAccount, duration: window });
  readonly #byAddress = new RateLimiterMemory({ points: failuresPerAddress, duration: window });

  /** Counts an attempt before the password is looked at. @throws ApiError RATE_LIMIT_HIT with the seconds to wait. */
  async attempt(ip: string, account: string): Promise<void> {
    // An address that is used up is refused first, or the accounts it makes up would be remembered without end.
    const address = await this.#byAddress.get(ip);
    if (address !== null && address.remainingPoints <= 0) throw tooOften(address);
    await consume(this.#byAccount, accountKey(ip, account));
    await consume(this.#byAddress, ip);
  }

  /** A right password: what was counted against the account no longer counts. */
  async succeeded(ip: string, account: string): Promise<void> {
    await this.#byAccount.delete(accountKey(ip, account));
    await this.#byAddress.reward(ip, 1);
  }
}

/** Per account and address, so that a stranger cannot lock somebody out from another machine. */
const accountKey = (ip: string, account: string): string => `${ip}|${account.trim().toLowerCase()}`;

export class RequestLimiter {
  #perMinute = 0;
  #limiter: RateLimiterMemory | null = null;

  /**
   * Counts a request.
   * @param caller whom it counts against.
   * @param perMinute requests a minute and user; 0 = unlimited.
   * @throws ApiError RATE_LIMIT_HIT
   */
  async count(caller: string, perMinute: number): Promise<void> {
    if (perMinute <= 0) return;
    if (this.#limiter === null || this.#perMinute !== perMinute) {
      this.#perMinute = perMinute;
      this.#limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
    }
    await consume(this.#limiter, caller);
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw tooOften(refused);
    throw refused;
  }
}

const tooOften = (refused: RateLimiterRes): Error => rateLimitHit(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)));
