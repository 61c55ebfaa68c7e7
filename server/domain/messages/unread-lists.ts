/**
 * What is unread of one user, by conversation, for registration. Somebody who was away for long has tens of thousands of them:
 * the lists are made ahead of the transaction, in steps, and it only brings in what has changed since.
 */
import { topicForClient } from '../../events/topic-name.ts';
import type { Reader } from '../../storage/database.ts';
import { groupBy } from '../../storage/group-by.ts';
import { mentionBits } from './flags.ts';
import { placesKnown, placesOf, preparePlaces, type Place } from './places.ts';
import { slices, type Steps } from './steps.ts';

/** Unread messages that are listed, newest first; older ones make old_unreads_missing true. */
const maxUnread = 50_000;
/** Messages, or conversations, of one step: a millisecond or two. */
const stepSize = 2000;

/** Flags of one message fit below: a list of numbers comes out of the database many times faster than rows. */
const flagSpace = 128;

/** One conversation with what is unread of it. */
export interface Unread {
  /** As its newest message has it. */
  place: Place;
  /** Ascending. */
  ids: number[];
  /** Its entry in `streams`, as JSON; empty for a direct conversation. */
  text: string;
}

export interface UnreadLists {
  /** Messages with their flags, newest first, as `id * flagSpace + flags`. */
  codes: number[];
  areMissing: boolean;
  /** By their newest message, the newest last. */
  conversations: Unread[];
  /** Those of them that are direct. */
  direct: Unread[];
  /** `streams` as JSON, many entries in a text. */
  streams: string[];
  /** All messages of the conversations, muted ones too. */
  count: number;
  /** Messages that call the user, ascending. */
  mentions: number[];
  /** The same as long as nobody's flags have changed, and as long as no message has moved. */
  flags: object;
  places: object;
}

const idOf = (code: number): number => Math.floor(code / flagSpace);
const newestOf = ({ ids }: Unread): number => ids.at(-1) ?? 0;

/** @param knowsEmptyTopic false: the empty topic comes by its display name. */
export function* prepareUnread(db: Reader, userId: number, knowsEmptyTopic: boolean): Steps<UnreadLists> {
  const [flags, places] = [flagsKnown(db), placesKnown(db)];
  let codes: number[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; codes.length <= maxUnread;) {
    const some = codesBefore(db, userId, before, Math.min(stepSize, maxUnread + 1 - codes.length));
    codes = codes.concat(some);
    yield;
    if (some.length < stepSize) break;
    before = idOf(some.at(-1) ?? 0);
  }
  const areMissing = codes.length > maxUnread;
  if (areMissing) codes.length = maxUnread;
  yield* preparePlaces(db, codes.map(idOf));
  const conversations: Unread[] = [];
  const byNumber: Unread[] = [];
  for (const some of slices(codes, stepSize)) {
    addTo(conversations, byNumber, db, some);
    yield;
  }
  conversations.reverse();
  for (const some of slices(conversations, stepSize)) {
    finish(some, knowsEmptyTopic);
    yield;
  }
  return { ...summed(codes, conversations), codes, areMissing, conversations, flags, places };
}

/** @param byNumber the same conversations at their numbers: a list is much faster there than a map. @param codes newest first */
function addTo(conversations: Unread[], byNumber: Unread[], db: Reader, codes: readonly number[]): void {
  const placeOf = placesOf(db, codes.map(idOf));
  for (const code of codes) {
    const id = idOf(code);
    const place = placeOf(id);
    if (place === undefined) continue;
    const known = byNumber[place.conversation];
    if (known === undefined) {
      const unread = { place, ids: [id], text: '' };
      byNumber[place.conversation] = unread;
      conversations.push(unread);
    } else known.ids.push(id);
  }
}

function finish(conversations: readonly Unread[], knowsEmptyTopic: boolean): void {
  for (const unread of conversations) {
    unread.ids.reverse();
    unread.text = textOf(unread, knowsEmptyTopic);
  }
}

function summed(
  codes: readonly number[],
  conversations: readonly Unread[],
): Pick<UnreadLists, 'direct' | 'streams' | 'count' | 'mentions'> {
  const direct: Unread[] = [];
  const texts: string[] = [];
  let count = 0;
  for (const unread of conversations) {
    count += unread.ids.length;
    if (unread.place.channelId === null) direct.push(unread);
    else texts.push(unread.text);
  }
  const mentions = codes.filter((code) => ((code % flagSpace) & mentionBits) !== 0).map(idOf);
  const streams = slices(texts, stepSize).map((some) => some.join(','));
  return { direct, streams, count, mentions: mentions.toReversed() };
}

/** The lists as they are now. @returns undefined where they have to be made anew: messages have moved. */
export function caughtUp(
  db: Reader,
  userId: number,
  knowsEmptyTopic: boolean,
  lists: UnreadLists,
): UnreadLists | undefined {
  if (lists.places !== placesKnown(db)) return undefined;
  const flags = flagsKnown(db);
  if (lists.flags === flags) return lists;
  const codes = codesBefore(db, userId, Number.MAX_SAFE_INTEGER, maxUnread + 1);
  const areMissing = codes.length > maxUnread;
  if (areMissing) codes.length = maxUnread;
  const { came, went } = differences(codes, lists.codes);
  const conversations = changed(db, lists.conversations, came, went, knowsEmptyTopic);
  return { ...summed(codes, conversations), codes, areMissing, conversations, flags, places: lists.places };
}

/** Messages of one list that the other does not have, or has with other flags. */
function differences(now: readonly number[], before: readonly number[]): { came: number[]; went: Set<number> } {
  const came: number[] = [];
  const went = new Set<number>();
  for (let [at, was] = [0, 0]; at < now.length || was < before.length;) {
    const [code, former] = [now[at] ?? -1, before[was] ?? -1];
    if (code > former) came.push(idOf(code));
    if (code < former) went.add(idOf(former));
    if (code >= former) at += 1;
    if (code <= former) was += 1;
  }
  return { came, went };
}

function changed(
  db: Reader,
  before: readonly Unread[],
  came: readonly number[],
  went: ReadonlySet<number>,
  knowsEmptyTopic: boolean,
): Unread[] {
  const placeOfNew = placesOf(db, came);
  const comeBy = groupBy(came, (id) => placeOfNew(id)?.conversation);
  const isOther = ({ place, ids }: Unread): boolean =>
    comeBy.has(place.conversation) || (went.size > 0 && ids.some((id) => went.has(id)));
  const others = before.filter(isOther);
  const known = new Map(others.map((unread) => [unread.place.conversation, unread]));
  const anew = new Set([...comeBy.keys(), ...known.keys()]);
  const made = [...anew].flatMap((conversation): Unread[] => {
    if (conversation === undefined) return [];
    const kept = known.get(conversation)?.ids.filter((id) => !went.has(id)) ?? [];
    const ids = [...new Set([...kept, ...(comeBy.get(conversation) ?? [])])].toSorted((a, b) => a - b);
    const newest = ids.at(-1);
    const place = newest === undefined ? undefined : placesOf(db, [newest])(newest);
    if (place === undefined) return [];
    const unread = { place, ids, text: '' };
    return [{ ...unread, text: textOf(unread, knowsEmptyTopic) }];
  });
  return [...before.filter((unread) => !isOther(unread)), ...made].toSorted((a, b) => newestOf(a) - newestOf(b));
}

/** One of `streams` (contract: RegisterResponse, unread_msgs). */
function textOf({ place: { channelId, topic }, ids }: Unread, knowsEmptyTopic: boolean): string {
  if (channelId === null) return '';
  const name = JSON.stringify(topicForClient(topic, knowsEmptyTopic));
  return `{"stream_id":${channelId},"topic":${name},"unread_message_ids":[${ids.join(',')}]}`;
}

const flagsKnown = (db: Reader): object => db.remember('stillness of flags', ['message_flags'], () => ({}));

function codesBefore(db: Reader, userId: number, before: number, limit: number): number[] {
  const row = db.get<{ codes: string }>(
    `SELECT json_group_array(code) AS codes FROM
       (SELECT message_id * ${flagSpace} + flags AS code FROM message_flags
        WHERE user_id = ? AND message_id < ? AND (flags & 1) != 0 ORDER BY message_id DESC LIMIT ?)`,
    userId,
    before,
    limit,
  );
  return JSON.parse(row?.codes ?? '[]') as number[];
}
