/**
 * Moving messages to another topic or channel, and resolving topics: which messages go, whether the caller may, and what it
 * means for those who could read them (contract: Message, edit_history and last_moved_timestamp).
 */
import { ApiError, badRequest, invalidParameter } from '../../../errors.ts';
import { topicKey } from '../../../names.ts';
import { resolvedPrefix } from '../../../narrow/predicate.ts';
import { canMoveToChannel, canMoveToTopic, canResolveTopics, isMovable } from '../../../permissions/messages.ts';
import type { Reader } from '../../../storage/database.ts';
import type { Acting } from '../../acting.ts';
import { canAccessContent, canSendTo, checkNotArchived, holdsInChannel } from '../../channels/access.ts';
import { noteArrival, refreshFirstMessage } from '../../channels/change.shared.ts';
import { announcePins } from '../../channels/pins.shared.ts';
import type { ChannelRow } from '../../channels/rows.ts';
import { organization, type OrganizationSettings } from '../../organization/rows.ts';
import { moveTopicPolicies } from '../../topics/policies.shared.ts';
import { findUser, systemBot } from '../../users/rows.ts';
import { hasOpenHistory, readableMessages } from '../access.ts';
import { checkTopicPolicy } from '../compose.ts';
import { readUntil, type ReadAhead } from '../flags/mark-much.ts';
import type { HistoryEntry } from '../history-rules.ts';
import { hearersOf } from '../notifying/audience.shared.ts';
import { anyPinned } from '../pin-rows.ts';
import { findMessage, findMessagePlaces, moveRows, type MessagePlace, type MessageRow } from '../rows.ts';
import { markUnreadForNewReaders } from './arrivals.ts';
import {
  byHearer,
  forgetLost,
  isKnownToReaders,
  keepReceived,
  markReadForStrangers,
  toldOf,
  type IdsByUser,
} from './move-audience.ts';

export const propagateModes = ['change_one', 'change_later', 'change_all'] as const;
export type PropagateMode = (typeof propagateModes)[number];

/** What a move asks of a message: not what it says. */
export type MovedRow = MessagePlace & Pick<MessageRow, 'sender_id' | 'timestamp'>;

/** A move that was found to be allowed. */
export interface Move {
  from: { channel: ChannelRow; topic: string };
  to: { channel: ChannelRow; topic: string };
  mode: PropagateMode;
  /** Messages that go, ascending. */
  rows: readonly MovedRow[];
  /** All of the old topic goes. */
  isWhole: boolean;
  isResolving: 'resolve' | 'unresolve' | null;
}

/** What a moved message's channel and topic are to be; the one that stays is left out. */
export interface MoveTarget {
  channel?: ChannelRow;
  topic?: string;
}

/** @throws ApiError BAD_REQUEST, MOVE_MESSAGES_TIME_LIMIT_EXCEEDED */
export function planMove(
  acting: Acting,
  message: MessageRow,
  channel: ChannelRow,
  target: MoveTarget,
  mode: PropagateMode,
): Move {
  const from = { channel, topic: message.topic };
  const to = { channel: target.channel ?? channel, topic: target.topic ?? message.topic };
  const settings = organization(acting.db);
  const isResolving = target.channel === undefined ? resolving(from.topic, to.topic) : null;
  checkMayMove(acting, message, from, to, isResolving !== null);
  checkTopicPolicy(acting, to.channel, to.topic);
  const found = rowsOf(acting, message, mode);
  const rows = withoutNotices(acting.db, found, from, to);
  if (isResolving === null)
    checkTimeLimits(acting, message, rows, to.channel.id !== channel.id, to.topic !== from.topic, mode, settings);
  // All that the mover can read may be less than the topic.
  const isWhole = countOf(acting, message) === found.length;
  return { from, to, mode, rows, isWhole, isResolving };
}

/** Users who are notified of a move. */
export interface MoveAudience {
  /** With those of the messages that they may know of. */
  told: IdsByUser;
  /** Those who received some of the messages where they were. */
  knewBefore: ReadonlySet<number>;
}

/** What strangers to the place that messages go to have read ahead of the move. */
export interface StrangersAhead {
  strangers: readonly number[];
  read: ReadAhead;
}

/**
 * Writes a planned move and notifies those who lose sight of the messages; the update event is the caller's.
 * @param keepsHistoryOf a message whose history entry the caller writes itself
 * @param ahead what has been marked as read for those who will not see the messages any more
 * @returns who is notified of the move
 */
export function writeMove(
  acting: Acting,
  move: Move,
  keepsHistoryOf: number | null,
  ahead?: StrangersAhead,
): MoveAudience {
  const { from, to, rows } = move;
  // Asked before anything moves.
  const marked = { userIds: new Set(ahead?.strangers), untilId: readUntil(acting.db, ahead?.read) };
  const ids = rows.map((row) => row.id);
  const first = rows[0] as MovedRow;
  const before = byHearer(hearersOf(acting.db, rows));
  const isNewTopic =
    acting.db.get(
      'SELECT 1 FROM messages WHERE stream_id = ? AND topic_key = ? LIMIT 1',
      to.channel.id,
      topicKey(to.topic),
    ) === undefined;
  const target = { channelId: to.channel.id, recipientId: to.channel.recipient_id, topic: to.topic };
  moveRows(
    acting.tx,
    ids,
    target,
    { entry: historyOf(acting, move), keptOf: keepsHistoryOf },
    move.isResolving === null ? acting.now : null,
  );
  if (anyPinned(acting.db, ids))
    for (const channelId of new Set([from.channel.id, to.channel.id])) announcePins(acting, channelId);
  if (to.channel.id !== from.channel.id) {
    noteArrival(acting, to.channel, first.id);
    refreshFirstMessage(acting, from.channel.id, ids);
    // Before anybody is found to have lost them.
    keepReceived(acting, ids, from.channel.id, to.channel);
  }
  const lost =
    to.channel.id === from.channel.id ? (new Map() as IdsByUser) : forgetLost(acting, from, to.channel, before);
  if (to.channel.id !== from.channel.id) markReadForStrangers(acting, ids, from.channel.id, to.channel.id, marked);
  const after = byHearer(hearersOf(acting.db, findMessagePlaces(acting.db, ids)));
  const told = toldOf(ids, before, after, lost);
  if (to.channel.id !== from.channel.id) {
    const moved = rows.map((row) => ({ ...row, topic: to.topic }));
    markUnreadForNewReaders(acting, moved, { from: from.channel, to: to.channel }, { before, told });
  }
  if (move.isWhole) {
    const source = { channelId: from.channel.id, topic: from.topic };
    const goal = { channelId: to.channel.id, topic: to.topic, isNew: isNewTopic };
    moveTopicPolicies(acting, source, goal, (id) => told.has(id) || readsAll(acting.db, id, to.channel));
  }
  return { told, knewBefore: new Set(before.keys()) };
}

/** Whether a user may read whatever comes into a channel, told of it or not: a policy may be one of someone who is not in it. */
function readsAll(db: Reader, userId: number, channel: ChannelRow): boolean {
  const user = findUser(db, userId);
  return user !== undefined && hasOpenHistory(channel) && canAccessContent({ db, user }, channel);
}

/** What the move adds to a message's history. */
export function historyOf({ user, now }: Acting, { from, to }: Move): HistoryEntry {
  return {
    user_id: user.id,
    timestamp: now,
    ...(to.channel.id !== from.channel.id && { prev_stream: from.channel.id, stream: to.channel.id }),
    ...(to.topic !== from.topic && { prev_topic: from.topic, topic: to.topic }),
  };
}

function resolving(before: string, after: string): 'resolve' | 'unresolve' | null {
  if (after === `${resolvedPrefix}${before}`) return 'resolve';
  return before === `${resolvedPrefix}${after}` ? 'unresolve' : null;
}

function checkMayMove(
  acting: Acting,
  message: MessageRow,
  from: Move['from'],
  to: Move['to'],
  isResolving: boolean,
): void {
  const { user } = acting;
  checkNotArchived(from.channel);
  checkNotArchived(to.channel);
  if (isResolving) {
    const isResolver = holdsInChannel(acting, from.channel, 'can_resolve_topics_group');
    if (!canResolveTopics(user, isResolver)) throw badRequest("You don't have permission to resolve topics.");
    return;
  }
  if (to.topic !== from.topic) {
    const isMover = holdsInChannel(acting, from.channel, 'can_move_messages_within_channel_group');
    if (!canMoveToTopic(user, message, isMover)) throw badRequest("You don't have permission to edit this message");
  }
  if (to.channel.id === from.channel.id) return;
  const isMover = holdsInChannel(acting, from.channel, 'can_move_messages_out_of_channel_group');
  if (!canMoveToChannel(user, isMover)) throw badRequest("You don't have permission to move this message");
  if (!canSendTo(acting, to.channel))
    throw invalidParameter('stream_id', 'You do not have permission to post in this channel.');
}

function checkTimeLimits(
  acting: Acting,
  message: MessageRow,
  rows: readonly MovedRow[],
  changesChannel: boolean,
  changesTopic: boolean,
  mode: PropagateMode,
  settings: OrganizationSettings,
): void {
  const within = settings.move_messages_within_stream_limit_seconds;
  const between = settings.move_messages_between_streams_limit_seconds;
  const isMovableRow = (row: MovedRow): boolean =>
    (!changesTopic || isMovable(acting.user, row, within, acting.now)) &&
    (!changesChannel || isMovable(acting.user, row, between, acting.now));
  if (mode === 'change_all') {
    const movable = rows.filter(isMovableRow);
    if (movable.length < rows.length)
      throw moveMessagesTimeLimitExceeded(movable[0]?.id ?? null, rows.length, movable.length);
  } else if (!isMovableRow(message)) {
    throw badRequest(`The time limit for editing this message's ${changesChannel ? 'channel' : 'topic'} has passed`);
  }
}

function rowsOf(acting: Acting, message: MessageRow, mode: PropagateMode): MovedRow[] {
  if (mode === 'change_one') return [message];
  const sql = `SELECT id, stream_id, recipient_id, topic, sender_id, timestamp FROM messages
    WHERE stream_id = ? AND topic_key = ? AND id >= ? ORDER BY id`;
  const rows = acting.db.all<MovedRow>(
    sql,
    message.stream_id,
    message.topic_key,
    mode === 'change_all' ? 0 : message.id,
  );
  return readableMessages(acting, rows);
}

/** Notices of the server name the channel and its topics: those stay where not all readers of the new place know of the channel. */
function withoutNotices(db: Reader, rows: MovedRow[], from: Move['from'], to: Move['to']): MovedRow[] {
  if (isKnownToReaders(db, from.channel, to.channel)) return rows;
  const botId = systemBot(db, 'notification-bot').id;
  const isNaming = ({ id, sender_id: senderId }: MovedRow): boolean =>
    senderId === botId && namesPlaces(findMessage(db, id)?.content ?? '');
  const others = rows.filter((row) => !isNaming(row));
  // A notice alone goes: it is what was chosen.
  return others.length === 0 ? rows : others;
}

const namesPlaces = (notice: string): boolean => /\*\*|#narrow/.test(notice.replaceAll(/@_?\*\*[^*]+\*\*/g, ''));

function countOf({ db }: Acting, message: MessageRow): number {
  return (
    db.get<{ n: number }>(
      'SELECT count(*) AS n FROM messages WHERE stream_id = ? AND topic_key = ?',
      message.stream_id,
      message.topic_key,
    )?.n ?? 0
  );
}

const moveMessagesTimeLimitExceeded = (
  firstMessageIdAllowedToMove: number | null,
  totalMessages: number,
  movable: number,
): ApiError =>
  new ApiError(
    400,
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    `You only have permission to move the ${movable}/${totalMessages} most recent messages in this topic.`,
    {
      first_message_id_allowed_to_move: firstMessageIdAllowedToMove,
      total_messages_in_topic: totalMessages,
      total_messages_allowed_to_move: movable,
    },
  );
