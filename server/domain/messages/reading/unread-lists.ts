/**
 * Unread messages of a user by conversation, for registration. Someone who was away for long has tens of thousands of them:
 * the lists are made ahead of the transaction, in steps, and it only brings in what has come since. They are numbers in a row and
 * bytes of the answer, not objects: the garbage of those would hold others up longer than the work.
 */
import { topicForClient } from '../../../events/topic-name.ts';
import type { Reader } from '../../../storage/database.ts';
import { groupBy } from '../../../storage/group-by.ts';
import { archivedChannelIds } from '../../channels/rows.ts';
import { mentionBits, unreadStillness } from '../flags/flags.shared.ts';
import { maxMessageId } from '../rows.ts';
import { placesKnown, placesOf, preparePlaces, type Conversation } from './places.ts';
import type { Steps } from './steps.ts';

/** Unread messages that are listed, newest first; older ones make old_unreads_missing true. */
const maxUnread = 50_000;
/** Messages of one step, and conversations: a millisecond or so. */
const stepSize = 1000;
/** Conversations that are written together: a new message in one of them writes as many again. */
const writtenAtOnce = 250;
/** Where more has come since, the lists are made again. */
const mostNew = 200;
const mostChanged = 20;

/** Flags of one message fit below: a list of numbers comes out of the database many times faster than rows. */
const flagSpace = 128;

/** One conversation with what is unread of it. */
export interface Unread {
  /** As its newest message has it. */
  place: Conversation;
  /** Ascending. */
  ids: readonly number[];
}

export interface UnreadLists {
  conversations: Conversations;
  /** Those of them that are direct, by their newest message, the newest last. */
  direct: readonly Unread[];
  /** What came after the lists were made, in other places or in the same. */
  news: readonly Unread[];
  /** `streams` as JSON, many entries in each with a comma before every one, by their newest messages, the newest last. */
  streams: readonly Buffer[];
  /** Messages that call the user, ascending. */
  mentions: readonly number[];
  areMissing: boolean;
  /** The newest message of all when they were made. */
  until: number;
  /** For whom they are, and the channels that are left out for them: of these, nothing new comes. */
  knows: UnreadForm;
  unknown: ReadonlySet<number>;
  /** The same as long as no flag of these messages has changed, and as long as none has moved. */
  flags: number;
  places: object;
}

const idOf = (code: number): number => Math.floor(code / flagSpace);

/** What the client that asks can be reported. */
export interface UnreadForm {
  /** false: the empty topic comes by its display name. */
  emptyTopic: boolean;
  /** false: nothing is unread in archived channels, where that client could not clear it. */
  archived: boolean;
}

const nothing: ReadonlySet<number> = new Set();
const unknownTo = (db: Reader, knows: UnreadForm): ReadonlySet<number> =>
  knows.archived ? nothing : archivedChannelIds(db);

/** Conversations by their newest message, the newest first, in lists that are read side by side. */
class Conversations {
  readonly places: Conversation[] = [];
  readonly #indexes: number[] = [];
  /** By message, newest first: the index of its conversation, -1 where it is gone. */
  readonly #indexOf: Int32Array;
  readonly #codes: Float64Array;
  /** Where the messages of each begin in #ids, and behind the last one where they end. */
  #starts = new Uint32Array(0);
  readonly #ids: Float64Array;

  /** @param codes newest first */
  constructor(codes: Float64Array) {
    this.#codes = codes;
    this.#indexOf = new Int32Array(codes.length).fill(-1);
    this.#ids = new Float64Array(codes.length);
  }

  /** Finds where these messages belong. They come in their order. @param unknown channels that are left out */
  add(db: Reader, from: number, to: number, unknown: ReadonlySet<number>): void {
    const placeOf = placesOf(db, Array.from(this.#codes.subarray(from, to), idOf));
    for (let at = from; at < to; at += 1) {
      const place = placeOf(idOf(this.#codes[at] ?? 0));
      if (place !== undefined && !unknown.has(place.channelId ?? 0)) this.#indexOf[at] = this.#indexIn(place);
    }
  }

  /** Whether the message at this place among all is in one of them. */
  isIn(at: number): boolean {
    return (this.#indexOf[at] ?? -1) >= 0;
  }

  #indexIn(place: Conversation): number {
    const known = this.#indexes[place.conversation];
    if (known !== undefined) return known;
    this.#indexes[place.conversation] = this.places.length;
    return this.places.push(place) - 1;
  }

  /** Puts the messages of each together, when all have been added. */
  sort(): void {
    const starts = new Uint32Array(this.places.length + 1);
    for (const index of this.#indexOf) if (index >= 0) starts[index + 1] = (starts[index + 1] ?? 0) + 1;
    for (let index = 0; index < this.places.length; index += 1)
      starts[index + 1] = (starts[index + 1] ?? 0) + (starts[index] ?? 0);
    const next = starts.slice();
    // From the oldest on: so they ascend.
    for (let at = this.#codes.length - 1; at >= 0; at -= 1) {
      const index = this.#indexOf[at] ?? -1;
      if (index < 0) continue;
      const place = next[index] ?? 0;
      this.#ids[place] = idOf(this.#codes[at] ?? 0);
      next[index] = place + 1;
    }
    this.#starts = starts;
  }

  /** All messages. */
  get count(): number {
    return this.#starts.at(-1) ?? 0;
  }

  countOf(index: number): number {
    return (this.#starts[index + 1] ?? 0) - (this.#starts[index] ?? 0);
  }

  /** Ascending. */
  idsOf(index: number): number[] {
    return Array.from(this.#ids.subarray(this.#starts[index], this.#starts[index + 1]));
  }

  find({ conversation }: Conversation): number | undefined {
    return this.#indexes[conversation];
  }
}

/** Makes the lists again. */
export function* prepareUnread(db: Reader, userId: number, knows: UnreadForm): Steps<UnreadLists> {
  const [flags, places, until] = [unreadStillness(db, userId), placesKnown(db), maxMessageId(db)];
  const unknown = unknownTo(db, knows);
  const { codes, areMissing } = yield* newestCodes(db, userId);
  yield* preparePlaces(db, codes.map(idOf));
  const conversations = new Conversations(codes);
  for (let from = 0; from < codes.length; from += stepSize) {
    conversations.add(db, from, Math.min(codes.length, from + stepSize), unknown);
    yield;
  }
  conversations.sort();
  yield;
  const streams: Buffer[] = [];
  const direct: Unread[] = [];
  for (let end = conversations.places.length; end > 0; end -= writtenAtOnce) {
    const own = indexesBefore(end);
    streams.push(written(conversations, own, knows.emptyTopic));
    for (const index of own) {
      const place = conversations.places[index];
      if (place?.channelId === null) direct.push({ place, ids: conversations.idsOf(index) });
    }
    yield;
  }
  const called = codes.filter((code, at) => isMention(code) && conversations.isIn(at));
  const mentions = Array.from(called, idOf).toReversed();
  return { conversations, direct, news: [], streams, mentions, areMissing, until, knows, unknown, flags, places };
}

const isMention = (code: number): boolean => ((code % flagSpace) & mentionBits) !== 0;

/** Messages with their flags, newest first, as `id * flagSpace + flags`. */
function* newestCodes(db: Reader, userId: number): Steps<{ codes: Float64Array; areMissing: boolean }> {
  const codes = new Float64Array(maxUnread);
  let count = 0;
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const some = codesBetween(db, userId, 0, before, stepSize);
    const fitting = some.length <= maxUnread - count ? some : some.slice(0, maxUnread - count);
    codes.set(fitting, count);
    count += fitting.length;
    yield;
    if (fitting.length < some.length) return { codes, areMissing: true };
    if (some.length < stepSize) return { codes: codes.slice(0, count), areMissing: false };
    before = idOf(some.at(-1) ?? 0);
  }
}

/** Those that are written together with the one before this place, the newest last. */
const indexesBefore = (end: number): number[] =>
  Array.from({ length: Math.min(end, writtenAtOnce) }, (_, index) => end - 1 - index);

/** Entries of `streams`. */
function written(conversations: Conversations, indexes: readonly number[], knowsEmptyTopic: boolean): Buffer {
  const texts = indexes.flatMap((index) => {
    const place = conversations.places[index];
    if (place === undefined || place.channelId === null) return [];
    return [textOf({ place, ids: conversations.idsOf(index) }, knowsEmptyTopic)];
  });
  return Buffer.from(texts.join(''));
}

/** One of `streams` (contract: RegisterResponse, unread_msgs), with a comma before it. */
function textOf({ place: { channelId, topic }, ids }: Unread, knowsEmptyTopic: boolean): string {
  const name = JSON.stringify(topicForClient(topic, knowsEmptyTopic));
  return `,{"stream_id":${channelId},"topic":${name},"unread_message_ids":[${ids.join(',')}]}`;
}

/** Whether lists can still be brought up to date: nothing of them was read, moved or deleted, and not much has come. */
export const isUsable = (db: Reader, userId: number, lists: UnreadLists): boolean =>
  newsOf(db, userId, lists) !== undefined;

/** The lists as they are now. @returns undefined where they have to be made again */
export function caughtUp(db: Reader, userId: number, lists: UnreadLists): UnreadLists | undefined {
  const found = newsOf(db, userId, lists);
  if (found === undefined || found.news.length === 0) return found && lists;
  const { news, mentions } = found;
  const { conversations, knows } = lists;
  const total = conversations.places.length;
  const all = news.map(({ place, ids }): Unread => {
    const index = conversations.find(place);
    return { place, ids: index === undefined ? ids : [...conversations.idsOf(index), ...ids] };
  });
  const moved = new Set(news.flatMap(({ place }) => conversations.find(place) ?? []));
  const streams = [...lists.streams];
  for (const number of new Set([...moved].map((index) => Math.floor((total - 1 - index) / writtenAtOnce)))) {
    const others = indexesBefore(total - number * writtenAtOnce).filter((index) => !moved.has(index));
    streams[number] = written(conversations, others, knows.emptyTopic);
  }
  const isDirect = ({ place }: Unread): boolean => place.channelId === null;
  const texts = all.filter((unread) => !isDirect(unread)).map((unread) => textOf(unread, knows.emptyTopic));
  const changed = new Set(news.map(({ place }) => place.conversation));
  return {
    ...lists,
    news,
    direct: [...lists.direct.filter(({ place }) => !changed.has(place.conversation)), ...all.filter(isDirect)],
    streams: [...streams, Buffer.from(texts.join(''))],
    mentions: [...lists.mentions, ...mentions],
  };
}

/** What has come since, by its newest messages, the newest last; undefined where that is not all that has changed. */
function newsOf(
  db: Reader,
  userId: number,
  { until, knows, unknown, flags, places }: UnreadLists,
): { news: Unread[]; mentions: number[] } | undefined {
  if (flags !== unreadStillness(db, userId) || places !== placesKnown(db)) return undefined;
  if (String([...unknown]) !== String([...unknownTo(db, knows)])) return undefined;
  if (until === maxMessageId(db)) return { news: [], mentions: [] };
  const codes = codesBetween(db, userId, until, Number.MAX_SAFE_INTEGER, mostNew + 1).toReversed();
  if (codes.length > mostNew) return undefined;
  const placeOf = placesOf(db, codes.map(idOf));
  const groups = groupBy(codes.map(idOf), (id) => placeOf(id)?.conversation);
  if (groups.size > mostChanged) return undefined;
  const news = [...groups.values()].flatMap((ids): Unread[] => {
    const place = placeOf(ids.at(-1) ?? 0);
    return place === undefined ? [] : [{ place, ids }];
  });
  const newest = ({ ids }: Unread): number => ids.at(-1) ?? 0;
  return { news: news.toSorted((a, b) => newest(a) - newest(b)), mentions: codes.filter(isMention).map(idOf) };
}

/** Between two messages, newest first. */
function codesBetween(db: Reader, userId: number, after: number, before: number, limit: number): number[] {
  const row = db.get<{ codes: string }>(
    `SELECT json_group_array(code) AS codes FROM
       (SELECT message_id * ${flagSpace} + flags AS code FROM message_flags
        WHERE user_id = ? AND message_id > ? AND message_id < ? AND (flags & 1) != 0 ORDER BY message_id DESC LIMIT ?)`,
    userId,
    after,
    before,
    limit,
  );
  return JSON.parse(row?.codes ?? '[]') as number[];
}
