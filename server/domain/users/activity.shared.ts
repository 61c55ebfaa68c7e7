/** Activity of users at a computer: decides whether they are informed of messages elsewhere too. */
import type { Reader } from '../../storage/database.ts';

/** Seconds after the last report of activity in which a user counts as being at the computer; later they are gone. */
export const presentSecs = 140;

/** When a client last reported a user active, in UNIX seconds; 0 = never. */
export function lastActive(db: Reader, userId: number): number {
  const row = db.get<{ active_timestamp: number | null }>(
    'SELECT active_timestamp FROM presence WHERE user_id = ?',
    userId,
  );
  return row?.active_timestamp ?? 0;
}

/** @param now UNIX seconds. */
export const isPresent = (db: Reader, userId: number, now: number): boolean => isRecent(lastActive(db, userId), now);

/**
 * Whether a report counts currently. One from the future is of a clock that was wrong then, and says nothing of today.
 * @param at UNIX seconds, as `now`.
 */
export const isRecent = (at: number, now: number): boolean => Math.abs(now - at) <= presentSecs;

/** @param since UNIX seconds. @returns ids of those of whom a client reported since, idle or not. */
export function hereSince(db: Reader, since: number): Set<number> {
  const rows = db.all<{ user_id: number }>(
    'SELECT user_id FROM presence WHERE max(ifnull(active_timestamp, 0), ifnull(idle_timestamp, 0)) >= ?',
    since,
  );
  return new Set(rows.map(({ user_id: id }) => id));
}
