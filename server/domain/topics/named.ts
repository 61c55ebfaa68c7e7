/** Topics as requests name them, which may be spelled otherwise than they are stored. */
import { topicFromRequest } from '../../events/topic-name.ts';
import { topicKey } from '../../names.ts';
import type { Reader } from '../../storage/database.ts';

/** The topic of a channel that a request names, and whether anything is stored under its name. */
export function namedTopic(db: Reader, channelId: number, sent: string): { topic: string; isKnown: boolean } {
  const topic = topicFromRequest(sent);
  const sql = `SELECT 1 FROM messages WHERE stream_id = ?1 AND topic_key = ?2
    UNION ALL SELECT 1 FROM user_topics WHERE stream_id = ?1 AND topic_key = ?2 LIMIT 1`;
  return { topic, isKnown: db.get(sql, channelId, topicKey(topic)) !== undefined };
}
