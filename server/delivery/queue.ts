/**
 * The durable queue of everything that leaves the machine: mail, outgoing webhooks, push. Owns `deliveries`.
 * A delivery is written in the transaction that causes it, and tried until it is done or its attempts are used up;
 * restarts lose none. The queue is bounded: beyond `maxPending` a new delivery is recorded as failed at once.
 */
import type { Reader, Transaction } from '../storage/database.ts';

export type DeliveryKind = 'mail' | 'webhook' | 'push';

export interface DeliveryRow {
  id: number;
  kind: DeliveryKind;
  subject_id: number | null;
  /** JSON; its shape is the kind's. */
  payload: string;
  created_at: number;
  attempts: number;
  next_attempt_ms: number;
  status: 'pending' | 'done' | 'failed';
  last_error: string | null;
  last_status: number | null;
  response: string | null;
  finished_at: number | null;
}

/** Far beyond what an office sends in a day; it is what a dead mail server may pile up. */
export const maxPending = 10_000;

/** The part of an `Acting` that the queue needs. */
interface Enqueuing {
  db: Reader;
  tx: Transaction;
  now: number;
  nowMs: number;
  afterDurable(fn: () => void): void;
  services: { wake: { deliveries: () => void } };
}

/**
 * Puts a delivery in the queue; it is tried once the transaction is on disk.
 * @returns its id, and false when the queue is full and it was recorded as failed instead.
 */
export function enqueueDelivery(acting: Enqueuing, delivery: { kind: DeliveryKind; subjectId: number | null; payload: object }): { id: number; accepted: boolean } {
  const pending = acting.db.get<{ count: number }>("SELECT count(*) AS count FROM deliveries WHERE status = 'pending'")?.count ?? 0;
  const accepted = pending < maxPending;
  const { lastId: id } = acting.tx.run(
    'INSERT INTO deliveries (kind, subject_id, payload, created_at, next_attempt_ms, status, last_error, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    delivery.kind,
    delivery.subjectId,
    JSON.stringify(delivery.payload),
    acting.now,
    acting.nowMs,
    accepted ? 'pending' : 'failed',
    accepted ? null : 'The delivery queue is full.',
    accepted ? null : acting.now,
  );
  if (accepted) acting.afterDurable(() => acting.services.wake.deliveries());
  return { id, accepted };
}
