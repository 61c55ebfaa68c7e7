/**
 * Message places: the channel and topic, or the direct conversation, of each. Kept in memory, four bytes a message and
 * its topics once each, because a user who was away for long asks for tens of thousands. Filled a range of ids at a time, and
 * forgotten as a whole when messages move, or when what was looked up is undone: nothing else changes where a message is, and ids
 * never come back.
 */
import { complete } from '../../../narrow/work.ts';
import type { Reader } from '../../../storage/database.ts';
import { maxMessageId, messagePlaces } from '../rows.ts';
import type { Steps } from './steps.ts';

export interface Conversation {
  /** null = a direct conversation. */
  channelId: number | null;
  recipientId: number;
  topic: string;
  topicKey: string;
  /** Number of the conversation: spellings of one topic share it. */
  conversation: number;
}

/** Ids of one range: a millisecond or two to look up. */
export const rangeSize = 512;
/** Fewer of a range are looked up one by one. */
const fewOfRange = 24;

interface PlaceRow {
  id: number;
  stream_id: number | null;
  recipient_id: number;
  topic: string;
  topic_key: string;
}

class Places {
  readonly #places: Conversation[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #conversations = new Map<string, number>();
  /** By range: for each of its ids one more than the number of its place; 0 = there is no such message. */
  readonly #ranges = new Map<number, Uint32Array>();

  /** The range that was asked for last: neighbours are asked for one after the other. */
  #range = -1;
  #numbersOfRange: Uint32Array | undefined;

  has(range: number): boolean {
    return this.#ranges.has(range);
  }

  fill(db: Reader, range: number): void {
    const found = new Uint32Array(rangeSize);
    const low = range * rangeSize;
    const sql = `SELECT ${columns} FROM messages WHERE id BETWEEN ? AND ?`;
    for (const row of db.all<PlaceRow>(sql, low, low + rangeSize - 1)) found[row.id - low] = this.#numberOf(row) + 1;
    this.#ranges.set(range, found);
    this.#range = -1;
  }

  find(id: number): Conversation | undefined {
    const range = Math.floor(id / rangeSize);
    if (range !== this.#range) {
      this.#range = range;
      this.#numbersOfRange = this.#ranges.get(range);
    }
    const number = this.#numbersOfRange?.[id - range * rangeSize] ?? 0;
    return number === 0 ? undefined : this.#places[number - 1];
  }

  /** The one object for a place. */
  placeOf(row: PlaceRow): Conversation {
    return this.#places[this.#numberOf(row)] as Conversation;
  }

  #numberOf({ stream_id: channelId, recipient_id: recipientId, topic, topic_key: topicKey }: PlaceRow): number {
    const key = `${recipientId} ${topic}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#places.length;
    const conversationKey = `${recipientId} ${topicKey}`;
    const conversation = this.#conversations.get(conversationKey) ?? this.#conversations.size;
    this.#conversations.set(conversationKey, conversation);
    this.#places.push({ channelId, recipientId, topic, topicKey, conversation });
    this.#numbers.set(key, number);
    return number;
  }
}

const columns = 'id, stream_id, recipient_id, topic, topic_key';
const placesIn = (db: Reader): Places => db.rememberUntil(messagePlaces, () => new Places());

/** The same object as long as no message has moved; as long, conversations keep their numbers. */
export const placesKnown = (db: Reader): object => placesIn(db);

/**
 * Ranges that are worth keeping: of those that hold many of the ids, the ones whose ids are all given out, and for good.
 * @param ids sorted
 */
function rangesToKeep(db: Reader, ids: Iterable<number>): number[] {
  const counts = new Map<number, number>();
  for (const id of ids) {
    const range = Math.floor(id / rangeSize);
    counts.set(range, (counts.get(range) ?? 0) + 1);
  }
  const newest = maxMessageId(db);
  return [...counts].flatMap(([range, count]) =>
    count >= fewOfRange && (range + 2) * rangeSize <= newest ? [range] : [],
  );
}

/** Looks up in steps what `placesOf` needs of these messages at once. */
export function* preparePlaces(db: Reader, ids: Iterable<number>): Steps<void> {
  for (const range of rangesToKeep(db, ids)) {
    const places = placesIn(db);
    if (places.has(range)) continue;
    db.grow(messagePlaces, () => places.fill(db, range));
    yield;
  }
}

/** @returns the place of each of these messages; undefined for one that does not exist. One place is one object. */
export function placesOf(db: Reader, ids: readonly number[]): (id: number) => Conversation | undefined {
  complete(preparePlaces(db, ids));
  const places = placesIn(db);
  const others = ids.filter((id) => !places.has(Math.floor(id / rangeSize)));
  const sql = `SELECT ${columns} FROM messages WHERE id IN (SELECT value FROM json_each(?))`;
  const rows = others.length === 0 ? [] : db.all<PlaceRow>(sql, JSON.stringify(others));
  const found = db.grow(messagePlaces, () => new Map(rows.map((row) => [row.id, places.placeOf(row)])));
  return (id) => places.find(id) ?? found.get(id);
}
