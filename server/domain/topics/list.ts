/** Topics of a channel, as they follow from its messages: there is no table of topics. */
import type { TopicSize } from '../../contract/shapes/topics.ts';
import type { Viewing } from '../acting.ts';
import type { ChannelRow } from '../channels/rows.ts';
import { visibleUserIds } from '../users/visibility.shared.ts';
import { unknownName } from '../users/wire.ts';

/** A topic and its newest message. */
export interface Topic {
  max_id: number;
  /** As written in the newest message. */
  name: string;
}

/** Topics that are looked up in one step. */
const topicsAtOnce = 250;

/**
 * Topics with messages that the caller may read, newest first. The caller has been found to read the channel.
 * Each step of the search jumps to the next topic in the index: the cost is that of the topics, not of the messages.
 */
export function* topicsOf({ db, user }: Pick<Viewing, 'db' | 'user'>, channel: ChannelRow): Generator<void, Topic[]> {
  const hasOpenHistory = channel.invite_only === 0 || channel.history_public_to_subscribers === 1;
  const newest = hasOpenHistory
    ? 'SELECT max(m.id) FROM messages m WHERE m.stream_id = ?1 AND m.topic_key = topics.key'
    : `SELECT max(m.id) FROM subscription_spans sp JOIN messages m
         ON m.stream_id = sp.stream_id AND m.topic_key = topics.key AND m.id > sp.after_id AND (sp.until_id IS NULL OR m.id <= sp.until_id)
       WHERE sp.stream_id = ?1 AND sp.user_id = ?3`;
  const found: Topic[] = [];
  let after: string | undefined;
  for (;;) {
    const sql = `WITH RECURSIVE topics(key) AS (
       SELECT min(topic_key) FROM messages WHERE stream_id = ?1 AND topic_key ${after === undefined ? '>=' : '>'} ?2
       UNION ALL SELECT (SELECT min(topic_key) FROM messages WHERE stream_id = ?1 AND topic_key > topics.key)
         FROM topics WHERE topics.key IS NOT NULL LIMIT ${topicsAtOnce}),
     newest(key, id) AS (SELECT key, (${newest}) FROM topics WHERE key IS NOT NULL)
     SELECT newest.key, m.id AS max_id, m.topic AS name FROM newest LEFT JOIN messages m ON m.id = newest.id ORDER BY newest.key`;
    const own = hasOpenHistory ? [] : [user.id];
    const topics: (Partial<Topic> & { key: string })[] = db.all(sql, channel.id, after ?? '', ...own);
    for (const { max_id: id, name } of topics) if (id != null && name != null) found.push({ max_id: id, name });
    after = topics.at(-1)?.key;
    if (topics.length < topicsAtOnce) break;
    yield;
  }
  return found.toSorted((a, b) => b.max_id - a.max_id);
}

/** More topics than anybody reads through; the newest are given. */
const maxSizes = 2000;

/**
 * Topics with the number of their messages that the caller may read, newest first, and how many topics there are.
 * The caller has been found to read the channel. Unlike `topicsOf` this costs a step for each message of the topics that are given.
 */
export function* topicSizes(
  viewing: Pick<Viewing, 'db' | 'user'>,
  channel: ChannelRow,
): Generator<void, { topics: TopicSize[]; total: number }> {
  const all = yield* topicsOf(viewing, channel);
  const hasOpenHistory = channel.invite_only === 0 || channel.history_public_to_subscribers === 1;
  const spans = hasOpenHistory
    ? ''
    : `JOIN subscription_spans sp ON sp.stream_id = m.stream_id AND sp.user_id = ?3 AND m.id > sp.after_id
         AND (sp.until_id IS NULL OR m.id <= sp.until_id)`;
  // Spans of one person may touch: a message counts once.
  const count = hasOpenHistory ? 'count(*)' : 'count(DISTINCT m.id)';
  const sql = `SELECT sizes.max_id, m.topic AS name, sizes.message_count, m.timestamp AS last_message_at,
       m.sender_id AS last_sender_id, u.full_name AS last_sender_full_name
     FROM (SELECT max(m.id) AS max_id, ${count} AS message_count FROM messages m ${spans}
       WHERE m.stream_id = ?1 AND m.topic_key IN (SELECT topic_key FROM messages WHERE id IN (SELECT value FROM json_each(?2)))
       GROUP BY m.topic_key) sizes JOIN messages m ON m.id = sizes.max_id JOIN users u ON u.id = m.sender_id
     ORDER BY sizes.max_id DESC`;
  const visible = visibleUserIds(viewing);
  const topics: TopicSize[] = [];
  for (let from = 0; from < Math.min(all.length, maxSizes); from += topicsAtOnce) {
    if (from > 0) yield;
    const some = all.slice(from, Math.min(from + topicsAtOnce, maxSizes));
    const ids = JSON.stringify(some.map((topic) => topic.max_id));
    for (const topic of viewing.db.all<TopicSize>(sql, channel.id, ids, ...(hasOpenHistory ? [] : [viewing.user.id])))
      topics.push(
        visible?.has(topic.last_sender_id) === false ? { ...topic, last_sender_full_name: unknownName } : topic,
      );
  }
  return { topics, total: all.length };
}
