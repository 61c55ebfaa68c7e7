/** Tables of devices that subscribe by the ntfy app, and of what was published to them. */
import { daySecs } from '../../durations.ts';
import type { Reader, Transaction } from '../../storage/database.ts';

export const platforms = ['android', 'ios', 'computer'] as const;
export type Platform = (typeof platforms)[number];

export interface NtfyDeviceRow {
  id: number;
  user_id: number;
  name: string;
  platform: Platform;
  shows_text: 0 | 1;
  /** SHA-256, in hexadecimal. */
  topic_hash: string;
  poll_name: string;
  read_key: string;
  created_at: number;
  last_used_at: number | null;
}

export interface NtfyMessageRow {
  id: number;
  device_id: number;
  key: string;
  kind: 'message' | 'clear' | 'test';
  message_id: number | null;
  conversation: string;
  sent_at: number;
}

/** For how long a device may be away and miss nothing, in seconds. */
export const keptSecs = daySecs / 2;
/** So many messages of one device are stored; the oldest go first. */
const mostKept = 2000;

/** @returns its id. */
export function insertDevice(tx: Transaction, row: Omit<NtfyDeviceRow, 'id' | 'last_used_at'>): number {
  return tx.run(
    `INSERT INTO ntfy_devices (user_id, name, platform, shows_text, topic_hash, poll_name, read_key, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    row.user_id,
    row.name,
    row.platform,
    row.shows_text,
    row.topic_hash,
    row.poll_name,
    row.read_key,
    row.created_at,
  ).lastId;
}

/** Stores its name, and whether it shows what messages say. */
export function updateDevice(tx: Transaction, { id, name, shows_text: shows }: NtfyDeviceRow): void {
  tx.run('UPDATE ntfy_devices SET name = ?, shows_text = ? WHERE id = ?', name, shows, id);
}

/** @param pollName as the device reaches the server now. */
export function noteUse(tx: Transaction, id: number, pollName: string, now: number): void {
  tx.run('UPDATE ntfy_devices SET last_used_at = ?, poll_name = ? WHERE id = ?', now, pollName, id);
}

/** Deletes devices, with what was published to them. */
export function deleteDevices(tx: Transaction, ids: readonly number[]): void {
  tx.run('DELETE FROM ntfy_messages WHERE device_id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
  tx.run('DELETE FROM ntfy_devices WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
}

/** A user's devices, the oldest first. */
export function devicesOfUser(db: Reader, userId: number): NtfyDeviceRow[] {
  return db.all<NtfyDeviceRow>('SELECT * FROM ntfy_devices WHERE user_id = ? ORDER BY id', userId);
}

/** Those of these ids that exist. */
export function findDevices(db: Reader, ids: readonly number[]): NtfyDeviceRow[] {
  return db.all<NtfyDeviceRow>(
    'SELECT * FROM ntfy_devices WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
    JSON.stringify(ids),
  );
}

/** @param topicHash SHA-256, in hexadecimal. */
export const findDeviceByTopic = (db: Reader, topicHash: string): NtfyDeviceRow | undefined =>
  db.get<NtfyDeviceRow>('SELECT * FROM ntfy_devices WHERE topic_hash = ?', topicHash);

/** Ids of users who have such a device. */
export const usersWithDevices = (db: Reader): ReadonlySet<number> =>
  db.remember(
    'users with ntfy devices',
    () => new Set(db.all<{ id: number }>('SELECT DISTINCT user_id AS id FROM ntfy_devices').map(({ id }) => id)),
  );

/** Stores a message, and forgets the oldest beyond a device's share. */
export function addMessage(tx: Transaction, row: Omit<NtfyMessageRow, 'id'>): void {
  tx.run(
    'INSERT INTO ntfy_messages (device_id, key, kind, message_id, conversation, sent_at) VALUES (?, ?, ?, ?, ?, ?)',
    row.device_id,
    row.key,
    row.kind,
    row.message_id,
    row.conversation,
    row.sent_at,
  );
  tx.run(
    `DELETE FROM ntfy_messages WHERE device_id = ?1 AND id <=
       (SELECT id FROM ntfy_messages WHERE device_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
    row.device_id,
    mostKept,
  );
}

/** Forgets what is older than a device may ask for. */
export function pruneMessages(tx: Transaction, now: number): void {
  tx.run('DELETE FROM ntfy_messages WHERE sent_at < ?', now - keptSecs);
}

/** Messages of these devices after a place, ascending. @param since UNIX seconds. */
export function messagesAfter(
  db: Reader,
  deviceIds: readonly number[],
  place: number,
  { since, limit }: { since: number; limit: number },
): NtfyMessageRow[] {
  return db.all<NtfyMessageRow>(
    `SELECT * FROM ntfy_messages WHERE device_id IN (SELECT value FROM json_each(?)) AND id > ? AND sent_at >= ?
     ORDER BY id LIMIT ?`,
    JSON.stringify(deviceIds),
    place,
    since,
    limit,
  );
}

/** Place of the newest message of all devices; 0 = none. */
export const newestPlace = (db: Reader): number =>
  db.get<{ id: number | null }>('SELECT max(id) AS id FROM ntfy_messages')?.id ?? 0;

/** Place before the first message of these devices from a time on; of the newest where there is none. @param time UNIX seconds. */
export function placeAt(db: Reader, deviceIds: readonly number[], time: number): number {
  const [first] = messagesAfter(db, deviceIds, 0, { since: time, limit: 1 });
  return first === undefined ? newestPlace(db) : first.id - 1;
}

/** @param key its id in the protocol. */
export const findByKey = (db: Reader, key: string): NtfyMessageRow | undefined =>
  db.get<NtfyMessageRow>('SELECT * FROM ntfy_messages WHERE key = ?', key);

/** The newest message about the chat of each device. */
export function latestMessages(db: Reader, deviceIds: readonly number[]): NtfyMessageRow[] {
  return db.all<NtfyMessageRow>(
    `SELECT * FROM ntfy_messages WHERE id IN (SELECT max(id) FROM ntfy_messages
       WHERE device_id IN (SELECT value FROM json_each(?)) AND kind <> 'clear' GROUP BY device_id) ORDER BY id`,
    JSON.stringify(deviceIds),
  );
}

/** Messages of a conversation that a device was notified of and that its user has not read, as ids in the chat, ascending. */
export function unreadNotified(
  db: Reader,
  device: Pick<NtfyDeviceRow, 'id' | 'user_id'>,
  conversation: string,
): number[] {
  return db
    .all<{ message_id: number }>(
      `SELECT m.message_id FROM ntfy_messages m JOIN message_flags f ON f.message_id = m.message_id AND f.user_id = ?
       WHERE m.device_id = ? AND m.conversation = ? AND m.kind = 'message' AND (f.flags & 1) != 0 ORDER BY m.id`,
      device.user_id,
      device.id,
      conversation,
    )
    .map((row) => row.message_id);
}

/** Conversations of a user's devices that one of these messages belongs to. */
export function notifiedConversations(
  db: Reader,
  userId: number,
  messageIds: readonly number[],
): { device_id: number; conversation: string }[] {
  return db.all<{ device_id: number; conversation: string }>(
    `SELECT DISTINCT m.device_id, m.conversation FROM ntfy_messages m JOIN ntfy_devices d ON d.id = m.device_id
     WHERE m.message_id IN (SELECT value FROM json_each(?)) AND d.user_id = ? AND m.kind = 'message'
     ORDER BY m.device_id, m.conversation`,
    JSON.stringify(messageIds),
    userId,
  );
}
