/**
 * One request at a time for each resumable upload. Who waits asks the one before to finish, and sleeps until then: the
 * library's own locker looks again and again, which takes a whole processor while a slow sender holds the lock.
 */
import { ERRORS, type Lock, type Locker } from '@tus/server';

interface Held {
  /** Asks the holder to come to an end. */
  hurry: () => void;
  /** Those who wait, first come, first served. */
  next: (() => void)[];
}

const patienceMs = 30_000;

export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>();

  newLock(id: string): Lock {
    return {
      lock: async (signal, cancelRequest) => this.#lock(id, signal, () => void cancelRequest()),
      unlock: async () => this.#unlock(id),
    };
  }

  async #lock(id: string, signal: AbortSignal, hurry: () => void): Promise<void> {
    const held = this.#held.get(id);
    if (held === undefined) {
      this.#held.set(id, { hurry, next: [] });
      return;
    }
    held.hurry();
    await turn(held.next, signal);
    held.hurry = hurry;
    if (held.next.length > 0) hurry();
  }

  #unlock(id: string): void {
    const next = this.#held.get(id)?.next.shift();
    if (next === undefined) this.#held.delete(id);
    else next();
  }
}

/** @throws the protocol's error when the caller went away or waited for too long. */
async function turn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      settle();
    };
    const begin = end(resolve);
    const giveUp = end(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      // 423 is what clients of the protocol come again after.
      reject({ status_code: 423, body: ERRORS.ERR_LOCK_TIMEOUT.body });
    });
    const timer = setTimeout(giveUp, patienceMs);
    signal.addEventListener('abort', giveUp, { once: true });
    waiting.push(begin);
  });
}
