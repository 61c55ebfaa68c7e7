/** Tables of the search index as the build in the background writes them: buckets, their postings, topics, what is complete. */
import { apartMark, bucketSize } from '../../../narrow/postings.ts';
import type { Reader, Transaction } from '../../../storage/database.ts';
import { nextTopic, type TopicPlace } from '../rows.ts';
import { findTopicId, noteTopic, writeTopicWords } from './search-rows.ts';

/** What a bucket was made with. */
export interface BucketVersion {
  analyser: string;
  renderer: string;
}

/** The text of a message that a bucket took over. */
export interface Line {
  id: number;
  words: string;
}

/** Messages with words of their own that make it worth while to build their bucket again. */
const manyLines = 64;

/** Buckets that are missing or outdated, newest first. The newest fills up first, unless all are made again. */
export function bucketsToBuild(db: Reader, { analyser, renderer }: BucketVersion, isNew: boolean): number[] {
  const held = bucketsWithMessages(db);
  const [newest = -1] = held;
  const built = new Map(
    db
      .all<BucketVersion & { bucket: number }>('SELECT bucket, analyser, renderer FROM search_buckets')
      .map((row) => [row.bucket, row.analyser === analyser && row.renderer === renderer]),
  );
  const grown = new Map(
    db
      .all<{ bucket: number; lines: number }>(
        `SELECT message_id / ${bucketSize} AS bucket, count(*) AS lines FROM search_words
         WHERE substr(words, 1, 1) <> '${apartMark}' GROUP BY 1`,
      )
      .map(({ bucket, lines }) => [bucket, lines]),
  );
  const all = new Set([...held, ...built.keys()]);
  return [...all]
    .toSorted((one, other) => other - one)
    .filter((bucket) => {
      const isCurrent = built.get(bucket);
      const isFull = bucket < newest && (isCurrent === undefined || (grown.get(bucket) ?? 0) >= manyLines);
      return isFull || isCurrent === false || (isNew && isCurrent === undefined);
    });
}

/** Buckets in which there are messages, newest first: ids of an import may leave billions of others empty. */
function bucketsWithMessages(db: Reader): number[] {
  const rows = db.all<{ bucket: number }>(
    `WITH RECURSIVE held (bucket) AS (
       SELECT max(id) / ${bucketSize} FROM messages
       UNION ALL SELECT (SELECT max(id) / ${bucketSize} FROM messages WHERE id < held.bucket * ${bucketSize})
         FROM held WHERE bucket IS NOT NULL)
     SELECT bucket FROM held WHERE bucket IS NOT NULL`,
  );
  return rows.map(({ bucket }) => bucket);
}

/** @returns the version of the renderer whose words a bucket was made of. */
export function rendererOf(db: Reader, bucket: number): string | undefined {
  return db.get<{ renderer: string }>(
    'SELECT coalesce((SELECT renderer FROM search_buckets WHERE bucket = ?), renderer) AS renderer FROM search_state',
    bucket,
  )?.renderer;
}

/** How many buckets with messages were made with this, of all. */
export function countBuilt(db: Reader, { analyser, renderer }: BucketVersion): { built: number; total: number } {
  const sql = 'SELECT bucket FROM search_buckets WHERE analyser = ? AND renderer = ?';
  const built = new Set(db.all<{ bucket: number }>(sql, analyser, renderer).map(({ bucket }) => bucket));
  const held = bucketsWithMessages(db);
  return { built: held.filter((bucket) => built.has(bucket)).length, total: held.length };
}

/** Messages of a bucket with the words that stand for them until it is built. */
export function messagesFrom(
  db: Reader,
  from: number,
  end: number,
  limit: number,
): { id: number; sender_id: number; rendered_content: string; words: string | null }[] {
  return db.all(
    `SELECT m.id, m.sender_id, m.rendered_content, w.words FROM messages m LEFT JOIN search_words w ON w.message_id = m.id
     WHERE m.id >= ? AND m.id < ? ORDER BY m.id LIMIT ?`,
    from,
    end,
    limit,
  );
}

/** Leaves a message outside of the bucket that is made: its words stand for it, as they do until then. */
export function keepApart(tx: Transaction, id: number, words: string): void {
  tx.run('INSERT OR REPLACE INTO search_words (message_id, words) VALUES (?, ?)', id, apartMark + words);
}

/** @returns the number of postings that are written now, beside those that a bucket has until it is theirs. */
export function nextGeneration(tx: Transaction): number {
  const [row] = tx.returning<{ generation: number }>(
    'UPDATE search_state SET last_generation = last_generation + 1 RETURNING last_generation AS generation',
  );
  return row?.generation ?? 0;
}

/** @param rows a word and its places each. */
export function insertPostings(tx: Transaction, generation: number, rows: readonly [string, string][]): void {
  tx.run(
    `INSERT INTO search_postings (generation, word, places)
     SELECT ?, json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?)`,
    generation,
    JSON.stringify(rows),
  );
}

/** From now on the bucket answers for the messages that have no words of their own beside it. */
export function finishBucket(
  tx: Transaction,
  bucket: number,
  generation: number,
  { analyser, renderer }: BucketVersion,
): void {
  tx.run(
    'INSERT OR REPLACE INTO search_buckets (bucket, generation, analyser, renderer) VALUES (?, ?, ?, ?)',
    bucket,
    generation,
    analyser,
    renderer,
  );
}

/** Deletes words that a finished bucket has read, of messages that have not changed since. */
export function dropLines(tx: Transaction, lines: readonly Line[]): void {
  const now = tx.all<{ id: number; words: string }>(
    'SELECT message_id AS id, words FROM search_words WHERE message_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(lines.map(({ id }) => id)),
  );
  const read = new Map(lines.map(({ id, words }) => [id, words]));
  const taken = now.filter(({ id, words }) => read.get(id) === words).map(({ id }) => id);
  tx.run('DELETE FROM search_words WHERE message_id IN (SELECT value FROM json_each(?))', JSON.stringify(taken));
}

/** Deletes some postings of no bucket: of one that was built again, or never to its end. @returns whether there may be more. */
export function dropStrayPostings(tx: Transaction): boolean {
  const stray = tx.get<{ generation: number }>(
    `WITH RECURSIVE generations (generation) AS (
       SELECT min(generation) FROM search_postings
       UNION ALL SELECT (SELECT min(generation) FROM search_postings p WHERE p.generation > generations.generation)
         FROM generations WHERE generation IS NOT NULL)
     SELECT generation FROM generations
     WHERE generation IS NOT NULL AND generation NOT IN (SELECT generation FROM search_buckets) LIMIT 1`,
  );
  if (stray === undefined) return false;
  const { generation } = stray;
  tx.run(
    'DELETE FROM search_postings WHERE generation = ? AND word IN (SELECT word FROM search_postings WHERE generation = ? LIMIT 1000)',
    generation,
    generation,
  );
  return true;
}

/** Whose stems the index has from now on. */
export function noteLanguages(tx: Transaction, languages: readonly string[]): void {
  tx.run('UPDATE search_state SET languages = ?', JSON.stringify(languages));
}

/** Every bucket is made by these versions. */
export function noteComplete(tx: Transaction, { analyser, renderer }: BucketVersion): void {
  tx.run('UPDATE search_state SET analyser = ?, renderer = ?', analyser, renderer);
}

/** Writes the text of some topics again, in the order of an index. @returns the last, or undefined when there are no more. */
export function rewriteTopics(
  tx: Transaction,
  after: TopicPlace,
  limit: number,
  languages: readonly string[],
): TopicPlace | undefined {
  let place: TopicPlace | undefined = after;
  for (let count = 0; count < limit && place !== undefined; count += 1) {
    place = nextTopic(tx, place);
    if (place === undefined) return undefined;
    noteTopic(tx, place.channelId, place.topicKey);
    const id = findTopicId(tx, place.channelId, place.topicKey);
    if (id === undefined) continue;
    tx.run('DELETE FROM search_topic_words WHERE topic_id = ?', id);
    writeTopicWords(tx, id, place.topicKey, languages);
  }
  return place;
}

/**
 * Has the index made again where messages were added without it: from the bucket of this message on. Until then buckets answer as before.
 * @param renderer that made the HTML of all messages; undefined where it is not one.
 */
export function outdateIndex(tx: Transaction, fromId: number, renderer?: string): void {
  tx.run("UPDATE search_buckets SET analyser = '' WHERE bucket >= ?", Math.floor(fromId / bucketSize));
  tx.run("UPDATE search_state SET analyser = '', renderer = coalesce(?, renderer)", renderer ?? null);
}
