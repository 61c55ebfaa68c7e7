/**
 * Setting and clearing personal flags, one by one, over a range of a narrow, or over a whole channel or topic
 * (spec: Personal message flag). Content decides the other flags: they are refused here.
 */
import type { components } from '../../../contract/types.ts';
import { invalidParameter } from '../../../errors.ts';
import { toUser } from '../../../events/audience.ts';
import type { EventBody } from '../../../events/event-types.ts';
import type { Filter } from '../../../narrow/parse.ts';
import type { Reader } from '../../../storage/database.ts';
import { groupBy } from '../../../storage/group-by.ts';
import type { Acting, SystemActing, Viewing } from '../../acting.ts';
import { archivedChannelIds, type ChannelRow } from '../../channels/rows.ts';
import { subscriberIds } from '../../channels/subscriptions/rows.ts';
import { invalidMessages, readableMessages } from '../access.ts';
import { participantsOf } from '../direct-recipients.shared.ts';
import { unsubscribedAmong } from '../narrow.ts';
import { withdrawPushes } from '../notifying/pushes.ts';
import { rangeSteps, type FoundRange, type Range } from '../reading/range-query.ts';
import type { Steps } from '../reading/steps.ts';
import { findMessagePlaces, type MessagePlace } from '../rows.ts';
import {
  addBits,
  flagBits,
  flagsEvent,
  flagsOf,
  mentionBits,
  removeAllUnread,
  removeBits,
  settable,
  type FlagOp,
  type SettableFlag,
} from './flags.shared.ts';

const serverSet = new Set([
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'wildcard_mentioned',
  'has_alert_word',
  'historical',
]);
type MessageDetails = components['schemas']['EventUpdateMessageFlagsRemoveMessageDetailsValue'];

/** Messages that one request may mark; a larger range is cut (spec: "the server may lower it"). */
const maxMarked = 5000;

/** @throws ApiError BAD_REQUEST for names that are no flag, and for flags that only the server sets. */
export function settableFlag(name: string): SettableFlag {
  const flag = settable.find((known) => known === name);
  if (flag !== undefined) return flag;
  throw invalidParameter('flag', serverSet.has(name) ? `Flag not editable: '${name}'` : `Invalid flag: '${name}'`);
}

export interface MarkResult {
  /** Messages that the caller may read. */
  processed: number[];
  changed: number[];
  /** Channels whose messages stay read because the caller is not subscribed; only for removing `read`. */
  ignoredChannelIds: number[];
}

/**
 * Sets or clears a flag of these messages, and reports to the caller's clients what changed.
 * @throws ApiError BAD_REQUEST when one of them does not exist or is not visible to the caller
 */
export function markMessages(acting: Acting, op: FlagOp, flag: SettableFlag, ids: readonly number[]): MarkResult {
  return markRows(acting, op, flag, allMarkable(acting, op, flag, ids));
}

/** The same of those that the caller may mark. */
export const markMarkable = (acting: Acting, op: FlagOp, flag: SettableFlag, ids: readonly number[]): MarkResult =>
  markRows(acting, op, flag, markableMessages(acting, op, flag, ids));

/** These messages. @throws ApiError BAD_REQUEST when one of them does not exist or is not visible to the caller */
export function allMarkable(viewing: Viewing, op: FlagOp, flag: SettableFlag, ids: readonly number[]): MessagePlace[] {
  const markable = markableMessages(viewing, op, flag, ids);
  if (markable.length < new Set(ids).size) throw invalidMessages().about('messages');
  return markable;
}

/** Messages that the caller may read; and those whose star is still theirs after they went out of sight, to take it away. */
function markableMessages(viewing: Viewing, op: FlagOp, flag: SettableFlag, ids: readonly number[]): MessagePlace[] {
  const rows = findMessagePlaces(viewing.db, ids);
  const readable = readableMessages(viewing, rows);
  if (op === 'add' || flag === 'read' || readable.length === rows.length) return readable;
  const seen = new Set(readable);
  const own = flagsOf(viewing.db, viewing.user.id, ids);
  return rows.filter((row) => seen.has(row) || ((own.get(row.id) ?? 0) & flagBits[flag]) !== 0);
}

/** Name of what is remembered of what was read: ended where it becomes unread again. */
export const unreadAgain = 'messages that are unread again';

function markRows(acting: Acting, op: FlagOp, flag: SettableFlag, readable: readonly MessagePlace[]): MarkResult {
  const makesUnread = flag === 'read' && op === 'remove';
  const channels = readable.flatMap((row) => row.stream_id ?? []);
  const ignoredChannelIds = makesUnread ? unsubscribedAmong(acting, channels) : [];
  const eligible = readable.filter((row) => row.stream_id === null || !ignoredChannelIds.includes(row.stream_id));
  const before = flagsOf(
    acting.db,
    acting.user.id,
    eligible.map((row) => row.id),
  );
  // `read` is kept as its opposite.
  const bit = flag === 'read' ? flagBits.unread : flagBits[flag];
  const sets = (op === 'add') !== (flag === 'read');
  const changing = eligible.filter((row) => (((before.get(row.id) ?? 0) & bit) !== 0) !== sets);
  const changed = changing.map((row) => row.id);
  if (makesUnread) acting.tx.outdate(unreadAgain);
  if (sets) addBits(acting.tx, acting.user.id, changed, bit);
  else removeBits(acting.tx, acting.user.id, changed, bit);
  if (makesUnread) announceUnread(acting, changing);
  else announceFlags(acting, acting.user.id, op, flag, changed);
  return { processed: readable.map((row) => row.id), changed, ignoredChannelIds };
}

/** What one request marks of a range. */
export function rangeToMark(viewing: Viewing, filters: readonly Filter[], range: Range): Steps<FoundRange> {
  // A side that asks for little leaves the rest to the other: a user who goes on in one direction always advances.
  const numBefore = Math.min(range.numBefore, Math.max(maxMarked - range.numAfter, maxMarked / 2));
  const numAfter = Math.min(range.numAfter, maxMarked - numBefore);
  return rangeSteps(viewing, filters, { ...range, numBefore, numAfter });
}

/** Marks it, on the state of the data on which it was found; counters as the contract names them (update-message-flags-for-narrow). */
export function markRange(acting: Acting, op: FlagOp, flag: SettableFlag, found: FoundRange) {
  const { changed, ignoredChannelIds } = markRows(acting, op, flag, findMessagePlaces(acting.db, found.ids));
  return {
    processed_count: found.ids.length,
    updated_count: changed.length,
    first_processed_id: found.ids[0] ?? null,
    last_processed_id: found.ids.at(-1) ?? null,
    found_oldest: found.foundOldest,
    found_newest: found.foundNewest,
    ...(flag === 'read' && op === 'remove' && { ignored_because_not_subscribed_channels: ignoredChannelIds }),
  };
}

/** Marks everything read. */
export function markAllRead(acting: Acting): void {
  if (removeAllUnread(acting.tx, acting.user.id) === 0) return;
  withdrawPushes(acting, [acting.user.id]);
  acting.announce(
    { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages: [], all: true },
    toUser(acting.user.id),
  );
}

/** Marks what is unread for a user in a channel as read, all at once. @param afterId up to it, nothing is unread. */
export function markChannelRead(acting: SystemActing, userId: number, channelId: number, afterId = 0): void {
  markReadWhere(acting, userId, 'm.stream_id', channelId, afterId);
}

/** The same of what someone wrote. */
export function markSenderRead(acting: SystemActing, userId: number, senderId: number): void {
  markReadWhere(acting, userId, 'm.sender_id', senderId);
}

function markReadWhere(
  acting: SystemActing,
  userId: number,
  column: 'm.stream_id' | 'm.sender_id',
  value: number,
  afterId = 0,
): void {
  const ids = unreadWhere(acting, userId, column, value, afterId).map((row) => row.id);
  removeBits(acting.tx, userId, ids, flagBits.unread);
  announceFlags(acting, userId, 'add', 'read', ids);
}

/**
 * What is unread in a channel that is archived, or is back: nothing changes, but clients that do not know archived channels are to count
 * what they can reach.
 */
export function announceUnreadOfArchive(acting: SystemActing, channel: ChannelRow): void {
  for (const userId of subscriberIds(acting.db, channel.id)) {
    const audience = { ...toUser(userId), withoutCapability: 'archived_channels' as const };
    if (!acting.services.queues.mayBeWanted('update_message_flags', audience)) continue;
    const rows = unreadWhere(acting, userId, 'm.stream_id', channel.id);
    if (rows.length === 0) continue;
    const ids = rows.map(({ id }) => id);
    acting.announce(
      channel.is_archived === 1 ? flagsEvent('add', 'read', ids) : unreadEvent(acting.db, userId, rows),
      audience,
    );
  }
}

/** Tells the caller's clients what is unread again; of archived channels those that know them. */
function announceUnread(acting: Acting, rows: readonly MessagePlace[]): void {
  const archived = archivedChannelIds(acting.db);
  const [audience, { id: userId }] = [toUser(acting.user.id), acting.user];
  for (const [isArchived, some] of groupBy(rows, (row) => archived.has(row.stream_id ?? 0)))
    acting.announce(
      unreadEvent(acting.db, userId, some),
      isArchived ? { ...audience, withCapability: 'archived_channels' } : audience,
    );
}

/** Marks messages as unread for a user who meets them for the first time, in a channel that the user is in. */
export function markNewlyArrived(acting: SystemActing, userId: number, rows: readonly MessagePlace[]): void {
  if (rows.length === 0) return;
  acting.tx.outdate(unreadAgain);
  const ids = rows.map(({ id }) => id);
  addBits(acting.tx, userId, ids, flagBits.unread);
  const audience = toUser(userId);
  if (acting.services.queues.mayBeWanted('update_message_flags', audience))
    acting.announce(unreadEvent(acting.db, userId, rows), audience);
}

/** Messages that are unread again, with what a client needs to count them. */
function unreadEvent(db: Reader, userId: number, rows: readonly MessagePlace[]): EventBody {
  const ids = rows.map(({ id }) => id);
  const details = messageDetails(db, userId, rows, flagsOf(db, userId, ids));
  return {
    type: 'update_message_flags',
    op: 'remove',
    operation: 'remove',
    flag: 'read',
    messages: ids,
    all: false,
    message_details: details,
  };
}

/** One user's unread messages of a channel or a sender, ascending. */
function unreadWhere(
  { db }: SystemActing,
  userId: number,
  column: 'm.stream_id' | 'm.sender_id',
  value: number,
  afterId = 0,
): MessagePlace[] {
  return db.all<MessagePlace>(
    `SELECT m.id, m.stream_id, m.recipient_id, m.topic FROM message_flags f CROSS JOIN messages m ON m.id = f.message_id
     WHERE f.user_id = ? AND f.message_id > ? AND (f.flags & 1) != 0 AND ${column} = ? ORDER BY f.message_id`,
    userId,
    afterId,
    value,
  );
}

/** Tells one user's clients of changed flags; nothing changed is nothing told. */
export function announceFlags(
  acting: SystemActing,
  userId: number,
  op: FlagOp,
  flag: SettableFlag,
  messages: number[],
): void {
  if (messages.length === 0) return;
  if (flag === 'read' && op === 'add') withdrawPushes(acting, [userId]);
  acting.announce(flagsEvent(op, flag, messages), toUser(userId));
}

/** What a client needs to count messages as unread again (contract: message_details). */
function messageDetails(
  db: Reader,
  userId: number,
  rows: readonly MessagePlace[],
  before: ReadonlyMap<number, number>,
): Record<string, MessageDetails> {
  const people = participantsOf(
    db,
    rows.filter((row) => row.stream_id === null).map((row) => row.recipient_id),
  );
  return Object.fromEntries(
    rows.map((row): [string, MessageDetails] => {
      const mentioned = ((before.get(row.id) ?? 0) & mentionBits) !== 0 ? { mentioned: true } : {};
      if (row.stream_id !== null)
        return [String(row.id), { type: 'stream', ...mentioned, stream_id: row.stream_id, topic: row.topic }];
      const userIds = (people.get(row.recipient_id) ?? []).filter((id) => id !== userId);
      return [String(row.id), { type: 'private', ...mentioned, user_ids: userIds }];
    }),
  );
}
