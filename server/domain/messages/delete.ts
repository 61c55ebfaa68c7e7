/**
 * Deleting: one message by someone who may, and any set of them for other nouns (topics, channels, retention).
 * A deleted message is gone: with its flags, reactions, and the uploads that nothing else shares.
 */
import { badRequest } from '../../errors.ts';
import { toUsers } from '../../events/audience.ts';
import { canDeleteAny, canDeleteOwn, isDeletable } from '../../permissions/messages.ts';
import { groupBy } from '../../storage/group-by.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { holdsInChannel } from '../channels/access.ts';
import { refreshFirstMessage } from '../channels/change.shared.ts';
import { announcePins } from '../channels/pins.shared.ts';
import { findChannel } from '../channels/rows.ts';
import { mayBy } from '../groups/membership.shared.ts';
import { organization } from '../organization/rows.ts';
import { usersPushed } from '../push/pushed-rows.ts';
import { findUser, type UserRow } from '../users/rows.ts';
import { forgetMessages } from './flags/flags.shared.ts';
import { hearersOf } from './notifying/audience.shared.ts';
import { withdrawPushes } from './notifying/pushes.ts';
import { anyPinned } from './pin-rows.ts';
import { deleteRows, type MessageRow } from './rows.ts';
import { releaseUploads } from './uploads.ts';

/** @throws ApiError BAD_REQUEST when the caller may not delete it, or not any more. */
export function deleteMessage(acting: Acting, message: MessageRow): void {
  const { db, user } = acting;
  const settings = organization(db);
  const channel = message.stream_id === null ? undefined : findChannel(db, message.stream_id);
  const isIn = (permission: 'can_delete_any_message_group' | 'can_delete_own_message_group'): boolean =>
    channel === undefined ? mayBy(db, user, permission) : holdsInChannel(acting, channel, permission);
  if (!canDeleteAny(user, isIn('can_delete_any_message_group'))) {
    const owner = findUser(db, message.sender_id)?.bot_owner_id ?? null;
    if (!canDeleteOwn(user, message, owner, isIn('can_delete_own_message_group')))
      throw badRequest("You don't have permission to delete this message");
    if (!isDeletable(message, settings.message_content_delete_limit_seconds, acting.now))
      throw badRequest('The time limit for deleting this message has passed');
  }
  deleteMessages(acting, [message], user);
}

/** Deletes messages whatever the permissions. @param by is reported too, recipient or not; null = the server itself. */
export function deleteMessages(acting: SystemActing, rows: readonly MessageRow[], by: UserRow | null): void {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.id);
  for (const conversation of conversationsOf(rows)) announceDeletion(acting, conversation, by);
  releaseUploads(acting, ids);
  forgetMessages(acting.tx, ids);
  withdrawPushes(acting, usersPushed(acting.db, ids));
  const hasPins = anyPinned(acting.db, ids);
  deleteRows(acting.tx, ids);
  for (const channelId of new Set(rows.flatMap((row) => row.stream_id ?? []))) {
    refreshFirstMessage(acting, channelId, ids);
    if (hasPins) announcePins(acting, channelId);
  }
}

/** Messages of one topic or direct conversation each, ids ascending. */
function conversationsOf(rows: readonly MessageRow[]): MessageRow[][] {
  const ascending = rows.toSorted((a, b) => a.id - b.id);
  return [...groupBy(ascending, (row) => `${row.recipient_id} ${row.topic}`).values()];
}

/** Everyone is informed of what they could read; a user who deletes could read all of it. */
function announceDeletion(acting: SystemActing, rows: readonly MessageRow[], by: UserRow | null): void {
  const first = rows[0] as MessageRow;
  const place =
    first.stream_id === null
      ? { message_type: 'private' as const }
      : { message_type: 'stream' as const, stream_id: first.stream_id, topic: first.topic };
  const others = hearersOf(acting.db, rows).map(({ userIds, ids }) => ({
    userIds: userIds.filter((id) => id !== by?.id),
    ids,
  }));
  const groups = by === null ? others : [...others, { userIds: [by.id], ids: rows.map((row) => row.id) }];
  for (const { userIds, ids } of groups.filter((group) => group.userIds.length > 0))
    acting.announce({ type: 'delete_message', message_ids: ids, ...place }, toUsers(userIds));
  const { topic: _topic, ...unnamed } = { topic: '', ...place };
  for (const [ids, userIds] of starredElsewhere(acting, rows, new Set(groups.flatMap((group) => group.userIds))))
    acting.announce({ type: 'delete_message', message_ids: JSON.parse(ids) as number[], ...unnamed }, toUsers(userIds));
}

/**
 * A user who left a channel keeps the stars there, and is informed when one of these messages goes, but not what its topic is called
 * now. @returns users by the JSON of the ids
 */
function starredElsewhere(
  { db }: SystemActing,
  rows: readonly MessageRow[],
  told: ReadonlySet<number>,
): Map<string, number[]> {
  const stars = db.all<{ user_id: number; ids: string }>(
    `SELECT user_id, json_group_array(message_id) AS ids FROM
       (SELECT f.user_id, f.message_id FROM message_flags f JOIN users u ON u.id = f.user_id
        WHERE f.message_id IN (SELECT value FROM json_each(?)) AND (f.flags & 2) != 0 AND u.is_active = 1 ORDER BY f.message_id)
     GROUP BY user_id`,
    JSON.stringify(rows.map((row) => row.id)),
  );
  const groups = groupBy(
    stars.filter((star) => !told.has(star.user_id)),
    (star) => star.ids,
  );
  return new Map([...groups].map(([ids, group]) => [ids, group.map((star) => star.user_id)]));
}
