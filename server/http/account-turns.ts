/**
 * Concurrency limits of an account: a few requests under way, and so many bytes of answers that its clients have
 * not taken yet. What is more waits, and others are served in the meantime.
 */
import type { ServerResponse } from 'node:http';
import { rateLimitHit } from '../errors.ts';
import { after, type Soon } from './soon.ts';

export interface TurnLimits {
  /** Requests under way, long polls apart. */
  maxUnderWay: number;
  /** Bytes of answers on their way past which the next request waits. */
  maxUnsentBytes: number;
  /** Milliseconds for which a client may take nothing of a large answer before its connection ends. */
  stallMs: number;
}

export const defaultTurnLimits: TurnLimits = {
  maxUnderWay: 8,
  maxUnsentBytes: 16 * 1024 * 1024,
  stallMs: 60_000,
};

/** How many requests of an account may wait, and how long, in milliseconds. */
const maxWaiting = 1000;
const patienceMs = 30_000;
/** Answers up to this many bytes fit into the buffers of a connection. */
const smallAnswer = 64 * 1024;
/** Secrets whose account is known. */
const maxKnown = 10_000;

interface Waiting {
  isLongPoll: boolean;
  go: () => void;
}

interface Account {
  /** Turns taken and not given back. */
  turns: number;
  /** Of those, requests that are no long polls. */
  underWay: number;
  unsentBytes: number;
  waiting: Waiting[];
}

/** The right to work on a request; `end` gives it back. */
export interface Turn {
  /** An answer of so many bytes is put together and leaves now, be it after the end of the turn. */
  answer(response: ServerResponse, bytes: number): void;
  end(): void;
}

const free: Turn = { answer: () => undefined, end: () => undefined };

/** What a turn gives back, and where it counts answers. */
interface TurnCounter {
  ended(account: Account, key: string, isLongPoll: boolean): void;
  answered(key: string, response: ServerResponse, bytes: number): void;
}

/** A class: one stands for each poll that waits. */
class AccountTurn implements Turn {
  readonly #counter: TurnCounter;
  readonly #key: string;
  /** Null for a long poll of an account of which nothing is under way: it takes nothing of it. */
  readonly #account: Account | null;
  readonly #isLongPoll: boolean;

  constructor(counter: TurnCounter, key: string, account: Account | null, isLongPoll: boolean) {
    this.#counter = counter;
    this.#key = key;
    this.#account = account;
    this.#isLongPoll = isLongPoll;
  }

  answer(response: ServerResponse, bytes: number): void {
    if (bytes > smallAnswer && !response.closed) this.#counter.answered(this.#key, response, bytes);
  }

  end(): void {
    if (this.#account !== null) this.#counter.ended(this.#account, this.#key, this.#isLongPoll);
  }
}

export class AccountTurns {
  readonly #limits: TurnLimits;
  readonly #accounts = new Map<string, Account>();
  readonly #known = new Map<string, number>();
  readonly #counter: TurnCounter = {
    ended: (account, key, isLongPoll) => {
      account.turns -= 1;
      if (!isLongPoll) account.underWay -= 1;
      this.#goOn(key, account);
    },
    answered: (key, response, bytes) => this.#answered(key, response, bytes),
  };

  constructor(limits: TurnLimits = defaultTurnLimits) {
    this.#limits = limits;
  }

  /**
   * Waits until the account may do more.
   * @param secret a hash of what the request proves itself with; null for a stranger, who does not wait.
   * @throws ApiError RATE_LIMIT_HIT when too many wait, or after too long.
   */
  take(secret: string | null, isLongPoll: boolean): Soon<Turn> {
    if (secret === null) return free;
    const key = String(this.#known.get(secret) ?? secret);
    if (isLongPoll && !this.#accounts.has(key)) return new AccountTurn(this.#counter, key, null, isLongPoll);
    const account = this.#account(key);
    const turn = new AccountTurn(this.#counter, key, account, isLongPoll);
    if (account.waiting.length > 0 || !this.#hasRoom(account, isLongPoll))
      return after(this.#wait(account, isLongPoll), () => turn);
    this.#grant(account, isLongPoll);
    return turn;
  }

  /** Whose secret it is has been proved: all that an account proves itself with counts together from now on. */
  belongsTo(secret: string, userId: number): void {
    if (this.#known.get(secret) === userId) return;
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(secret, userId);
  }

  #account(key: string): Account {
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    const account = { turns: 0, underWay: 0, unsentBytes: 0, waiting: [] };
    this.#accounts.set(key, account);
    return account;
  }

  #hasRoom({ underWay, unsentBytes }: Account, isLongPoll: boolean): boolean {
    return unsentBytes < this.#limits.maxUnsentBytes && (isLongPoll || underWay < this.#limits.maxUnderWay);
  }

  #grant(account: Account, isLongPoll: boolean): void {
    account.turns += 1;
    if (!isLongPoll) account.underWay += 1;
  }

  async #wait(account: Account, isLongPoll: boolean): Promise<void> {
    if (account.waiting.length >= maxWaiting) throw rateLimitHit(patienceMs / 1000);
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        isLongPoll,
        go: () => {
          clearTimeout(timer);
          // Not at once: what others have sent meanwhile comes between.
          setImmediate(resolve);
        },
      };
      const timer = setTimeout(() => {
        account.waiting.splice(account.waiting.indexOf(waiting), 1);
        reject(rateLimitHit(patienceMs / 1000));
      }, patienceMs);
      timer.unref();
      account.waiting.push(waiting);
    });
  }

  #answered(key: string, response: ServerResponse, bytes: number): void {
    const account = this.#account(key);
    account.unsentBytes += bytes;
    response.setTimeout(this.#limits.stallMs);
    response.once('close', () => {
      account.unsentBytes -= bytes;
      this.#goOn(key, account);
    });
  }

  #goOn(key: string, account: Account): void {
    for (let next = account.waiting[0]; next && this.#hasRoom(account, next.isLongPoll); next = account.waiting[0]) {
      account.waiting.shift();
      this.#grant(account, next.isLongPoll);
      next.go();
    }
    const isIdle = account.turns === 0 && account.unsentBytes === 0 && account.waiting.length === 0;
    if (isIdle && this.#accounts.get(key) === account) this.#accounts.delete(key);
  }
}
