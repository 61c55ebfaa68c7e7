/**
 * Marking very much: a channel that someone never read, everything, what people are about to leave, ten thousand ids. It is found in
 * slices and written in several transactions, each with its own event, so that others are served in between. What came
 * after the request stays as it is; one that is cut short by the end of the server can be repeated.
 */
import type { Dependencies, Reader } from '../../../storage/database.ts';
import type { Acting, SystemActing, Viewing } from '../../acting.ts';
import { placesOf, preparePlaces, type Conversation } from '../reading/places.ts';
import { slices, type Steps } from '../reading/steps.ts';
import { maxMessageId, messagePlaces } from '../rows.ts';
import { type FlagOp, type SettableFlag, flagBits, removeBits, unreadAmong, unreadIds } from './flags.shared.ts';
import {
  allMarkable,
  announceFlags,
  markAllRead,
  markMarkable,
  markMessages,
  unreadAgain,
  type MarkResult,
} from './mark.ts';

/** Messages that one transaction marks, and one step reads: some ten milliseconds. */
export const markedAtOnce = 2000;

/** How a request reads and writes (api/endpoint.ts, Call). */
export interface SlicedCall {
  readInSlices<T>(start: (viewing: Viewing) => Generator<void, T>, dependsOn?: Dependencies): Promise<T>;
  write<T>(fn: (acting: Acting) => T): Promise<T>;
}

/** Channels, or one topic of them. */
export interface ReadScope {
  channelIds: readonly number[];
  topicKey?: string;
  /** And nothing before this message. */
  fromId?: number;
}

/** What has been marked ahead of a change that needs it to be read. */
export interface ReadAhead {
  /** Up to this message. */
  untilId: number;
  /** That still holds as long as this is `stillnessOf` the data. */
  stillness: number;
}

/** The same number as long as nothing that was read becomes unread, and nothing moves. */
const stillnessOf = (db: Reader): number => db.version(unreadAgain, messagePlaces);

/** Up to which message nothing is unread of what was marked ahead. */
export const readUntil = (db: Reader, ahead: ReadAhead | undefined): number =>
  ahead !== undefined && ahead.stillness === stillnessOf(db) ? ahead.untilId : 0;

/** Marks what is unread for these users there. */
export async function markRead(call: SlicedCall, userIds: readonly number[], scope: ReadScope): Promise<ReadAhead> {
  const ahead = await call.write(aheadOf);
  for (const userId of userIds) {
    const ids = await call.readInSlices(({ db }) => unreadSteps(db, userId, ahead.untilId, scope), {});
    // Someone may have read or moved some of them since they were found.
    for (const some of slices(ids, markedAtOnce))
      await call.write((acting) =>
        clear(acting, userId, idsWithin(acting.db, unreadAmong(acting.db, userId, some), scope)),
      );
  }
  return ahead;
}

/**
 * Sets or clears a flag of these messages for the caller.
 * @throws ApiError as markMessages, and then nothing is marked. One that goes out of the caller's sight after that is passed over.
 */
export async function markMany(
  call: SlicedCall,
  op: FlagOp,
  flag: SettableFlag,
  ids: readonly number[],
): Promise<Omit<MarkResult, 'changed'>> {
  if (ids.length <= markedAtOnce) return call.write((acting) => markMessages(acting, op, flag, ids));
  const parts = slices(
    [...new Set(ids)].toSorted((a, b) => a - b),
    markedAtOnce,
  );
  await call.readInSlices((viewing) => checkMarkable(viewing, op, flag, parts), {});
  const processed: number[] = [];
  const ignored = new Set<number>();
  for (const part of parts) {
    const marked = await call.write((acting) => markMarkable(acting, op, flag, part));
    processed.push(...marked.processed);
    for (const channelId of marked.ignoredChannelIds) ignored.add(channelId);
  }
  return { processed, ignoredChannelIds: [...ignored] };
}

function* checkMarkable(viewing: Viewing, op: FlagOp, flag: SettableFlag, parts: readonly number[][]): Steps<void> {
  for (const part of parts) {
    allMarkable(viewing, op, flag, part);
    yield;
  }
}

/** Marks everything as read for the caller. */
export async function markEverythingRead({ write }: Pick<SlicedCall, 'write'>): Promise<void> {
  const { untilId } = await write(aheadOf);
  while (await write((acting) => markNext(acting, untilId)));
}

const aheadOf = ({ db }: Acting): ReadAhead => ({ untilId: maxMessageId(db), stillness: stillnessOf(db) });

/** @returns whether there is more: the last part says that all is read, where it is. */
function markNext(acting: Acting, untilId: number): boolean {
  const ids = unreadIds(acting.db, acting.user.id, 0, untilId, markedAtOnce);
  const isLast = ids.length < markedAtOnce;
  // Of what came since the request its reader knows nothing yet: then not everything is read.
  const isAll = isLast && unreadIds(acting.db, acting.user.id, untilId + 1, maxMessageId(acting.db), 1).length === 0;
  if (isAll) markAllRead(acting);
  else clear(acting, acting.user.id, ids);
  return !isLast;
}

function* unreadSteps(db: Reader, userId: number, untilId: number, scope: ReadScope): Steps<number[]> {
  const found: number[] = [];
  for (let from = scope.fromId ?? 0; ;) {
    const ids = unreadIds(db, userId, from, untilId, markedAtOnce);
    yield* preparePlaces(db, ids);
    found.push(...idsWithin(db, ids, scope));
    if (ids.length < markedAtOnce) return found;
    from = (ids.at(-1) ?? 0) + 1;
    yield;
  }
}

function idsWithin(db: Reader, ids: readonly number[], { channelIds, topicKey }: ReadScope): number[] {
  const isWithin = (place: Conversation | undefined): boolean =>
    place?.channelId !== undefined &&
    place.channelId !== null &&
    channelIds.includes(place.channelId) &&
    (topicKey === undefined || place.topicKey === topicKey);
  const placeOf = placesOf(db, ids);
  return ids.filter((id) => isWithin(placeOf(id)));
}

function clear(acting: SystemActing, userId: number, ids: number[]): void {
  removeBits(acting.tx, userId, ids, flagBits.unread);
  announceFlags(acting, userId, 'add', 'read', ids);
}
