/** Tables of the mails that users get about the chat: how far messages are settled, and the keys of unsubscribe links. */
import type { Reader, Transaction } from '../../storage/database.ts';

/** The newest message that is settled for a user: mailed, or found needless. 0 = none. */
export function settledMessageId(db: Reader, userId: number): number {
  return (
    db.get<{ message_id: number }>('SELECT message_id FROM missed_message_marks WHERE user_id = ?', userId)
      ?.message_id ?? 0
  );
}

/** Settles all up to a message; what is settled stays so. */
export function settleMessages(tx: Transaction, userId: number, messageId: number): void {
  tx.run(
    `INSERT INTO missed_message_marks (user_id, message_id) VALUES (?, ?)
     ON CONFLICT (user_id) DO UPDATE SET message_id = max(message_id, excluded.message_id)`,
    userId,
    messageId,
  );
}

/** When a user was last mailed about missed messages, UNIX seconds; 0 = never. */
export function lastMailed(db: Reader, userId: number): number {
  return (
    db.get<{ mailed_at: number }>('SELECT mailed_at FROM missed_message_marks WHERE user_id = ?', userId)?.mailed_at ??
    0
  );
}

/** Notes that a user whose messages were just settled is mailed. @param now UNIX seconds. */
export function noteMailed(tx: Transaction, userId: number, now: number): void {
  tx.run('UPDATE missed_message_marks SET mailed_at = ? WHERE user_id = ?', now, userId);
}

/** Settles every message for everyone: what sample data says is no reason to write to anybody. */
export function settleEverything(tx: Transaction): void {
  tx.run(
    `INSERT OR REPLACE INTO missed_message_marks (user_id, message_id)
     SELECT id, (SELECT coalesce(max(id), 0) FROM messages) FROM users`,
  );
}

/** The key of a user's unsubscribe links; made with the first mail that has one. */
export function unsubscribeKey(tx: Transaction, userId: number, make: () => string): string {
  const known = tx.get<{ key: string }>('SELECT key FROM unsubscribe_keys WHERE user_id = ?', userId);
  if (known !== undefined) return known.key;
  const key = make();
  tx.run('INSERT INTO unsubscribe_keys (user_id, key) VALUES (?, ?)', userId, key);
  return key;
}

/** @returns undefined for a key that no one was given. */
export function userOfUnsubscribeKey(db: Reader, key: string): number | undefined {
  return db.get<{ user_id: number }>('SELECT user_id FROM unsubscribe_keys WHERE key = ?', key)?.user_id;
}

/** When a user's last digest was due, in UNIX seconds; 0 = never. */
export function lastDigest(db: Reader, userId: number): number {
  return db.get<{ due_at: number }>('SELECT due_at FROM digest_times WHERE user_id = ?', userId)?.due_at ?? 0;
}

/** @param now when the digest was due, UNIX seconds. */
export function noteDigest(tx: Transaction, userId: number, now: number): void {
  tx.run('INSERT OR REPLACE INTO digest_times (user_id, due_at) VALUES (?, ?)', userId, now);
}
