/** Topics of a channel, as they follow from its messages: there is no table of topics. */
import { emptyTopicDisplayName } from '../events/variants.ts';
import type { Viewing } from './acting.ts';
import type { StreamRow } from './channels/rows.ts';

/** A topic and its newest message. */
export interface Topic {
  max_id: number;
  /** As written in the newest message. */
  name: string;
}

/**
 * Topics with messages that the caller may read, newest first. The caller has been found to read the channel.
 * Each step of the search jumps to the next topic in the index: the cost is that of the topics, not of the messages.
 */
export function topicsOf(viewing: Pick<Viewing, 'db' | 'user'>, stream: StreamRow): Topic[] {
  const hasOpenHistory = stream.invite_only === 0 || stream.history_public_to_subscribers === 1;
  const newest = hasOpenHistory
    ? 'SELECT max(m.id) FROM messages m WHERE m.stream_id = ? AND m.topic_key = topics.key'
    : `SELECT max(m.id) FROM subscription_spans sp JOIN messages m
         ON m.stream_id = sp.stream_id AND m.topic_key = topics.key AND m.id > sp.after_id AND (sp.until_id IS NULL OR m.id <= sp.until_id)
       WHERE sp.stream_id = ? AND sp.user_id = ?`;
  return viewing.db.all<Topic>(
    `WITH RECURSIVE topics(key) AS (
       SELECT min(topic_key) FROM messages WHERE stream_id = ?
       UNION ALL SELECT (SELECT min(topic_key) FROM messages WHERE stream_id = ? AND topic_key > topics.key) FROM topics WHERE topics.key IS NOT NULL),
     newest(id) AS (SELECT (${newest}) FROM topics WHERE topics.key IS NOT NULL)
     SELECT m.id AS max_id, m.topic AS name FROM newest JOIN messages m ON m.id = newest.id ORDER BY m.id DESC`,
    stream.id,
    stream.id,
    stream.id,
    ...(hasOpenHistory ? [] : [viewing.user.id]),
  );
}

/** The topic as a request names it: the display name of the empty topic is the empty topic. */
export const topicFromRequest = (topic: string): string => (topic === emptyTopicDisplayName ? '' : topic);

/** The topic as it is sent to a client that may not know the empty topic. */
export const topicForClient = (topic: string, knowsEmptyTopic: boolean): string =>
  topic === '' && !knowsEmptyTopic ? emptyTopicDisplayName : topic;
