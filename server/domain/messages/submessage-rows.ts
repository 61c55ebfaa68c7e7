/** Submessages as they are stored, by message (contract: Submessage). */
import type { Reader } from '../../storage/database.ts';

export interface SubmessageWire {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
}

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
