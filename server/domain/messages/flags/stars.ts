/**
 * The starred messages that a user is told of: those that they may read. Whoever loses sight of one keeps the star, and has it
 * again on coming back: their clients are told of both.
 */
import type { Reader } from '../../../storage/database.ts';
import { groupBy } from '../../../storage/group-by.ts';
import type { SystemActing } from '../../acting.ts';
import { withBotChannelEvents } from '../../bots/wire.ts';
import { channelsOpenByGroup, withPrivateChannelEvents } from '../../channels/visibility.shared.ts';
import { findUser } from '../../users/rows.ts';
import { readableMessages, type Viewer } from '../access.ts';
import type { MessagePlace } from '../rows.ts';
import { announceFlags } from './mark.ts';

/** Of whom, and where; undefined = of everybody, or everywhere. */
interface Among {
  userIds?: readonly number[];
  channelIds?: readonly number[];
  messageIds?: readonly number[];
}

type Star = MessagePlace & { user_id: number };

/** Ids of the caller's starred messages, ascending. */
export function starredMessageIds(viewer: Viewer): number[] {
  return readableMessages(viewer, starsAmong(viewer.db, { userIds: [viewer.user.id] })).map(({ id }) => id);
}

/** Runs a change of who reads what, and tells each of the starred messages that come into sight, or go out of it. */
export function withStarEvents<T>(acting: SystemActing, among: Among, change: () => T): T {
  const before = starsInSight(acting.db, among);
  const result = change();
  const now = starsInSight(acting.db, among);
  for (const [userId, ids] of before) announceFlags(acting, userId, 'remove', 'starred', without(ids, now.get(userId)));
  for (const [userId, ids] of now) announceFlags(acting, userId, 'add', 'starred', without(ids, before.get(userId)));
  return result;
}

/** Runs a change of who sees which channels: whom it concerns is told of starred messages and of the channels of their bots. */
export function withSightEvents<T>(acting: SystemActing, among: Omit<Among, 'messageIds'>, change: () => T): T {
  return withBotChannelEvents(acting, among, () => withStarEvents(acting, among, change));
}

/** Runs a change of who is in which group, and tells whom it concerns what private channels open or shut by it. */
export function withGroupEvents<T>(acting: SystemActing, change: () => T): T {
  const channelIds = channelsOpenByGroup(acting.db).map(({ id }) => id);
  return withSightEvents(acting, { channelIds }, () => withPrivateChannelEvents(acting, change));
}

const without = (ids: readonly number[], others: readonly number[] = []): number[] => {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
};

function starsInSight(db: Reader, among: Among): Map<number, number[]> {
  const stars = groupBy(starsAmong(db, among), (star) => star.user_id);
  return new Map(
    [...stars].flatMap(([userId, own]) => {
      const user = findUser(db, userId);
      return user === undefined ? [] : [[userId, readableMessages({ db, user }, own).map(({ id }) => id)] as const];
    }),
  );
}

function starsAmong(db: Reader, { userIds, channelIds, messageIds }: Among): Star[] {
  const conditions = [
    ['f.user_id', userIds],
    ['m.stream_id', channelIds],
    ['f.message_id', messageIds],
  ] as const;
  const asked = conditions.flatMap(([column, ids]) => (ids === undefined ? [] : [{ column, ids }]));
  return db.all<Star>(
    `SELECT f.user_id, m.id, m.stream_id, m.recipient_id, m.topic
     FROM message_flags f INDEXED BY message_flags_starred CROSS JOIN messages m ON m.id = f.message_id
     WHERE (f.flags & 2) != 0${asked.map(({ column }) => ` AND ${column} IN (SELECT value FROM json_each(?))`).join('')}
     ORDER BY f.message_id`,
    ...asked.map(({ ids }) => JSON.stringify(ids)),
  );
}
