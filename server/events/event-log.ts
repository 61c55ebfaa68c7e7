/**
 * The log of announced events: ids that rise over the whole life of the data folder, and the rows from which queues are
 * given back after a restart. An event is written in the transaction that caused it, and delivered only once that is on disk.
 */
import type { Reader, Transaction } from '../storage/database.ts';
import type { Audience } from './audience.ts';
import type { EventBody, LoggedEvent } from './event-types.ts';
import { idsNeeded } from './variants.ts';

/** Ids are reserved in blocks, because heartbeats take ids that no row remembers. */
const blockSize = 10_000;

/** An event in the log, and the bytes that it takes there with its audience. */
export interface Announced {
  event: LoggedEvent;
  bytes: number;
}

const sizeOf = (payload: string, audience: string): number => Buffer.byteLength(payload) + Buffer.byteLength(audience);

export class EventLog {
  #lastId: number;
  #reservedUpTo: number;
  /** Events that have an id and have not reached the disk yet. */
  #underWay = 0;

  /** @param db the folder's data: ids continue above everything that was ever handed out. */
  constructor(db: Reader) {
    const reserved = db.get<{ value: number }>("SELECT value FROM counters WHERE name = 'event_id'")?.value ?? 0;
    this.#lastId = reserved;
    this.#reservedUpTo = reserved;
  }

  /** The id of the newest event, announced or heartbeat. */
  get lastId(): number {
    return this.#lastId;
  }

  /** Writes an event and its audience in the transaction that causes it. @returns its JSON with it, without the id. */
  announce(tx: Transaction, event: EventBody, audience: Audience): Announced & { json: string } {
    this.#lastId += idsNeeded(event);
    const id = this.#lastId;
    if (id + 1 >= this.#reservedUpTo) this.reserve(tx);
    const payload = JSON.stringify(event);
    const told = JSON.stringify(audience);
    tx.run('INSERT INTO event_log (id, payload, audience) VALUES (?, ?, ?)', id, payload, told);
    const settled = (): void => {
      this.#underWay -= 1;
    };
    this.#underWay += 1;
    tx.afterDurable(settled);
    tx.afterRollback(settled);
    return { event: { ...event, id } as LoggedEvent, bytes: sizeOf(payload, told), json: payload };
  }

  /**
   * An id for a heartbeat; null while the block is used up and a write has yet to reserve more, and while events with lower ids
   * have yet to be delivered: a user who acknowledged the heartbeat would never get them.
   */
  takeTransientId(): number | null {
    if (this.#underWay > 0 || this.#lastId + 1 >= this.#reservedUpTo) return null;
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Reserves the next block of ids; called in any transaction when the block runs out, and once at start. */
  reserve(tx: Transaction): void {
    const upTo = this.#lastId + blockSize;
    tx.run(
      "INSERT INTO counters (name, value) VALUES ('event_id', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      upTo,
    );
    tx.afterDurable(() => {
      this.#reservedUpTo = upTo;
    });
  }

  /** Forgets the events up to an id, and some after it, which no queue waits for. */
  static prune(tx: Transaction, upToId: number, ids: readonly number[] = []): void {
    tx.run('DELETE FROM event_log WHERE id <= ?', upToId);
    const later = ids.filter((id) => id > upToId);
    if (later.length > 0)
      tx.run('DELETE FROM event_log WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(later));
  }

  /** Whether `prune` has anything to forget. */
  static hasUpTo(db: Reader, id: number): boolean {
    return db.get('SELECT id FROM event_log WHERE id <= ? LIMIT 1', id) !== undefined;
  }

  /** The first event after an id, with its audience: one at a time, as all of them may be more than fits into memory. */
  static next(db: Reader, afterId: number): (Announced & { audience: Audience }) | undefined {
    const row = db.get<{ id: number; payload: string; audience: string }>(
      'SELECT id, payload, audience FROM event_log WHERE id > ? ORDER BY id LIMIT 1',
      afterId,
    );
    if (row === undefined) return undefined;
    return {
      event: { ...(JSON.parse(row.payload) as EventBody), id: row.id } as LoggedEvent,
      bytes: sizeOf(row.payload, row.audience),
      audience: JSON.parse(row.audience) as Audience,
    };
  }
}
