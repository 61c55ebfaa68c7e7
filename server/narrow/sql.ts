/**
 * A narrow as SQL over messages `m`: the conditions of its filters, and the sources from which matching ids can be read
 * in the order of ids through an index, so that finding a page of messages never scans all of them.
 */
import { and, filterSql, flagMasks, inList, not, type Sql } from './conditions.ts';
import type { Filter } from './parse.ts';

/** A channel whose messages were asked for. */
export interface ChannelReach {
  channelId: number;
  recipientId: number;
  /** Only messages that the reader received: the channel's history is not for newcomers. */
  receivedOnly: boolean;
}

/** Which messages a reader may see at all, worked out by the domain. */
export interface Reach {
  userId: number;
  /** The channels asked for, readable ones only; null = the reader's own history: what they received. */
  channels: ChannelReach[] | null;
  /** Channels of the own history that the reader can no longer read. */
  closedChannelIds: number[];
  /** Where the narrow asks for flagged messages: channels in which those count that the reader flagged without having received them. */
  openChannelIds?: number[];
  /** Looked up only where the narrow asks for followed, or for muted conversations: all places that can hold any. */
  special?: { topics: { channelId: number; topicKey: string }[]; recipientIds: number[] };
}

/** Everything of the own history in id ranges of one recipient, for the slow but sure way through it. */
export interface Span {
  recipientId: number;
  /** null for direct conversations. */
  channelId: number | null;
  afterId: number;
  untilId: number | null;
}

/** Where ids can be read in order: `key` and `between` go into WHERE, ids outside `afterId` and `untilId` are not there. */
export interface Source {
  from: string;
  key: Sql;
  idColumn: string;
  afterId?: number;
  untilId?: number | null;
}

export interface NarrowPlan {
  where: Sql;
  /** Sources that together hold every match; null = all of the reader's spans, to be asked for only when needed. */
  sources: Source[] | null;
  /** The source of a span when `sources` is null; null for spans that can hold no match. */
  spanSource: (span: Span) => Source | null;
}

const hasIndexes = {
  link: 'messages_has_link',
  image: 'messages_has_image',
  attachment: 'messages_has_attachment',
  reaction: 'messages_has_reaction',
};

/** @returns the plan for reading the messages of a narrow that `reach` holds. */
export function narrowSql(filters: readonly Filter[], reach: Reach): NarrowPlan {
  const asked = filters.filter((filter) => !filter.negated);
  // Words are looked up beside SQL, in the search index.
  const conditions = filters.flatMap((filter) => (filter.operator === 'search' ? [] : [filter]));
  return {
    where: and([...conditions.map((filter) => filterSql(filter, reach.userId)), reachSql(reach)]),
    sources: sourcesOf(asked, reach),
    spanSource: spanSourceOf(asked),
  };
}

/** The full text of "the next ids of a source": parameters are the source's, from id, to id, the narrow's, and the limit. */
export function sourceSql(source: Source, where: Sql, direction: 'ASC' | 'DESC'): string {
  const { from, key, idColumn } = source;
  return `SELECT m.id AS id FROM ${from} WHERE ${key.text} AND ${idColumn} BETWEEN ? AND ? AND ${where.text} ORDER BY ${idColumn} ${direction} LIMIT ?`;
}

/** The id after so many others of a source, whether or not they match: parameters are the source's, from id, to id, and the number. */
export function nthSql({ from, key, idColumn }: Source, direction: 'ASC' | 'DESC'): string {
  return `SELECT ${idColumn} AS id FROM ${from} WHERE ${key.text} AND ${idColumn} BETWEEN ? AND ? ORDER BY ${idColumn} ${direction} LIMIT 1 OFFSET ?`;
}

/** All messages in the order of ids: quick where most messages match. */
export const everySource: Source = { from: 'messages m', key: { text: '1', params: [] }, idColumn: 'm.id' };

/** Partial indexes are used only by queries that repeat their condition. */
const indexCondition: Record<string, string> = {
  messages_has_link: ' AND m.has_link = 1',
  messages_has_image: ' AND m.has_image = 1',
  messages_has_attachment: ' AND m.has_attachment = 1',
  messages_has_reaction: ' AND m.has_reaction = 1',
  messages_resolved: " AND substr(m.topic, 1, 2) = '✔ '",
};

function spanIndexOf(asked: readonly Filter[]): string {
  for (const filter of asked) {
    if (filter.operator === 'has') return hasIndexes[filter.kind];
    if (filter.operator === 'is' && filter.kind === 'resolved') return 'messages_resolved';
  }
  return 'messages_recipient';
}

function spanSourceOf(asked: readonly Filter[]): NarrowPlan['spanSource'] {
  const onlyDirect = asked.some(
    (filter) => filter.operator === 'dm-including' || (filter.operator === 'is' && filter.kind === 'dm'),
  );
  const topic = asked.find((filter) => filter.operator === 'topic');
  const index = spanIndexOf(asked);
  return (span) => {
    if (span.channelId === null ? topic !== undefined : onlyDirect) return null;
    const source =
      topic !== undefined && span.channelId !== null
        ? topicSource(span.channelId, topic.topicKey)
        : recipientSource({ text: '?', params: [span.recipientId] }, index);
    return { ...source, afterId: span.afterId, untilId: span.untilId };
  };
}

function sourcesOf(asked: readonly Filter[], reach: Reach): Source[] | null {
  const find = <T extends Filter['operator']>(operator: T): Extract<Filter, { operator: T }> | undefined =>
    asked.find((filter): filter is Extract<Filter, { operator: T }> => filter.operator === operator);
  const byId = find('id');
  if (byId !== undefined) return [{ from: 'messages m', key: inList('m.id', byId.ids), idColumn: 'm.id' }];
  const dm = find('dm');
  if (dm !== undefined)
    return [
      recipientSource(
        { text: '(SELECT id FROM recipients WHERE user_ids = ?)', params: [dm.userIds.join()] },
        spanIndexOf(asked),
      ),
    ];
  const topic = find('topic');
  if (topic !== undefined && reach.channels !== null)
    return reach.channels.map(({ channelId }) => topicSource(channelId, topic.topicKey));
  if (reach.special !== undefined) {
    return [
      ...reach.special.topics.map(({ channelId, topicKey }) => topicSource(channelId, topicKey)),
      ...reach.special.recipientIds.map((id) => recipientSource({ text: '?', params: [id] }, spanIndexOf(asked))),
    ];
  }
  const flagged = asked.find((filter) => filter.operator === 'is' && filter.kind in flagMasks);
  if (flagged?.operator === 'is') return [flagSource(flagged.kind as keyof typeof flagMasks, reach.userId)];
  const sender = find('sender');
  if (sender !== undefined)
    return [
      {
        from: 'messages m INDEXED BY messages_sender',
        key: { text: 'm.sender_id = ?', params: [sender.userId] },
        idColumn: 'm.id',
      },
    ];
  if (reach.channels === null) return null;
  return reach.channels.map(({ recipientId }) =>
    recipientSource({ text: '?', params: [recipientId] }, spanIndexOf(asked)),
  );
}

function recipientSource(recipient: Sql, index: string): Source {
  return {
    from: `messages m INDEXED BY ${index}`,
    key: { text: `m.recipient_id = ${recipient.text}${indexCondition[index] ?? ''}`, params: recipient.params },
    idColumn: 'm.id',
  };
}

function topicSource(channelId: number, topicKey: string): Source {
  return {
    from: 'messages m INDEXED BY messages_topic',
    key: { text: 'm.stream_id = ? AND m.topic_key = ?', params: [channelId, topicKey] },
    idColumn: 'm.id',
  };
}

function flagSource(kind: keyof typeof flagMasks, userId: number): Source {
  const index = {
    unread: '',
    starred: ' INDEXED BY message_flags_starred',
    mentioned: ' INDEXED BY message_flags_called',
    alerted: ' INDEXED BY message_flags_called',
  }[kind];
  // Repeats the condition of the partial index, then says which of its flags is meant.
  const condition = {
    unread: '',
    starred: ' AND (f.flags & 2) != 0',
    mentioned: ' AND (f.flags & 120) != 0',
    alerted: ' AND (f.flags & 120) != 0',
  }[kind];
  return {
    from: `message_flags f${index} CROSS JOIN messages m ON m.id = f.message_id`,
    key: { text: `f.user_id = ?${condition} AND (f.flags & ${flagMasks[kind]}) != 0`, params: [userId] },
    idColumn: 'f.message_id',
  };
}

function reachSql({ userId, channels, closedChannelIds, openChannelIds = [] }: Reach): Sql {
  const spans =
    'EXISTS (SELECT 1 FROM subscription_spans sp WHERE sp.user_id = ? AND sp.stream_id = m.stream_id AND sp.after_id < m.id AND (sp.until_id IS NULL OR sp.until_id >= m.id))';
  if (channels !== null) {
    const narrow = channels.filter(({ receivedOnly }) => receivedOnly).map(({ channelId }) => channelId);
    const wide = inList(
      'm.stream_id',
      channels.map(({ channelId }) => channelId),
    );
    if (narrow.length === 0) return wide;
    const restricted = inList('m.stream_id', narrow);
    return and([wide, { text: `(NOT ${restricted.text} OR ${spans})`, params: [...restricted.params, userId] }]);
  }
  const direct = 'EXISTS (SELECT 1 FROM recipient_users ru WHERE ru.user_id = ? AND ru.recipient_id = m.recipient_id)';
  const open = inList('m.stream_id', openChannelIds);
  const received: Sql = {
    text: `CASE WHEN m.stream_id IS NULL THEN ${direct} ELSE (${spans}${openChannelIds.length === 0 ? '' : ` OR ${open.text}`}) END`,
    params: [userId, userId, ...(openChannelIds.length === 0 ? [] : open.params)],
  };
  if (closedChannelIds.length === 0) return received;
  return and([received, not({ ...inList('IFNULL(m.stream_id, 0)', closedChannelIds) })]);
}
