/**
 * Rows of `subscriptions` and `subscription_spans`, and every statement that writes them.
 * A span says which messages of a channel a user received while subscribed: after_id < id <= until_id (null = to this day).
 */
import type { Reader, Transaction } from '../../../storage/database.ts';
import type { ChannelRow } from '../rows.ts';

/** A row of `subscriptions`; booleans are 0 or 1, null = inherit the user's setting. */
export interface SubscriptionRow {
  user_id: number;
  stream_id: number;
  active: number;
  /** Lower-case #rrggbb. */
  color: string;
  pin_to_top: number;
  is_muted: number;
  desktop_notifications: number | null;
  audible_notifications: number | null;
  push_notifications: number | null;
  email_notifications: number | null;
  wildcard_mentions_notify: number | null;
}

export type SubscriptionColumn = Exclude<keyof SubscriptionRow, 'user_id' | 'stream_id' | 'active'>;

/** Whether the user is in the channel now. */
export function isSubscribed(db: Reader, userId: number, channelId: number): boolean {
  return findSubscription(db, userId, channelId)?.active === 1;
}

/** Active users with an active subscription, by id. */
export function subscriberIds(db: Reader, channelId: number): readonly number[] {
  return db.remember(`subscribers of ${channelId}`, () =>
    db
      .all<{ user_id: number }>(
        'SELECT s.user_id FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE s.stream_id = ? AND s.active = 1 AND u.is_active = 1 ORDER BY s.user_id',
        channelId,
      )
      .map((row) => row.user_id),
  );
}

/** Deactivated accounts that are still subscribed. */
export function deactivatedSubscriberIds(db: Reader, channelId: number): readonly number[] {
  return db.remember(`deactivated subscribers of ${channelId}`, () =>
    db
      .all<{ user_id: number }>(
        'SELECT s.user_id FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE s.stream_id = ? AND s.active = 1 AND u.is_active = 0',
        channelId,
      )
      .map((row) => row.user_id),
  );
}

/** Users with an active subscription to any of the channels, deactivated accounts too; only those of `among` where it is given. */
export function subscriptionIds(db: Reader, channelIds: readonly number[], among: readonly number[] | null): number[] {
  const only = among === null ? '' : 'AND user_id IN (SELECT value FROM json_each(?))';
  const rows = db.all<{ user_id: number }>(
    `SELECT DISTINCT user_id FROM subscriptions WHERE active = 1 AND stream_id IN (SELECT value FROM json_each(?)) ${only}`,
    JSON.stringify(channelIds),
    ...(among === null ? [] : [JSON.stringify(among)]),
  );
  return rows.map((row) => row.user_id);
}

/** The user's subscriptions, former ones too, by channel id. */
export function subscriptionsOf(db: Reader, userId: number): SubscriptionRow[] {
  return db.all<SubscriptionRow>('SELECT * FROM subscriptions WHERE user_id = ? ORDER BY stream_id', userId);
}

/** A former one too. */
export function findSubscription(db: Reader, userId: number, channelId: number): SubscriptionRow | undefined {
  return db.remember(`subscription ${userId} ${channelId}`, () =>
    db.get<SubscriptionRow>('SELECT * FROM subscriptions WHERE user_id = ? AND stream_id = ?', userId, channelId),
  );
}

/** Subscribes, or subscribes again with the former colour and settings; opens a span after the newest message. */
export function activateSubscription(tx: Transaction, userId: number, channelId: number, color: string): void {
  tx.run(
    'INSERT INTO subscriptions (user_id, stream_id, active, color) VALUES (?, ?, 1, ?) ON CONFLICT (user_id, stream_id) DO UPDATE SET active = 1',
    userId,
    channelId,
    color,
  );
  openSpan(tx, userId, channelId);
}

/** Unsubscribes; colour and settings stay for when the user comes back. */
export function deactivateSubscription(tx: Transaction, userId: number, channelId: number): void {
  tx.run('UPDATE subscriptions SET active = 0 WHERE user_id = ? AND stream_id = ?', userId, channelId);
  closeSpan(tx, userId, channelId);
}

/** Changes what a subscription says of itself. */
export function setSubscriptionColumn(
  tx: Transaction,
  row: SubscriptionRow,
  column: SubscriptionColumn,
  value: string | number | null,
): void {
  tx.run(
    `UPDATE subscriptions SET ${column} = ? WHERE user_id = ? AND stream_id = ?`,
    value,
    row.user_id,
    row.stream_id,
  );
}

/** From now on the user receives the channel's messages. */
export function openSpan(tx: Transaction, userId: number, channelId: number): void {
  // A span that is open already stays as it is.
  tx.run(
    `INSERT INTO subscription_spans (user_id, stream_id, after_id, until_id) VALUES (?, ?, ?, NULL)
     ON CONFLICT (user_id, stream_id, after_id) DO UPDATE SET until_id = NULL`,
    userId,
    channelId,
    newestMessageId(tx),
  );
}

/** These users have received what lies between, though it came to the channel from elsewhere. */
export function addSpans(
  tx: Transaction,
  userIds: readonly number[],
  channelId: number,
  afterId: number,
  untilId: number,
): void {
  tx.run(
    `INSERT INTO subscription_spans (user_id, stream_id, after_id, until_id) SELECT value, ?, ?, ? FROM json_each(?) WHERE true
     ON CONFLICT (user_id, stream_id, after_id) DO UPDATE SET until_id = max(until_id, excluded.until_id)`,
    channelId,
    afterId,
    untilId,
    JSON.stringify(userIds),
  );
}

/** From now on the user does not receive them any more; a span in which no message fell is forgotten. */
export function closeSpan(tx: Transaction, userId: number, channelId: number): void {
  const until = newestMessageId(tx);
  tx.run(
    'UPDATE subscription_spans SET until_id = ? WHERE user_id = ? AND stream_id = ? AND until_id IS NULL',
    until,
    userId,
    channelId,
  );
  tx.run(
    'DELETE FROM subscription_spans WHERE user_id = ? AND stream_id = ? AND until_id <= after_id',
    userId,
    channelId,
  );
}

/** Ends the open spans of a channel at a message; a span in which no message fell is forgotten. */
export function endSpansAt(tx: Transaction, channelId: number, untilId: number): void {
  tx.run('UPDATE subscription_spans SET until_id = ? WHERE stream_id = ? AND until_id IS NULL', untilId, channelId);
  tx.run('DELETE FROM subscription_spans WHERE stream_id = ? AND until_id <= after_id', channelId);
}

/** The highest message id ever given, deleted ones too: ids never come back, so spans stay true. */
export function newestMessageId(db: Reader): number {
  return db.get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'messages'")?.seq ?? 0;
}

/** One user and one channel. */
export interface Membership {
  userId: number;
  channel: ChannelRow;
}
