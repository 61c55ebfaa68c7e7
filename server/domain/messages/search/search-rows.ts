/**
 * Tables of the search index, written where messages are: words of single messages and of topics. What stands in
 * search_words goes before what a bucket says of a message; search-build.ts makes buckets of it.
 */
import { analyse, type Word } from '../../../narrow/analyser.ts';
import { textOfHtml } from '../../../narrow/html-text.ts';
import { stemMark, writeWords } from '../../../narrow/postings.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';

/** The one row of search_state. */
export interface SearchState {
  languages: string[];
  analyser: string;
  renderer: string;
}

/** How the index was made, and for which languages. */
export function searchState(db: Reader): SearchState {
  return db.remember('state of the search index', () => readState(db));
}

function readState(db: Reader): SearchState {
  const row = db.get<Omit<SearchState, 'languages'> & { languages: string }>(
    'SELECT languages, analyser, renderer FROM search_state',
  );
  if (row === undefined) throw new Error('The state of the search index is missing.');
  return { ...row, languages: JSON.parse(row.languages) as string[] };
}

/** Languages whose stems the index has: searches and narrows of events read with the same. */
export const searchLanguages = (db: Reader): string[] => searchState(db).languages;

/** The text of message HTML. */
export const wordsOfHtml = (html: string, languages: readonly string[]): Word[] =>
  analyse(textOfHtml(html).text, languages);

/** Notes the text of a message that was written or rewritten. */
export function noteWords(tx: Transaction, id: number, html: string): void {
  const words = writeWords(wordsOfHtml(html, searchLanguages(tx)));
  tx.run('INSERT OR REPLACE INTO search_words (message_id, words) VALUES (?, ?)', id, words);
}

/** Messages that are gone need no words; what buckets say of them is passed over, because ids never come back. */
export function forgetWords(tx: Transaction, ids: readonly number[]): void {
  tx.run('DELETE FROM search_words WHERE message_id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
}

/** Notes that a topic has messages. One that has lost them stays: nothing is found in it. */
export function noteTopic(tx: Transaction, channelId: number, topicKey: string): void {
  if (topicKey === '' || findTopicId(tx, channelId, topicKey) !== undefined) return;
  const { lastId } = tx.run('INSERT INTO search_topics (channel_id, topic_key) VALUES (?, ?)', channelId, topicKey);
  writeTopicWords(tx, lastId, topicKey, searchLanguages(tx));
}

/** Writes the text of a topic again. */
export function writeTopicWords(tx: Transaction, id: number, topicKey: string, languages: readonly string[]): void {
  const words = analyse(topicKey, languages);
  const entries = words.flatMap(({ forms, stems }) => [...forms, ...stems.map((stem) => stemMark + stem)]);
  tx.run(
    'INSERT OR IGNORE INTO search_topic_words (word, topic_id) SELECT value, ? FROM json_each(?)',
    id,
    JSON.stringify([...new Set(entries)]),
  );
}

/** @returns undefined for a topic that the index does not know. */
export function findTopicId(db: Reader, channelId: number, topicKey: string): number | undefined {
  return db.remember(
    `search topic ${channelId} ${topicKey}`,
    () =>
      db.get<{ id: number }>('SELECT id FROM search_topics WHERE channel_id = ? AND topic_key = ?', channelId, topicKey)
        ?.id,
  );
}

/** Topics with a word of these, or one that begins so; null for `limit` of them, or more. */
export function topicsWith(
  db: Reader,
  words: readonly string[],
  prefixes: readonly string[],
  limit: number,
): { channel_id: number; topic_key: string }[] | null {
  const beginnings = prefixes.map((prefix) => [prefix, afterPrefix(prefix)]);
  const found = db.all<{ id: number }>(
    `SELECT w.topic_id AS id FROM json_each(?) asked CROSS JOIN search_topic_words w ON w.word = asked.value
     UNION ALL SELECT w.topic_id FROM json_each(?) asked CROSS JOIN search_topic_words w
       ON w.word >= json_extract(asked.value, '$[0]') AND w.word < json_extract(asked.value, '$[1]') LIMIT ?`,
    JSON.stringify(words),
    JSON.stringify(beginnings),
    limit,
  );
  if (found.length === limit) return null;
  return db.all(
    'SELECT channel_id, topic_key FROM search_topics WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(found.map(({ id }) => id)),
  );
}

/** The end of the words that begin so, in the order of SQLite's texts. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10ffff}`;
