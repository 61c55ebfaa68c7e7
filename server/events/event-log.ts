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

export class EventLog {
  #lastId: number;
  #reservedUpTo: number;

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

  /** Writes an event and its audience in the transaction that causes it. */
  announce(tx: Transaction, event: EventBody, audience: Audience): LoggedEvent {
    this.#lastId += idsNeeded(event);
    const id = this.#lastId;
    if (id + 1 >= this.#reservedUpTo) this.reserve(tx);
    tx.run(
      'INSERT INTO event_log (id, payload, audience) VALUES (?, ?, ?)',
      id,
      JSON.stringify(event),
      JSON.stringify(audience),
    );
    return { ...event, id } as LoggedEvent;
  }

  /** An id for a heartbeat; null while the block is used up and a write has yet to reserve more. */
  takeTransientId(): number | null {
    if (this.#lastId + 1 >= this.#reservedUpTo) return null;
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

  /** Forgets the events up to an id, which no queue waits for any more. */
  static prune(tx: Transaction, upToId: number): void {
    tx.run('DELETE FROM event_log WHERE id <= ?', upToId);
  }

  /** Whether `prune` has anything to forget. */
  static hasUpTo(db: Reader, id: number): boolean {
    return db.get('SELECT id FROM event_log WHERE id <= ? LIMIT 1', id) !== undefined;
  }

  /** Events after an id with their audiences, oldest first: what the queues of a restarted server are filled with. */
  static after(db: Reader, afterId: number): { event: LoggedEvent; audience: Audience }[] {
    return db
      .all<{ id: number; payload: string; audience: string }>(
        'SELECT id, payload, audience FROM event_log WHERE id > ? ORDER BY id',
        afterId,
      )
      .map((row) => ({
        event: { ...(JSON.parse(row.payload) as EventBody), id: row.id } as LoggedEvent,
        audience: JSON.parse(row.audience) as Audience,
      }));
  }
}
