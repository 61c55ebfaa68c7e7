/**
 * Filters as SQL conditions on a message `m`. None of them is ever NULL, so that the negation of a filter is its opposite.
 */
import type { Filter } from './parse.ts';

export interface Sql {
  text: string;
  params: (string | number)[];
}

/** Bits of message_flags.flags, as in domain/messages/flags/flags.shared.ts. */
export const flagMasks = { unread: 1, starred: 2, mentioned: 8 | 16 | 32, alerted: 64 } as const;
/** What SQL decides; words are looked up in the search index. */
export type SqlFilter = Exclude<Filter, { operator: 'search' }>;

/** The condition of one filter for a reader. */
export function filterSql(filter: SqlFilter, userId: number): Sql {
  const condition = conditionSql(filter, userId);
  return filter.negated ? not(condition) : condition;
}

function conditionSql(filter: SqlFilter, userId: number): Sql {
  switch (filter.operator) {
    case 'channel':
      return inList('IFNULL(m.stream_id, 0)', filter.channelIds);
    case 'topic':
      return { text: '(m.stream_id IS NOT NULL AND m.topic_key = ?)', params: [filter.topicKey] };
    case 'dm':
      return {
        text: '(m.stream_id IS NULL AND m.recipient_id = IFNULL((SELECT id FROM recipients WHERE user_ids = ?), 0))',
        params: [filter.userIds.join()],
      };
    case 'dm-including': {
      const isGroup = '(SELECT count(*) FROM recipient_users r WHERE r.recipient_id = m.recipient_id) > 2';
      return {
        text: `(m.stream_id IS NULL AND (SELECT count(*) FROM recipient_users r WHERE r.recipient_id = m.recipient_id AND r.user_id IN (SELECT value FROM json_each(?))) = ?${filter.groupsOnly === true ? ` AND ${isGroup}` : ''})`,
        params: [JSON.stringify(filter.userIds), filter.userIds.length],
      };
    }
    case 'sender':
      return { text: 'm.sender_id = ?', params: [filter.userId] };
    case 'id':
      return inList('m.id', filter.ids);
    case 'sent':
      return sentSql(filter.from, filter.until);
    case 'has':
      return { text: `m.has_${filter.kind} = 1`, params: [] };
    case 'is':
      return isSql(filter.kind, userId);
  }
}

function isSql(kind: Extract<Filter, { operator: 'is' }>['kind'], userId: number): Sql {
  const policy =
    'IFNULL((SELECT t.visibility_policy FROM user_topics t WHERE t.user_id = ? AND t.stream_id = m.stream_id AND t.topic_key = m.topic_key), 0)';
  switch (kind) {
    case 'dm':
      return { text: 'm.stream_id IS NULL', params: [] };
    case 'resolved':
      return { text: "(m.stream_id IS NOT NULL AND substr(m.topic, 1, 2) = '✔ ')", params: [] };
    case 'followed':
      return { text: `(m.stream_id IS NOT NULL AND ${policy} = 3)`, params: [userId] };
    case 'muted':
      return {
        text: `(m.stream_id IS NOT NULL AND CASE ${policy} WHEN 1 THEN 1 WHEN 2 THEN 0 WHEN 3 THEN 0
          ELSE EXISTS (SELECT 1 FROM subscriptions s WHERE s.user_id = ? AND s.stream_id = m.stream_id AND s.active = 1 AND s.is_muted = 1) END)`,
        params: [userId, userId],
      };
    default:
      return {
        text: `(IFNULL((SELECT f.flags FROM message_flags f WHERE f.user_id = ? AND f.message_id = m.id), 0) & ${flagMasks[kind]}) != 0`,
        params: [userId],
      };
  }
}

function sentSql(from: number | null, until: number | null): Sql {
  return and([
    ...(from === null ? [] : [{ text: 'm.timestamp >= ?', params: [from] }]),
    ...(until === null ? [] : [{ text: 'm.timestamp < ?', params: [until] }]),
  ]);
}

export const inList = (column: string, values: readonly number[]): Sql => ({
  text: `${column} IN (SELECT value FROM json_each(?))`,
  params: [JSON.stringify(values)],
});
export const not = (sql: Sql): Sql => ({ text: `NOT (${sql.text})`, params: sql.params });

export function and(parts: readonly Sql[]): Sql {
  return {
    text: parts.length === 0 ? '1' : `(${parts.map(({ text }) => text).join(' AND ')})`,
    params: parts.flatMap(({ params }) => params),
  };
}
