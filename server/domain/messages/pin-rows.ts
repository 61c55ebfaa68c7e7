/** Pinned messages as rows: a pin goes with its message wherever that is moved, and ends when the message is deleted. */
import type { Reader, Transaction } from '../../storage/database.ts';

export interface PinRow {
  message_id: number;
  /** Where the message is. */
  stream_id: number;
  /** The channel that it is pinned to; null, or another one than it is in: its topic. */
  pinned_to: number | null;
  pinned_by: number;
  /** UNIX seconds. */
  pinned_at: number;
}

/** The pin of a message. */
export const findPin = (db: Reader, messageId: number): PinRow | undefined =>
  db.get<PinRow>('SELECT * FROM pinned_messages WHERE message_id = ?', messageId);

/** The newest pin first. */
export const pinsIn = (db: Reader, channelId: number): PinRow[] =>
  db.all<PinRow>(
    'SELECT * FROM pinned_messages WHERE stream_id = ? ORDER BY pinned_at DESC, message_id DESC',
    channelId,
  );

/** Whether any of these messages is pinned. */
export const anyPinned = (db: Reader, ids: readonly number[]): boolean =>
  db.get(
    'SELECT 1 FROM pinned_messages WHERE message_id IN (SELECT value FROM json_each(?)) LIMIT 1',
    JSON.stringify(ids),
  ) !== undefined;

/** Pins a message, or changes what it is pinned to. */
export function insertPin(tx: Transaction, pin: PinRow): void {
  tx.run(
    `INSERT INTO pinned_messages (message_id, stream_id, pinned_to, pinned_by, pinned_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (message_id) DO UPDATE SET pinned_to = excluded.pinned_to`,
    pin.message_id,
    pin.stream_id,
    pin.pinned_to,
    pin.pinned_by,
    pin.pinned_at,
  );
}

/** Unpins a message. */
export function deletePin(tx: Transaction, messageId: number): void {
  tx.run('DELETE FROM pinned_messages WHERE message_id = ?', messageId);
}

/** Follows a move of messages to another channel, or within one. */
export function movePins(tx: Transaction, messageIds: readonly number[], channelId: number): void {
  tx.run(
    'UPDATE pinned_messages SET stream_id = ? WHERE message_id IN (SELECT value FROM json_each(?)) AND stream_id != ?',
    channelId,
    JSON.stringify(messageIds),
    channelId,
  );
}
