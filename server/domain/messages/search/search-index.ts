/**
 * The search filters of one narrow, answered window by window: which messages of a range of neighbouring ids hold what
 * was asked for, from the buckets of the index, from the text of single messages, and from topics.
 */
import { analyse, analyserVersion } from '../../../narrow/analyser.ts';
import { PhraseSearch, type BucketReader, type Posting } from '../../../narrow/bucket-search.ts';
import type { Filter } from '../../../narrow/parse.ts';
import { PhraseTable, type Phrase } from '../../../narrow/phrases.ts';
import { bucketSize, Offsets, readWords } from '../../../narrow/postings.ts';
import { Work } from '../../../narrow/work.ts';
import type { Reader } from '../../../storage/database.ts';
import { groupBy } from '../../../storage/group-by.ts';
import type { Steps } from '../reading/steps.ts';
import { afterPrefix, searchState, wordsOfHtml } from './search-rows.ts';
import { TopicSearch, type Window } from './search-topics.ts';

type SearchFilter = Extract<Filter, { operator: 'search' }>;

/** Fewer messages of a window are looked at one by one. */
const fewOfWindow = 6;
/** Of a bucket that is not built, ids in one window: each is a line to read. */
const unbuiltWindow = 512;
/** Lines of words, and words of a beginning, that one statement reads. */
const linesAtOnce = 16;
const wordsAtOnce = 16;
/** How often one statement looks through a line for a word: of many words, it reads fewer lines. */
const looksAtOnce = 64;
/** Letters that a statement looks through for one word, in one unit of work. */
const lettersOfUnit = 20;

/** Ids of a window that match all search filters, ascending; null for those without any that is asked for. */
export interface Matches {
  included: number[] | null;
  has(id: number): boolean;
}

/** All search filters of one narrow, those that are negated too. */
export class MessageSearch {
  readonly #db: Reader;
  readonly #asked: SearchFilter[];
  readonly #refused: SearchFilter[];
  /** The index was made by this analyser, and so finds what messages hold. */
  readonly #isCurrent: boolean;
  readonly #generations: Map<number, number>;
  readonly #topics = new Map<Phrase, TopicSearch>();
  readonly #phrases = new Map<Phrase, PhraseSearch>();
  readonly #matches = new Map<number, Matches>();
  /** How many messages of the last window held a phrase: rare ones are looked up first, and often end it. */
  readonly #sizes = new Map<Phrase, number>();
  readonly #lines = new Map<number, Lines>();
  /** Every phrase of every filter. */
  readonly #table: PhraseTable;
  readonly #work = new Work();

  constructor(db: Reader, filters: readonly Filter[]) {
    const searches = filters.filter((filter) => filter.operator === 'search');
    this.#db = db;
    this.#asked = searches.filter(({ negated }) => !negated);
    this.#refused = searches.filter(({ negated }) => negated);
    this.#table = new PhraseTable(searches.flatMap(({ phrases }) => phrases));
    const { analyser, languages } = searchState(db);
    this.#isCurrent = analyser === analyserVersion(languages);
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

  /** A built bucket, or a part of one that is not. */
  windowOf(id: number): Window {
    const size = this.#generations.has(Math.floor(id / bucketSize)) ? bucketSize : unbuiltWindow;
    const low = Math.floor(id / size) * size;
    return { low, high: low + size - 1 };
  }

  /** Of these messages those in whose windows are no others of them: looking at such a message itself is less work. */
  lonelyAmong(ids: readonly number[]): Set<number> {
    if (!this.#isCurrent) return new Set();
    const groups = groupBy(ids, (id) => this.windowOf(id).low);
    const lonely = [...groups].filter(([low, group]) => group.length < fewOfWindow && !this.#matches.has(low));
    return new Set(lonely.flatMap(([, group]) => group));
  }

  /** Those of these messages that match, by their own words: the same as the index says of them. */
  *matchingAmong(ids: readonly number[]): Steps<Set<number>> {
    const matching = new Set<number>();
    for (const id of ids) {
      const held = yield* this.#heldBy(id, true);
      const holds = ({ phrases }: SearchFilter): boolean =>
        phrases.length > 0 && phrases.every((phrase) => held.has(phrase));
      if (this.#asked.every(holds) && !this.#refused.some(holds)) matching.add(id);
    }
    return matching;
  }

  /** The phrases that a message holds in its text, and in its topic too if that is asked. */
  *#heldBy(id: number, withTopic: boolean): Steps<ReadonlySet<Phrase>> {
    const row = this.#db.get<{ html: string; topic: string }>(
      'SELECT rendered_content AS html, topic_key AS topic FROM messages WHERE id = ?',
      id,
    );
    if (row === undefined) return new Set();
    const { languages } = searchState(this.#db);
    const texts = [wordsOfHtml(row.html, languages), ...(withTopic ? [analyse(row.topic, languages)] : [])];
    if (this.#work.did(row.html.length)) yield;
    return yield* this.#table.heldBy(texts, this.#work);
  }

  /** What matches in the window of an id, if that is known already. */
  knownAround(id: number): Matches | undefined {
    return this.#matches.get(this.windowOf(id).low);
  }

  /** What matches in the window of an id. */
  *matchesAround(id: number): Steps<Matches> {
    const window = this.windowOf(id);
    const known = this.#matches.get(window.low);
    if (known !== undefined) return known;
    const made = yield* this.#matchesIn(window);
    this.#matches.set(window.low, made);
    return made;
  }

  *#matchesIn(window: Window): Steps<Matches> {
    const first = firstOf(window);
    let included: Offsets | undefined;
    for (const filter of this.#asked) included = yield* this.#filterIn(filter, window, included);
    const refused: Offsets[] = [];
    for (const filter of this.#refused) refused.push(yield* this.#filterIn(filter, window, included));
    const isRefused = (offset: number): boolean => refused.some((offsets) => offsets.has(offset));
    const kept = included;
    return {
      included:
        kept === undefined
          ? null
          : kept
              .list()
              .filter((offset) => !isRefused(offset))
              .map((offset) => first + offset),
      has: (id) => (kept === undefined || kept.has(id - first)) && !isRefused(id - first),
    };
  }

  /** Rare phrases first: what they leave is all that the others are asked about. @param among undefined = everything */
  *#filterIn({ phrases }: SearchFilter, window: Window, among: Offsets | undefined): Steps<Offsets> {
    if (phrases.length === 0) return new Offsets();
    let all = among;
    const sizeOf = (phrase: Phrase): number => this.#sizes.get(phrase) ?? 0;
    for (const phrase of phrases.toSorted((a, b) => sizeOf(a) - sizeOf(b))) {
      if (all?.size === 0) break;
      const found = yield* this.#phraseIn(phrase, window, all);
      this.#sizes.set(phrase, found.size);
      if (all !== undefined) found.keep(all);
      all = found;
    }
    return all ?? new Offsets();
  }

  *#phraseIn(phrase: Phrase, window: Window, among: Offsets | undefined): Steps<Offsets> {
    const first = firstOf(window);
    const generation = this.#generations.get(first / bucketSize);
    const found = generation === undefined ? new Offsets() : yield* this.#inBucket(phrase, generation, first, among);
    const lines = yield* this.#linesIn(window);
    for (const id of lines.ids) found.delete(id - first);
    for (const id of lines.holding.get(phrase) ?? []) found.add(id - first);
    const topics = keptIn(this.#topics, phrase, () => new TopicSearch(this.#db, phrase, this.#work));
    const ids = among?.list().map((offset) => first + offset);
    for (const id of yield* topics.messagesIn(window, ids)) found.add(id - first);
    return found;
  }

  *#inBucket(phrase: Phrase, generation: number, first: number, among: Offsets | undefined): Steps<Offsets> {
    const search = keptIn(this.#phrases, phrase, () => new PhraseSearch(phrase, this.#work));
    const { sure, unsure } = yield* search.inBucket(bucketReader(this.#db, generation));
    for (const offset of unsure.list()) {
      if (sure.has(offset) || among?.has(offset) === false) continue;
      if ((yield* this.#heldBy(first + offset, false)).has(phrase)) sure.add(offset);
    }
    return sure;
  }

  /** Messages with words of their own, read once for all phrases: SQL leaves out lines that cannot hold any. */
  *#linesIn({ low, high }: Window): Steps<Lines> {
    const known = this.#lines.get(low);
    if (known !== undefined) return known;
    const made: Lines = { ids: [], holding: new Map() };
    const parts = [...new Set(this.#table.phrases.flatMap(partsOf))];
    const most = Math.max(1, Math.min(linesAtOnce, Math.floor(looksAtOnce / Math.max(1, parts.length))));
    for (let from = low; from <= high;) {
      const rows = this.#db.all<{ id: number; words: string | null; letters: number }>(
        `SELECT message_id AS id, CASE WHEN EXISTS (SELECT 1 FROM json_each(?) WHERE instr(words, value) > 0) THEN words END AS words,
           length(words) AS letters
         FROM search_words WHERE message_id BETWEEN ? AND ? ORDER BY message_id LIMIT ?`,
        JSON.stringify(parts),
        from,
        high,
        most,
      );
      for (const { id, words, letters } of rows) {
        made.ids.push(id);
        if (this.#work.did((letters * parts.length) / lettersOfUnit)) yield;
        if (words === null) continue;
        if (this.#work.did(words.length)) yield;
        for (const phrase of yield* this.#table.heldBy([readWords(words)], this.#work))
          keptIn(made.holding, phrase, () => []).push(id);
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < most) break;
      from = last.id + 1;
      if (this.#work.did(unitsOfStatement)) yield;
    }
    this.#lines.set(low, made);
    return made;
  }
}

/** Messages of a window with words of their own, and which of them hold a phrase. */
interface Lines {
  ids: number[];
  holding: Map<Phrase, number[]>;
}

/** What a statement takes that looks through lines of any length, in units of work. */
const unitsOfStatement = 2000;

/** Words of which a line has at least one if it holds the phrase. */
function partsOf({ words, byStem, instead = [] }: Phrase): string[] {
  const [first] = words;
  if (first === undefined) return [];
  return [
    ...first.forms,
    ...(byStem ? first.stems : []),
    ...instead.flatMap(({ forms, stems }) => [...forms, ...stems]),
  ];
}

/** The id at which the bucket of a window begins. */
const firstOf = ({ low }: Window): number => Math.floor(low / bucketSize) * bucketSize;

function keptIn<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  const known = values.get(key) ?? make();
  values.set(key, known);
  return known;
}

/** The postings of one generation. */
function bucketReader(db: Reader, generation: number): BucketReader {
  return {
    word: (word) =>
      db.get<Posting>('SELECT word, places FROM search_postings WHERE generation = ? AND word = ?', generation, word),
    beginningWith: (prefix, after) =>
      db.all<Posting>(
        `SELECT word, places FROM search_postings WHERE generation = ? AND word ${after === '' ? '>=' : '>'} ? AND word < ?
         ORDER BY word LIMIT ${wordsAtOnce}`,
        generation,
        after === '' ? prefix : after,
        afterPrefix(prefix),
      ),
  };
}
