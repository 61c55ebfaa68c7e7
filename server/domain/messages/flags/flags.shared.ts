/**
 * Personal flags of messages. Owns `message_flags`: a row exists only where a user's flags differ from "read and nothing
 * else". Read is the absence of the unread bit, and historical is "never received", which the spans of a subscription tell
 * (access.ts); neither is stored.
 */
import type { EventBody } from '../../../events/event-types.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';

/** Bits of message_flags.flags. */
export const flagBits = {
  unread: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  topic_wildcard_mentioned: 32,
  has_alert_word: 64,
} as const;

/** Bits that content gives a message, and that an edit may take away. */
export const contentBits =
  flagBits.mentioned | flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned | flagBits.has_alert_word;
export const mentionBits = flagBits.mentioned | flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned;
const wildcardBits = flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned;

/** Flags that are there where their bit is. */
export const namedFlags = [
  'starred',
  'collapsed',
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
] as const;

/** Flags by their names (contract: Message, `flags`). @param received false adds `historical`. */
export function flagNames(bits: number, received = true): string[] {
  return [
    ...((bits & flagBits.unread) === 0 ? ['read'] : []),
    ...namedFlags.filter((name) => (bits & flagBits[name]) !== 0),
    ...((bits & wildcardBits) !== 0 ? ['wildcard_mentioned'] : []),
    ...(received ? [] : ['historical']),
  ];
}

/** One user's bits for these messages; a message without a row is not in it. */
export function flagsOf(db: Reader, userId: number, messageIds: readonly number[]): Map<number, number> {
  const rows = db.all<{ message_id: number; flags: number }>(
    'SELECT message_id, flags FROM message_flags WHERE user_id = ? AND message_id IN (SELECT value FROM json_each(?))',
    userId,
    JSON.stringify(messageIds),
  );
  return new Map(rows.map((row) => [row.message_id, row.flags]));
}

/**
 * Ids of unread messages of one user, ascending; as many of them as there are rows in no other read, and so not as rows.
 * @param from the first id that counts. @param until the last one.
 */
export function unreadIds(db: Reader, userId: number, from: number, until: number, limit: number): number[] {
  const row = db.get<{ ids: string }>(
    `SELECT json_group_array(message_id) AS ids FROM (SELECT message_id FROM message_flags
       WHERE user_id = ? AND message_id BETWEEN ? AND ? AND (flags & 1) != 0 ORDER BY message_id LIMIT ?)`,
    userId,
    from,
    until,
    limit,
  );
  return JSON.parse(row?.ids ?? '[]') as number[];
}

/** Those of these messages that are unread for one user, ascending. */
export function unreadAmong(db: Reader, userId: number, messageIds: readonly number[]): number[] {
  return db
    .all<{ id: number }>(
      `SELECT message_id AS id FROM message_flags
       WHERE user_id = ? AND message_id IN (SELECT value FROM json_each(?)) AND (flags & 1) != 0 ORDER BY message_id`,
      userId,
      JSON.stringify(messageIds),
    )
    .map((row) => row.id);
}

/** Everyone's bits for one message, by user. */
export function flagsByUser(db: Reader, messageId: number): Map<number, number> {
  const rows = db.all<{ user_id: number; flags: number }>(
    'SELECT user_id, flags FROM message_flags WHERE message_id = ?',
    messageId,
  );
  return new Map(rows.map((row) => [row.user_id, row.flags]));
}

/** Name of what is remembered of one user's flags, ended by every change but that of a new message. */
const flagsOfUser = (userId: number): string => `flags of user ${userId}`;
/** The same of all users. */
const flagsOfMessages = 'flags of messages';

/** The same number as long as no flag of this user has changed on a message that was there: new ones have greater ids. */
export const unreadStillness = (db: Reader, userId: number): number => db.version(flagsOfUser(userId), flagsOfMessages);

/**
 * Marks a new channel message unread for all subscribers: one statement, however many. No one has a row of it yet; that such rows would
 * be left alone spares SQLite a copy of each page for a conflict.
 * @param except a user who has read it already, and deactivated accounts: looking up who they are would be half of the work.
 */
export function insertUnreadForChannel(
  tx: Transaction,
  messageId: number,
  channelId: number,
  except: readonly number[],
): void {
  tx.run(
    `INSERT OR IGNORE INTO message_flags (user_id, message_id, flags) SELECT user_id, ?, 1 FROM subscriptions
     WHERE stream_id = ? AND active = 1 AND user_id NOT IN (SELECT value FROM json_each(?))`,
    messageId,
    channelId,
    JSON.stringify(except),
  );
}

/** Sets bits of one message for some users: of a new one, or after `removeBitsForAll`. */
export function addBitsForUsers(tx: Transaction, messageId: number, userIds: readonly number[], bits: number): void {
  if (userIds.length === 0 || bits === 0) return;
  tx.run(
    `INSERT INTO message_flags (user_id, message_id, flags) SELECT value, ?, ? FROM json_each(?) WHERE true
     ON CONFLICT (user_id, message_id) DO UPDATE SET flags = flags | excluded.flags`,
    messageId,
    bits,
    JSON.stringify(userIds),
  );
}

/** Sets bits of some messages for one user. */
export function addBits(tx: Transaction, userId: number, messageIds: readonly number[], bits: number): void {
  if (messageIds.length === 0) return;
  tx.outdate(flagsOfUser(userId));
  tx.run(
    `INSERT INTO message_flags (user_id, message_id, flags) SELECT ?, value, ? FROM json_each(?) WHERE true
     ON CONFLICT (user_id, message_id) DO UPDATE SET flags = flags | excluded.flags`,
    userId,
    bits,
    JSON.stringify(messageIds),
  );
}

/** Clears bits of some messages for one user; rows with nothing left to say go. */
export function removeBits(tx: Transaction, userId: number, messageIds: readonly number[], bits: number): void {
  if (messageIds.length === 0) return;
  const ids = JSON.stringify(messageIds);
  tx.outdate(flagsOfUser(userId));
  tx.run(
    'DELETE FROM message_flags WHERE user_id = ? AND message_id IN (SELECT value FROM json_each(?)) AND (flags | ?) = ?',
    userId,
    ids,
    bits,
    bits,
  );
  tx.run(
    'UPDATE message_flags SET flags = flags & ~? WHERE user_id = ? AND message_id IN (SELECT value FROM json_each(?)) AND (flags & ?) != 0',
    bits,
    userId,
    ids,
    bits,
  );
}

/** Clears bits of one message for everyone: before an edit gives them again. */
export function removeBitsForAll(tx: Transaction, messageId: number, bits: number): void {
  tx.outdate(flagsOfMessages);
  tx.run(
    'UPDATE message_flags SET flags = flags & ~? WHERE message_id = ? AND (flags & ?) != 0',
    bits,
    messageId,
    bits,
  );
  tx.run('DELETE FROM message_flags WHERE message_id = ? AND flags = 0', messageId);
}

/** Marks everything read for one user. */
export function removeAllUnread(tx: Transaction, userId: number): number {
  tx.outdate(flagsOfUser(userId));
  const { changes } = tx.run('DELETE FROM message_flags WHERE user_id = ? AND flags = 1', userId);
  return (
    changes +
    tx.run('UPDATE message_flags SET flags = flags & ~1 WHERE user_id = ? AND (flags & 1) != 0', userId).changes
  );
}

/** Forgets messages that are deleted. */
export function forgetMessages(tx: Transaction, messageIds: readonly number[]): void {
  tx.outdate(flagsOfMessages);
  tx.run('DELETE FROM message_flags WHERE message_id IN (SELECT value FROM json_each(?))', JSON.stringify(messageIds));
}

/** Makes messages read that some users lose access to. Their other flags stay, as the messages may come into sight again. */
export function forgetUnread(tx: Transaction, messageIds: readonly number[], userIds: readonly number[]): void {
  tx.outdate(flagsOfMessages);
  const among = 'user_id IN (SELECT value FROM json_each(?)) AND message_id IN (SELECT value FROM json_each(?))';
  const values = [JSON.stringify(userIds), JSON.stringify(messageIds)];
  tx.run(`DELETE FROM message_flags WHERE ${among} AND flags = 1`, ...values);
  tx.run(`UPDATE message_flags SET flags = flags & ~1 WHERE ${among} AND (flags & 1) != 0`, ...values);
}

/** Flags that users set themselves. */
export const settable = ['read', 'starred', 'collapsed'] as const;
export type SettableFlag = (typeof settable)[number];
export type FlagOp = 'add' | 'remove';

/** A flag of one user that was set or cleared. */
export const flagsEvent = (op: FlagOp, flag: SettableFlag, messages: number[]): EventBody =>
  op === 'add'
    ? { type: 'update_message_flags', op, operation: op, flag, messages, all: false }
    : { type: 'update_message_flags', op, operation: op, flag, messages, all: false };
