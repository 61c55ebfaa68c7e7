/**
 * Message access of a user. A direct message: its participants. A channel message: a user who may read the channel,
 * and, where the channel's history is not for newcomers, only what they received: while they were subscribed, or elsewhere, before
 * it was moved there.
 */
import { type ApiError, badRequest, invalidParameter } from '../../errors.ts';
import type { Reader } from '../../storage/database.ts';
import type { Viewing } from '../acting.ts';
import { canAccessContent, checkNotArchived } from '../channels/access.ts';
import { findChannel, type ChannelRow } from '../channels/rows.ts';
import { organizationSetting } from '../organization/rows.ts';
import { findUsers } from '../users/rows.ts';
import { userSetting } from '../users/settings.shared.ts';
import { visibleUserIds } from '../users/visibility.shared.ts';
import { participantsOf } from './direct-recipients.shared.ts';
import { flagBits, flagsByUser } from './flags/flags.shared.ts';
import { findMessage, findMessagePlaces, findMessages, type MessagePlace, type MessageRow } from './rows.ts';

export type Viewer = Pick<Viewing, 'db' | 'user'>;

/** Everyone who may read such a channel may read all of it. */
export const hasOpenHistory = (channel: ChannelRow): boolean =>
  channel.invite_only === 0 || channel.history_public_to_subscribers === 1;

/** @throws ApiError BAD_REQUEST when the message does not exist or is not visible to the caller (spec: Errors). */
export function accessMessage(viewer: Viewer, id: number): MessageRow {
  const message = findMessage(viewer.db, id);
  if (message === undefined || readableMessages(viewer, [message]).length === 0) throw invalidMessages();
  return message;
}

/**
 * The message, for a caller that edits, deletes or reacts to it.
 * @throws ApiError BAD_REQUEST also for a message of an archived channel
 */
export function changeableMessage(viewer: Viewer, id: number): MessageRow {
  const message = accessMessage(viewer, id);
  const channel = message.stream_id === null ? undefined : findChannel(viewer.db, message.stream_id);
  if (channel !== undefined) checkNotArchived(channel);
  return message;
}

/** A message that does not exist, or is not visible to the caller: the answer is the same for both. */
export const invalidMessages = (): ApiError => invalidParameter('message_id', 'Invalid message(s)');

/** Those of these messages that exist and that the caller may read, ascending. */
export function accessibleMessages(viewer: Viewer, ids: readonly number[]): MessageRow[] {
  return readableMessages(viewer, findMessages(viewer.db, ids));
}

/** As `accessibleMessages`, of which no one asks what they say: their size does not matter. */
export function accessiblePlaces(viewer: Viewer, ids: readonly number[]): MessagePlace[] {
  return readableMessages(viewer, findMessagePlaces(viewer.db, ids));
}

/** Those of these rows that the caller may read. */
export function readableMessages<T extends MessagePlace>(viewer: Viewer, rows: readonly T[]): T[] {
  const received = receivedIds(viewer.db, viewer.user.id, rows);
  const channels = new Map<number, { readable: boolean; open: boolean }>();
  const standing = (id: number): { readable: boolean; open: boolean } => {
    const known = channels.get(id);
    if (known !== undefined) return known;
    const channel = findChannel(viewer.db, id);
    const made = {
      readable: channel !== undefined && canAccessContent(viewer, channel),
      open: channel !== undefined && hasOpenHistory(channel),
    };
    channels.set(id, made);
    return made;
  };
  return rows.filter((row) => {
    if (row.stream_id === null) return received.has(row.id);
    const { readable, open } = standing(row.stream_id);
    return readable && (open || received.has(row.id));
  });
}

/** Which of these messages a user received: as a participant, or while subscribed. The rest is history to them. */
export function receivedIds(db: Reader, userId: number, rows: readonly Omit<MessagePlace, 'topic'>[]): Set<number> {
  const direct = participantsOf(
    db,
    rows.filter((row) => row.stream_id === null).map((row) => row.recipient_id),
  );
  const spans = spansOf(
    db,
    userId,
    rows.flatMap((row) => row.stream_id ?? []),
  );
  const isReceived = (row: Omit<MessagePlace, 'topic'>): boolean =>
    row.stream_id === null
      ? direct.get(row.recipient_id)?.includes(userId) === true
      : spans.some(
          (span) => span.stream_id === row.stream_id && span.after_id < row.id && row.id <= (span.until_id ?? Infinity),
        );
  return new Set(rows.filter(isReceived).map((row) => row.id));
}

function spansOf(
  db: Reader,
  userId: number,
  channelIds: readonly number[],
): { stream_id: number; after_id: number; until_id: number | null }[] {
  if (channelIds.length === 0) return [];
  return db.all(
    'SELECT stream_id, after_id, until_id FROM subscription_spans WHERE user_id = ? AND stream_id IN (SELECT value FROM json_each(?))',
    userId,
    JSON.stringify([...new Set(channelIds)]),
  );
}

/** Users who received a message: participants, or those who were subscribed when it was sent. Active ones only. */
export function receiverIds(db: Reader, message: MessagePlace): number[] {
  const rows =
    message.stream_id === null
      ? db.all<{ user_id: number }>(
          'SELECT r.user_id FROM recipient_users r JOIN users u ON u.id = r.user_id WHERE r.recipient_id = ? AND u.is_active = 1 ORDER BY r.user_id',
          message.recipient_id,
        )
      : db.all<{ user_id: number }>(
          `SELECT DISTINCT s.user_id FROM subscriptions s JOIN users u ON u.id = s.user_id
           JOIN subscription_spans sp ON sp.user_id = s.user_id AND sp.stream_id = s.stream_id
           WHERE s.stream_id = ? AND s.active = 1 AND u.is_active = 1 AND sp.after_id < ? AND (sp.until_id IS NULL OR sp.until_id >= ?)
           ORDER BY s.user_id`,
          message.stream_id,
          message.id,
          message.id,
        );
  return rows.map((row) => row.user_id);
}

/**
 * Who has read a message: of those who received it, all who let others know and do not have it unread.
 * Ids of users whom the caller sees, ascending, without the author and without users who muted the caller or whom the caller muted.
 * @throws ApiError BAD_REQUEST when the organization has read receipts off
 */
export function readReceipts(viewing: Viewing, message: MessageRow): number[] {
  const { db, user } = viewing;
  if (!organizationSetting(db, 'enable_read_receipts'))
    throw badRequest('Read receipts are disabled in this organization.');
  const flags = flagsByUser(db, message.id);
  const muting = db.all<{ id: number }>(
    'SELECT user_id AS id FROM muted_users WHERE muted_user_id = ? UNION SELECT muted_user_id FROM muted_users WHERE user_id = ?',
    user.id,
    user.id,
  );
  const hidden = new Set(muting.map((row) => row.id));
  const visible = visibleUserIds(viewing);
  const readers = receiverIds(db, message).filter(
    (id) =>
      id !== message.sender_id &&
      !hidden.has(id) &&
      (visible?.has(id) ?? true) &&
      ((flags.get(id) ?? 0) & flagBits.unread) === 0,
  );
  return findUsers(db, readers)
    .filter((reader) => userSetting(db, reader, 'send_read_receipts'))
    .map((reader) => reader.id);
}
