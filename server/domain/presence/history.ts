/**
 * Presence history of users: stretches of being active or idle without a break, for the console's time line of presence. Owns the
 * table `presence_stretches`, which is written with the report that it comes from. No one in invisible mode is in it.
 */
import { daySecs } from '../../durations.ts';
import { groupBy } from '../../storage/group-by.ts';
import type { Acting, SystemActing, SystemViewing } from '../acting.ts';
import { organizationSetting } from '../organization/rows.ts';
import { isRecent, presentSecs } from '../users/activity.shared.ts';

export type Status = 'active' | 'idle';

export interface StretchRow {
  user_id: number;
  started_at: number;
  ended_at: number;
  is_active: number;
  client: string;
}

/** Seconds of history that are kept, and that one question may span. */
export const historySpan = 8 * daySecs;
/** Of more than this the newest are reported. */
const mostTold = 20_000;

/**
 * The user was there: the present stretch goes on, or another begins after a break or a change of status.
 * @param until UNIX seconds; now, unless the whole of a stretch is known.
 */
export function keepStretch(acting: Acting, status: Status, until = acting.now): void {
  const { tx, user, client, now } = acting;
  const isActive = status === 'active' ? 1 : 0;
  const last = tx.get<StretchRow>(
    // One from the future is of a clock that was wrong then.
    'SELECT * FROM presence_stretches WHERE user_id = ? AND started_at <= ? ORDER BY started_at DESC LIMIT 1',
    user.id,
    now,
  );
  if (last !== undefined && last.is_active === isActive && isRecent(last.ended_at, now)) {
    tx.run(
      'UPDATE presence_stretches SET ended_at = max(ended_at, ?), client = ? WHERE user_id = ? AND started_at = ?',
      until,
      client,
      user.id,
      last.started_at,
    );
    return;
  }
  tx.run(
    `INSERT INTO presence_stretches (user_id, started_at, ended_at, is_active, client) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id, started_at) DO UPDATE SET is_active = excluded.is_active, client = excluded.client`,
    user.id,
    now,
    until,
    isActive,
    client,
  );
}

/** Forgets what is old, counted from the last report of anybody: after a long pause the last days are still there. */
export function pruneStretches({ tx, now }: Pick<SystemActing, 'tx' | 'now'>): void {
  tx.run(
    'DELETE FROM presence_stretches WHERE ended_at < (SELECT max(ended_at) FROM presence_stretches WHERE ended_at <= ?) - ?',
    now + presentSecs,
    historySpan,
  );
}

export interface HistoryWire {
  now: number;
  presence_disabled: boolean;
  /** The last time anybody was there, or null: where to look when the time asked for is empty. */
  newest: number | null;
  /** false: so many that the oldest are left out. */
  is_complete: boolean;
  users: { user_id: number; full_name: string; is_invisible: boolean; stretches: StretchWire[] }[];
}

interface StretchWire {
  status: Status;
  started_at: number;
  /** The last report of it. */
  ended_at: number;
  client: string;
}

/** Active persons with their stretches between two times. All times are UNIX seconds. */
export function presenceHistory({ db, now }: SystemViewing, from: number, to: number): HistoryWire {
  const people = db.all<{ id: number; full_name: string; shares: number }>(
    `SELECT id, full_name, ifnull(json_extract(settings, '$.presence_enabled'), 1) AS shares
     FROM users WHERE is_active = 1 AND is_bot = 0 ORDER BY id`,
  );
  const isDisabled = organizationSetting(db, 'presence_disabled');
  const rows = isDisabled ? [] : stretchesBetween(db, from, to);
  const byUser = groupBy(rows, ({ user_id: id }) => id);
  return {
    now,
    presence_disabled: isDisabled,
    newest: db.get<{ at: number | null }>('SELECT max(ended_at) AS at FROM presence_stretches')?.at ?? null,
    is_complete: rows.length < mostTold,
    users: people.map(({ id, full_name, shares }) => ({
      user_id: id,
      full_name,
      is_invisible: shares === 0,
      stretches: shares === 0 ? [] : (byUser.get(id) ?? []).map(stretchWire),
    })),
  };
}

/** Oldest first. */
function stretchesBetween(db: SystemViewing['db'], from: number, to: number): StretchRow[] {
  return db
    .all<StretchRow>(
      'SELECT * FROM presence_stretches WHERE ended_at >= ? AND started_at < ? ORDER BY started_at DESC LIMIT ?',
      from,
      to,
      mostTold,
    )
    .reverse();
}

const stretchWire = ({ is_active: isActive, started_at, ended_at, client }: StretchRow): StretchWire => ({
  status: isActive === 1 ? 'active' : 'idle',
  started_at,
  ended_at,
  client,
});
