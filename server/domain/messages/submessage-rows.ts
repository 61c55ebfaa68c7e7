/** Submessages as they are stored, by message (contract: Submessage). */
import type { Reader } from '../../storage/database.ts';

export interface SubmessageWire {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
}

/** The submessage that a message begins with. */
export const firstSubmessage = (db: Reader, messageId: number): Pick<SubmessageWire, 'content'> | undefined =>
  db.get('SELECT content FROM submessages WHERE message_id = ? ORDER BY id LIMIT 1', messageId);

/** Contents of the submessages that a user hung on a message. */
export const submessagesBy = (db: Reader, messageId: number, senderId: number): string[] =>
  db
    .all<{ content: string }>(
      'SELECT content FROM submessages WHERE message_id = ? AND sender_id = ?',
      messageId,
      senderId,
    )
    .map(({ content }) => content);

/** @returns how many submessages of a message are of a user, their characters, and those of all */
export const submessageSizes = (
  db: Reader,
  messageId: number,
  userId: number,
): { own: number; ownText: number; text: number } =>
  db.get(
    `SELECT count(*) FILTER (WHERE sender_id = ?2) AS own, ifnull(sum(length(content)) FILTER (WHERE sender_id = ?2), 0) AS ownText,
            ifnull(sum(length(content)), 0) AS text FROM submessages WHERE message_id = ?1`,
    messageId,
    userId,
  ) ?? { own: 0, ownText: 0, text: 0 };

/** Submessages of messages, by message, oldest first. */
export function submessagesOf(db: Reader, messageIds: readonly number[]): Map<number, SubmessageWire[]> {
  const rows = db.all<SubmessageWire>(
    'SELECT id, message_id, sender_id, msg_type, content FROM submessages WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY id',
    JSON.stringify(messageIds),
  );
  const found = new Map<number, SubmessageWire[]>();
  for (const row of rows) {
    const known = found.get(row.message_id);
    if (known === undefined) found.set(row.message_id, [row]);
    else known.push(row);
  }
  return found;
}
