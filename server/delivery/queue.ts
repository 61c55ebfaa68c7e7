/**
 * The durable queue of everything that leaves the machine: mail, outgoing webhooks, push. Owns `deliveries`.
 * A delivery is written in the transaction that causes it, and tried until it is done or its attempts are used up;
 * restarts lose none. The queue is bounded: beyond `maxPending` a new delivery is recorded as failed at once.
 */
import { dayMs, daySecs } from '../durations.ts';
import { printable } from '../names.ts';
import type { Reader, Transaction } from '../storage/database.ts';

export type DeliveryKind = 'mail' | 'webhook' | 'push' | 'web_push';

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

/** Of each kind: far beyond what an office sends in a day; it is what a dead mail server, or one dead bot, may pile up. */
export const maxPending = 10_000;

/** The part of an `Acting` that the queue needs. */
export interface Enqueuing {
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
export function enqueueDelivery(
  acting: Enqueuing,
  delivery: { kind: DeliveryKind; subjectId: number | null; payload: object },
): { id: number; accepted: boolean } {
  const accepted = hasRoom(acting.db, delivery.kind);
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

/** Whether fewer of a kind wait than may. Ids rise: only where the oldest of them is far back there is something to count. */
function hasRoom(db: Reader, kind: DeliveryKind): boolean {
  const { oldest, newest } = db.get<{ oldest: number | null; newest: number | null }>(
    `SELECT (SELECT min(id) FROM deliveries WHERE status = 'pending' AND kind = ?) AS oldest, (SELECT max(id) FROM deliveries) AS newest`,
    kind,
  ) ?? { oldest: null, newest: null };
  if (oldest === null || newest === null || newest - oldest + 1 < maxPending) return true;
  return countPending(db, kind) < maxPending;
}

const countPending = (db: Reader, kind: DeliveryKind): number =>
  db.get<{ count: number }>("SELECT count(*) AS count FROM deliveries WHERE status = 'pending' AND kind = ?", kind)
    ?.count ?? 0;

/** Deliveries of one lane go one after another, oldest first: all mail, each bot, each user's devices. */
const laneSql = "CASE kind WHEN 'mail' THEN kind ELSE kind || ' ' || coalesce(subject_id, '') END";

/**
 * The oldest delivery to try now of each lane. A time more than a day ahead was written by a wrong clock: no pause is so long.
 * Goes from lane to lane by the index, so that those that wait behind are not read.
 */
export function dueDeliveries(db: Reader, nowMs: number): (DeliveryRow & { lane: string })[] {
  return db.all<DeliveryRow & { lane: string }>(
    `WITH RECURSIVE lanes(lane) AS (
       SELECT min(${laneSql}) FROM deliveries WHERE status = 'pending'
       UNION ALL
       SELECT (SELECT min(${laneSql}) FROM deliveries WHERE status = 'pending' AND ${laneSql} > lanes.lane)
       FROM lanes WHERE lanes.lane IS NOT NULL
     )
     SELECT deliveries.*, lanes.lane AS lane FROM lanes CROSS JOIN deliveries ON deliveries.id = (
       SELECT id FROM deliveries WHERE status = 'pending' AND ${laneSql} = lanes.lane AND (next_attempt_ms <= ? OR next_attempt_ms > ?)
       ORDER BY id LIMIT 1
     ) ORDER BY next_attempt_ms, deliveries.id LIMIT 200`,
    nowMs,
    nowMs + dayMs,
  );
}

/** When the next delivery after now is to be tried, UNIX milliseconds; null when none waits. */
export function nextDelivery(db: Reader, nowMs: number): number | null {
  return (
    db.get<{ next: number | null }>(
      "SELECT min(next_attempt_ms) AS next FROM deliveries WHERE status = 'pending' AND next_attempt_ms > ?",
      nowMs,
    )?.next ?? null
  );
}

interface Attempted {
  error: string | null;
  status?: number;
  response?: string;
}

/** What another server answers may hold what the database does not. */
const storable = (text: string | null | undefined): string | null => (text == null ? null : printable(text));

/** Puts a delivery off after a failed attempt. */
export function postponeDelivery(
  acting: Pick<Enqueuing, 'tx'>,
  delivery: DeliveryRow,
  attempt: Attempted & { untilMs: number },
): void {
  acting.tx.run(
    'UPDATE deliveries SET attempts = attempts + 1, next_attempt_ms = ?, last_error = ?, last_status = ?, response = ? WHERE id = ?',
    attempt.untilMs,
    storable(attempt.error),
    attempt.status ?? null,
    storable(attempt.response),
    delivery.id,
  );
}

/**
 * Records the end of a delivery: done, or failed for good when there is an error. What was said in a chat is not kept
 * once it was delivered, only which message it was; mail is, for the console's outbox.
 */
export function finishDelivery(acting: Pick<Enqueuing, 'tx' | 'now'>, delivery: DeliveryRow, attempt: Attempted): void {
  const isDone = attempt.error === null;
  acting.tx.run(
    'UPDATE deliveries SET attempts = attempts + 1, status = ?, payload = ?, last_error = ?, last_status = ?, response = ?, finished_at = ? WHERE id = ?',
    isDone ? 'done' : 'failed',
    isDone ? keptPayload(delivery, attempt) : delivery.payload,
    storable(attempt.error),
    attempt.status ?? null,
    isDone && delivery.kind === 'push' ? null : storable(attempt.response),
    acting.now,
    delivery.id,
  );
}

/** What a payload is about, without what was said in a chat; mails that went to the outbox are read there. */
function keptPayload({ kind, payload }: DeliveryRow, { response }: Attempted): string {
  const { trigger, messageId, to, isPrivate } = JSON.parse(payload) as Record<string, unknown>;
  if (kind !== 'mail') return JSON.stringify({ trigger, messageId });
  const isGone = isPrivate === true && response?.startsWith('outbox/') !== true;
  return isGone ? JSON.stringify({ to, isPrivate, subject: '', text: '' }) : payload;
}

/** Tries a failed delivery again from the start, or a waiting one at once. @returns whether there was one. */
export function retryDelivery(acting: Enqueuing, id: number): boolean {
  const { changes } = acting.tx.run(
    "UPDATE deliveries SET status = 'pending', attempts = 0, next_attempt_ms = ?, finished_at = NULL WHERE id = ? AND status <> 'done'",
    acting.nowMs,
    id,
  );
  acting.afterDurable(() => acting.services.wake.deliveries());
  return changes > 0;
}

/** Forgets deliveries that ended more than 30 days ago: they are history, and may hold personal data. */
export function pruneDeliveries(acting: Pick<Enqueuing, 'tx' | 'now'>): void {
  acting.tx.run("DELETE FROM deliveries WHERE status <> 'pending' AND finished_at < ?", acting.now - 30 * daySecs);
}

/** The newest deliveries, for the console; of one kind, and of one bot or user, where that is asked for. */
export function recentDeliveries(
  db: Reader,
  limit: number,
  { kind, subjectId }: { kind?: string | undefined; subjectId?: number | undefined } = {},
): DeliveryRow[] {
  const wanted = [...(kind === undefined ? [] : ['kind = ?']), ...(subjectId === undefined ? [] : ['subject_id = ?'])];
  const where = wanted.length === 0 ? '' : `WHERE ${wanted.join(' AND ')}`;
  const values = [kind, subjectId].filter((value) => value !== undefined);
  return db.all<DeliveryRow>(`SELECT * FROM deliveries ${where} ORDER BY id DESC LIMIT ?`, ...values, limit);
}

export function findDelivery(db: Reader, id: number): DeliveryRow | undefined {
  return db.get<DeliveryRow>('SELECT * FROM deliveries WHERE id = ?', id);
}

/** Why mail does not get out now. */
export interface MailFailure {
  /** What the last attempt met. */
  error: string;
  /** How many mails wait. */
  waiting: number;
}

/** null while mail gets out: nothing waits after a failure, and the last one did not fail within a day. */
export function mailFailure(db: Reader, now: number): MailFailure | null {
  const error = mailError(db, now);
  return error === null ? null : { error, waiting: countPending(db, 'mail') };
}

/** Whether mail does not get out now, for each of many links: nothing is counted. */
export const isMailFailing = (db: Reader, now: number): boolean => mailError(db, now) !== null;

function mailError(db: Reader, now: number): string | null {
  const waiting = db.get<{ error: string | null }>(
    "SELECT last_error AS error FROM deliveries WHERE kind = 'mail' AND status = 'pending' AND attempts > 0 ORDER BY id LIMIT 1",
  );
  const last = db.get<{ status: string; last_error: string | null; finished_at: number }>(
    `SELECT status, last_error, finished_at FROM deliveries WHERE kind = 'mail' AND status <> 'pending' AND finished_at <= ?
       ORDER BY finished_at DESC, id DESC LIMIT 1`,
    // A time from the future is of a clock that was wrong then.
    now,
  );
  const hasFailed = last?.status === 'failed' && last.finished_at > now - daySecs;
  return waiting?.error ?? (hasFailed ? last.last_error : null);
}
