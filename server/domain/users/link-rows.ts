/**
 * Stored links sent by email to open or change an account (tables password_resets and
 * email_changes), and when they end: with a change of what they were given for.
 */
import { clockSlackSecs, daySecs } from '../../durations.ts';
import type { Transaction } from '../../storage/database.ts';

/** Seconds in which a link to a new address is good. */
export const emailChangeSecs = daySecs;

export interface ResetRow {
  user_id: number;
  created_by: number;
  created_at: number;
  expires_at: number;
}

/** Stores the one link of an account to a new password. @param keyHash made by hashToken. Times are UNIX seconds. */
export function storeReset(tx: Transaction, row: ResetRow, keyHash: string): void {
  tx.run('DELETE FROM password_resets WHERE user_id = ?', row.user_id);
  tx.run(
    'INSERT INTO password_resets (user_id, key_hash, created_by, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    row.user_id,
    keyHash,
    row.created_by,
    row.created_at,
    row.expires_at,
  );
}

/** Stores the one link of an account to a new address. `expires_at` is UNIX seconds. */
export function storeEmailChange(
  tx: Transaction,
  row: { key: string; user_id: number; new_email: string; expires_at: number },
): void {
  tx.run('DELETE FROM email_changes WHERE user_id = ?', row.user_id);
  tx.run(
    'INSERT INTO email_changes (key, user_id, new_email, expires_at) VALUES (?, ?, ?, ?)',
    row.key,
    row.user_id,
    row.new_email,
    row.expires_at,
  );
}

/**
 * Deletes links that have expired, and dates back those of a clock that was ahead: they last as long as others. Only where the
 * clock is trusted: under a wrong one, a valid link would be lost.
 */
export function pruneLinks({ tx, now }: { tx: Transaction; now: number }): void {
  tx.run(
    'UPDATE password_resets SET expires_at = expires_at - (created_at - ?1), created_at = ?1 WHERE created_at > ?2',
    now,
    now + clockSlackSecs,
  );
  const lastEnd = now + emailChangeSecs;
  tx.run('UPDATE email_changes SET expires_at = ? WHERE expires_at > ?', lastEnd, lastEnd + clockSlackSecs);
  tx.run('DELETE FROM password_resets WHERE expires_at < ?', now);
  tx.run('DELETE FROM email_changes WHERE expires_at < ?', now);
}

/**
 * Ends every link of an account: a user who holds one got it for the password, address and rights of before. Called with each
 * change of the first two, when the account may do more, and when it is closed: a link must not wait for it to be opened again.
 */
export function endMailedLinks(tx: Transaction, userId: number): void {
  tx.run('DELETE FROM password_resets WHERE user_id = ?', userId);
  tx.run('DELETE FROM email_changes WHERE user_id = ?', userId);
}

/** Ends the links of everyone: of data that comes from a backup, some have been used or replaced since. */
export function endAllMailedLinks(tx: Transaction): void {
  tx.run('DELETE FROM password_resets');
  tx.run('DELETE FROM email_changes');
}
