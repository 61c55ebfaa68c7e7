/**
 * What registration says of messages: unread ones by conversation, starred ones, recent direct conversations, the newest id
 * (contract: RegisterResponse; client-requirements.md 5).
 */
import type { components } from '../../contract/types.ts';
import { topicForClient } from '../../events/topic-name.ts';
import type { Viewing } from '../acting.ts';
import { subscriptionsOf } from '../subscriptions/rows.ts';
import { TopicPolicy, userTopicsWire } from '../user-topics/policies.ts';
import { mentionBits } from './flags.ts';
import { groupBy } from '../../storage/group-by.ts';
import { participantsOf } from './direct-recipients.ts';

type UnreadMessages = Required<components['schemas']['RegisterResponseUnreadMsgs']>;

/** Unread messages that are listed, newest first; older ones make old_unreads_missing true. */
const maxUnread = 50_000;
const maxConversations = 1000;

interface UnreadRow {
  id: number;
  flags: number;
  stream_id: number | null;
  recipient_id: number;
  topic: string;
  topic_key: string;
}

/** @param knowsEmptyTopic false: the empty topic comes by its display name. */
export function unreadMessages(viewing: Viewing, knowsEmptyTopic: boolean): UnreadMessages {
  const rows = viewing.db.all<UnreadRow>(
    `SELECT m.id, f.flags, m.stream_id, m.recipient_id, m.topic, m.topic_key FROM message_flags f CROSS JOIN messages m ON m.id = f.message_id
     WHERE f.user_id = ? AND (f.flags & 1) != 0 ORDER BY f.message_id DESC LIMIT ?`,
    viewing.user.id,
    maxUnread + 1,
  );
  const listed = rows.slice(0, maxUnread).toReversed();
  const isMuted = mutedTopicsOf(viewing);
  const direct = directUnread(
    viewing,
    listed.filter((row) => row.stream_id === null),
  );
  return {
    count: listed.filter((row) => row.stream_id === null || !isMuted(row.stream_id, row.topic_key)).length,
    ...direct,
    streams: grouped(
      listed.filter((row) => row.stream_id !== null),
      (row) => `${row.stream_id} ${row.topic_key}`,
    ).map((group) => ({
      stream_id: group.last.stream_id as number,
      topic: topicForClient(group.last.topic, knowsEmptyTopic),
      unread_message_ids: group.ids,
    })),
    mentions: listed.filter((row) => (row.flags & mentionBits) !== 0).map((row) => row.id),
    old_unreads_missing: rows.length > maxUnread,
  };
}

function directUnread({ db, user }: Viewing, rows: readonly UnreadRow[]): Pick<UnreadMessages, 'pms' | 'huddles'> {
  const people = participantsOf(
    db,
    rows.map((row) => row.recipient_id),
  );
  const pms: UnreadMessages['pms'] = [];
  const huddles: UnreadMessages['huddles'] = [];
  for (const { last, ids } of grouped(rows, (row) => String(row.recipient_id))) {
    const userIds = people.get(last.recipient_id) ?? [];
    if (userIds.length > 2) huddles.push({ user_ids_string: userIds.join(','), unread_message_ids: ids });
    else {
      const other = userIds.find((id) => id !== user.id) ?? user.id;
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids: ids });
    }
  }
  return { pms, huddles };
}

/** Rows by conversation with their ids ascending, the conversation of the newest message last. */
function grouped(rows: readonly UnreadRow[], keyOf: (row: UnreadRow) => string): { last: UnreadRow; ids: number[] }[] {
  return [...groupBy(rows, keyOf).values()]
    .map((group) => ({ last: group.at(-1) as UnreadRow, ids: group.map((row) => row.id) }))
    .toSorted((a, b) => a.last.id - b.last.id);
}

/** Muted for the count: by the topic's policy, else by the channel's. */
function mutedTopicsOf(viewing: Viewing): (channelId: number, topicKey: string) => boolean {
  const channels = new Set(
    subscriptionsOf(viewing.db, viewing.user.id)
      .filter((row) => row.is_muted === 1)
      .map((row) => row.stream_id),
  );
  const policies = new Map(
    userTopicsWire(viewing, viewing.user.id, true).map((row) => [
      `${row.stream_id} ${row.topic_name.toLowerCase()}`,
      row.visibility_policy,
    ]),
  );
  return (channelId, topicKey) => {
    const policy = policies.get(`${channelId} ${topicKey}`) ?? TopicPolicy.none;
    return policy === TopicPolicy.none ? channels.has(channelId) : policy === TopicPolicy.muted;
  };
}

/** Ids of the caller's starred messages, ascending. */
export function starredMessageIds({ db, user }: Viewing): number[] {
  const sql =
    'SELECT message_id AS id FROM message_flags INDEXED BY message_flags_starred WHERE user_id = ? AND (flags & 2) != 0 ORDER BY message_id';
  return db.all<{ id: number }>(sql, user.id).map((row) => row.id);
}

/** The caller's latest direct conversations with their newest message, newest first; `user_ids` leaves out the caller. */
export function recentPrivateConversations({ db, user }: Viewing): { max_message_id: number; user_ids: number[] }[] {
  const rows = db.all<{ recipient_id: number; max_id: number }>(
    `SELECT r.recipient_id, (SELECT max(m.id) FROM messages m WHERE m.recipient_id = r.recipient_id) AS max_id
     FROM recipient_users r WHERE r.user_id = ? AND max_id IS NOT NULL ORDER BY max_id DESC LIMIT ?`,
    user.id,
    maxConversations,
  );
  const people = participantsOf(
    db,
    rows.map((row) => row.recipient_id),
  );
  return rows.map((row) => ({
    max_message_id: row.max_id,
    user_ids: (people.get(row.recipient_id) ?? []).filter((id) => id !== user.id),
  }));
}
