/**
 * Messages in topics that match a phrase. Few such topics are asked for their messages; where there are many, as for
 * the first letter of a word, the messages that matter are asked for their topics.
 */
import { analyse } from '../../../narrow/analyser.ts';
import { PhraseTable, type Phrase } from '../../../narrow/phrases.ts';
import { stemMark } from '../../../narrow/postings.ts';
import { unitsOfAnalysis, type Work } from '../../../narrow/work.ts';
import type { Reader } from '../../../storage/database.ts';
import { placesOf, rangeSize, type Conversation } from '../reading/places.ts';
import type { Steps } from '../reading/steps.ts';
import { searchState, topicsWith } from './search-rows.ts';

/** Neighbouring ids that are looked through at once. */
export interface Window {
  low: number;
  high: number;
}

/** More topics than this are not listed. */
const fewTopics = 200;

/** One phrase, looked for in the names of topics. */
export class TopicSearch {
  readonly #db: Reader;
  readonly #phrase: Phrase;
  readonly #table: PhraseTable;
  readonly #languages: readonly string[];
  readonly #work: Work;
  /** JSON of channel ids and topics; null = there are many, undefined = not looked up yet. */
  #listed: string | null | undefined;
  readonly #holding = new Map<Conversation, boolean>();

  constructor(db: Reader, phrase: Phrase, work: Work) {
    this.#db = db;
    this.#phrase = phrase;
    this.#table = new PhraseTable([phrase]);
    this.#languages = searchState(db).languages;
    this.#work = work;
  }

  /** @param among nothing else counts; undefined = everything in the window does. */
  *messagesIn({ low, high }: Window, among: readonly number[] | undefined): Steps<number[]> {
    if (this.#listed === undefined) this.#listed = yield* this.#list();
    if (this.#listed === '[]') return [];
    if (this.#listed !== null) return this.#messagesOfListed(this.#listed, low, high);
    const found: number[] = [];
    for (let from = low; from <= high; from += rangeSize) {
      const end = Math.min(from + rangeSize, high + 1);
      const first = from;
      const ids =
        among === undefined
          ? Array.from({ length: end - first }, (_, index) => first + index)
          : among.filter((id) => id >= first && id < end);
      if (ids.length === 0) continue;
      const placeOf = placesOf(this.#db, ids);
      for (const id of ids) if (yield* this.#holds(placeOf(id))) found.push(id);
      yield;
    }
    return found;
  }

  *#list(): Steps<string | null> {
    const { words, isPrefix, byStem, instead = [] } = this.#phrase;
    const [first] = words;
    if (first === undefined) return '[]';
    const isOpen = isPrefix && words.length === 1;
    const stemmed = [...(byStem ? [first] : []), ...instead];
    const stems = stemmed.flatMap(({ forms, stems: own }) => [
      ...own,
      ...[...own, ...forms].map((stem) => stemMark + stem),
    ]);
    const others = instead.flatMap(({ forms }) => forms);
    const topics = topicsWith(
      this.#db,
      [...first.forms, ...others, ...stems],
      [...(isOpen ? first.forms : []), ...(isPrefix ? others : [])],
      fewTopics + 1,
    );
    if (topics === null) return null;
    const holding: typeof topics = [];
    for (const topic of topics) if (yield* this.#isIn(topic.topic_key)) holding.push(topic);
    return JSON.stringify(holding.map(({ channel_id: channelId, topic_key: key }) => [channelId, key]));
  }

  #messagesOfListed(topics: string, low: number, high: number): number[] {
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

  *#holds(place: Conversation | undefined): Steps<boolean> {
    if (place === undefined || place.channelId === null) return false;
    const known = this.#holding.get(place);
    if (known !== undefined) return known;
    const holds = yield* this.#isIn(place.topicKey);
    this.#holding.set(place, holds);
    return holds;
  }

  *#isIn(topicKey: string): Steps<boolean> {
    const words = analyse(topicKey, this.#languages);
    if (this.#work.did(topicKey.length * unitsOfAnalysis)) yield;
    return (yield* this.#table.heldBy([words], this.#work)).has(this.#phrase);
  }
}
