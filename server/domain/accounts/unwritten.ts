/**
 * Sign-ins that the disk refused to store: their sessions, which work from memory, and their notes for the audit log and the
 * list of devices. They are written in their order once the disk takes writes. A restart before that ends these sessions.
 */
import type { Logger } from 'pino';
import { isRefusedByDisk, type Storage, type StorageWriteError, type Transaction } from '../../storage/database.ts';

/** A row of the table sessions. */
export interface StoredSession {
  token_hash: string;
  user_id: number;
  csrf_token: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  user_agent: string;
}

interface Unwritten {
  run: (tx: Transaction) => void;
  session: StoredSession | undefined;
}

/** More than these are refused, as each other write is: they take memory. */
const mostUnwritten = 1000;

/** The sign-ins that wait for the disk, in their order. */
export class UnwrittenSignIns {
  readonly #storage: Storage;
  readonly #log: Logger;
  readonly #entries: Unwritten[] = [];
  /** By the hash of their tokens. */
  readonly #sessions = new Map<string, StoredSession>();
  #writing: Promise<void> | undefined;

  constructor(storage: Storage, log: Logger) {
    this.#storage = storage;
    this.#log = log;
  }

  get count(): number {
    return this.#entries.length;
  }

  /** Keeps what the disk refused. @param session works until it is written or ended @throws `refusal` when too much waits */
  keep(refusal: StorageWriteError, run: Unwritten['run'], session?: StoredSession): void {
    if (this.#entries.length >= mostUnwritten) throw refusal;
    if (this.#entries.length === 0) this.#log.warn({ err: refusal }, 'sign-ins are kept in memory');
    this.#entries.push({ run, session });
    if (session !== undefined) this.#sessions.set(session.token_hash, session);
  }

  find(tokenHash: string): StoredSession | undefined {
    return this.#sessions.get(tokenHash);
  }

  ofUser(userId: number): StoredSession[] {
    return [...this.#sessions.values()].filter((session) => session.user_id === userId);
  }

  /** Ends a session that is only in memory, and is not being written: it is never written. */
  end(tokenHash: string): void {
    this.#sessions.delete(tokenHash);
  }

  /** Ends sessions with the transaction that deletes their rows. When the disk refuses it, they have not ended. */
  endWith(tx: Transaction, tokenHashes: readonly string[]): void {
    for (const hash of tokenHashes) {
      const session = this.#sessions.get(hash);
      if (session === undefined) continue;
      this.#sessions.delete(hash);
      tx.afterRollback(() => this.#sessions.set(hash, session));
    }
  }

  endOfUser(tx: Transaction, userId: number): void {
    this.endWith(
      tx,
      this.ofUser(userId).map(({ token_hash: hash }) => hash),
    );
  }

  /** Waits for a write that is under way: what it stores is ended as any other session, not in memory alone. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Writes what waits, as far as the disk takes it. */
  async write(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  /** The server stops: what the disk still refuses is lost, and logged. */
  async close(): Promise<void> {
    await this.write();
    if (this.#entries.length > 0)
      this.#log.error({ lost: this.#entries.length }, 'could not write sign-ins; they are missing in the audit log');
  }

  async #write(): Promise<void> {
    for (let entry = this.#entries[0]; entry !== undefined; entry = this.#entries[0]) {
      const { run, session } = entry;
      const hasEnded = (): boolean => session !== undefined && !this.#sessions.has(session.token_hash);
      try {
        await this.#storage.transaction((tx) => (hasEnded() ? undefined : run(tx)));
      } catch (error) {
        if (isRefusedByDisk(error)) return;
        this.#log.error({ err: error }, 'could not write a sign-in');
      }
      this.#entries.shift();
      if (session !== undefined) this.#sessions.delete(session.token_hash);
    }
  }
}
