/**
 * What is unread of one user, by conversation, for registration. Somebody who was away for long has tens of thousands of them:
 * the lists are made ahead of the transaction, in steps, and it only brings in what has changed since.
 */
import type { components } from '../../contract/types.ts';
import { topicForClient } from '../../events/topic-name.ts';
import type { Reader } from '../../storage/database.ts';
import { groupBy } from '../../storage/group-by.ts';
import { placesKnown, placesOf, preparePlaces, type Place } from './places.ts';
import type { Steps } from './steps.ts';

type UnreadOfTopic = Required<components['schemas']['RegisterResponseUnreadMsgs']>['streams'][number];

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
  /** The same as long as nobody's flags have changed, and as long as no message has moved. */
  flags: object;
  places: object;
}

export const idOf = (code: number): number => Math.floor(code / flagSpace);
export const flagsOfCode = (code: number): number => code % flagSpace;
const newestOf = ({ ids }: Unread): number => ids.at(-1) ?? 0;

/** @param knowsEmptyTopic false: the empty topic comes by its display name. */
export function* prepareUnread(db: Reader, userId: number, knowsEmptyTopic: boolean): Steps<UnreadLists> {
  const [flags, places] = [flagsKnown(db), placesKnown(db)];
  const codes: number[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; codes.length <= maxUnread;) {
    const some = codesBefore(db, userId, before, Math.min(stepSize, maxUnread + 1 - codes.length));
    codes.push(...some);
    yield;
    if (some.length < stepSize) break;
    before = idOf(some.at(-1) ?? 0);
  }
  const areMissing = codes.length > maxUnread;
  if (areMissing) codes.length = maxUnread;
  yield* preparePlaces(db, codes.map(idOf));
  const found = new Map<number, Unread>();
  for (let at = 0; at < codes.length; at += stepSize) {
    const ids = codes.slice(at, at + stepSize).map(idOf);
    const placeOf = placesOf(db, ids);
    for (const id of ids) {
      const place = placeOf(id);
      if (place === undefined) continue;
      const known = found.get(place.conversation);
      if (known === undefined) found.set(place.conversation, { place, ids: [id], text: '' });
      else known.ids.push(id);
    }
    yield;
  }
  const conversations = [...found.values()].toReversed();
  for (const [index, unread] of conversations.entries()) {
    unread.ids.reverse();
    unread.text = textOf(unread, knowsEmptyTopic);
    if (index % stepSize === 0) yield;
  }
  return { codes, areMissing, conversations, flags, places };
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
  return { ...lists, codes, areMissing, conversations, flags };
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

function textOf({ place, ids }: Unread, knowsEmptyTopic: boolean): string {
  if (place.channelId === null) return '';
  const topic = topicForClient(place.topic, knowsEmptyTopic);
  return JSON.stringify({ stream_id: place.channelId, topic, unread_message_ids: ids } satisfies UnreadOfTopic);
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
