/**
 * Rows of `scheduled_messages` and every statement that writes them: messages to be sent later, and reminders.
 * Knows nothing of permissions or events; the nouns are messages.ts and reminders.ts.
 */
import type { Reader, Transaction } from '../../storage/database.ts';

export interface ScheduledRow {
  id: number;
  sender_id: number;
  kind: 'message' | 'reminder';
  type: 'stream' | 'private';
  /** JSON: the channel's id, or user ids. */
  recipients: string;
  topic: string;
  content: string;
  rendered_content: string;
  client: string;
  /** null = decided from the client's name when it is sent. */
  read_by_sender: number | null;
  scheduled_delivery_timestamp: number;
  failed: number;
  /** Why it could not be sent. */
  failure_message: string | null;
  reminder_target_message_id: number | null;
  note: string | null;
}

export type NewScheduledRow = Omit<ScheduledRow, 'id' | 'failed' | 'failure_message'>;

/** Longest note of a reminder, in code points. */
export const maxReminderNoteLength = 500;

/** A user may not have more than this waiting. */
export const maxScheduled = 1000;

/** @returns undefined for one of another user or of another kind. */
export function findScheduled(
  db: Reader,
  userId: number,
  kind: ScheduledRow['kind'],
  id: number,
): ScheduledRow | undefined {
  return db.get<ScheduledRow>(
    'SELECT * FROM scheduled_messages WHERE id = ? AND sender_id = ? AND kind = ?',
    id,
    userId,
    kind,
  );
}

/** A user's rows of one kind, the next to be sent first. */
export function scheduledOf(db: Reader, userId: number, kind: ScheduledRow['kind']): ScheduledRow[] {
  return db.all<ScheduledRow>(
    'SELECT * FROM scheduled_messages WHERE sender_id = ? AND kind = ? ORDER BY scheduled_delivery_timestamp, id',
    userId,
    kind,
  );
}

/**
 * Ids of scheduled messages begin here, far above every message: "An id that differs from the id the message gets once
 * sent" (contract: ScheduledMessage). A client that takes one for the other finds nothing, rather than something else.
 */
const idsAbove = 1_000_000_000;

/** @returns its id */
export function insertScheduled(tx: Transaction, row: NewScheduledRow): number {
  return tx.run(
    `INSERT INTO scheduled_messages (id, sender_id, kind, type, recipients, topic, content, rendered_content, client, read_by_sender,
       scheduled_delivery_timestamp, reminder_target_message_id, note)
     VALUES ((SELECT max(coalesce(max(seq), 0), ?) + 1 FROM sqlite_sequence WHERE name = 'scheduled_messages'), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    idsAbove,
    row.sender_id,
    row.kind,
    row.type,
    row.recipients,
    row.topic,
    row.content,
    row.rendered_content,
    row.client,
    row.read_by_sender,
    row.scheduled_delivery_timestamp,
    row.reminder_target_message_id,
    row.note,
  ).lastId;
}

/** Writes an edit; the message counts as not tried. */
export function updateScheduled(tx: Transaction, row: ScheduledRow): void {
  tx.run(
    `UPDATE scheduled_messages SET type = ?, recipients = ?, topic = ?, content = ?, rendered_content = ?, scheduled_delivery_timestamp = ?,
       failed = 0, failure_message = NULL WHERE id = ?`,
    row.type,
    row.recipients,
    row.topic,
    row.content,
    row.rendered_content,
    row.scheduled_delivery_timestamp,
    row.id,
  );
}

/** It is not tried again on its own. @param reason a sentence for its owner. */
export function markFailed(tx: Transaction, id: number, reason: string): void {
  tx.run('UPDATE scheduled_messages SET failed = 1, failure_message = ? WHERE id = ?', reason, id);
}

/** Sent, or not wanted any more. */
export function deleteScheduled(tx: Transaction, id: number): void {
  tx.run('DELETE FROM scheduled_messages WHERE id = ?', id);
}

/** What is due, the longest waiting first. */
export function dueScheduled(db: Reader, now: number): ScheduledRow[] {
  return db.all<ScheduledRow>(
    'SELECT * FROM scheduled_messages WHERE failed = 0 AND scheduled_delivery_timestamp <= ? ORDER BY scheduled_delivery_timestamp, id LIMIT 100',
    now,
  );
}

/** How many messages wait, of everyone, and how many could not be sent. */
export function scheduledCounts(db: Reader): { waiting: number; failed: number } {
  const count = (failed: number): number =>
    db.get<{ count: number }>(
      "SELECT count(*) AS count FROM scheduled_messages WHERE kind = 'message' AND failed = ?",
      failed,
    )?.count ?? 0;
  return { waiting: count(0), failed: count(1) };
}

/** Messages of everyone, those that failed first, then the next to be sent. */
export function allScheduled(db: Reader, limit: number): ScheduledRow[] {
  return db.all<ScheduledRow>(
    "SELECT * FROM scheduled_messages WHERE kind = 'message' ORDER BY failed DESC, scheduled_delivery_timestamp, id LIMIT ?",
    limit,
  );
}

/** When the next one is due, UNIX seconds; null when none waits. */
export function nextScheduled(db: Reader): number | null {
  return (
    db.get<{ next: number | null }>(
      'SELECT min(scheduled_delivery_timestamp) AS next FROM scheduled_messages WHERE failed = 0',
    )?.next ?? null
  );
}
