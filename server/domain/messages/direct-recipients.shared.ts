/**
 * The sets of recipients of direct messages: one row of `recipients` for each group of users that ever talked, a user who
 * wrote first (contract: Message, recipient_id). A channel's recipient is made with the channel.
 */
import type { Reader } from '../../storage/database.ts';

/** How a set of participants is stored. */
export const directKey = (userIds: readonly number[]): string =>
  [...new Set(userIds)].toSorted((a, b) => a - b).join(',');

/** @param userIds all participants, the sender included, in any order. */
export function findDirectRecipient(db: Reader, userIds: readonly number[]): number | undefined {
  return db.get<{ id: number }>('SELECT id FROM recipients WHERE user_ids = ?', directKey(userIds))?.id;
}

/** Participants of a direct conversation, ascending. */
export function participantIds(db: Reader, recipientId: number): number[] {
  return db
    .all<{ user_id: number }>(
      'SELECT user_id FROM recipient_users WHERE recipient_id = ? ORDER BY user_id',
      recipientId,
    )
    .map((row) => row.user_id);
}

/** Participants of several conversations, by recipient. */
export function participantsOf(db: Reader, recipientIds: readonly number[]): Map<number, number[]> {
  const rows = db.all<{ recipient_id: number; user_id: number }>(
    'SELECT recipient_id, user_id FROM recipient_users WHERE recipient_id IN (SELECT value FROM json_each(?)) ORDER BY recipient_id, user_id',
    JSON.stringify([...new Set(recipientIds)]),
  );
  const found = new Map<number, number[]>();
  for (const row of rows) {
    const users = found.get(row.recipient_id);
    if (users === undefined) found.set(row.recipient_id, [row.user_id]);
    else users.push(row.user_id);
  }
  return found;
}
