/** Topics as requests name them, which may be spelled otherwise than they are stored. */
import { topicFromRequest } from '../../events/topic-name.ts';
import { topicKey } from '../../names.ts';
import type { Reader } from '../../storage/database.ts';

/**
 * The topic of a channel that a request names. Names are stored composed and trimmed; a topic of old data may be stored as it was
 * sent, and is found under that name.
 */
export function namedTopic(db: Reader, channelId: number, sent: string): { topic: string; isKnown: boolean } {
  const topic = topicFromRequest(sent);
  const asSent = [sent, sent.trim()].find((name) => name !== topic && topic !== '' && isStored(db, channelId, name));
  return asSent === undefined ? { topic, isKnown: isStored(db, channelId, topic) } : { topic: asSent, isKnown: true };
}

function isStored(db: Reader, channelId: number, topic: string): boolean {
  const sql = `SELECT 1 FROM messages WHERE stream_id = ?1 AND topic_key = ?2
    UNION ALL SELECT 1 FROM user_topics WHERE stream_id = ?1 AND topic_key = ?2 LIMIT 1`;
  return db.get(sql, channelId, topicKey(topic)) !== undefined;
}
