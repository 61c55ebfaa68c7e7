/** The table of when users want no notifications: what they chose, and what others were informed of. */
import type { Reader, Transaction } from '../../storage/database.ts';
import type { QuietChoice, QuietPeriod } from './quiet-rules.ts';

/** What a user chose. */
export interface Choice extends QuietChoice {
  quiet_hours: readonly QuietPeriod[];
  /** Users and channels whose messages notify all the same. */
  allowed_user_ids: readonly number[];
  allowed_channel_ids: readonly number[];
  /** When the status is cleared, UNIX seconds; null = not by time. */
  status_ends_at: number | null;
  /** 1: notifications are off as long as the status is there. */
  follows_status: 0 | 1;
}

/** What others were informed of. Times are UNIX seconds. */
export interface Shown {
  shown_until: number | null;
  changes_at: number | null;
  noted_at: number;
  time_zone: string;
}

type Stored = Record<'quiet_hours' | 'allowed_user_ids' | 'allowed_channel_ids', string> &
  Omit<Choice, 'quiet_hours' | 'allowed_user_ids' | 'allowed_channel_ids'> &
  Shown;

export const noChoice: Choice & Shown = {
  until: null,
  resumed_until: null,
  chosen_at: 0,
  quiet_hours: [],
  allowed_user_ids: [],
  allowed_channel_ids: [],
  status_ends_at: null,
  follows_status: 0,
  shown_until: null,
  changes_at: null,
  noted_at: 0,
  time_zone: '',
};

/** @returns undefined for a user who never chose anything. */
export function findChoice(db: Reader, userId: number): (Choice & Shown) | undefined {
  const row = db.get<Stored>('SELECT * FROM do_not_disturb WHERE user_id = ?', userId);
  if (row === undefined) return undefined;
  return {
    ...row,
    quiet_hours: JSON.parse(row.quiet_hours) as QuietPeriod[],
    allowed_user_ids: JSON.parse(row.allowed_user_ids) as number[],
    allowed_channel_ids: JSON.parse(row.allowed_channel_ids) as number[],
  };
}

/** Stores what a user chose, beside what others were informed of. */
export function storeChoice(tx: Transaction, userId: number, choice: Choice): void {
  tx.run(
    `INSERT INTO do_not_disturb (user_id, until, resumed_until, chosen_at, quiet_hours, allowed_user_ids, allowed_channel_ids,
       status_ends_at, follows_status, noted_at, time_zone)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, '')
     ON CONFLICT (user_id) DO UPDATE SET until = excluded.until, resumed_until = excluded.resumed_until, chosen_at = excluded.chosen_at,
       quiet_hours = excluded.quiet_hours, allowed_user_ids = excluded.allowed_user_ids, allowed_channel_ids = excluded.allowed_channel_ids,
       status_ends_at = excluded.status_ends_at, follows_status = excluded.follows_status`,
    userId,
    choice.until,
    choice.resumed_until,
    choice.chosen_at,
    JSON.stringify(choice.quiet_hours),
    JSON.stringify(choice.allowed_user_ids),
    JSON.stringify(choice.allowed_channel_ids),
    choice.status_ends_at,
    choice.follows_status,
  );
}

/** Stores what others are informed of. */
export function storeShown(tx: Transaction, userId: number, shown: Shown): void {
  tx.run(
    'UPDATE do_not_disturb SET shown_until = ?, changes_at = ?, noted_at = ?, time_zone = ? WHERE user_id = ?',
    shown.shown_until,
    shown.changes_at,
    shown.noted_at,
    shown.time_zone,
    userId,
  );
}

/** Active users of whom others may have to be informed: a time has come, a clock was set back, or the user has another time zone. */
export function usersToLookAt(db: Reader, now: number): number[] {
  return db
    .all<{ id: number }>(
      `SELECT u.id FROM do_not_disturb d JOIN users u ON u.id = d.user_id
       WHERE u.is_active = 1 AND (d.changes_at <= ?1 OR d.status_ends_at <= ?1 OR d.noted_at > ?1 OR d.time_zone <> u.timezone) ORDER BY u.id`,
      now,
    )
    .map(({ id }) => id);
}

/** Until when active users want no notifications, as others were informed. */
export function shownTimes(db: Reader): { user_id: number; until: number }[] {
  return db.all<{ user_id: number; until: number }>(
    `SELECT d.user_id, d.shown_until AS until FROM do_not_disturb d JOIN users u ON u.id = d.user_id
     WHERE d.shown_until IS NOT NULL AND u.is_active = 1 ORDER BY d.user_id`,
  );
}
