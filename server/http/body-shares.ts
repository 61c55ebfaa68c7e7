/**
 * Bytes of request bodies that are in memory for one account, or one address of strangers: clients may send many at once, and slowly.
 * A body that has no room yet is not read, which holds its client up and no other.
 */
import { Turns } from '../turns.ts';
import { placeOf } from './rate-limit.ts';

/** Of an account, and of an address without one. */
const mostBytes = { known: 16 * 1024 * 1024, strangers: 4 * 1024 * 1024 };
const mostAtOnce = 1000;

interface Share {
  turns: Turns;
  bodies: number;
}

export class BodyShares {
  readonly #shares = new Map<string, Share>();

  /** @param userId null for a stranger. @param bytes that the body may have. @returns what `work` gives, which reads the body and is done with it */
  async take<T>(userId: number | null, ip: string, bytes: number, work: () => Promise<T>): Promise<T> {
    const key = userId === null ? placeOf(ip) : String(userId);
    const most = userId === null ? mostBytes.strangers : mostBytes.known;
    const share = this.#shares.get(key) ?? { turns: new Turns(mostAtOnce, most), bodies: 0 };
    this.#shares.set(key, share);
    share.bodies += 1;
    try {
      return await share.turns.run(bytes, work);
    } finally {
      share.bodies -= 1;
      if (share.bodies === 0) this.#shares.delete(key);
    }
  }
}
