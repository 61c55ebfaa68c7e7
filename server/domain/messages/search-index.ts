/**
 * The search filters of one narrow, answered window by window: which messages of a range of neighbouring ids hold what
 * was asked for, from the buckets of the index, from the words of single messages, and from topics.
 */
import { analyse } from '../../narrow/analyser.ts';
import { phraseInBucket, type BucketReader, type Posting } from '../../narrow/bucket-search.ts';
import type { Filter } from '../../narrow/parse.ts';
import { holdsPhrases, type Phrase } from '../../narrow/phrases.ts';
import { bucketSize, Offsets, readWords, stemMark } from '../../narrow/postings.ts';
import type { Reader } from '../../storage/database.ts';
import { afterPrefix, searchState, topicsWith } from './search-rows.ts';

type SearchFilter = Extract<Filter, { operator: 'search' }>;

/** Neighbouring ids that are looked through at once: a built bucket, or a part of one that is not. */
export interface Window {
  low: number;
  high: number;
}

/** Of a bucket that is not built, ids in one window: each is a line to read. */
const unbuiltWindow = 512;

/** Ids of a window that match all search filters, ascending; null for those without any that is asked for. */
export interface Matches {
  included: number[] | null;
  has(id: number): boolean;
}

export class MessageSearch {
  readonly #db: Reader;
  readonly #asked: SearchFilter[];
  readonly #refused: SearchFilter[];
  readonly #hasFormerIndex: boolean;
  readonly #generations: Map<number, number>;
  readonly #topics = new Map<Phrase, string>();
  readonly #matches = new Map<number, Matches>();
  /** How many messages of the last window held a phrase: rare ones are looked up first, and often end it. */
  readonly #sizes = new Map<Phrase, number>();
  readonly #withLines = new Map<number, boolean>();

  constructor(db: Reader, filters: readonly Filter[]) {
    const searches = filters.filter((filter) => filter.operator === 'search');
    this.#db = db;
    this.#asked = searches.filter(({ negated }) => !negated);
    this.#refused = searches.filter(({ negated }) => negated);
    this.#hasFormerIndex = searches.length > 0 && searchState(db).has_former_index === 1;
    const buckets = db.all<{ bucket: number; generation: number }>('SELECT bucket, generation FROM search_buckets');
    this.#generations = new Map(buckets.map(({ bucket, generation }) => [bucket, generation]));
  }

  /** Whether anything is searched for, or only kept out. */
  get isAsked(): boolean {
    return this.#asked.length > 0;
  }

  get isThere(): boolean {
    return this.#asked.length + this.#refused.length > 0;
  }

  windowOf(id: number): Window {
    const size = this.#generations.has(Math.floor(id / bucketSize)) ? bucketSize : unbuiltWindow;
    const low = Math.floor(id / size) * size;
    return { low, high: low + size - 1 };
  }

  /** What matches in the window of an id. */
  matchesAround(id: number): Matches {
    const window = this.windowOf(id);
    const known = this.#matches.get(window.low);
    if (known !== undefined) return known;
    const made = this.#matchesIn(window);
    this.#matches.set(window.low, made);
    return made;
  }

  #matchesIn(window: Window): Matches {
    const first = Math.floor(window.low / bucketSize) * bucketSize;
    const asked = this.#asked.map((filter) => this.#filterIn(filter, window));
    const refused = this.#refused.map((filter) => this.#filterIn(filter, window));
    const [included, ...others] = asked;
    for (const other of others) included?.keep(other);
    const isRefused = (offset: number): boolean => refused.some((offsets) => offsets.has(offset));
    return {
      included:
        included === undefined
          ? null
          : included
              .list()
              .filter((offset) => !isRefused(offset))
              .map((offset) => first + offset),
      has: (id) => (included === undefined || included.has(id - first)) && !isRefused(id - first),
    };
  }

  #filterIn({ phrases }: SearchFilter, window: Window): Offsets {
    let all: Offsets | undefined;
    const sizeOf = (phrase: Phrase): number => this.#sizes.get(phrase) ?? 0;
    for (const phrase of phrases.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
      const found = this.#phraseIn(phrase, window);
      this.#sizes.set(phrase, found.size);
      if (all === undefined) all = found;
      else all.keep(found);
      if (all.size === 0) break;
    }
    return all ?? new Offsets();
  }

  #phraseIn(phrase: Phrase, window: Window): Offsets {
    const bucket = Math.floor(window.low / bucketSize);
    const first = bucket * bucketSize;
    const generation = this.#generations.get(bucket);
    const found =
      generation === undefined
        ? this.#inFormerIndex(phrase, window)
        : phraseInBucket(phrase, bucketReader(this.#db, generation));
    if (this.#hasLines(window)) {
      if (found.size > 0) for (const id of this.#idsWithWords(window)) found.delete(id - first);
      for (const id of this.#amongWords(phrase, window)) found.add(id - first);
    }
    for (const id of this.#inTopics(phrase, window)) found.add(id - first);
    return found;
  }

  #hasLines({ low, high }: Window): boolean {
    const known = this.#withLines.get(low);
    if (known !== undefined) return known;
    const sql = 'SELECT 1 FROM search_words WHERE message_id BETWEEN ? AND ? LIMIT 1';
    const has = this.#db.get(sql, low, high) !== undefined;
    this.#withLines.set(low, has);
    return has;
  }

  #idsWithWords({ low, high }: Window): number[] {
    return this.#db
      .all<{ id: number }>('SELECT message_id AS id FROM search_words WHERE message_id BETWEEN ? AND ?', low, high)
      .map(({ id }) => id);
  }

  /** Messages with words of their own: SQL leaves out lines that cannot match. */
  #amongWords(phrase: Phrase, { low, high }: Window): number[] {
    const [first] = phrase.words;
    if (first === undefined) return [];
    const parts = [...first.forms, ...(phrase.byStem ? first.stems : [])];
    return this.#db
      .all<{ id: number; words: string }>(
        `SELECT message_id AS id, words FROM search_words WHERE message_id BETWEEN ? AND ?
           AND EXISTS (SELECT 1 FROM json_each(?) WHERE instr(words, value) > 0)`,
        low,
        high,
        JSON.stringify(parts),
      )
      .filter(({ words }) => holdsPhrases([phrase], [readWords(words)]))
      .map(({ id }) => id);
  }

  /** Messages in topics that hold the phrase. */
  #inTopics(phrase: Phrase, { low, high }: Window): number[] {
    const topics = this.#topics.get(phrase) ?? JSON.stringify(this.#topicsOf(phrase));
    this.#topics.set(phrase, topics);
    if (topics === '[]') return [];
    return this.#db
      .all<{ id: number }>(
        `SELECT m.id FROM json_each(?) asked CROSS JOIN messages m INDEXED BY messages_topic
         WHERE m.stream_id = json_extract(asked.value, '$[0]') AND m.topic_key = json_extract(asked.value, '$[1]') AND m.id BETWEEN ? AND ?`,
        topics,
        low,
        high,
      )
      .map(({ id }) => id);
  }

  #topicsOf(phrase: Phrase): [number, string][] {
    const { words, isPrefix, byStem } = phrase;
    const [first] = words;
    if (first === undefined) return [];
    const isOpen = isPrefix && words.length === 1;
    const stems = byStem ? [...first.stems, ...[...first.stems, ...first.forms].map((stem) => stemMark + stem)] : [];
    const languages = searchState(this.#db).languages;
    return topicsWith(this.#db, [...first.forms, ...stems], isOpen ? first.forms : [])
      .filter(({ topic_key: key }) => holdsPhrases([phrase], [analyse(key, languages)]))
      .map(({ channel_id: channelId, topic_key: key }) => [channelId, key]);
  }

  /** What the index of the version before says of a bucket that is not built yet: exact words, and beginnings. */
  #inFormerIndex({ words, isPrefix, byStem }: Phrase, { low, high }: Window): Offsets {
    const found = new Offsets();
    if (!this.#hasFormerIndex) return found;
    const bucket = Math.floor(low / bucketSize);
    const usual = words.map(({ forms }) => forms[0] ?? '').join(' ');
    const stems = byStem ? (words[0]?.stems ?? []) : [];
    const expression = [`"${usual}${isPrefix ? '*' : ''}"`, ...stems.map((stem) => `"${stem}"`)].join(' OR ');
    const rows = this.#db.all<{ id: number }>(
      'SELECT docid AS id FROM message_search WHERE message_search MATCH ? AND docid BETWEEN ? AND ?',
      expression,
      low,
      high,
    );
    for (const { id } of rows) found.add(id - bucket * bucketSize);
    return found;
  }
}

/** The postings of one generation. */
function bucketReader(db: Reader, generation: number): BucketReader {
  return {
    words: (words) =>
      db.all<Posting>(
        'SELECT word, places FROM search_postings WHERE generation = ? AND word IN (SELECT value FROM json_each(?))',
        generation,
        JSON.stringify(words),
      ),
    beginningWith: (prefix) =>
      db.all<Posting>(
        'SELECT word, places FROM search_postings WHERE generation = ? AND word >= ? AND word < ?',
        generation,
        prefix,
        afterPrefix(prefix),
      ),
  };
}
