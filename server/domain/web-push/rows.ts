/** Tables of browsers that get notifications by web push, and of the key that signs these. */
import type { Reader, Transaction } from '../../storage/database.ts';

/** Base64url: the point on P-256, and the private number. */
export interface KeysRow {
  public_key: string;
  private_key: string;
}

export interface SubscriptionRow {
  id: number;
  user_id: number;
  name: string;
  shows_text: 0 | 1;
  endpoint: string;
  p256dh: string;
  auth: string;
  session_hash: string | null;
  created_at: number;
  last_sent_at: number | null;
  last_error: string | null;
}

/** @returns undefined before the first browser asks. */
export const findKeys = (db: Reader): KeysRow | undefined =>
  db.get<KeysRow>('SELECT public_key, private_key FROM web_push_keys');

/** Stores the keys of this server. */
export function storeKeys(tx: Transaction, keys: KeysRow): void {
  tx.run('INSERT INTO web_push_keys (id, public_key, private_key) VALUES (1, ?, ?)', keys.public_key, keys.private_key);
}

/** Stores a subscription in the place of one with the same endpoint: a browser has one, whichever account uses it. @returns its id. */
export function insertSubscription(
  tx: Transaction,
  row: Omit<SubscriptionRow, 'id' | 'last_sent_at' | 'last_error'>,
): number {
  tx.run('DELETE FROM web_push_subscriptions WHERE endpoint = ?', row.endpoint);
  return tx.run(
    `INSERT INTO web_push_subscriptions (user_id, name, shows_text, endpoint, p256dh, auth, session_hash, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    row.user_id,
    row.name,
    row.shows_text,
    row.endpoint,
    row.p256dh,
    row.auth,
    row.session_hash,
    row.created_at,
  ).lastId;
}

/** Deletes subscriptions. */
export function deleteSubscriptions(tx: Transaction, ids: readonly number[]): void {
  tx.run('DELETE FROM web_push_subscriptions WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
}

/** Deletes all subscriptions of a user. */
export function deleteSubscriptionsOf(tx: Transaction, userId: number): void {
  tx.run('DELETE FROM web_push_subscriptions WHERE user_id = ?', userId);
}

/** The push service took a notification. */
export function noteSent(tx: Transaction, id: number, now: number): void {
  tx.run('UPDATE web_push_subscriptions SET last_sent_at = ?, last_error = NULL WHERE id = ?', now, id);
}

/** The push service took none. */
export function noteError(tx: Transaction, id: number, error: string): void {
  tx.run('UPDATE web_push_subscriptions SET last_error = ? WHERE id = ?', error, id);
}

/** A browser that was signed out gets nothing. */
const isSignedIn = `(session_hash IS NULL OR EXISTS
  (SELECT 1 FROM sessions s WHERE s.token_hash = session_hash AND s.user_id = web_push_subscriptions.user_id))`;

/** A user's subscriptions, the oldest first. */
export const subscriptionsOfUser = (db: Reader, userId: number): SubscriptionRow[] =>
  db.all<SubscriptionRow>(
    `SELECT * FROM web_push_subscriptions WHERE user_id = ? AND ${isSignedIn} ORDER BY id`,
    userId,
  );

/** @returns undefined for one that is gone or was signed out. */
export const findSubscription = (db: Reader, id: number): SubscriptionRow | undefined =>
  db.get<SubscriptionRow>(`SELECT * FROM web_push_subscriptions WHERE id = ? AND ${isSignedIn}`, id);

/** Ids of users who have such a browser. */
export const usersWithSubscriptions = (db: Reader): ReadonlySet<number> =>
  db.remember('users with web push', () => {
    const rows = db.all<{ id: number }>('SELECT DISTINCT user_id AS id FROM web_push_subscriptions');
    return new Set(rows.map(({ id }) => id));
  });

/** Deletes subscriptions of browsers that were signed out. */
export function pruneSubscriptions(tx: Transaction): void {
  tx.run(`DELETE FROM web_push_subscriptions WHERE NOT ${isSignedIn}`);
}
