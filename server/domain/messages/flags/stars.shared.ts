/** Starred messages that a user gets: those that they may read. */
import type { Reader } from '../../../storage/database.ts';
import { groupBy } from '../../../storage/group-by.ts';
import { findUser } from '../../users/rows.ts';
import { readableMessages, type Viewer } from '../access.ts';
import type { MessagePlace } from '../rows.ts';

/** Of whom, and where; undefined = of everyone, or everywhere. */
export interface StarsAmong {
  userIds?: readonly number[];
  channelIds?: readonly number[];
  messageIds?: readonly number[];
}

type Star = MessagePlace & { user_id: number };

/** Ids of the caller's starred messages, ascending. */
export function starredMessageIds(viewer: Viewer): number[] {
  return readableMessages(viewer, starsAmong(viewer.db, { userIds: [viewer.user.id] })).map(({ id }) => id);
}

/** Starred messages that their readers see, by user. */
export function starsInSight(db: Reader, among: StarsAmong): Map<number, number[]> {
  const stars = groupBy(starsAmong(db, among), (star) => star.user_id);
  return new Map(
    [...stars].flatMap(([userId, own]) => {
      const user = findUser(db, userId);
      return user === undefined ? [] : [[userId, readableMessages({ db, user }, own).map(({ id }) => id)] as const];
    }),
  );
}

function starsAmong(db: Reader, { userIds, channelIds, messageIds }: StarsAmong): Star[] {
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
