/** Rows of `messages`: every statement that writes them, and updates the search index (search-rows.ts). */
import { nameOf, topicKey } from '../../names.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { groupBy } from '../../storage/group-by.ts';
import { foldedHistory, maxEdits, maxHistoryLength, type HistoryEntry } from './history-rules.ts';
import { noteTime } from './message-time-rows.ts';
import { movePins } from './pin-rows.ts';
import { forgetWords, noteTopic, noteWords } from './search/search-rows.ts';

/** A row of `messages`; booleans are 0 or 1, times UNIX seconds. */
export interface MessageRow {
  id: number;
  sender_id: number;
  recipient_id: number;
  /** null for direct messages. */
  stream_id: number | null;
  topic: string;
  /** What topics are compared by (names.ts). */
  topic_key: string;
  content: string;
  rendered_content: string;
  timestamp: number;
  client: string;
  is_me_message: number;
  has_link: number;
  has_image: number;
  has_attachment: number;
  has_reaction: number;
  last_edit_timestamp: number | null;
  last_moved_timestamp: number | null;
  /** JSON of HistoryEntry[], newest first, bounded; null = never edited or moved. */
  edit_history: string | null;
}

/** What an edit of content changes. */
export type ContentChange = Pick<
  MessageRow,
  'content' | 'rendered_content' | 'is_me_message' | 'has_link' | 'has_image' | 'has_attachment'
>;

/** Name of what is remembered of where messages are (places.ts): moves alone change that. */
export const messagePlaces = 'places of messages';

/** What ends all that is remembered of a message (`tx.outdate`): a user who writes something of it that leaves says so. */
export const messageName = (id: number): string => `message ${id}`;

function outdateMessages(tx: Transaction, ids: readonly number[]): void {
  for (const id of ids) tx.outdate(messageName(id));
}

/**
 * What is stored of a message's HTML: nothing, where it is one paragraph of what was written. The column `rendered_content` is made
 * of it (storage/migrations/0012-first.sql).
 */
export const ownHtml = (content: string, html: string): string => (html === `<p>${content}</p>` ? '=' : html);

/** A user who may see it (access.ts). */
export function findMessage(db: Reader, id: number): MessageRow | undefined {
  return db.get<MessageRow>('SELECT * FROM messages WHERE id = ?', id);
}

/** Those of these ids that exist, ascending. */
export function findMessages(db: Reader, ids: readonly number[]): MessageRow[] {
  return db.all<MessageRow>(
    'SELECT * FROM messages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
    JSON.stringify(ids),
  );
}

/** A message as clients of one form are shown it, without what they do not read: columns cost more than the search for a row. */
export type ShownRow = Omit<MessageRow, 'topic_key' | 'rendered_content' | 'has_link' | 'has_image' | 'has_attachment'>;

/** Those of these ids that exist, ascending. @param asHtml their content is HTML, else as it was written. */
export function findShown(db: Reader, ids: readonly number[], asHtml: boolean): ShownRow[] {
  return db.all<ShownRow>(
    `SELECT id, sender_id, recipient_id, stream_id, topic, ${asHtml ? 'rendered_content' : 'content'} AS content, timestamp, client,
       is_me_message, has_reaction, last_edit_timestamp, last_moved_timestamp, edit_history
     FROM messages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
    JSON.stringify(ids),
  );
}

/** Where a message is: what decides who may read it. */
export type MessagePlace = Pick<MessageRow, 'id' | 'stream_id' | 'recipient_id' | 'topic'>;

/** The same for many of which no one asks what they say. */
export function findMessagePlaces(db: Reader, ids: readonly number[]): MessagePlace[] {
  return db.all<MessagePlace>(
    'SELECT id, stream_id, recipient_id, topic FROM messages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
    JSON.stringify(ids),
  );
}

/** The highest id of a message that exists; -1 without any. */
export function maxMessageId(db: Reader): number {
  return db.get<{ id: number | null }>('SELECT max(id) AS id FROM messages')?.id ?? -1;
}

/** @returns the message that is nearest to an id, itself or beyond it in this direction; undefined where there is none. */
export function nearestMessageId(db: Reader, id: number, isUp: boolean): number | undefined {
  const sql = isUp
    ? 'SELECT min(id) AS id FROM messages WHERE id >= ?'
    : 'SELECT max(id) AS id FROM messages WHERE id <= ?';
  return db.get<{ id: number | null }>(sql, id)?.id ?? undefined;
}

/** @returns the new message, as it is stored. */
export function insertMessage(
  tx: Transaction,
  message: ContentChange &
    Pick<MessageRow, 'sender_id' | 'recipient_id' | 'stream_id' | 'topic' | 'timestamp' | 'client'>,
): MessageRow {
  const key = topicKey(message.topic);
  const { lastId: id } = tx.run(
    `INSERT INTO messages (sender_id, recipient_id, stream_id, topic, topic_key, content, own_html, timestamp, client,
       is_me_message, has_link, has_image, has_attachment) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    message.sender_id,
    message.recipient_id,
    message.stream_id,
    message.topic,
    key,
    message.content,
    ownHtml(message.content, message.rendered_content),
    message.timestamp,
    message.client,
    message.is_me_message,
    message.has_link,
    message.has_image,
    message.has_attachment,
  );
  noteTime(tx, id, message.timestamp);
  noteWords(tx, id, message.rendered_content);
  if (message.stream_id !== null) noteTopic(tx, message.stream_id, key);
  const untouched = { has_reaction: 0, last_edit_timestamp: null, last_moved_timestamp: null, edit_history: null };
  return { ...message, ...untouched, id, topic_key: key };
}

/** Writes an edit of content. @param entry what the history keeps of the time before. */
export function updateContent(tx: Transaction, id: number, change: ContentChange, entry: HistoryEntry): void {
  outdateMessages(tx, [id]);
  const text = JSON.stringify(entry);
  tx.run(
    `UPDATE messages SET content = ?, own_html = ?, is_me_message = ?, has_link = ?, has_image = ?, has_attachment = ?,
       last_edit_timestamp = ?, edit_history = ${historyEntrySql} WHERE id = ?`,
    change.content,
    ownHtml(change.content, change.rendered_content),
    change.is_me_message,
    change.has_link,
    change.has_image,
    change.has_attachment,
    entry.timestamp,
    text,
    text,
    id,
  );
  noteWords(tx, id, change.rendered_content);
  boundHistories(tx, [id]);
}

/** Writes what the renderer makes of a message now: no edit, and no one is informed. */
export function rewriteRendered(
  tx: Transaction,
  { id, content }: Pick<MessageRow, 'id' | 'content'>,
  change: Pick<MessageRow, 'rendered_content' | 'has_link' | 'has_image'>,
): void {
  outdateMessages(tx, [id]);
  const { rendered_content: html, has_link: hasLink, has_image: hasImage } = change;
  const sql = 'UPDATE messages SET own_html = ?, has_link = ?, has_image = ? WHERE id = ?';
  tx.run(sql, ownHtml(content, html), hasLink, hasImage, id);
}

/** What `has:attachment` finds. */
export function setHasAttachment(tx: Transaction, id: number, has: boolean): void {
  tx.run('UPDATE messages SET has_attachment = ? WHERE id = ?', has ? 1 : 0, id);
}

/** What `has:reaction` finds. */
export function setHasReaction(tx: Transaction, id: number, has: boolean): void {
  tx.run('UPDATE messages SET has_reaction = ? WHERE id = ?', has ? 1 : 0, id);
}

/**
 * Writes a move to another topic, channel, or both.
 * @param history what the histories keep, but for that of a message whose edit of content keeps it already.
 * @param movedAt null when the topic was only resolved or unresolved (contract: Message, last_moved_timestamp).
 */
export function moveRows(
  tx: Transaction,
  ids: readonly number[],
  to: { channelId: number; recipientId: number; topic: string },
  history: { entry: HistoryEntry; keptOf: number | null },
  movedAt: number | null,
): void {
  noteTopic(tx, to.channelId, topicKey(to.topic));
  outdateMessages(tx, ids);
  tx.outdate(messagePlaces);
  const text = JSON.stringify(history.entry);
  tx.run(
    `UPDATE messages SET stream_id = ?, recipient_id = ?, topic = ?, topic_key = ?, last_moved_timestamp = coalesce(?, last_moved_timestamp),
       edit_history = CASE WHEN id = ? THEN edit_history ELSE ${historyEntrySql} END
     WHERE id IN (SELECT value FROM json_each(?))`,
    to.channelId,
    to.recipientId,
    to.topic,
    topicKey(to.topic),
    movedAt,
    history.keptOf ?? 0,
    text,
    text,
    JSON.stringify(ids),
  );
  movePins(tx, ids, to.channelId);
  boundHistories(tx, ids);
}

/**
 * Gives some messages the key and the spelling that their topic has today.
 * @param place a topic by the key that is stored, which is not that of today.
 * @returns whether there may be more.
 */
export function respellTopic(tx: Transaction, { channelId, topicKey: stored }: TopicPlace, limit: number): boolean {
  const sql = 'SELECT id, topic FROM messages WHERE stream_id = ? AND topic_key = ? LIMIT ?';
  const rows = tx.all<Pick<MessageRow, 'id' | 'topic'>>(sql, channelId, stored, limit);
  const ids = rows.map(({ id }) => id);
  const key = topicKey(stored);
  noteTopic(tx, channelId, key);
  outdateMessages(tx, ids);
  tx.outdate(messagePlaces);
  for (const [topic, spelled] of groupBy(rows, (row) => row.topic))
    tx.run(
      'UPDATE messages SET topic = ?, topic_key = ? WHERE id IN (SELECT value FROM json_each(?))',
      nameOf(topic),
      key,
      JSON.stringify(spelled.map(({ id }) => id)),
    );
  return rows.length === limit;
}

/** A topic, and the channel that it is in. */
export interface TopicPlace {
  channelId: number;
  topicKey: string;
}

/** The topic after another one: one step in the index over all messages of a topic. */
export function nextTopic(db: Reader, { channelId, topicKey: key }: TopicPlace): TopicPlace | undefined {
  return db.get<TopicPlace>(
    `SELECT stream_id AS channelId, topic_key AS topicKey FROM messages INDEXED BY messages_topic
     WHERE stream_id IS NOT NULL AND (stream_id, topic_key) > (?, ?) ORDER BY stream_id, topic_key LIMIT 1`,
    channelId,
    key,
  );
}

/** Deletes messages; their reactions and submessages go with them. */
export function deleteRows(tx: Transaction, ids: readonly number[]): void {
  outdateMessages(tx, ids);
  forgetWords(tx, ids);
  tx.run('DELETE FROM messages WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
}

/** Folds the histories that have grown too long. */
function boundHistories(tx: Transaction, ids: readonly number[]): void {
  const grown = tx.all<{ id: number; edit_history: string }>(
    `SELECT id, edit_history FROM messages WHERE id IN (SELECT value FROM json_each(?))
       AND (length(edit_history) > ? OR json_array_length(edit_history) > ?)`,
    JSON.stringify(ids),
    maxHistoryLength,
    maxEdits,
  );
  for (const { id, edit_history: history } of grown)
    tx.run('UPDATE messages SET edit_history = ? WHERE id = ?', foldedHistory(history), id);
}

/** Puts an entry, bound twice, before the older ones. */
const historyEntrySql =
  "CASE WHEN edit_history IS NULL THEN '[' || ? || ']' ELSE '[' || ? || ',' || substr(edit_history, 2) END";
