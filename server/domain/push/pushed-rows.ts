/** Pushed messages of user devices. Owns the table pushed_messages; a row ends when the message is read or gone. */
import type { Reader, Transaction } from '../../storage/database.ts';

/** @returns false when the user's devices were informed of it before. */
export function notePushed(tx: Transaction, userId: number, messageId: number): boolean {
  const { changes } = tx.run(
    'INSERT INTO pushed_messages (user_id, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    userId,
    messageId,
  );
  return changes > 0;
}

/** Ids of messages of which a user's devices were informed, and which are no longer unread for them. */
export function readOfPushed(db: Reader, userId: number): number[] {
  return db
    .all<{ message_id: number }>(
      `SELECT p.message_id FROM pushed_messages p WHERE p.user_id = ? AND NOT EXISTS
         (SELECT 1 FROM message_flags f WHERE f.user_id = p.user_id AND f.message_id = p.message_id AND (f.flags & 1) != 0)
       ORDER BY p.message_id`,
      userId,
    )
    .map((row) => row.message_id);
}

/** Users whose devices were informed of one of these messages. */
export function usersPushed(db: Reader, messageIds: readonly number[]): number[] {
  return db
    .all<{ user_id: number }>(
      'SELECT DISTINCT user_id FROM pushed_messages WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY user_id',
      JSON.stringify(messageIds),
    )
    .map((row) => row.user_id);
}

/** The user's devices were informed that these are read, or gone. */
export function forgetPushed(tx: Transaction, userId: number, messageIds: readonly number[]): void {
  tx.run(
    'DELETE FROM pushed_messages WHERE user_id = ? AND message_id IN (SELECT value FROM json_each(?))',
    userId,
    JSON.stringify(messageIds),
  );
}

/** What the icon of an app counts: the notifications that wait to be read. */
export function badgeCount(db: Reader, userId: number): number {
  const sql = 'SELECT count(*) AS count FROM pushed_messages WHERE user_id = ?';
  return db.get<{ count: number }>(sql, userId)?.count ?? 0;
}
