/** Messages of other chats as rows: written with their past, in a folder that no server uses. */
import { topicKey } from '../../names.ts';
import type { Transaction } from '../../storage/database.ts';
import { noteTime } from './message-time-rows.ts';
import { ownHtml, type MessageRow } from './rows.ts';

/**
 * Writes a message of another chat with its past. The search index is made afterwards (search-buckets.ts, `outdateIndex`).
 * @param wantedId that it is to have, and that is free; the next one without it. @returns its id.
 */
export function insertImported(
  tx: Transaction,
  message: Omit<MessageRow, 'id' | 'topic_key' | 'has_reaction'>,
  wantedId: number | undefined,
): number {
  const { lastId } = tx.run(
    `INSERT INTO messages (id, sender_id, recipient_id, stream_id, topic, topic_key, content, own_html, timestamp, client, is_me_message,
       has_link, has_image, has_attachment, last_edit_timestamp, last_moved_timestamp, edit_history)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    wantedId ?? null,
    message.sender_id,
    message.recipient_id,
    message.stream_id,
    message.topic,
    topicKey(message.topic),
    message.content,
    ownHtml(message.content, message.rendered_content),
    message.timestamp,
    message.client,
    message.is_me_message,
    message.has_link,
    message.has_image,
    message.has_attachment,
    message.last_edit_timestamp,
    message.last_moved_timestamp,
    message.edit_history,
  );
  noteTime(tx, lastId, message.timestamp);
  return lastId;
}
